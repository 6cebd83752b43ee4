import { afterAll, afterEach, expect } from 'vitest'
import { Connection } from '../../../src/rhino/connection.ts'
import type { Progress } from '../../../src/rhino/progress.ts'
import type { SessionState } from '../../../src/rhino/session.ts'
import { DEFAULTS, type WireSettings } from '../../../src/rhino/settings.ts'
import { Fault } from '../../../src/wire/fault.ts'
import { FaultProxy } from '../../fakes/fault-proxy.ts'
import type { AnyHost, AnyHostSetup, HostKind } from '../../real/hosts.ts'
import { slowCut } from '../../real/slow.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Starting one takes seconds, so tests share it, with a new document each. */
const shared = new Map<string, Promise<AnyHost>>()
afterAll(async () => {
  for (const host of shared.values()) await (await host).stop()
})

function hostFor(kind: HostKind, setup: AnyHostSetup): Promise<AnyHost> {
  const key = `${kind.name} ${setup.seconds}`
  const host = shared.get(key) ?? kind.start(setup)
  shared.set(key, host)
  return host
}

export const atTheEnd = (close: () => Promise<unknown>): void => void closing.push(close)

export interface Line {
  host: AnyHost
  proxy: FaultProxy
  session: Connection
}

/** The real client, a line that can be disturbed, and a real host. */
export async function line(
  kind: HostKind,
  settings: Partial<WireSettings> = {},
  { own = kind.kind === 'rhino', ...setup }: AnyHostSetup & { own?: boolean } = {},
): Promise<Line> {
  const host = await (own ? kind.start(setup) : hostFor(kind, setup))
  if (own) atTheEnd(() => host.stop())
  const proxy = await FaultProxy.before(host.port)
  atTheEnd(() => proxy.close())
  const session = new Connection({
    kind: kind.kind,
    port: proxy.port,
    processId: null,
    secret: () => host.secret,
    settings: { ...DEFAULTS, backoffMs: [20], graceMs: 300, ...settings },
  })
  atTheEnd(() => session.close())
  await session.call('ping', {})
  // The built-in modeller's kernel loads after it listens.
  await until(() => session.call('rhino.list_documents', {}))
  if (!own) await session.call('files.new_document', {})
  return { host, proxy, session }
}

/** Tries again for as long as the host says that it is starting. */
async function until(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 100; ; tries -= 1) {
    try {
      await work()
      return
    } catch (error) {
      if (tries === 0 || !(error instanceof Fault) || !['RHINO_BUSY', 'TIMEOUT'].includes(error.code)) throw error
    }
  }
}

/** Keeps the host's only thread busy with one call for longer than it may take. */
export async function occupied(
  { host, session }: Line,
  onProgress: (progress: Progress) => void,
): Promise<{ release(): Promise<unknown>; running: Promise<unknown> }> {
  const options = { lateMs: 60_000, onProgress }
  if (host.plugin) {
    await host.plugin.make('hold_in_add')
    const running = session.callRaw('geometry.create_point', {}, options)
    atTheEnd(() => host.plugin?.make('release') ?? Promise.resolve())
    return { release: () => host.plugin?.make('release') ?? Promise.resolve(), running }
  }
  const { params } = await slowCut(
    { call: (method, given) => session.callRaw(method, given as Record<string, unknown>) },
    10,
  )
  return {
    release: () => Promise.resolve(),
    running: session.callRaw('operations.boolean_difference', params, options),
  }
}

export const point = async ({ session }: Line): Promise<string> =>
  ((await session.callRaw('geometry.create_point', {})) as { guid: string }).guid

export async function objects({ session }: Line): Promise<number> {
  const { documents } = await session.call('rhino.list_documents', {})
  return documents.find(({ active }) => active)?.object_count ?? -1
}

export async function faultOf(promise: Promise<unknown>): Promise<Fault> {
  const error = await promise.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Fault)
  return error as Fault
}

export const reaches = (session: Connection, wanted: SessionState): Promise<void> =>
  new Promise((resolve) => {
    if (session.state === wanted) return resolve()
    const leave = session.onState((state) => {
      if (state !== wanted) return
      leave()
      resolve()
    })
  })
