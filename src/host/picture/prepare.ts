import type { Color } from '../../shared/geometry.ts'
import type { DisplayMesh } from '../geometry.ts'
import type { Camera } from './camera.ts'
import { type Faces, projectFaces } from './faces.ts'
import { type Grid, gridLines } from './grid.ts'
import type { Drawn } from './ink.ts'
import { brightness, CHANGED, EDGE, FAINT_GRID, GRID, mix, PLAIN, pack, SELECTED, WIDTH } from './look.ts'
import { outline } from './outline.ts'
import type { Projection } from './project.ts'
import { shadeTable } from './shade.ts'
import { projectSegments, type Strokes } from './strokes.ts'

export interface PictureObject {
  readonly mesh: DisplayMesh
  readonly color: Color
  readonly selected?: boolean
  /** Added or changed by the newest turn. */
  readonly changed?: boolean
}

export type DisplayStyle = 'shaded' | 'wireframe' | 'ghosted'

/** Triangles with their light, and lines with their pens, all on screen already. */
export interface Prepared {
  readonly faces: readonly { readonly faces: Faces; readonly shades: Uint32Array }[]
  readonly ground: readonly Drawn[]
  readonly hidden: readonly Drawn[]
  readonly lines: readonly Drawn[]
}

const THROUGH_GHOSTS = { depth: 'through', strength: 0.35 } as const

export function prepare(
  objects: readonly PictureObject[],
  style: DisplayStyle,
  grid: Grid | undefined,
  camera: Camera,
  view: Projection,
): Prepared {
  // What matters most is drawn last, so that it wins where lines meet.
  const rank = (object: PictureObject): number => (object.selected ? 2 : object.changed ? 1 : 0)
  const ordered = [...objects].sort((a, b) => rank(a) - rank(b))
  const lines = ordered.flatMap((object) => linesOf(object, style, view))
  const outlines = style === 'shaded' ? [] : ordered.flatMap((object) => outlineOf(object, camera, view))
  return {
    faces:
      style === 'wireframe'
        ? []
        : ordered
            .filter(({ mesh }) => mesh.triangles.length > 0)
            .map((object) => ({ faces: projectFaces(object.mesh, view), shades: shadeTable(faceColor(object)) })),
    ground: grid ? groundLines(grid, view) : [],
    hidden:
      style === 'ghosted'
        ? [...outlines, ...lines].map(({ strokes, pen }) => ({ strokes, pen: { ...pen, ...THROUGH_GHOSTS } }))
        : [],
    lines: style === 'wireframe' ? [...outlines, ...lines] : lines,
  }
}

function faceColor({ color, selected, changed }: PictureObject): Color {
  const own = brightness(color) < 40 ? PLAIN : color
  if (selected) return mix(own, SELECTED, 0.7)
  return changed ? mix(own, CHANGED, 0.5) : own
}

function linesOf(object: PictureObject, style: DisplayStyle, view: Projection): Drawn[] {
  const { mesh, selected, changed } = object
  const solid = mesh.triangles.length > 0
  const color = lineColor(object, style)
  const width = selected ? WIDTH.strong : solid ? WIDTH.edge : WIDTH.curve
  const depth = style === 'wireframe' ? 'through' : 'over'
  const drawn: Drawn[] = []
  if (mesh.edges.length > 0) {
    drawn.push({ strokes: projectSegments(mesh.edges, view), pen: { color, width, strength: 1, depth } })
  }
  if (mesh.points.length > 0) {
    const rim = WIDTH.point + 2
    drawn.push({ strokes: dots(mesh.points, rim, view), pen: { color: pack(EDGE), width: rim, strength: 1, depth } })
    const fill = pack(selected ? SELECTED : changed ? CHANGED : mix(object.color, [255, 255, 255], 0.25))
    drawn.push({
      strokes: dots(mesh.points, WIDTH.point, view),
      pen: { color: fill, width: WIDTH.point, strength: 1, depth },
    })
  }
  return drawn
}

function lineColor({ mesh, color, selected, changed }: PictureObject, style: DisplayStyle): number {
  const solid = mesh.triangles.length > 0
  if (selected) return pack(SELECTED)
  if (changed) return pack(solid ? mix(CHANGED, EDGE, 0.35) : CHANGED)
  return pack(solid && style !== 'wireframe' ? EDGE : color)
}

function outlineOf(object: PictureObject, camera: Camera, view: Projection): Drawn[] {
  if (object.mesh.triangles.length === 0) return []
  const pen = { color: lineColor(object, 'wireframe'), width: WIDTH.edge, strength: 0.6, depth: 'through' } as const
  return [{ strokes: projectSegments(outline(object.mesh, camera), view), pen }]
}

/** Points as squares: a stroke as long as it is wide, whatever the distance. */
function dots(points: Float32Array, size: number, view: Projection): Strokes {
  const pairs = new Float32Array(points.length * 2)
  for (let at = 0; at + 2 < points.length; at += 3) {
    const point = points.subarray(at, at + 3)
    pairs.set(point, at * 2)
    pairs.set(point, at * 2 + 3)
  }
  const strokes = projectSegments(pairs, view).slice()
  for (let at = 0; at < strokes.length; at += 6) {
    strokes[at] = (strokes[at] ?? 0) - (size - 1)
    strokes[at + 3] = (strokes[at + 3] ?? 0) + (size - 1)
  }
  return strokes
}

function groundLines(grid: Grid, view: Projection): Drawn[] {
  // Closer than this many pixels apart, minor lines would be a grey sheet.
  const spacing = spacingOnScreen(grid, view)
  const { minor, major, xAxis, yAxis } = gridLines(grid, spacing < 4)
  const line = (pairs: Float32Array, color: Color, width: number, strength: number): Drawn => ({
    strokes: projectSegments(pairs, view),
    pen: { color: pack(color), width, strength, depth: 'under' },
  })
  const fine = grid.faint ? FAINT_GRID.color : GRID.minor
  const bold = grid.faint ? FAINT_GRID.color : GRID.major
  const drawn = [line(minor, fine, WIDTH.grid, Math.min(1, spacing / 12) * (grid.faint ? FAINT_GRID.minor : 1))]
  if (spacing * grid.majorEvery >= 4) drawn.push(line(major, bold, WIDTH.grid, grid.faint ? FAINT_GRID.major : 1))
  return [...drawn, line(xAxis, GRID.x, WIDTH.axis, 1), line(yAxis, GRID.y, WIDTH.axis, 1)]
}

/** Pixels between two grid lines at the grid's origin; none where it lies behind the viewer. */
function spacingOnScreen({ frame, spacing }: Grid, view: Projection): number {
  const at = new Float64Array(3)
  view.toCamera(frame.origin[0], frame.origin[1], frame.origin[2], at)
  const size = view.perspective ? view.scale / Math.max(view.near, at[2] ?? 1) : view.scale
  return (spacing * size) / 2
}
