import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallOptions, RhinoSession } from '../rhino/session.ts'
import { Fault } from '../wire/fault.ts'
import { Autosave } from './autosave.ts'

let home: string
let folder: string
const kept = () => join(folder, 'document.3dm')
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tickbird-autosave-'))
  folder = join(home, 'autosave')
})
afterEach(() => rmSync(home, { recursive: true }))

type Answers = Record<string, (params: Record<string, unknown>) => unknown>

/** A session that answers by a table; only what an autosave uses of one. */
function session(answers: Answers, state: RhinoSession['state'] = 'ready'): RhinoSession {
  const callRaw = async (method: string, params: Record<string, unknown>, _options?: CallOptions) =>
    answers[method]?.(params)
  return { kind: 'embedded', state, callRaw, call: callRaw } as unknown as RhinoSession
}

const refuses = () => {
  throw new Fault('OPERATION_FAILED', 'This is no .3dm file.')
}

function keepSomething() {
  mkdirSync(folder, { recursive: true })
  writeFileSync(kept(), 'the document')
}

describe('the kept document', () => {
  it('is set aside where the host cannot read it, and the trouble says where', async () => {
    keepSomething()
    const trouble = await new Autosave(home).restore(session({ 'files.open_document': refuses }))
    const [aside] = readdirSync(folder)
    expect(aside).toMatch(/^unreadable-/)
    expect(trouble).toMatchObject({ cause: 'This is no .3dm file.', next: expect.stringContaining(aside ?? '-') })
  })

  it('stays where the host was lost while it opened it, until that happens twice in a row', async () => {
    keepSomething()
    const autosave = new Autosave(home)
    const lost = session({ 'files.open_document': refuses }, 'lost')
    await expect(autosave.restore(lost)).rejects.toThrow('no .3dm')
    expect(existsSync(kept())).toBe(true)
    expect(await autosave.restore(lost)).not.toBeNull()
    expect(existsSync(kept())).toBe(false)
  })

  it('is written also while the host is busy', async () => {
    const autosave = new Autosave(home)
    autosave.request(session(saving('new', '/models/a.3dm'), 'busy'))
    await autosave.settled()
    expect(readFileSync(kept(), 'utf8')).toBe('new')
  })

  it('never belongs to the place of the document before it, wherever a crash comes', async () => {
    const autosave = new Autosave(home)
    autosave.request(session(saving('first', '/models/a.3dm')))
    await autosave.settled()
    // A folder in the way of the second step stands for the crash.
    const broken = saving('second', null)
    rmSync(kept())
    mkdirSync(join(kept(), 'full'), { recursive: true })
    autosave.request(session(broken))
    await autosave.settled()
    expect(JSON.parse(readFileSync(join(folder, 'document.json'), 'utf8'))).toEqual({ path: null, turns: null })
  })
})

const saving = (content: string, path: string | null): Answers => ({
  'context.get': () => ({ document: { path, serial: 1 } }),
  'undo.list': () => ({ turns: [], open_turn: null, foreign: [] }),
  'files.export_document': ({ file_path }) => writeFileSync(String(file_path), content),
})
