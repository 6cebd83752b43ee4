import { afterAll, describe } from 'vitest'
import { type RunningHost, startHost } from '../real/host.ts'
import { WireClient } from '../real/wire.ts'
import { contractSuite, textsFor } from './suite.ts'

let host: RunningHost
let client: WireClient

describe('the contract on the built-in modeller', () => {
  contractSuite('embedded', async () => {
    host = await startHost()
    client = await WireClient.greeted(host)
    return {
      host: 'embedded',
      request: (method, params) => client.request(method, params),
      texts: textsFor(host.secret),
    }
  })
  afterAll(async () => {
    client.close()
    if (host.process.exitCode === null) await host.stop()
  })
})
