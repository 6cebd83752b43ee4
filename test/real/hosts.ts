import { once } from 'node:events'
import { type RunningHost, startHost } from './host.ts'
import { PYTHON, RunningPlugin } from './plugin.ts'

export interface AnyHost {
  readonly port: number
  readonly pid: number
  readonly home: string
  readonly secret: string
  readonly plugin: RunningPlugin | null
  /** Ends it as a crash does, and waits until it is gone. */
  kill(): Promise<void>
  stop(): Promise<unknown>
}

export interface AnyHostSetup {
  home?: string
  /** A free one where it is left out. */
  port?: number
  /** Lets clients in that send no secret. The plugin reads it from the user's settings. */
  legacy?: boolean
  /** Variables of its environment beside ours. */
  env?: Record<string, string>
  /** The host's own limits for calls, in seconds. */
  seconds?: number
}

export interface HostKind {
  name: string
  kind: 'embedded' | 'rhino'
  /** It cannot run on this machine. */
  absent: boolean
  start(setup?: AnyHostSetup): Promise<AnyHost>
}

const limits = (seconds: number | undefined, names: readonly string[]) =>
  seconds === undefined ? [] : names.flatMap((name) => [name, String(seconds)])

/** Both hosts as they are, for tests that must hold for either. */
export const HOST_KINDS: HostKind[] = [
  {
    name: 'the built-in modeller',
    kind: 'embedded',
    absent: false,
    async start({ home, port = 0, seconds, legacy, env } = {}) {
      const args = ['--port', String(port), '--parent-pid', String(process.pid), ...(legacy ? ['--allow-legacy'] : [])]
      const setup = {
        args: [...args, ...limits(seconds, ['--timeout', '--heavy-timeout'])],
        ...(home && { home }),
        ...(env && { env }),
      }
      const host: RunningHost = await startHost(setup)
      return { ...host, plugin: null, kill: () => killed(host), stop: () => host.stop() }
    },
  },
  {
    name: 'the plugin in a fake Rhino',
    kind: 'rhino',
    absent: PYTHON === null,
    async start({ home, port = 0, seconds, env } = {}) {
      const args = ['--port', String(port), ...limits(seconds, ['--seconds', '--heavy-seconds'])]
      const plugin = await RunningPlugin.start({ args, ...(home && { home }), ...(env && { env }) })
      const { pid, secret } = plugin
      return {
        port: plugin.port,
        pid,
        home: plugin.home,
        secret,
        plugin,
        kill: () => killed(plugin),
        stop: () => plugin.stop(),
      }
    },
  },
]

async function killed({ process: child }: Pick<RunningHost, 'process'>): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
