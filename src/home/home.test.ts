import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { homeFolder } from './folder.ts'
import { type Listener, listListeners, removeListener, writeListener } from './listeners.ts'
import { readOrCreateSecret, secretFile } from './secret.ts'
import { HomeTrouble, writeFileSafely } from './write.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tickbird-home-'))
})

describe('homeFolder', () => {
  const at = (platform: NodeJS.Platform, env: Record<string, string>) =>
    homeFolder({ env, platform, userFolder: '/users/ada' })

  it('follows TICKBIRD_HOME, then the system', () => {
    expect(at('linux', { TICKBIRD_HOME: '/x', XDG_DATA_HOME: '/y' })).toBe('/x')
    expect(at('linux', { XDG_DATA_HOME: '/y' })).toBe('/y/tickbird')
    expect(at('linux', { XDG_DATA_HOME: 'relative' })).toBe('/users/ada/.local/share/tickbird')
    expect(at('darwin', {})).toBe('/users/ada/Library/Application Support/Tickbird')
  })
})

describe('writeFileSafely', () => {
  it('replaces a file whole and leaves no draft', () => {
    const path = join(home, 'deep/er/file')
    expect(writeFileSafely(path, 'one')).toBe(true)
    expect(writeFileSafely(path, 'two', { ifThere: 'keep' })).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('one')
    expect(writeFileSafely(path, 'three')).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe('three')
    expect(readdirSync(join(home, 'deep/er'))).toEqual(['file'])
  })

  it('says which file and why', () => {
    writeFileSync(join(home, 'plain'), '')
    expect(() => writeFileSafely(join(home, 'plain/inside'), 'x')).toThrow(HomeTrouble)
    expect(() => writeFileSafely(join(home, 'plain/inside'), 'x')).toThrow(/plain.inside cannot be written/)
  })
})

describe('readOrCreateSecret', () => {
  it('makes one for the user alone, and keeps it', () => {
    const made = readOrCreateSecret(home)
    expect(made).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(secretFile(home)).mode & 0o777).toBe(0o600)
    expect(readOrCreateSecret(home)).toBe(made)
  })

  it('closes a file that others could read, and replaces a broken one', () => {
    const made = readOrCreateSecret(home)
    chmodSync(secretFile(home), 0o644)
    expect(readOrCreateSecret(home)).toBe(made)
    expect(statSync(secretFile(home)).mode & 0o777).toBe(0o600)
    writeFileSync(secretFile(home), '\n')
    const next = readOrCreateSecret(home)
    expect(next).toMatch(/^[0-9a-f]{64}$/)
    expect(readOrCreateSecret(home)).toBe(next)
  })
})

describe('listeners', () => {
  const mine: Listener = { pid: process.pid, port: 9876, kind: 'embedded', version: '0.1.0', startedAt: '2026-01-01' }

  it('lists who is alive, and nobody where there is no folder', () => {
    expect(listListeners(home)).toEqual([])
    writeListener(mine, home)
    expect(listListeners(home)).toEqual([mine])
    removeListener(mine.pid, home)
    expect(listListeners(home)).toEqual([])
  })

  it('removes the file of a dead process and passes over what is no listener', async () => {
    const dead = spawn(process.execPath, ['-e', ''])
    await once(dead, 'exit')
    writeListener({ ...mine, pid: dead.pid! }, home)
    mkdirSync(join(home, 'listeners'), { recursive: true })
    writeFileSync(join(home, 'listeners/notes.txt'), 'x')
    writeFileSync(join(home, `listeners/${process.pid}.json`), '{"pid": 1')
    expect(listListeners(home)).toEqual([])
    expect(existsSync(join(home, `listeners/${dead.pid}.json`))).toBe(false)
    expect(existsSync(join(home, 'listeners/notes.txt'))).toBe(true)
  })
})
