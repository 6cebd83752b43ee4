import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { claudeCommand } from '../src/agents/claude/launch.ts'
import { SERVER_ARGS, threadSettings } from '../src/agents/codex/config.ts'
import { createAgentService } from '../src/agents/service.ts'
import { type Fields, fields } from '../src/agents/translator/read.ts'
import type { AgentConversation, AgentEvent } from '../src/shared/agent.ts'
import { tools } from '../src/tools/registry.ts'
import { claudeMachine, codexMachine } from '../test/agents/machines.ts'
import { serveModelApi } from '../test/agents/model-api.ts'
import { type Measured, median, timedInTurn } from './measure.ts'

type Mcp = { url: string; token: string }
/** An agent without us: `ask` resolves with the first words that it streams. */
interface Bare {
  ask(prompt: string): Promise<void>
  end(): void
}
type Machine = ReturnType<typeof claudeMachine>

const PROMPT = 'Hello'
const WARM = 30
const COLD = 5

/**
 * How soon the first words of an answer are there, through our translators and from the programs themselves, both with
 * our tools at hand and the same model API on loopback; and how soon a stop is one.
 */
export async function measureAgents(mcp: Mcp, report: (measured: Measured) => void): Promise<void> {
  const models = await serveModelApi()
  const kinds = [
    ['claude', claudeMachine(models.url, 'dummy-key'), bareClaude],
    ['codex', codexMachine(models.url, 'dummy-key'), bareCodex],
  ] as const
  for (const [agent, machine, bare] of kinds) {
    const agents = createAgentService({
      toolNames: tools.map(({ name }) => name),
      home: mkdtempSync(join(tmpdir(), 'tickbird-bench-')),
      surroundings: machine,
    })
    await agents.refresh()
    const open = async () => {
      const heard = new Listener()
      const onEvent = (event: AgentEvent) => heard.take(event)
      return { heard, conversation: await agents.open({ agent, mcp, instructions: '', onEvent }) }
    }

    const ours = await open()
    const theirs = await bare(machine, mcp)
    const warm = await timedInTurn(
      WARM,
      () => firstWords(ours.conversation, ours.heard),
      () => theirs.ask(PROMPT),
      3,
    )
    report({ what: `first words of ${agent}, warm, against itself`, ...warm, unit: 'ms', limit: 1.15, kind: 'ratio' })

    const stops: number[] = []
    for (let run = 0; run < 5; run += 1) stops.push(await stopped(ours.conversation, ours.heard))
    const longest = Math.max(...stops)
    report({ what: `a stop of ${agent} is one`, ours: longest, base: null, unit: 'ms', limit: 200, kind: 'number' })
    await ours.conversation.close()
    theirs.end()
    await agents.close()

    const cold = { ours: [] as number[], base: [] as number[] }
    for (let run = 0; run < COLD; run += 1) {
      cold.base.push(await coldBare(() => bare(machine, mcp)))
      cold.ours.push(await coldOurs(agent, machine, mcp))
    }
    const middle = { ours: median(cold.ours), base: median(cold.base) }
    report({ what: `first words of ${agent}, cold, against itself`, ...middle, unit: 'ms', limit: 1.15, kind: 'ratio' })
  }
  await models.close()
}

/** Of one conversation: who waits for the first words of a turn. */
class Listener {
  #waiting: (() => void) | null = null

  take(event: AgentEvent): void {
    if (event.type === 'text') this.#waiting?.()
  }

  words(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }
}

async function firstWords(conversation: AgentConversation, heard: Listener): Promise<void> {
  const words = heard.words()
  const ended = conversation.prompt(PROMPT)
  await words
  rest.push(ended)
}

/** Ends of turns whose first words were all that was timed; the next turn waits for them, untimed by neither side. */
const rest: Promise<unknown>[] = []

async function stopped(conversation: AgentConversation, heard: Listener): Promise<number> {
  await Promise.all(rest.splice(0))
  const words = heard.words()
  const ended = conversation.prompt('SLOW')
  await words
  const begun = performance.now()
  conversation.stop()
  await ended
  return performance.now() - begun
}

async function coldBare(start: () => Promise<Bare>): Promise<number> {
  const begun = performance.now()
  const bare = await start()
  await bare.ask(PROMPT)
  const took = performance.now() - begun
  bare.end()
  return took
}

async function coldOurs(agent: string, surroundings: Machine, mcp: Mcp): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'tickbird-bench-'))
  const agents = createAgentService({ toolNames: tools.map(({ name }) => name), home, surroundings })
  await agents.refresh()
  const heard = new Listener()
  const begun = performance.now()
  const conversation = await agents.open({ agent, mcp, instructions: '', onEvent: (event) => heard.take(event) })
  await firstWords(conversation, heard)
  const took = performance.now() - begun
  await Promise.all(rest.splice(0))
  await agents.close()
  return took
}

/** Our MCP endpoint as ACP names it, for the programs' own settings. */
const rhino = ({ url, token }: Mcp) => ({
  type: 'http' as const,
  name: 'rhino',
  url,
  headers: [{ name: 'Authorization', value: `Bearer ${token}` }],
})

const commandOf = (name: string, { env }: Machine) => ({
  command: join(String(env.PATH).split(':')[0] ?? '', name),
  args: [],
  env: env as Record<string, string>,
  cwd: mkdtempSync(join(tmpdir(), 'tickbird-bench-')),
})

async function bareClaude(machine: Machine, mcp: Mcp): Promise<Bare> {
  const session = { id: randomUUID(), resume: false, model: null }
  const lines = new Lines(claudeCommand(commandOf('claude', machine), [rhino(mcp)], session))
  return {
    async ask(prompt) {
      const words = lines.until(
        ({ type, event }) => type === 'stream_event' && fields(fields(event).delta).type === 'text_delta',
      )
      lines.send({ type: 'user', message: { role: 'user', content: [{ type: 'text', text: prompt }] } })
      await words
    },
    end: () => lines.end(),
  }
}

async function bareCodex(machine: Machine, mcp: Mcp): Promise<Bare> {
  const command = commandOf('codex', machine)
  const lines = new Lines({ ...command, args: SERVER_ARGS })
  let last = 0
  const request = (method: string, params: object) => {
    const id = ++last
    const answer = lines.until((message) => message.id === id && message.method === undefined)
    lines.send({ id, method, params })
    return answer
  }
  await request('initialize', { clientInfo: { name: 'bench', title: 'Bench', version: '1' } })
  lines.send({ method: 'initialized' })
  const { config } = fields((await request('config/read', { includeLayers: false })).result)
  const { result } = await request('thread/start', threadSettings(command.cwd, [rhino(mcp)], fields(config)))
  return {
    async ask(prompt) {
      const words = lines.until(({ method }) => method === 'item/agentMessage/delta')
      const input = [{ type: 'text', text: prompt, text_elements: [] }]
      void request('turn/start', { threadId: fields(fields(result).thread).id, input })
      await words
    },
    end: () => lines.end(),
  }
}

/** A program that speaks in lines of JSON. */
class Lines {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting = new Set<(message: Fields) => void>()

  constructor({ command, args, env, cwd }: ReturnType<typeof claudeCommand>) {
    this.#child = spawn(command, args, { env, cwd, stdio: 'pipe' })
    this.#child.stderr.resume()
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const message = fields(JSON.parse(line))
      for (const look of this.#waiting) look(message)
    })
  }

  send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  until(wanted: (message: Fields) => boolean): Promise<Fields> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error('The program ended before it answered.'))
      const look = (message: Fields) => {
        if (!wanted(message)) return
        this.#waiting.delete(look)
        this.#child.off('exit', gone)
        resolve(message)
      }
      this.#waiting.add(look)
      this.#child.once('exit', gone)
    })
  }

  end(): void {
    this.#child.stdin.end()
    this.#child.kill()
  }
}
