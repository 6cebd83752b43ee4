import type { MethodSpec } from '../../tools/define.ts'
import { resolveMethod } from '../../tools/validate.ts'
import { Fault } from '../../wire/fault.ts'
import { Document, type Origin } from '../document/document.ts'
import { beforeChange, connectionLost, keepChanges } from '../document/history.ts'
import { Measures } from '../document/measures.ts'
import type { Kernel } from '../geometry.ts'
import type { KernelInternals } from '../kernel/kernel.ts'
import type { Call } from './call.ts'
import { Scope } from './scope.ts'
import { handlerOf } from './table.ts'

const CHANGING = new Set(['create', 'modify', 'delete', 'file', 'run'])

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
    if (CHANGING.has(spec.effect)) beforeChange(doc, connection)
    const call: Call = {
      doc,
      connection,
      kernel: scope.kernel,
      internals: this.#kernel,
      own: (geometry) => scope.own(geometry),
      uncovered: (what) => this.#doc.turns.of(connection)?.uncovered.add(what),
      replaceDocument: (origin) => this.#replace(origin),
    }
    try {
      return await doc.attempt(
        () => work(call),
        (changes) => keepChanges(doc, connection, spec.method, changes, this.#now()),
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

function notBuilt(method: string): Fault {
  return new Fault('NOT_IMPLEMENTED', `The built-in modeller cannot do ${method}.`, {
    next: 'rhino.capabilities says what it can; connect to Rhino for the rest.',
  })
}
