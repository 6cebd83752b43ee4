import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type LiveReport, live } from '../contract/live.ts'
import { homeFolder } from '../home/folder.ts'
import { type Launched, launchedAs } from '../home/launched.ts'
import { listListeners } from '../home/listeners.ts'
import { readOrCreateSecret } from '../home/secret.ts'
import { Fault } from '../wire/fault.ts'
import { say } from './output.ts'

export interface LiveCommand {
  json?: boolean
  yes?: boolean
  port?: number
  transcript?: string
}

/** `tickbird doctor --live`: the contract in the user's own Rhino. Exit 0 where all is well, 1 where something failed. */
export async function doctorLive(command: LiveCommand): Promise<void> {
  const stop = new AbortController()
  const onSignal = () => {
    say.note('Stopping after the call that is running; your document is opened again.')
    stop.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    const port = command.port ?? newestRhino()
    const report = await live({
      port,
      launched: launchedOn(port),
      secret: readOrCreateSecret(homeFolder()),
      transcript: command.transcript === undefined ? newTranscript() : resolve(command.transcript),
      agree: (plan) => agree(plan, command),
      tell: (line) => (command.json ? undefined : say.text(line)),
      signal: stop.signal,
    })
    if (report === null) say.note('Nothing was done.')
    else if (command.json) say.json(report)
    else print(report)
    process.exitCode = report === null || isWell(report) ? 0 : 1
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    say.fail(error.message)
    if (error.details.next) say.fail(error.details.next)
    process.exitCode = 1
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

const failedOf = ({ outcomes }: LiveReport) => outcomes.filter(({ problems }) => problems.length > 0)
const isWell = (report: LiveReport) => failedOf(report).length === 0 && report.restored === true

function newestRhino(): number {
  const newest = listListeners(homeFolder()).findLast(({ kind }) => kind === 'rhino')
  if (newest) return newest.port
  throw new Fault('RHINO_BUSY', 'No Rhino with Tickbird’s plugin is running.', {
    next: 'Start Rhino with the plugin; `tickbird doctor` says how.',
  })
}

function launchedOn(port: number): Launched | null {
  const listener = listListeners(homeFolder()).find((one) => one.port === port)
  return listener ? launchedAs(homeFolder(), listener.pid) : null
}

function newTranscript(): string {
  const folder = join(homeFolder(), 'logs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, `live-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.jsonl`)
}

async function agree(plan: readonly string[], { yes }: LiveCommand): Promise<boolean> {
  const lines = ['This tries everything that Tickbird can do in your Rhino:', ...plan.map((line) => `  - ${line}`)]
  for (const line of lines) say.note(line)
  if (yes) return true
  if (!process.stdin.isTTY) {
    throw new Fault('OPERATION_FAILED', 'Nobody is there to agree to it.', {
      next: 'Start it in a terminal, or agree beforehand with --yes. Nothing was changed.',
    })
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await asking.question('Go on? [y/N] ')).trim())
  } finally {
    asking.close()
  }
}

function print(report: LiveReport): void {
  const failed = failedOf(report)
  const passed = report.outcomes.length - failed.length
  say.text(`${passed} of ${report.outcomes.length} cases are as they must be.`)
  if (report.restored !== true) say.text(`! ${report.restored}`)
  say.text(`What was asked and answered stands in ${report.transcript}. Please send it to us, also if all is well.`)
}
