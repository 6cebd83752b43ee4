import type { BoundingBox, Point, Vector } from '../shared/geometry.ts'

/**
 * What an object of the embedded host is made of. Geometry is immutable: an operation gives new geometry and leaves its
 * inputs as they were, so undo can keep the old ones. Lengths are model units, angles radians.
 */
export type Geometry = BrepGeometry | CurveGeometry | PointGeometry | MeshGeometry | TextGeometry | OpaqueGeometry

/** A kernel shape, counted: whoever keeps one calls `kernel.retain`, whoever lets go calls `kernel.release`. */
export interface Shape {
  readonly id: number
}

/** Surfaces, polysurfaces and solids: a face, shell, solid or compound of the kernel. */
export interface BrepGeometry {
  readonly kind: 'brep'
  readonly shape: Shape
}

/** One edge or one wire of the kernel. `analytic` remembers what it was made as, for files and descriptions. */
export interface CurveGeometry {
  readonly kind: 'curve'
  readonly shape: Shape
}

export interface PointGeometry {
  readonly kind: 'point'
  readonly at: Point
}

/** `triangles` holds three vertex indices a face; quads of a file are split, `quads` remembers which pairs were one. */
export interface MeshGeometry {
  readonly kind: 'mesh'
  /** xyz, in the file's precision. */
  readonly vertices: Float64Array
  readonly triangles: Uint32Array
  /** Index of the first triangle of each pair that is a quad in the file. */
  readonly quads: Uint32Array
}

export interface TextGeometry {
  readonly kind: 'text'
  readonly text: string
  readonly frame: Frame
  readonly height: number
  readonly font: string
  readonly bold: boolean
  readonly italic: boolean
}

/** Triangles and lines to draw something by that is no geometry here. */
export interface Preview {
  readonly vertices: Float64Array
  readonly triangles: Uint32Array
  /** xyz pairs, one pair a segment: edges and curves. Where left out, the mesh's own borders and folds are drawn. */
  readonly lines?: Float64Array
}

/**
 * What this host can neither compute with nor draw well, kept exactly as the file had it and written back unchanged.
 * `encoded` is rhino3dm's own serialised form (CommonObject.encode), `transform` what was done to it since (row-major).
 */
export interface OpaqueGeometry {
  readonly kind: 'opaque'
  /** Rhino's class: "SubD", "Hatch", "InstanceReference", "Light", … */
  readonly objectType: string
  /** Of an instance: the block definition it shows. */
  readonly definitionId?: string
  readonly encoded: unknown
  readonly transform: Matrix | null
  /** Where it is now, `transform` included. */
  readonly bounds: BoundingBox | null
  /** What to draw it with, where there is anything; in the file's own place, before `transform`. */
  readonly preview: Preview | null
}

/** A right-handed plane with its three unit axes. */
export interface Frame {
  readonly origin: Point
  readonly x: Vector
  readonly y: Vector
  readonly z: Vector
}

/** 4x4, row-major, 16 numbers. */
export type Matrix = readonly number[]

/** What a renderer draws: triangles with normals, edges as segments, points. Model units, one buffer each. */
export interface DisplayMesh {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly triangles: Uint32Array
  /** xyz pairs: one pair a segment. */
  readonly edges: Float32Array
  readonly points: Float32Array
}

/** One edge of a Brep, by its index as `operations.fillet_edge` takes it: in the order the kernel's faces meet them. */
export interface EdgeDescription {
  readonly index: number
  readonly type: 'line' | 'arc' | 'circle' | 'curve'
  readonly start: Point
  readonly end: Point
  readonly middle: Point
  readonly length: number
  /** A line's direction, a circle's axis. */
  readonly direction: Vector | null
  readonly radius: number | null
}

export interface CurveDescription {
  readonly type: 'line' | 'arc' | 'circle' | 'polyline' | 'nurbs' | 'curve'
  readonly degree: number
  readonly domain: readonly [number, number]
  readonly length: number
  readonly closed: boolean
  readonly planar: boolean
  readonly start: Point
  readonly end: Point
  readonly radius: number | null
  readonly center: Point | null
  readonly points: readonly Point[] | null
}

/** How a Brep is put together, without measuring it. `edges` are counted as `describeEdges` lists them. */
export interface BrepStructure {
  readonly faces: number
  readonly edges: number
  readonly vertices: number
  readonly valid: boolean
}

export interface BrepDescription extends Omit<BrepStructure, 'edges'> {
  readonly edges: readonly EdgeDescription[]
  readonly solid: boolean
  /** Null where it is no closed solid. */
  readonly volume: number | null
  readonly area: number
}

/**
 * The exact kernel. Every failure is a Fault: OPERATION_FAILED with what was tried and what to do, INVALID_PARAMS for
 * degenerate input. A failed operation leaves nothing behind. Shapes in results come with one reference, the caller's.
 */
export interface Kernel {
  /** "OpenCASCADE 8.0 (replicad-opencascadejs 1.1.0)". */
  readonly version: string
  retain(geometry: Geometry): void
  release(geometry: Geometry): void
  /** Shapes alive, for leak tests. */
  readonly liveShapes: number

  box(frame: Frame, width: number, depth: number, height: number): BrepGeometry
  /** Bottom four in order, then top four above them; faces need not be planar rectangles but must be planar. */
  boxFromCorners(corners: readonly Point[]): BrepGeometry
  sphere(frame: Frame, radius: number): BrepGeometry
  /** `height` may be negative: downwards. */
  cylinder(frame: Frame, radius: number, height: number, cap: boolean): BrepGeometry
  cone(frame: Frame, radius: number, height: number, cap: boolean): BrepGeometry
  torus(frame: Frame, major: number, minor: number): BrepGeometry

  line(start: Point, end: Point): CurveGeometry
  polyline(points: readonly Point[], closed: boolean): CurveGeometry
  circle(frame: Frame, radius: number): CurveGeometry
  arc(frame: Frame, radius: number, startAngle: number, endAngle: number): CurveGeometry
  arcThrough(start: Point, on: Point, end: Point): CurveGeometry
  nurbsCurve(spec: {
    points: readonly Point[]
    degree: number
    weights?: readonly number[]
    knots?: readonly number[]
    periodic?: boolean
  }): CurveGeometry
  interpolatedCurve(points: readonly Point[], degree: number): CurveGeometry

  union(shapes: readonly Geometry[], tolerance: number): BrepGeometry[]
  difference(from: Geometry, cutters: readonly Geometry[], tolerance: number): BrepGeometry[]
  intersection(a: readonly Geometry[], b: readonly Geometry[], tolerance: number): BrepGeometry[]
  filletEdges(brep: Geometry, edges: readonly number[], radius: number): BrepGeometry
  chamferEdges(brep: Geometry, edges: readonly number[], distance: number): BrepGeometry
  loft(
    curves: readonly Geometry[],
    options: { straight: boolean; closed: boolean; start?: Point; end?: Point },
  ): BrepGeometry
  extrude(curve: Geometry, direction: Vector, cap: boolean): BrepGeometry
  extrudeAlong(curve: Geometry, path: Geometry, cap: boolean): BrepGeometry
  /** Rigid and uniform keep exact surfaces; anything else goes through NURBS. A singular matrix is INVALID_PARAMS. */
  transform(geometry: Geometry, matrix: Matrix): Geometry

  boundingBox(geometry: Geometry): BoundingBox | null
  /** Null for what is no closed solid. */
  volume(geometry: Geometry): number | null
  area(geometry: Geometry): number | null
  describeCurve(curve: CurveGeometry): CurveDescription
  structure(brep: BrepGeometry): BrepStructure
  describeEdges(brep: BrepGeometry): EdgeDescription[]
  /** All of it at once; `structure`, `describeEdges`, `volume` and `area` are its parts. */
  describeBrep(brep: BrepGeometry): BrepDescription
  /** `tolerance` is the largest distance of a chord from the true surface, in model units. */
  display(geometry: Geometry, tolerance: number): DisplayMesh
}
