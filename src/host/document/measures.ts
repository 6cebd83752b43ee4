import type { BoundingBox, ObjectKind, Point } from '../../shared/geometry.ts'
import type { BrepDescription, BrepGeometry, CurveDescription, CurveGeometry, Geometry, Kernel } from '../geometry.ts'
import type { DocumentObject } from './entry.ts'

export type Measuring = Pick<Kernel, 'boundingBox' | 'display' | 'volume' | 'area' | 'describeBrep' | 'describeCurve'>

/** What the kernel says about geometry, asked once: geometry never changes. */
export class Measures {
  readonly #kernel: Measuring
  readonly #bounds = new WeakMap<Geometry, BoundingBox | null>()
  readonly #volumes = new WeakMap<Geometry, number | null>()
  readonly #areas = new WeakMap<Geometry, number | null>()
  readonly #breps = new WeakMap<Geometry, BrepDescription>()
  readonly #curves = new WeakMap<Geometry, CurveDescription>()

  constructor(kernel: Measuring) {
    this.#kernel = kernel
  }

  bounds(geometry: Geometry): BoundingBox | null {
    return remember(this.#bounds, geometry, () => this.#box(geometry))
  }

  /** Null for what is no closed solid. */
  volume(geometry: Geometry): number | null {
    return remember(this.#volumes, geometry, () => this.#kernel.volume(geometry))
  }

  area(geometry: Geometry): number | null {
    return remember(this.#areas, geometry, () => this.#kernel.area(geometry))
  }

  brep(geometry: BrepGeometry): BrepDescription {
    return remember(this.#breps, geometry, () => this.#kernel.describeBrep(geometry))
  }

  curve(geometry: CurveGeometry): CurveDescription {
    return remember(this.#curves, geometry, () => this.#kernel.describeCurve(geometry))
  }

  /** From the display mesh while the kernel has no boxes of its own. */
  #box(geometry: Geometry): BoundingBox | null {
    if (typeof this.#kernel.boundingBox === 'function') return this.#kernel.boundingBox(geometry)
    const { positions } = this.#kernel.display(geometry, 0.1)
    if (positions.length === 0) return null
    const axis = (at: number) => [...positions].filter((_value, index) => index % 3 === at)
    const corner = (pick: (...values: number[]) => number): Point => [
      pick(...axis(0)),
      pick(...axis(1)),
      pick(...axis(2)),
    ]
    return { min: corner(Math.min), max: corner(Math.max) }
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

const OPAQUE_KINDS: Readonly<Record<string, ObjectKind>> = {
  SubD: 'subd',
  PointCloud: 'point_cloud',
  PointSet: 'point_cloud',
  InstanceReference: 'block_instance',
  Light: 'light',
  Annotation: 'annotation',
  TextDot: 'annotation',
  Extrusion: 'extrusion',
}

/** What an object is, in Rhino's words. */
export function kindOf({ geometry, fileType }: Pick<DocumentObject, 'geometry' | 'fileType'>): ObjectKind {
  switch (geometry.kind) {
    case 'brep':
      return fileType === 'Extrusion' ? 'extrusion' : fileType === 'Surface' ? 'surface' : 'brep'
    case 'text':
      return 'annotation'
    case 'opaque':
      return OPAQUE_KINDS[geometry.objectType] ?? 'unsupported'
    default:
      return geometry.kind
  }
}

export function union(a: BoundingBox | null, b: BoundingBox | null): BoundingBox | null {
  if (!a || !b) return a ?? b
  return {
    min: a.min.map((value, axis) => Math.min(value, b.min[axis] ?? value)) as Point,
    max: a.max.map((value, axis) => Math.max(value, b.max[axis] ?? value)) as Point,
  }
}

export function sizeOf(bounds: BoundingBox | null): Point | null {
  return bounds ? (bounds.max.map((value, axis) => value - (bounds.min[axis] ?? 0)) as Point) : null
}
