import type { BoundingBox, Color, Point, UnitSystem, Vector } from '../../shared/geometry.ts'
import type { Geometry } from '../geometry.ts'

/**
 * What the document and the file formats exchange. Plain data, immutable: an edit makes new objects and keeps the ones it
 * did not touch, because `writeFile` knows by identity (`===` of `geometry`) which geometry of a read file is untouched and
 * writes those back byte for byte. Ids are lower-case guids without braces. Lengths are model units, angles radians.
 *
 * References: whoever gets a model from `readFile` owns one reference to every kernel shape in it.
 */
export interface FileModel {
  readonly units: UnitSystem
  readonly tolerances: FileTolerances
  /** Parents before children. Never empty. */
  readonly layers: readonly FileLayer[]
  readonly currentLayerId: string
  readonly groups: readonly FileGroup[]
  /** Objects of the document, in the file's order. Members of block definitions are not among them. */
  readonly objects: readonly FileObject[]
  readonly materials: readonly FileMaterial[]
  /** Block definitions. They are kept as they are; this list describes them. */
  readonly blocks: readonly FileBlock[]
  readonly namedViews: readonly FileView[]
  /** The document's own user text. */
  readonly userText: Readonly<Record<string, string>>
  /** The file this model came from, with all that the host does not model; hand it back to `writeFile` unchanged. */
  readonly base: FileBase | null
}

export interface FileTolerances {
  readonly absolute: number
  readonly angleRadians: number
  /** A ratio: 0.01 is one per cent. */
  readonly relative: number
}

export interface FileLayer {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  /** "Arch::Walls". Derived from the parents' names; `writeFile` ignores it. */
  readonly fullPath: string
  readonly color: Color
  readonly visible: boolean
  readonly locked: boolean
}

export interface FileGroup {
  readonly id: string
  readonly name: string
}

/** Where a colour or material comes from, in Rhino's words. */
export type FileSource = 'layer' | 'object' | 'material' | 'parent'

export interface FileObject {
  readonly id: string
  readonly geometry: Geometry
  readonly name: string
  readonly layerId: string
  /** Counts where `colorSource` is "object"; kept for later otherwise. */
  readonly color: Color
  readonly colorSource: FileSource
  readonly visible: boolean
  readonly locked: boolean
  readonly groupIds: readonly string[]
  readonly userText: Readonly<Record<string, string>>
  readonly materialId: string | null
  readonly materialSource: FileSource
  /** Rhino's class as the file had it ("Extrusion", "Brep", "LineCurve", …); null for an object the host made. */
  readonly fileType: string | null
  /**
   * The object of the base file whose other attributes (line type, decals, display order, print width, …) and, for meshes,
   * colours and texture coordinates this one carries on. A copy keeps its original's. Null for what the host made.
   */
  readonly originId: string | null
}

export interface FileMaterial {
  readonly id: string
  readonly name: string
  readonly color: Color
  /** 0 opaque, 1 invisible. */
  readonly transparency: number
}

export interface FileBlock {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Ids of the members, in the definition's order. */
  readonly objectIds: readonly string[]
  /** In the definition's own coordinates; null when no member has a box. */
  readonly bounds: BoundingBox | null
}

export interface FileView {
  readonly name: string
  readonly camera: Point
  readonly target: Point
  readonly up: Vector
  readonly projection: 'parallel' | 'perspective'
  /** 35 mm lens length, for a perspective. */
  readonly lens: number
  /** The frustum's larger half width at the target, for a parallel view: how much of the model is seen. */
  readonly halfWidth: number
}

/** Private to the file formats: nobody else looks inside. */
export interface FileBase {
  readonly format: '3dm'
  readonly bytes: Uint8Array
}

/** A serialised openNURBS object: one class chunk, and the archive version it was written for (60, 70, 80). */
export interface EncodedObject {
  readonly archive: number
  /** openNURBS' own version number, as `CommonObject.encode` gives it. */
  readonly opennurbs: number
  /** ON::object_type: 4 curve, 16 Brep, 32 mesh, … */
  readonly objectType: number
  readonly bytes: Uint8Array
}

/** What the caller should pass on to the user: something became another thing, or could not be kept or read. */
export interface FileNote {
  readonly code: 'fallback_mesh' | 'converted' | 'kept_opaque' | 'skipped' | 'units' | 'version' | 'damaged'
  readonly message: string
  /** The objects concerned. */
  readonly ids: readonly string[]
}
