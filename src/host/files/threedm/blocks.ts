import type { File3dm, GeometryBase, InstanceReference } from 'rhino3dm'
import { mergePreviews, uniteBoxes } from '../convert/bounds.ts'
import { type BlockShape, type Conversion, Notes } from '../convert/context.ts'
import { placedBlock } from '../convert/from-rhino.ts'
import { memberShape } from '../convert/member.ts'
import type { FileBlock } from '../model.ts'
import type { Keep } from '../rhino/load.ts'

/** Blocks in blocks are followed this deep; a file that nests them in a circle ends here too. */
const DEEPEST = 16

/** The block definitions of a document, and the shape of each, worked out when first asked for. */
export class Blocks {
  readonly list: readonly FileBlock[]
  readonly #conversion: Conversion
  readonly #keep: Keep
  readonly #members: ReadonlyMap<string, GeometryBase>
  readonly #shapes = new Map<string, BlockShape | null>()
  readonly #objectIds = new Map<string, readonly string[]>()

  /** `members`: geometry of the objects that belong to definitions, by id. */
  constructor(conversion: Conversion, doc: File3dm, members: ReadonlyMap<string, GeometryBase>, keep: Keep) {
    // What the kernel does not take of a block is no news: blocks are kept as they are in any case.
    this.#conversion = { ...conversion, notes: new Notes() }
    this.#keep = keep
    this.#members = members
    const table = keep(doc.instanceDefinitions())
    const definitions = Array.from({ length: table.count }, (_, i) => {
      const definition = keep(table.get(i))
      const objectIds = [...(definition.getObjectIds() as string[])]
      this.#objectIds.set(definition.id, objectIds)
      return { id: definition.id, name: definition.name, description: definition.description, objectIds }
    })
    this.list = definitions.map((definition) => ({ ...definition, bounds: this.shape(definition.id)?.bounds ?? null }))
  }

  /** Null where there is no such definition, or where it contains itself. */
  shape(id: string, depth = 0): BlockShape | null {
    const known = this.#shapes.get(id)
    if (known !== undefined) return known
    const objectIds = this.#objectIds.get(id)
    if (!objectIds || depth > DEEPEST) return null
    const parts = objectIds.flatMap((member) => this.#part(member, depth) ?? [])
    const shape = {
      bounds: uniteBoxes(parts.map((part) => part.bounds)),
      preview: mergePreviews(parts.flatMap((part) => part.preview ?? [])),
      drawn: parts.length === objectIds.length && parts.every((part) => part.drawn),
    }
    this.#shapes.set(id, shape)
    return shape
  }

  #part(id: string, depth: number): BlockShape | null {
    const geometry = this.#members.get(id)
    if (!geometry) return null
    if (geometry instanceof this.#conversion.rhino.InstanceReference) {
      return placedBlock(geometry as InstanceReference, (inner) => this.shape(inner, depth + 1), this.#keep)
    }
    return memberShape(this.#conversion, geometry, this.#keep)
  }
}
