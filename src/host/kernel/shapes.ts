import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { Shape } from '../geometry.ts'

interface Entry {
  readonly raw: TopoDS_Shape
  count: number
}

/** Kernel shapes by id, each with the number of those who keep it. At zero the shape is deleted. */
export class Shapes {
  readonly #entries = new Map<number, Entry>()
  #next = 1

  get live(): number {
    return this.#entries.size
  }

  /** Takes ownership of `raw`: the caller has one reference and must not delete it. */
  adopt(raw: TopoDS_Shape): Shape {
    const id = this.#next++
    this.#entries.set(id, { raw, count: 1 })
    return Object.freeze({ id })
  }

  /** Borrowed: valid while someone keeps `shape`, never to be deleted or changed by the borrower. */
  raw(shape: Shape): TopoDS_Shape {
    return this.#entry(shape).raw
  }

  retain(shape: Shape): void {
    this.#entry(shape).count += 1
  }

  release(shape: Shape): void {
    const entry = this.#entry(shape)
    entry.count -= 1
    if (entry.count > 0) return
    this.#entries.delete(shape.id)
    entry.raw.delete()
  }

  #entry(shape: Shape): Entry {
    const entry = this.#entries.get(shape.id)
    if (!entry) throw new Error(`Shape ${shape.id} was released before it was used.`)
    return entry
  }
}
