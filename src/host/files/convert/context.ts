import type { BoundingBox } from '../../../shared/geometry.ts'
import type { Kernel, Preview } from '../../geometry.ts'
import type { KernelInternals } from '../../kernel/kernel.ts'
import type { FileNote } from '../model.ts'
import type { Rhino } from '../rhino/load.ts'

export type HostKernel = Kernel & KernelInternals

/** What conversions work with. */
export interface Conversion {
  readonly rhino: Rhino
  readonly kernel: HostKernel
  /** Model units; how close converted geometry must come where it cannot be exact. */
  readonly tolerance: number
  readonly notes: Notes
}

/** Shape of a block definition in its own coordinates. */
export interface BlockShape {
  readonly bounds: BoundingBox | null
  readonly preview: Preview | null
  /** Everything in it is in the preview. */
  readonly drawn: boolean
}

/** Collects what the user should know; one note per sentence, with all the objects it is true of. */
export class Notes {
  readonly #byMessage = new Map<string, { code: FileNote['code']; ids: string[] }>()

  add(code: FileNote['code'], message: string, id?: string): void {
    const note = this.#byMessage.get(message) ?? { code, ids: [] }
    if (id !== undefined) note.ids.push(id)
    this.#byMessage.set(message, note)
  }

  list(): FileNote[] {
    return [...this.#byMessage].map(([message, { code, ids }]) => ({ code, message, ids }))
  }
}
