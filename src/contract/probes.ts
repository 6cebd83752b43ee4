import type { Launched } from '../home/launched.ts'
import type { Answer } from '../wire/message.ts'
import { type ProbeScript, SCRIPTS } from './probe-scripts.ts'
import type { Target } from './target.ts'

/** What one question about Rhino came to. */
export interface ProbeOutcome {
  /** "P3" */
  id: string
  question: string
  /** In words; null where it could not be asked. */
  answer: string | null
  /** What the script saw, as it gave it. */
  facts: Record<string, unknown>
  /** How the fake Rhino has to be set to behave like this one: rhino-plugin/fake/fakerhino/switches.py. */
  switches: Record<string, boolean | number>
}

/** How long a posted script may take, and between two looks whether it has ended. */
const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 50

/**
 * Asks what nobody could look up about Rhino (the probes P1 to P13). Each script adds points to the document and takes
 * them away again; the document must be one that nobody needs.
 */
export async function probe(target: Target, tell: (outcome: ProbeOutcome) => void): Promise<ProbeOutcome[]> {
  const outcomes: ProbeOutcome[] = []
  for (const script of SCRIPTS) {
    const outcome = await ask(target, script)
    outcomes.push(outcome)
    tell(outcome)
  }
  const latency = await pingWhileBusy(target)
  outcomes.push(latency)
  tell(latency)
  return outcomes
}

async function ask(target: Target, { id, question, code, read }: ProbeScript): Promise<ProbeOutcome> {
  try {
    const facts = await runPosted(target, code)
    return { id, question, facts, ...read(facts) }
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error)
    return { id, question, answer: null, facts: { failed }, switches: {} }
  }
}

/** Runs a script's steps on Rhino's UI thread after the call that sends it has ended, so that no record of ours is open. */
async function runPosted(target: Target, code: string): Promise<Record<string, unknown>> {
  await result(target.request('scripting.execute_python', { code: `${BEFORE}\n${code}\n${AFTER}` }))
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    const { value } = (await result(
      target.request('scripting.evaluate_expression', {
        expression: "__import__('scriptcontext').sticky.pop('tickbird probe', None)",
      }),
    )) as { value: string | null }
    if (value !== null) {
      const { found, failed } = JSON.parse(value) as { found?: Record<string, unknown>; failed?: string }
      if (failed !== undefined) throw new Error(failed)
      return found ?? {}
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error(`The script did not end within ${PATIENCE_MS / 1000} s.`)
}

const BEFORE = 'import json, Rhino, System, scriptcontext\n'

const AFTER = `doc, state, found = __rhino_doc__, {}, {}
def publish(answer):
    scriptcontext.sticky['tickbird probe'] = json.dumps(answer)
def post(at):
    def run():
        try:
            found.update(steps[at](doc, state) or {})
        except Exception as error:
            return publish({'failed': '%s: %s' % (type(error).__name__, error)})
        if at + 1 < len(steps):
            post(at + 1)
        else:
            publish({'found': found})
    # Kept until it has run: .NET knows nothing of Python's references.
    state['call'] = System.Action(run)
    Rhino.RhinoApp.InvokeOnUiThread(state['call'])
post(0)
`

async function result(answer: Promise<Answer>): Promise<unknown> {
  const { result: given, error } = await answer
  if (error) throw new Error(error.message)
  return given
}

/** P8: how long a ping takes while Rhino's UI thread runs Python for a second. */
async function pingWhileBusy(target: Target): Promise<ProbeOutcome> {
  const id = 'P8'
  const question = 'Is a ping answered while Rhino is busy?'
  const code = 'import time\nend = time.time() + 1\nwhile time.time() < end:\n    pass'
  const busy = target.request('scripting.execute_python', { code })
  await new Promise((resolve) => setTimeout(resolve, 200))
  const before = performance.now()
  try {
    await result(target.request('ping', {}))
    const ms = Math.round(performance.now() - before)
    await result(busy)
    const answer = ms < 700 ? 'Yes.' : 'Only after the work.'
    return { id, question, answer, facts: { ping_ms: ms }, switches: {} }
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error)
    return { id, question, answer: null, facts: { failed }, switches: {} }
  }
}

/** P9: whether the macro on the command line reached the plugin, blanks in its path among them, and how long it took. */
export function howItStarted(launched: Launched | null): ProbeOutcome {
  const question = 'How was Rhino started with the plugin, and how long did that take?'
  if (launched === null) {
    const answer = 'Not by `tickbird rhino launch`, so that is still open.'
    return { id: 'P9', question, answer, facts: { launched: false }, switches: {} }
  }
  const { command, seconds } = launched
  const blanks = command.slice(1).some((argument) => /\s.*[\\/]|[\\/].*\s/.test(argument))
  const answer = `By Tickbird${blanks ? ', with blanks in its command line' : ''}; the plugin answered after ${seconds} s.`
  return { id: 'P9', question, answer, facts: { launched: true, command, seconds, blanks }, switches: {} }
}
