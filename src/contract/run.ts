import { methodNamed, twinNamed } from '../tools/registry.ts'
import type { Answer } from '../wire/message.ts'
import type { ContractCase, Step } from './case.ts'
import { given } from './cases.ts'
import { differences } from './match.ts'
import type { Outcome, Target } from './target.ts'
import { filled, type Kept, partAt } from './values.ts'

/** What a host said it can do, by method. */
export type Support = ReadonlyMap<string, 'full' | 'limited' | 'none'>

export async function supportOf(target: Target): Promise<Support> {
  const { methods } = (await answered(target, 'rhino.capabilities', {})) as {
    methods: { method: string; support: 'full' | 'limited' | 'none' }[]
  }
  return new Map(methods.map(({ method, support }) => [method, support]))
}

let lastTurn = 0

export const titleOf = ({ method, name, error }: ContractCase): string =>
  `${method}: ${name ?? (error ? 'refuses' : 'works')}`

/** Runs one case and puts the document back as it was. Never throws: what is wrong is in the outcome. */
export async function runCase(target: Target, one: ContractCase, support: Support): Promise<Outcome> {
  const outcome: Outcome = {
    method: one.method,
    title: titleOf(one),
    kind: null,
    refusal: null,
    skipped: null,
    problems: [],
  }
  const absent = support.get(one.method) === 'none'
  if (one.person && !target.person && !absent) return { ...outcome, skipped: 'It needs somebody at Rhino.' }
  const kept: Kept = new Map(Object.entries(target.texts))
  lastTurn += 1
  const turn = `contract-${process.pid}-${lastTurn}`
  try {
    const before = one.turn ? await stateOf(target) : null
    if (one.turn) await answered(target, 'undo.begin_turn', { turn_id: turn, label: `Contract: ${one.method}` })
    try {
      await ask(target, one, absent, kept, outcome)
    } finally {
      if (!absent) for (const step of one.cleanup) await take(target, step, kept)
      if (one.turn) await goBack(target, turn)
    }
    if (before) outcome.problems.push(...differences(await stateOf(target), asBefore(before), 'after undo'))
  } catch (error) {
    outcome.problems.push(error instanceof Error ? error.message : String(error))
  }
  if (outcome.problems.length > 0) await recover(target).catch((error) => outcome.problems.push(String(error)))
  return outcome
}

/** Their answers are pictures, in which a stand-in for Rhino draws nothing. */
const PICTURES: ReadonlySet<string> = new Set(['viewport.capture', 'undo.pictures'])

async function ask(target: Target, one: ContractCase, absent: boolean, kept: Kept, outcome: Outcome): Promise<void> {
  if (!absent) for (const step of one.given) await take(target, typeof step === 'string' ? named(step) : step, kept)
  // Without its preparations a call may hold texts that nothing stands for; the method is not there all the same.
  const params = absent ? unfilled(one.params, kept) : filled(one.params, kept)
  if (one.person && !absent)
    await target.person?.(one.person.does, filled(one.person.with, kept) as typeof one.person.with)
  const doubles = (await target.doubles?.()) ?? 0
  const answer = await target.request(one.method, params)
  const drawn = target.doubles !== undefined && PICTURES.has(one.method)
  const madeUp = drawn || ((await target.doubles?.()) ?? 0) > doubles
  const code = answer.error?.data?.code ?? null
  if (absent || one.without.includes(target.host)) {
    outcome.problems.push(...refusedWith(answer, 'NOT_IMPLEMENTED'))
    if (absent && !one.error) outcome.kind = 'none'
    if (absent && one.error) outcome.refusal = code
    return
  }
  if (one.error) {
    outcome.problems.push(...refusedWith(answer, one.error))
    outcome.refusal = code
  } else if (answer.error) {
    outcome.problems.push(`It failed: ${code}: ${answer.error.message}`)
    return
  } else {
    outcome.kind = madeUp ? 'shape' : 'computed'
    outcome.problems.push(...shapeProblems(one.method, answer.result))
    if (!madeUp && one.expect !== undefined) {
      outcome.problems.push(...differences(answer.result, filled(one.expect, kept)))
    }
    for (const [name, path] of Object.entries(one.keep)) kept.set(name, partAt(answer.result, path))
  }
  for (const step of one.leaves) await take(target, step, kept, madeUp)
}

function named(name: string): Step {
  const step = given[name]
  if (!step) throw new Error(`given.json has no “${name}”.`)
  return step
}

/** Throws where the step fails or gives something else than it must. */
async function take(target: Target, { call, params, keep, expect }: Step, kept: Kept, madeUp = false): Promise<void> {
  const doubles = (await target.doubles?.()) ?? 0
  const answer = await target.request(call, filled(params, kept))
  const result = resultOf(call, answer)
  // The id of a request is the id of its job.
  kept.set('last', answer.id)
  for (const [name, path] of Object.entries(keep)) {
    const value = partAt(result, path)
    if (value === undefined) throw new Error(`${call} gave nothing at ${path}.`)
    kept.set(name, value)
  }
  const real = !madeUp && ((await target.doubles?.()) ?? 0) === doubles
  const wrong = expect === undefined || !real ? [] : differences(result, filled(expect, kept))
  if (wrong.length > 0) throw new Error(`${call} then: ${wrong.join('; ')}`)
}

async function answered(target: Target, method: string, params: unknown): Promise<unknown> {
  return resultOf(method, await target.request(method, params))
}

function resultOf(method: string, { result, error }: Answer): unknown {
  if (error) throw new Error(`${method} failed: ${error.data?.code}: ${error.message}`)
  return result
}

/** The error that was wanted, in a sentence with the next step. */
function refusedWith({ result, error }: Answer, code: string): string[] {
  if (!error) return [`It should have failed with ${code}, and answered ${JSON.stringify(result)?.slice(0, 200)}`]
  const problems: string[] = []
  if (error.data?.code !== code) problems.push(`It failed with ${error.data?.code}, not ${code}: ${error.message}`)
  if (typeof error.code !== 'number') problems.push('The error has no number that a client of GOLEM knows.')
  if (!/^.{3,}[.?!]$/su.test(error.message)) problems.push(`The error is no sentence: “${error.message}”`)
  if (typeof error.data?.details?.next !== 'string') problems.push(`“${error.message}” names no next step.`)
  return problems
}

/** Whether a result is what the tool's output schema promises, and nothing beside it. */
function shapeProblems(method: string, result: unknown): string[] {
  const spec = methodNamed(method) ?? twinNamed(method)?.spec
  if (!spec) return [`No method ${method} is defined.`]
  const read = spec.output.safeParse(result)
  if (!read.success) {
    return read.error.issues.map(({ path, message }) => `The result’s ${path.join('.') || 'whole'}: ${message}`)
  }
  const extra = Object.keys(result as object).filter((key) => key !== 'doc' && !Object.hasOwn(spec.output.shape, key))
  return extra.length > 0 ? [`The result has ${extra.join(', ')}, which its schema does not promise.`] : []
}

interface State {
  objects: { guid: string; layer: string; name: string | null }[]
  layers: { full_path: string; visible: boolean; locked: boolean; is_current: boolean }[]
}

/** What a turn that was taken back must leave as it was. */
async function stateOf(target: Target): Promise<State> {
  const { objects } = (await answered(target, 'scene.list_objects', { limit: 0 })) as State
  const { layers } = (await answered(target, 'scene.list_layers', {})) as State
  return {
    objects: objects.map(({ guid, layer, name }) => ({ guid, layer, name })),
    layers: layers.map(({ full_path, visible, locked, is_current }) => ({ full_path, visible, locked, is_current })),
  }
}

const asBefore = ({ objects, layers }: State) => ({ objects: { $only: objects }, layers: { $only: layers } })

async function goBack(target: Target, turn: string): Promise<void> {
  const { changed } = (await answered(target, 'undo.end_turn', { turn_id: turn })) as { changed: boolean }
  if (changed) await answered(target, 'undo.revert_turn', { turn_id: turn })
}

/** After a case that went wrong: a turn that it left open would make the next ones fail as well. */
async function recover(target: Target): Promise<void> {
  const { open_turn } = (await answered(target, 'undo.list', {})) as { open_turn: string | null }
  if (open_turn !== null) await goBack(target, open_turn)
}

function unfilled(params: unknown, kept: Kept): unknown {
  try {
    return filled(params, kept)
  } catch {
    return params
  }
}
