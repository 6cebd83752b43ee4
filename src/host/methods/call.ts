import type { MethodName, ParamsOf, ResultOf } from '../../tools/registry.ts'
import type { Document, Origin } from '../document/document.ts'
import type { Measures } from '../document/measures.ts'
import type { Geometry, Kernel } from '../geometry.ts'
import type { KernelInternals } from '../kernel/kernel.ts'

/** What a handler works with. */
export interface Call {
  readonly doc: Document
  readonly connection: number
  readonly measures: Measures
  /** Everything a handler makes with it is let go after the call: what shall stay is put into the document. */
  readonly kernel: Kernel
  /** For file formats. What they return is to be given to {@link own}. */
  readonly internals: Kernel & KernelInternals
  /** Lets go of geometry after the call, whatever comes. */
  own(geometry: Geometry): void
  /** Says what undo does not take back: "saved bracket.3dm". */
  uncovered(what: string): void
  /** What this host does of everything that is known. */
  support(): ResultOf<'rhino.capabilities'>['methods']
  /** Puts another document in this one's place, with the references of its geometry. Undo starts anew. */
  replaceDocument(origin: Origin): Document
}

export type Handler<M extends MethodName> = (params: ParamsOf<M>, call: Call) => ResultOf<M> | Promise<ResultOf<M>>

/** Some methods' handlers, by the method's name. */
export type Handlers = { readonly [M in MethodName]?: Handler<M> }

/** Where a method does less than Rhino: what is missing, in one sentence for `rhino.capabilities`. */
export type Limits = { readonly [M in MethodName]?: string }
