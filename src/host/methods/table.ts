import type { MethodName } from '../../tools/registry.ts'
import type { Call, Handlers, Limits } from './call.ts'
import { context } from './context.ts'
import { creation } from './creation.ts'
import { session } from './session.ts'
import { undo } from './undo.ts'

/** Every handler of this host. A new family is one line here. */
const handlers: Handlers = { ...session, ...context, ...creation, ...undo }

/** What each method lacks beside Rhino. */
export const limits: Limits = {}

type AnyHandler = (params: Readonly<Record<string, unknown>>, call: Call) => unknown

/** The handler of a method that is answered here. Its parameters are those that the method's schema gave. */
export function handlerOf(method: string): AnyHandler | undefined {
  return Object.hasOwn(handlers, method) ? (handlers[method as MethodName] as AnyHandler) : undefined
}
