import type { MethodName } from '../../tools/registry.ts'
import type { Call, Handlers, Limits } from './call.ts'
import { context } from './context.ts'
import { curveLimits, curves } from './creation-curves.ts'
import { solids } from './creation-solids.ts'
import { display } from './display.ts'
import { files } from './files.ts'
import { exchange, exchangeLimits } from './files-exchange.ts'
import { manipulation } from './manipulation.ts'
import { operations } from './operations.ts'
import { properties, propertyLimits } from './properties.ts'
import { sceneLayers } from './scene-layers.ts'
import { sceneObjects } from './scene-objects.ts'
import { session } from './session.ts'
import { surfaceLimits, surfaces } from './surfaces.ts'
import { undo } from './undo.ts'
import { viewport, viewportLimits } from './viewport.ts'
import { views } from './views.ts'

/** Every handler of this host. A new family is one line here. */
const handlers: Handlers = {
  ...session,
  ...context,
  ...sceneObjects,
  ...sceneLayers,
  ...solids,
  ...curves,
  ...operations,
  ...manipulation,
  ...properties,
  ...surfaces,
  ...viewport,
  ...views,
  ...display,
  ...files,
  ...exchange,
  ...undo,
}

/** What each method lacks beside Rhino. */
export const limits: Limits = {
  ...curveLimits,
  ...propertyLimits,
  ...surfaceLimits,
  ...exchangeLimits,
  ...viewportLimits,
}

type AnyHandler = (params: Readonly<Record<string, unknown>>, call: Call) => unknown

/** The handler of a method that is answered here. Its parameters are those that the method's schema gave. */
export function handlerOf(method: string): AnyHandler | undefined {
  return Object.hasOwn(handlers, method) ? (handlers[method as MethodName] as AnyHandler) : undefined
}
