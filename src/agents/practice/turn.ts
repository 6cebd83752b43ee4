import type { Command, Parsed } from './language/command.ts'
import { isAnswer, parse } from './language/parse.ts'
import { ToolFailure } from './mcp/client.ts'
import { help } from './modelling/answers.ts'
import { carryOut, type Done } from './modelling/carry-out.ts'
import { outline } from './modelling/outline.ts'
import { capital, count, listed } from './modelling/wording.ts'
import { type CallTool, CannotDo, type Memory, World } from './modelling/world.ts'

/** How the agent speaks to whoever asked. */
export interface Voice {
  say(text: string): void
  plan(steps: readonly { text: string; state: 'pending' | 'in_progress' | 'completed' }[]): void
}

/**
 * Answers one prompt: understands all of it before anything is done, does it step by step, stops at the first step that
 * fails, and says what was really done. Throws only what `call` throws when it is stopped.
 */
export async function answerPrompt(prompt: string, memory: Memory, call: CallTool, voice: Voice): Promise<void> {
  const text = completed(prompt, memory)
  const alone = parse(text)
  if (alone.length === 0) return voice.say(`Tell me what to make or change. ${EXAMPLE}`)
  if (alone.every((part) => part.is === 'command' && part.command.do === 'help')) return voice.say(help())
  const asked = alone.find((part) => part.is === 'question')
  if (asked?.is === 'question' && alone.every((part) => part.is !== 'unclear')) return ask(text, asked, memory, voice)
  try {
    const progress = new Progress(voice)
    const world = await World.look(call, memory, () => progress.next())
    await understood(text, parse(text, await namesIn(world)), world, progress, voice)
  } catch (error) {
    if (!isFailure(error)) throw error
    voice.say(`${error.message} Nothing was changed.`)
  }
}

const EXAMPLE = 'For example: a 40 x 25 x 10 mm plate with rounded edges and four 5 mm holes.'

/** The answer to an earlier question completes the prompt it was asked about; anything else starts anew. */
function completed(prompt: string, memory: Memory): string {
  const pending = memory.pending
  memory.pending = null
  if (!pending || !isAnswer(prompt)) return prompt
  const answer = prompt.trim().replace(/[.!?]+$/, '')
  return pending.text.replace(pending.clause, () => `${pending.clause} ${answer}`)
}

async function namesIn(world: World): Promise<string[]> {
  return (await world.everything()).map(({ name }) => name)
}

function ask(
  text: string,
  { ask: question, text: clause }: Extract<Parsed, { is: 'question' }>,
  memory: Memory,
  voice: Voice,
): void {
  memory.pending = { text, clause }
  voice.say(question)
}

async function understood(
  text: string,
  parts: readonly Parsed[],
  world: World,
  progress: Progress,
  voice: Voice,
): Promise<void> {
  const odd = parts.find((part) => part.is === 'unclear')
  if (odd?.is === 'unclear') {
    const where = parts.length > 1 ? ` in “${odd.text}”` : ''
    return voice.say(
      `${capital(odd.why)}${where}. Nothing was changed. I know short sentences like: ${suggestion(text)}. Say “help” for more.`,
    )
  }
  const question = parts.find((part) => part.is === 'question')
  if (question?.is === 'question') return ask(text, question, world.memory, voice)
  const commands = parts.flatMap((part) => (part.is === 'command' ? [part.command] : []))
  progress.begin(commands.flatMap(outline))
  await work(commands, world, voice)
}

async function work(commands: readonly Command[], world: World, voice: Voice): Promise<void> {
  const done: Done[] = []
  for (const command of commands) {
    const before = world.changes
    try {
      done.push(await carryOut(command, world))
    } catch (error) {
      if (!isFailure(error)) throw error
      voice.say(failed(done, commands.length, error.message, world.changes > before))
      return
    }
  }
  const check = commands.some(changes) ? await checked(world) : ''
  voice.say([summary(done), converted(world), check].filter(Boolean).join(' '))
}

const isFailure = (error: unknown): error is Error => error instanceof ToolFailure || error instanceof CannotDo

/** "I made … and drilled …." Answers to questions stand for themselves. */
function summary(done: readonly Done[]): string {
  const deeds = done.filter(({ isAnswer: answers }) => !answers).map(({ said }) => said)
  const answers = done
    .filter(({ isAnswer: answers }) => answers)
    .map(({ said }) => (/[.!?\n]$/.test(said) ? said : `${said}.`))
  return [deeds.length > 0 ? `I ${listed(deeds)}.` : '', ...answers].filter(Boolean).join(' ')
}

/** `halfDone`: the step that failed had changed something before. */
function failed(done: readonly Done[], all: number, why: string, halfDone: boolean): string {
  const half = halfDone ? 'A part of that step is in the document; undo takes it back.' : ''
  if (done.length === 0) return [why, half || 'Nothing was changed.'].join(' ')
  const left = `${capital(count(all - done.length, 'step was', 'steps were'))} not done.`
  return [summary(done), `Then I stopped: ${why}`, half, left].filter(Boolean).join(' ')
}

function converted({ converted: units, units: document }: World): string {
  return units.size === 0
    ? ''
    : `Sizes given in ${listed([...units])} were converted to ${document}, the units of the document.`
}

const READS = new Set<Command['do']>(['describe', 'measure', 'picture', 'zoom', 'select', 'help', 'undo', 'redo'])
const changes = (command: Command): boolean => !READS.has(command.do)

/** Looks again, as any agent should, and says how many objects there are now. */
async function checked(world: World): Promise<string> {
  try {
    const now = await World.look(world.call, world.memory)
    return `The document now has ${count(now.context.document.object_count, 'object')}.`
  } catch (error) {
    if (!isFailure(error)) throw error
    return `I could not look at the document again: ${error.message}`
  }
}

/** An example near to what was asked, else the best known one. */
function suggestion(text: string): string {
  const near: [RegExp, string][] = [
    [/hole|drill/i, '“drill a 6 mm hole in the plate”'],
    [/round|fillet|edge|chamfer/i, '“round the top edges of the plate 2 mm”'],
    [/move|shift/i, '“move it 10 mm up”'],
    [/rotate|turn/i, '“rotate it 45° around z”'],
    [/copy|array|repeat|row/i, '“repeat it 5 times every 20 mm in x”'],
    [/select/i, '“select the plate”'],
    [/colou?r|layer|name/i, '“make the plate red”, “put it on layer Walls”'],
  ]
  return (
    near.find(([words]) => words.test(text))?.[1] ?? '“a 40 x 25 x 10 mm plate with rounded edges and four 5 mm holes”'
  )
}

/** The plan as it goes; a plan of one step is none. */
class Progress {
  readonly #voice: Voice
  #steps: string[] = []
  #done = 0

  constructor(voice: Voice) {
    this.#voice = voice
  }

  begin(steps: string[]): void {
    this.#steps = steps
    this.#tell()
  }

  next(): void {
    this.#done++
    this.#tell()
  }

  #tell(): void {
    if (this.#steps.length < 2) return
    const state = (index: number) =>
      index < this.#done ? 'completed' : index === this.#done ? 'in_progress' : 'pending'
    this.#voice.plan(this.#steps.map((text, index) => ({ text, state: state(index) })))
  }
}
