import { expect } from 'vitest'
import type { createKernel } from '../../src/host/kernel/kernel.ts'
import { Modeller } from '../../src/host/methods/modeller.ts'
import { methodNamed, twinNamed } from '../../src/tools/registry.ts'
import type { Fault } from '../../src/wire/fault.ts'

/** A modeller in this process, for tests of what the methods do; the wire has tests of its own. */
export class ModellerBench {
  readonly modeller: Modeller

  constructor(kernel: Awaited<ReturnType<typeof createKernel>>) {
    this.modeller = new Modeller(kernel)
  }

  get document() {
    return this.modeller.document
  }

  /** What the method answers, once it is what its schema says. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results freely
  async call(method: string, params: Record<string, unknown> = {}, connection = 1): Promise<any> {
    const result = await this.modeller.answer(connection, method, params)
    const spec = methodNamed(method) ?? twinNamed(method)?.spec
    const read = spec?.output.safeParse(JSON.parse(JSON.stringify(result)))
    if (read?.error) throw new Error(`${method} answers what its schema does not allow: ${read.error.message}`)
    return result
  }

  /** What it fails with. */
  fault(method: string, params: Record<string, unknown> = {}): Promise<Fault> {
    return this.call(method, params).then(
      () => expect.unreachable(`${method} should have failed`),
      (error) => error,
    )
  }

  /** Runs `work` as one turn and gives its summary. */
  async turn(id: string, work: () => Promise<unknown>) {
    await this.call('undo.begin_turn', { turn_id: id, label: `turn ${id}` })
    await work()
    return this.call('undo.end_turn', { turn_id: id })
  }
}
