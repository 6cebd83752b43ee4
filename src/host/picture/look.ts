import type { Color } from '../../shared/geometry.ts'

/** Colours of a picture: a neutral ground, dark edges, Rhino's yellow for what is selected, our accent for what changed. */
export const GROUND = { top: [243, 242, 239] as Color, bottom: [226, 225, 221] as Color }
export const EDGE: Color = [38, 40, 44]
export const SELECTED: Color = [255, 222, 0]
export const CHANGED: Color = [194, 69, 45]
/** What has no colour of its own: Rhino's default layer is black, but its surfaces are drawn light. */
export const PLAIN: Color = [206, 205, 201]
export const GRID = {
  minor: [214, 213, 208] as Color,
  major: [196, 195, 190] as Color,
  x: [178, 92, 82] as Color,
  y: [98, 142, 94] as Color,
}

/** The grid on a ground that may be light or dark: one grey, drawn this strongly. */
export const FAINT_GRID = { color: [128, 128, 125] as Color, minor: 0.25, major: 0.5 }

/** Widths in pixels. */
export const WIDTH = { edge: 1.15, curve: 1.7, strong: 2.3, grid: 1, axis: 1.3, point: 5 }

export function mix(a: Color, b: Color, share: number): Color {
  return a.map((value, i) => value + ((b[i] ?? 0) - value) * share) as Color
}

/** 0xBBGGRR, the form pixels are kept in: the byte order of a little-endian RGBA buffer. */
export function pack([r, g, b]: Color): number {
  return (clamp(r) | (clamp(g) << 8) | (clamp(b) << 16)) >>> 0
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}

/** How bright a colour looks, 0 to 255. */
export function brightness([r, g, b]: Color): number {
  return 0.299 * r + 0.587 * g + 0.114 * b
}
