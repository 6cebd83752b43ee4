import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Launched } from '../home/launched.ts'
import { VERSION } from '../version.ts'
import { Fault } from '../wire/fault.ts'
import type { ContractCase } from './case.ts'
import { families } from './cases.ts'
import { DEFINITION } from './definition.ts'
import { Line } from './line.ts'
import { howItStarted, type ProbeOutcome, probe } from './probes.ts'
import { runCase, supportOf } from './run.ts'
import type { Outcome } from './target.ts'
import { type Theirs, theirDocument } from './theirs.ts'
import { recorded, Transcript } from './transcript.ts'

export interface LiveOptions {
  port: number
  secret: string
  /** Where the transcript is written. */
  transcript: string
  /** Shown before anything is done; false ends it there. */
  agree(plan: readonly string[]): Promise<boolean>
  tell(line: string): void
  /** Stops after the case that is running; everything is put back all the same. */
  signal: AbortSignal
  /** How Tickbird started that Rhino; null where it was started in another way. */
  launched: Launched | null
  /** Where a fake stands for Rhino: as in {@link Target}. */
  doubles?: () => Promise<number>
}

export interface LiveReport {
  outcomes: Outcome[]
  probes: { id: string; question: string; answer: string | null }[]
  transcript: string
  /** Whether the user's document is open again, or what to do where it is not. */
  restored: true | string
}

/**
 * Runs the contract and the open questions in a real Rhino, in a new document. Throws a Fault, and has changed nothing,
 * where that cannot be done without touching what is the user's. Null where they did not agree.
 */
export async function live(options: LiveOptions): Promise<LiveReport | null> {
  const { line, hello } = await Line.open(options.port, options.secret).catch((error: Error) => {
    throw new Fault('RHINO_BUSY', `Nothing on port ${options.port} lets us in: ${error.message}`, {
      next: 'Start Rhino with Tickbird’s plugin; `tickbird doctor` says how.',
    })
  })
  const tmp = mkdtempSync(join(tmpdir(), 'tickbird-live-'))
  try {
    if (hello.host !== 'rhino') {
      throw new Fault('OPERATION_FAILED', 'The built-in modeller answers on that port.', {
        next: 'Name the port of Rhino with --port; the built-in modeller is proved by the tests.',
      })
    }
    const theirs = await theirDocument(line)
    if (!(await options.agree(planOf(theirs, tmp, options.transcript)))) return null
    return await run(options, theirs, tmp, String(hello.rhino ?? ''), String(hello.version ?? ''))
  } finally {
    line.close()
    rmSync(tmp, { recursive: true, force: true })
  }
}

function planOf({ path, grasshopper }: Theirs, tmp: string, transcript: string): string[] {
  const cases = [...families.values()].flat().filter(isForLive).length
  return [
    path === null
      ? 'Your document is empty and was never saved: Rhino opens a new one instead of it, and another one at the end.'
      : `Rhino opens a new document. At the end ${path} is opened again; it has no unsaved changes.`,
    `In the new document about ${cases} calls are made, as an agent would, and each is taken back by undo.`,
    `${QUESTIONS} questions about Rhino’s undo list, scripts and threads are asked there too.`,
    grasshopper === null
      ? 'Grasshopper is opened for a definition of our own, which is closed again.'
      : 'Grasshopper has a definition of yours open: it is left alone, and nothing of Grasshopper is tried.',
    `Files are written to ${tmp} only, which is removed at the end, and what was asked and answered to ${transcript}.`,
    'Please leave Rhino alone meanwhile; it takes a few minutes. Nothing leaves this computer.',
  ]
}

/** P1 to P13; P9 is about launching, which is over by then: it is read from what was noted. */
const QUESTIONS = 13

const isForLive = ({ ends, intrusive, person }: ContractCase) => !ends && !intrusive && !person

async function run(
  options: LiveOptions,
  theirs: Theirs,
  tmp: string,
  rhino: string,
  plugin: string,
): Promise<LiveReport> {
  const texts = { ...filesIn(tmp), secret: options.secret }
  const transcript = new Transcript(options.transcript, { ...texts, home: homedir() })
  const started = new Date().toISOString()
  transcript.write({ kind: 'about', tickbird: VERSION, rhino, plugin, started, platform: process.platform })
  const outcomes: Outcome[] = []
  const probes: LiveReport['probes'] = []
  let restored: LiveReport['restored'] = 'Rhino was not asked to open anything else.'
  try {
    const own = { ...(await theirs.openNew(texts)), ...doublesOf(options) }
    const target = recorded(own, transcript)
    const support = await supportOf(target)
    for (const [family, cases] of families) {
      if (family === 'grasshopper' && theirs.grasshopper !== null) continue
      const of = cases.filter(isForLive)
      for (const one of of) {
        if (options.signal.aborted) break
        const outcome = await runCase(target, one, support)
        outcomes.push(outcome)
        transcript.write({ kind: 'outcome', outcome })
        for (const problem of outcome.problems) options.tell(`✗ ${outcome.title}: ${problem}`)
      }
      if (!options.signal.aborted) options.tell(`· ${family}: ${of.length} cases`)
    }
    if (!options.signal.aborted) {
      // Its calls are not written down: how often one looks for an answer differs each time.
      const tell = (outcome: ProbeOutcome) => {
        probes.push(outcome)
        transcript.write({ kind: 'probe', probe: outcome })
        options.tell(`? ${outcome.id} ${outcome.question} ${outcome.answer ?? 'It could not be asked.'}`)
      }
      await probe(own, tell)
      tell(howItStarted(options.launched))
    }
  } finally {
    restored = await theirs.openAgain()
    const failed = outcomes.filter(({ problems }) => problems.length > 0).length
    transcript.write({ kind: 'end', failed, restored: restored === true })
  }
  return { outcomes, probes, transcript: transcript.path, restored }
}

const doublesOf = ({ doubles }: LiveOptions) => (doubles ? { doubles } : {})

/** Texts that cases use, with the files behind them. */
export function filesIn(tmp: string): Record<string, string> {
  const [script, definition] = [join(tmp, 'script.py'), join(tmp, 'circle.ghx')]
  writeFileSync(script, '# coding: utf-8\nprint("from a file")\n__result__ = 7\n')
  writeFileSync(definition, DEFINITION)
  return { tmp, script, definition }
}
