// Stands in for Electron's files, to see what electron-builder makes of ours: its program only carries the fuses.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What comes before the fuses in Electron's program, the version of the wire, and how many there are. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const WIRE_VERSION = 1
const FUSES = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptionsVariable',
  'nodeCliInspect',
  'asarIntegrity',
  'onlyAppFromAsar',
  'browserV8Snapshot',
  'fileProtocolPrivileges',
  'wasmTrapHandlers',
] as const

/** As Electron ships: what is on by default is on. */
const AS_SHIPPED = '101100011'

export function writeElectronDist(folder: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  const wire = Buffer.concat([
    Buffer.from(SENTINEL),
    Buffer.from([WIRE_VERSION, FUSES.length]),
    Buffer.from(AS_SHIPPED),
  ])
  for (const [name, content] of [
    ['electron', Buffer.concat([Buffer.from('not Electron\n'), wire, Buffer.from('\n')])],
    ['chrome-sandbox', ''],
    ['chrome_crashpad_handler', ''],
    ['version', '45.5.0'],
    ['LICENSE', ''],
    ['LICENSES.chromium.html', ''],
    ['locales/en-US.pak', ''],
    ['locales/de.pak', ''],
  ] as const) {
    writeFileSync(join(folder, name), content)
    chmodSync(join(folder, name), 0o755)
  }
}

/** The fuses that a packed program carries, by name. */
export function readFuses(program: Buffer): Record<(typeof FUSES)[number], boolean> {
  const at = program.indexOf(SENTINEL)
  if (at < 0) throw new Error('There are no fuses in it.')
  const states = program.subarray(at + SENTINEL.length + 2)
  return Object.fromEntries(FUSES.map((name, index) => [name, states[index] === 0x31])) as never
}
