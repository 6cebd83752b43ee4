import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AgentLink } from '../src/agents/runner/link.ts'
import type { NodeChild, ProcessExit } from '../src/node-child.ts'
import { bundleForNode } from '../test/bundle.ts'
import * as fake from '../test/fakes/electron.ts'
import { bundleHost } from '../test/real/host.ts'
import { WireClient } from '../test/real/wire.ts'
import { spawnInElectron } from './children.ts'

const program = join(import.meta.dirname, '../test/fakes/child-program.mjs')

let utility: Awaited<ReturnType<typeof bundleForNode>>
beforeAll(async () => {
  utility = await bundleForNode(join(import.meta.dirname, 'utility.ts'))
  fake.utilityProcess.entry = utility.file
})
afterAll(() => utility.remove())

afterEach(() => {
  fake.app.isPackaged = false
  fake.utilityProcess.late = false
  fake.utilityProcess.forked.length = 0
})

const exitOf = (child: NodeChild): Promise<ProcessExit> => new Promise((resolve) => child.onExit(resolve))
const said = (stream: Readable | null): Promise<string> => text(stream!)

function packed(mode: string, ...args: string[]): NodeChild {
  fake.app.isPackaged = true
  return spawnInElectron(program, [mode, ...args], { env: { ...process.env, GIVEN: 'yes', NOT_GIVEN: undefined } })
}

describe('a child of the packed app', () => {
  it('has its arguments, its environment and a stdin, and answers on stdout', async () => {
    const child = packed('echo', 'one', '--two')
    const [out, exit] = [said(child.stdout), exitOf(child)]
    child.stdin!.write('ä first\n')
    child.stdin!.end('second')
    expect(JSON.parse(await out)).toEqual({ args: ['one', '--two'], given: 'yes', stdin: 'ä first\nsecond' })
    expect(await exit).toEqual({ code: 0, signal: null, failure: null })
    const [{ options }] = fake.utilityProcess.forked as [(typeof fake.utilityProcess.forked)[0]]
    expect(options.env).not.toHaveProperty('NOT_GIVEN')
    expect(options.stdio).toEqual(['ignore', 'pipe', 'pipe'])
  })

  it('is heard to its last word, megabytes of it, and only then has it ended', async () => {
    fake.utilityProcess.late = true
    const child = packed('flood')
    let bytes = 0
    child.stdout!.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    const complaint = said(child.stderr)
    const { code } = await exitOf(child)
    expect([code, bytes]).toEqual([7, 3 * 1024 * 1024])
    expect(await complaint).toBe('that was all\n')
  })

  it('reports its end though nobody reads what it says', async () => {
    expect((await exitOf(packed('flood'))).code).toBe(7)
  })

  it('is asked to end: whoever listens for the signal decides, else it ends', async () => {
    const polite = packed('polite')
    const words: string[] = []
    polite.stdout!.setEncoding('utf8').on('data', (word: string) => {
      words.push(word)
      if (word === 'ready') polite.kill('ask')
    })
    expect((await exitOf(polite)).code).toBe(5)
    expect(words).toEqual(['ready', 'SIGTERM'])
    const plain = packed('wait')
    plain.kill('ask')
    expect((await exitOf(plain)).code).toBe(0)
  })

  it('is ended by force when it does not listen', async () => {
    const child = packed('deaf')
    await new Promise((resolve) => child.stdout!.once('data', resolve))
    expect(child.pid).toBeGreaterThan(0)
    child.kill('ask')
    child.kill('force')
    expect((await exitOf(child)).code).toBe(9)
    expect(child.pid).toBeUndefined()
    child.kill('force')
  })

  it('that has no such program ends with a sentence on stderr', async () => {
    fake.app.isPackaged = true
    const child = spawnInElectron('/no/such/program.js', [], { env: process.env })
    const complaint = said(child.stderr)
    expect((await exitOf(child)).code).toBe(1)
    expect(await complaint).toContain('/no/such/program.js')
  })

  it('can be the built-in modeller', async () => {
    fake.app.isPackaged = true
    const home = mkdtempSync(join(tmpdir(), 'tickbird-utility-'))
    const args = ['--port', '0', '--parent-pid', String(process.pid)]
    const child = spawnInElectron(await bundleHost(), args, { env: { ...process.env, TICKBIRD_HOME: home } })
    const line = await new Promise<string>((resolve) => createInterface(child.stdout!).once('line', resolve))
    const { port, secretFile } = JSON.parse(line) as { port: number; secretFile: string }
    const client = await WireClient.greeted({ port, secret: readFileSync(secretFile, 'utf8').trim() })
    await client.call('geometry.create_box', { width: 40, depth: 25, height: 10 })
    expect((await client.call('context.get')).document.kinds).toEqual({ brep: 1 })
    child.kill('ask')
    expect(await exitOf(child)).toEqual({ code: 0, signal: null, failure: null })
  })

  it('can be the practice agent, which speaks over its stdin and ends with it', async () => {
    fake.app.isPackaged = true
    const practice = await bundleForNode(join(import.meta.dirname, '../src/agents/practice/main.ts'))
    const link = await AgentLink.start({
      agent: { id: 'practice', title: 'Practice agent', signIn: '' },
      command: { command: practice.file, args: [], env: {}, cwd: tmpdir(), spawn: spawnInElectron },
      answerMs: 30_000,
      version: '0',
      log: (line) => expect.unreachable(line),
    })
    expect(await link.openSession(null, {} as never)).not.toBe('')
    await link.end()
    expect(link.alive).toBe(false)
    practice.remove()
  })
})

describe('a child of Electron as it comes from npm', () => {
  it('is Electron itself, told to be Node', async () => {
    const child = spawnInElectron(program, ['node-mode'], { env: process.env })
    expect(await said(child.stdout)).toBe('1')
    expect(fake.utilityProcess.forked).toEqual([])
  })
})
