import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimCore } from './presence.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tickbird-presence-'))
})
afterEach(() => rmSync(home, { recursive: true }))

it('one core has a data folder at a time, announced or not', async () => {
  const first = await claimCore(home)
  await expect(claimCore(home, 100)).rejects.toThrow('Another Tickbird')
  first.release()
  const second = await claimCore(home, 0)
  second.release()
})

it('a core waits for the one before it to close', async () => {
  const first = await claimCore(home)
  const second = claimCore(home)
  first.withdraw()
  first.release()
  const third = claimCore(home, 0)
  const claims = await Promise.allSettled([second, third])
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const claim of claims) if (claim.status === 'fulfilled') claim.value.release()
})
