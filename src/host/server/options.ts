import { parseArgs } from 'node:util'

/** How a host process is started: `node dist/host.js [options]`. */
export interface HostOptions {
  /** Null: 9876, or the next free one. 0: any. */
  port: number | null
  /** A second port with the same methods; null for none. */
  grasshopperPort: number | null
  /** The host ends when this process is gone. */
  parentPid: number | null
  /** Answers clients that know no hello, such as GOLEM's own. */
  allowLegacy: boolean
  timeoutMs: number
  heavyTimeoutMs: number
}

/** A little less than the client's, so that a late call still gets the answer that names its job. */
const DEFAULT_SECONDS = { normal: 29, heavy: 118 }

/** Throws an Error with one sentence for what cannot be read. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): HostOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      'grasshopper-port': { type: 'string' },
      'parent-pid': { type: 'string' },
      'allow-legacy': { type: 'boolean', default: false },
      timeout: { type: 'string' },
      'heavy-timeout': { type: 'string' },
    },
  })
  const seconds = (option: 'timeout' | 'heavy-timeout', variable: string, fallback: number) => {
    const named = values[option]
    if (named !== undefined) return number(`--${option}`, named, 0.001, 86_400)
    const golem = env[variable]
    return golem ? number(variable, golem, 1, 86_400) - 1 / 2 : fallback
  }
  return {
    port: values.port === undefined ? null : integer('--port', values.port, 0, 65_535),
    grasshopperPort: integerOrNull('--grasshopper-port', values['grasshopper-port'], 0, 65_535),
    parentPid: integerOrNull('--parent-pid', values['parent-pid'], 1, 2 ** 31),
    allowLegacy: values['allow-legacy'],
    timeoutMs: 1000 * seconds('timeout', 'GOLEM_TIMEOUT', DEFAULT_SECONDS.normal),
    heavyTimeoutMs: 1000 * seconds('heavy-timeout', 'GOLEM_HEAVY_TIMEOUT', DEFAULT_SECONDS.heavy),
  }
}

function number(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= min && value <= max) return value
  throw new Error(`${name} must be a number from ${min} to ${max}, not “${text}”.`)
}

function integer(name: string, text: string, min: number, max: number): number {
  const value = number(name, text, min, max)
  if (Number.isInteger(value)) return value
  throw new Error(`${name} must be a whole number, not “${text}”.`)
}

function integerOrNull(name: string, text: string | undefined, min: number, max: number): number | null {
  return text === undefined ? null : integer(name, text, min, max)
}
