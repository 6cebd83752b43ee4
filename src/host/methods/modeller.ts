import type { MethodSpec } from '../../tools/define.ts'
import { isKnownMethod } from '../../tools/known.ts'
import { methodNamed, twinNamed } from '../../tools/registry.ts'
import { resolveMethod } from '../../tools/validate.ts'
import { Fault } from '../../wire/fault.ts'
import { Document, type Origin } from '../document/document.ts'
import { beforeChange, connectionLost, keepChanges } from '../document/history.ts'
import { Measures } from '../document/measures.ts'
import type { Kernel } from '../geometry.ts'
import type { KernelInternals } from '../kernel/kernel.ts'
import type { Call } from './call.ts'
import { supportOfAll } from './capabilities.ts'
import { notBuilt } from './instead.ts'
import { Scope } from './scope.ts'
import { handlerOf, limits } from './table.ts'

/** The document, the kernel and the handlers: answers one call at a time. */
export class Modeller {
  readonly #kernel: Kernel & KernelInternals
  readonly #measures: Measures
  readonly #now: () => number
  #doc: Document

  constructor(kernel: Kernel & KernelInternals, now: () => number = Date.now) {
    this.#kernel = kernel
    this.#now = now
    this.#measures = new Measures(kernel)
    this.#doc = new Document(kernel, this.#measures)
  }

  get document(): Document {
    return this.#doc
  }

  /** What the method answers, `doc` added. Throws a Fault; anything else thrown is our own bug. */
  async answer(connection: number, method: string, params: Readonly<Record<string, unknown>>): Promise<object> {
    const spec = methodNamed(method) ?? twinNamed(method)?.spec
    if (!handlerOf(spec?.method ?? method) && isKnownMethod(method)) throw notBuilt(method)
    const resolved = resolveMethod(method, params)
    const handler = handlerOf(resolved.spec.method)
    if (!handler) throw notBuilt(method)
    this.#checkDocument(params.doc)
    const result = await this.#run(connection, resolved.spec, (call) => handler(resolved.params, call))
    return { ...(result as object), doc: this.#doc.serial }
  }

  connectionLost(connection: number): void {
    connectionLost(this.#doc, connection)
  }

  async #run(connection: number, spec: MethodSpec, work: (call: Call) => unknown): Promise<unknown> {
    const scope = new Scope(this.#kernel)
    const doc = this.#doc
    // Kept from here on: a connection that is lost while its call runs still owns what the call did.
    const turn = doc.turns.of(connection) ?? null
    if (turn && spec.effect !== 'read') beforeChange(doc, turn)
    const call: Call = {
      doc,
      connection,
      measures: this.#measures,
      kernel: scope.kernel,
      internals: this.#kernel,
      own: (geometry) => scope.own(geometry),
      uncovered: (what) => this.#doc.turns.of(connection)?.uncovered.add(what),
      support: () => supportOfAll((name) => handlerOf(name) !== undefined, limits),
      replaceDocument: (origin) => this.#replace(origin),
    }
    try {
      return await doc.attempt(
        () => work(call),
        (changes) => keepChanges(doc, turn, spec.method, changes, this.#now()),
      )
    } finally {
      scope.end()
    }
  }

  #replace(origin: Origin): Document {
    const next = new Document(this.#kernel, this.#measures, origin)
    for (const { id, label, connection } of this.#doc.turns) {
      // A turn goes on in the new document; what it did in the old one is out of reach.
      if (connection !== null) next.turns.begin(id, label, connection).uncovered.add('opened another document')
    }
    this.#doc.close()
    this.#doc = next
    return next
  }

  #checkDocument(asked: unknown): void {
    if (asked === undefined || asked === null || Number(asked) === this.#doc.serial) return
    throw new Fault('DOCUMENT_NOT_FOUND', `There is no open document ${String(asked).slice(0, 40)}.`, {
      parameter: 'doc',
      open: [this.#doc.serial],
      next: `The open document is ${this.#doc.serial}; rhino.list_documents names it.`,
    })
  }
}
