import { RPCHandler } from '@orpc/server/message-port'
import type { CoreRouter } from './router.ts'

/** A MessagePort, or Electron's MessagePortMain. */
type Port = Parameters<RPCHandler<Record<never, never>>['upgrade']>[0]

/** Serves the panel's contract over one port; whoever made the port starts it afterwards. */
export function servePort(router: CoreRouter, port: Port): void {
  new RPCHandler(router).upgrade(port, { context: {} })
}
