import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { bundleHost, startHost } from '../../../test/real/host.ts'
import { slowCut } from '../../../test/real/slow.ts'
import { WireClient } from '../../../test/real/wire.ts'
import { isAlive, listListeners } from '../../home/listeners.ts'

const untilGone = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('how a host process ends', () => {
  it('with exit 0 on SIGTERM, in the middle of a cut too, and takes its listener file with it', async () => {
    const host = await startHost()
    const client = await WireClient.greeted(host)
    const { params } = await slowCut(client, 6)
    client.send({ id: 'cut', method: 'operations.boolean_difference', params })
    await client.call('ping')
    expect(await client.call('job.status', { job_id: 'cut' })).toMatchObject({ state: 'running' })
    expect(await host.stop('SIGTERM')).toBe(0)
    expect(existsSync(join(host.home, 'listeners', `${host.pid}.json`))).toBe(false)
  })

  it('with exit 0 when it is asked over the wire, after the answer', async () => {
    const host = await startHost()
    const client = await WireClient.greeted(host)
    const exit = once(host.process, 'exit')
    expect(await client.call('shutdown')).toHaveProperty('shutdown')
    expect(await exit).toEqual([0, null])
  })

  it('when its parent is gone, however it ended', async () => {
    const program = `
      const { spawn } = require('node:child_process')
      const [bundle] = process.argv.slice(1)
      spawn(process.execPath, [bundle, '--port', '0', '--parent-pid', String(process.pid)], { stdio: ['ignore', 'inherit', 'ignore'] })`
    const home = mkdtempSync(join(tmpdir(), 'tickbird-host-'))
    const parent = spawn(process.execPath, ['-e', program, await bundleHost()], {
      env: { ...process.env, TICKBIRD_HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface(parent.stdout), 'line')
    const { pid } = JSON.parse(line) as { pid: number }
    expect(listListeners(home).map((listener) => listener.pid)).toEqual([pid])
    parent.kill('SIGKILL')
    await untilGone(pid)
    expect(listListeners(home)).toEqual([])
  })
})

describe('where a host listens', () => {
  it('refuses a port that is named and taken, in one sentence', async () => {
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const { port } = squatter.address() as { port: number }
    await expect(startHost({ args: ['--port', String(port)] })).rejects.toThrow(`ended with 1: Port ${port} is taken.`)
    squatter.close()
  })

  it.each([['--port', 'x'], ['--port', '70000'], ['--timeout', '-1'], ['--nonsense']])(
    'refuses %s %s',
    async (...args) => {
      await expect(startHost({ args })).rejects.toThrow(/ended with 1: .*(--port|--timeout|--nonsense)/)
    },
  )

  it('says in one sentence that its data folder cannot be written', async () => {
    const home = join(mkdtempSync(join(tmpdir(), 'tickbird-host-')), 'file')
    writeFileSync(home, '')
    await expect(startHost({ home })).rejects.toThrow(/ended with 1: .*secret cannot be (read|written) \(ENOTDIR\)/)
  })

  it('shares the secret of the data folder with other hosts, and answers a second port when asked', async () => {
    const first = await startHost()
    const args = ['--port', '0', '--grasshopper-port', '0', '--parent-pid', String(process.pid)]
    const second = await startHost({ args, home: first.home })
    expect(second.secret).toBe(first.secret)
    expect(listListeners(first.home).map(({ pid }) => pid)).toEqual([first.pid, second.pid])
    await Promise.all([first.stop(), second.stop()])
  })
})

describe('calls that take too long', () => {
  it('go on as a job whose result can be fetched; what waited behind them never runs', async () => {
    const args = ['--port', '0', '--parent-pid', String(process.pid), '--timeout', '1']
    const host = await startHost({ args })
    const client = await WireClient.greeted(host)
    while ((await client.request('context.get')).error);
    const { params } = await slowCut(client, 10)
    const cut = client.request('operations.boolean_difference', params, 'cut')
    const behind = client.request('geometry.create_point', {})
    expect((await behind).error?.data?.code).toBe('RHINO_BUSY')
    expect((await cut).error?.data).toMatchObject({ code: 'TIMEOUT', details: { running: true, job_id: 'cut' } })
    let job = await client.call('job.status', { job_id: 'cut' })
    while (job.state === 'running') job = await client.call('job.status', { job_id: 'cut' })
    expect(job).toMatchObject({ state: 'done', result: { count: 1 } })
    const { kinds } = (await client.call('context.get')).document
    expect(kinds).toEqual({ brep: 1 })
    await host.stop()
  })
})

describe('a client of GOLEM’s own', () => {
  it('is served without hello where the user allowed it', async () => {
    const host = await startHost({ args: ['--port', '0', '--parent-pid', String(process.pid), '--allow-legacy'] })
    const client = await WireClient.connect(host.port)
    expect(await client.call('creation.create_box', { width: 1, depth: 1, height: 1 })).toHaveProperty('guid')
    await host.stop()
  })
})
