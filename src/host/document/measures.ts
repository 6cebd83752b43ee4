import type { BoundingBox, ObjectKind, Point } from '../../shared/geometry.ts'
import type {
  BrepGeometry,
  BrepStructure,
  CurveDescription,
  CurveGeometry,
  DisplayMesh,
  EdgeDescription,
  Geometry,
  Kernel,
} from '../geometry.ts'
import type { DocumentObject } from './entry.ts'

export type Measuring = Pick<
  Kernel,
  'boundingBox' | 'display' | 'volume' | 'area' | 'structure' | 'describeEdges' | 'describeCurve'
>

/** Largest distance of a drawn chord from the true surface, as a part of the object's diagonal. */
const FINENESS = 1 / 2000

/** What the kernel says about geometry, asked once: geometry never changes. */
export class Measures {
  readonly #kernel: Measuring
  readonly #bounds = new WeakMap<Geometry, BoundingBox | null>()
  readonly #volumes = new WeakMap<Geometry, number | null>()
  readonly #areas = new WeakMap<Geometry, number | null>()
  readonly #structures = new WeakMap<Geometry, BrepStructure>()
  readonly #edges = new WeakMap<Geometry, readonly EdgeDescription[]>()
  readonly #curves = new WeakMap<Geometry, CurveDescription>()
  readonly #meshes = new WeakMap<Geometry, DisplayMesh>()

  constructor(kernel: Measuring) {
    this.#kernel = kernel
  }

  bounds(geometry: Geometry): BoundingBox | null {
    return remember(this.#bounds, geometry, () => this.#kernel.boundingBox(geometry))
  }

  /** Null for what is no closed solid. */
  volume(geometry: Geometry): number | null {
    return remember(this.#volumes, geometry, () => this.#kernel.volume(geometry))
  }

  area(geometry: Geometry): number | null {
    return remember(this.#areas, geometry, () => this.#kernel.area(geometry))
  }

  structure(geometry: BrepGeometry): BrepStructure {
    return remember(this.#structures, geometry, () => this.#kernel.structure(geometry))
  }

  edges(geometry: BrepGeometry): readonly EdgeDescription[] {
    return remember(this.#edges, geometry, () => this.#kernel.describeEdges(geometry))
  }

  curve(geometry: CurveGeometry): CurveDescription {
    return remember(this.#curves, geometry, () => this.#kernel.describeCurve(geometry))
  }

  /** For drawing: as fine as the object is small, so that a bolt is as round as a tower. */
  mesh(geometry: Geometry): DisplayMesh {
    return remember(this.#meshes, geometry, () => {
      const diagonal = Math.hypot(...(sizeOf(this.bounds(geometry)) ?? [0]))
      // A point has no size; what it is drawn with does not depend on any.
      return this.#kernel.display(geometry, diagonal > 0 ? diagonal * FINENESS : 1)
    })
  }

  /** True where the volume is known without asking the kernel. */
  knowsVolume(geometry: Geometry): boolean {
    return this.#volumes.has(geometry)
  }
}

function remember<V>(known: WeakMap<Geometry, V>, geometry: Geometry, ask: () => V): V {
  if (known.has(geometry)) return known.get(geometry) as V
  const value = ask()
  known.set(geometry, value)
  return value
}

/** Rhino's classes by what a designer calls them. */
const OPAQUE_KINDS: readonly (readonly [RegExp, ObjectKind])[] = [
  [/^SubD$/, 'subd'],
  [/^Point(Cloud|Set)$/, 'point_cloud'],
  [/^InstanceReference$/, 'block_instance'],
  [/^Light$/, 'light'],
  [/Annotation|Text|Leader|Dim|Centermark/, 'annotation'],
]

/** What an object is, in Rhino's words. */
export function kindOf({ geometry, fileType }: Pick<DocumentObject, 'geometry' | 'fileType'>): ObjectKind {
  switch (geometry.kind) {
    case 'brep':
      return fileType === 'Extrusion' ? 'extrusion' : fileType === 'Surface' ? 'surface' : 'brep'
    case 'text':
      return 'annotation'
    case 'opaque':
      return OPAQUE_KINDS.find(([type]) => type.test(geometry.objectType))?.[1] ?? 'unsupported'
    default:
      return geometry.kind
  }
}

/** The box round all boxes; null round none. */
export function unionOf(boxes: Iterable<BoundingBox | null>): BoundingBox | null {
  let whole: BoundingBox | null = null
  for (const box of boxes) {
    if (!box) continue
    whole ??= { min: [...box.min], max: [...box.max] }
    for (const axis of [0, 1, 2] as const) {
      whole.min[axis] = Math.min(whole.min[axis], box.min[axis])
      whole.max[axis] = Math.max(whole.max[axis], box.max[axis])
    }
  }
  return whole
}

export function sizeOf(bounds: BoundingBox | null): Point | null {
  return bounds ? (bounds.max.map((value, axis) => value - (bounds.min[axis] ?? 0)) as Point) : null
}
