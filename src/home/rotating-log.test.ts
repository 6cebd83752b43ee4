import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRotatingLog } from './rotating-log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickbird-log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const never = (why: string) => expect.unreachable(why)

test('keeps the newest lines, in order, within its limits', () => {
  const path = join(folder, 'logs', 'mcp.log')
  const log = openRotatingLog(path, never, { bytes: 30, kept: 2 })
  for (let n = 0; n < 20; n++) log(`line number ${n}`)
  expect(readFileSync(path, 'utf8')).toBe('line number 18\nline number 19\n')
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('line number 16\nline number 17\n')
  expect(existsSync(`${path}.2`)).toBe(true)
  expect(existsSync(`${path}.3`)).toBe(false)
})

test('goes on with the file of an earlier run', () => {
  const path = join(folder, 'mcp.log')
  openRotatingLog(path, never)('one')
  openRotatingLog(path, never)('two')
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
})

test('complains once where it cannot write, and never throws', () => {
  writeFileSync(join(folder, 'taken'), '')
  const complaints: string[] = []
  const log = openRotatingLog(join(folder, 'taken', 'mcp.log'), (why) => complaints.push(why))
  log('one')
  log('two')
  expect(complaints).toHaveLength(1)
})
