import type { Band } from './fill.ts'
import type { Projection } from './project.ts'
import type { Strokes } from './strokes.ts'

/**
 * Lines of a band, in pixels, laid over the faces at the end. Each pixel keeps the strongest line that touched it, so the
 * joints of a polyline do not show as dots.
 */
export interface Ink {
  readonly width: number
  /** First pixel row of the band. */
  readonly top: number
  readonly rows: number
  /** 0 to 255: how much of the pixel the line covers. */
  readonly cover: Uint8Array
  readonly colors: Uint32Array
}

export interface Pen {
  readonly color: number
  /** Pixels. */
  readonly width: number
  /** 0 to 1. */
  readonly strength: number
  /** `over`: also on a face it lies on. `under`: only where no face is as near. `through`: everywhere. */
  readonly depth: 'over' | 'under' | 'through'
}

export interface Drawn {
  readonly strokes: Strokes
  readonly pen: Pen
}

/** Draws every stroke that touches the band. */
export function drawStrokes(strokes: Strokes, pen: Pen, ink: Ink, band: Band, view: Projection): void {
  const reach = pen.width / 2 + 1
  for (let at = 0; at + 5 < strokes.length; at += 6) {
    // From samples to pixels; a pixel lies at the middle of its square, hence the halves.
    const x0 = (strokes[at] as number) / 2 - 0.5
    const y0 = (strokes[at + 1] as number) / 2 - 0.5
    const x1 = (strokes[at + 3] as number) / 2 - 0.5
    const y1 = (strokes[at + 4] as number) / 2 - 0.5
    if (Math.max(x0, x1) < -reach || Math.min(x0, x1) > ink.width + reach) continue
    if (Math.max(y0, y1) < ink.top - reach || Math.min(y0, y1) > ink.top + ink.rows + reach) continue
    const [n0, n1] = [strokes[at + 2] as number, strokes[at + 5] as number]
    if (Math.abs(x1 - x0) >= Math.abs(y1 - y0)) {
      if (x0 <= x1) stroke(x0, y0, n0, x1, y1, n1, false, pen, ink, band, view)
      else stroke(x1, y1, n1, x0, y0, n0, false, pen, ink, band, view)
    } else if (y0 <= y1) stroke(y0, x0, n0, y1, x1, n1, true, pen, ink, band, view)
    else stroke(y1, x1, n1, y0, x0, n0, true, pen, ink, band, view)
  }
}

/** One segment, walked along its longer side (`along`); `steep` says that this side is y. */
function stroke(
  along0: number,
  across0: number,
  n0: number,
  along1: number,
  across1: number,
  n1: number,
  steep: boolean,
  pen: Pen,
  ink: Ink,
  band: Band,
  view: Projection,
): void {
  const run = Math.max(along1 - along0, 1e-9)
  const slope = (across1 - across0) / run
  const rise = (n1 - n0) / run
  const straightness = 1 / Math.hypot(1, slope)
  const half = pen.width / 2 + 0.5
  const reach = half / straightness
  const [alongFrom, alongTo] = steep ? [ink.top, ink.top + ink.rows - 1] : [0, ink.width - 1]
  const [acrossFrom, acrossTo] = steep ? [0, ink.width - 1] : [ink.top, ink.top + ink.rows - 1]
  let from = Math.max(alongFrom, Math.ceil(along0 - 0.5))
  let to = Math.min(alongTo, Math.floor(along1 + 0.5))
  if (slope > 1e-9) {
    from = Math.max(from, Math.floor(along0 + (acrossFrom - reach - across0) / slope))
    to = Math.min(to, Math.ceil(along0 + (acrossTo + reach - across0) / slope))
  } else if (slope < -1e-9) {
    from = Math.max(from, Math.floor(along0 + (acrossTo + reach - across0) / slope))
    to = Math.min(to, Math.ceil(along0 + (acrossFrom - reach - across0) / slope))
  }
  for (let along = from; along <= to; along += 1) {
    const step = Math.min(run, Math.max(0, along - along0))
    const middle = across0 + slope * (along - along0)
    if (pen.depth !== 'through') {
      const n = n0 + rise * step
      const [x, y] = steep ? [middle, along] : [along, middle]
      if (!inSight(x, y, n, pen.depth === 'over', band, view)) continue
    }
    const first = Math.max(acrossFrom, Math.ceil(middle - reach))
    const last = Math.min(acrossTo, Math.floor(middle + reach))
    for (let across = first; across <= last; across += 1) {
      const share = Math.min(1, half - Math.abs(across - middle) * straightness)
      if (share <= 0) continue
      const cover = (share * pen.strength * 255 + 0.5) | 0
      const at = steep ? (along - ink.top) * ink.width + across : (across - ink.top) * ink.width + along
      if (cover < (ink.cover[at] as number)) continue
      ink.cover[at] = cover
      ink.colors[at] = pen.color
    }
  }
}

/**
 * Whether a point of a line can be seen. An edge lies exactly on its faces, so it is lifted a little, and most of the
 * five samples around it must agree: one alone may belong to a steep face, or to the ground beside an outline. What
 * lies under faces must be in front of all of them.
 */
function inSight(x: number, y: number, n: number, over: boolean, band: Band, { lift }: Projection): boolean {
  const column = Math.round(2 * x + 0.5)
  const row = Math.round(2 * y + 0.5) - band.top
  const lifted = n * lift.factor + lift.term
  let asked = 0
  let behind = 0
  for (let side = 0; side < 5; side += 1) {
    const sx = column + (side === 1 ? 1 : side === 2 ? -1 : 0)
    const sy = row + (side === 3 ? 1 : side === 4 ? -1 : 0)
    if (sx < 0 || sy < 0 || sx >= band.width || sy >= band.rows) continue
    const there = band.nearness[sy * band.width + sx] as number
    if (!over && n <= there * lift.factor + lift.term) return false
    asked += 1
    if (there <= lifted) behind += 1
  }
  return behind * 2 > asked
}
