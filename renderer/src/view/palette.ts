import { Color } from 'three'

/** The view's colours, from the same tokens as the rest of the page. */
export interface Palette {
  readonly ground: Color
  readonly minor: Color
  readonly major: Color
  readonly xAxis: Color
  readonly yAxis: Color
  /** Of a solid's edges, on its faces. */
  readonly edge: Color
  /** Of curves, points and letters in black, on the ground. */
  readonly curve: Color
  readonly accent: Color
  readonly selected: Color
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => new Color(style.getPropertyValue(name).trim() || '#888888')
  return {
    ground: token('--view-ground'),
    minor: token('--view-minor'),
    major: token('--view-major'),
    xAxis: token('--view-x'),
    yAxis: token('--view-y'),
    edge: token('--view-edge'),
    curve: token('--view-curve'),
    accent: token('--accent'),
    selected: token('--yellow'),
  }
}

/** The colour of a new layer; nobody means it. */
export const isBlack = ([r = 0, g = 0, b = 0]: readonly number[]): boolean => r + g + b < 60

/** A document's colour, 0 to 255, as the renderer reckons. */
export const linear = ([r = 0, g = 0, b = 0]: readonly number[]): Color =>
  new Color(r / 255, g / 255, b / 255).convertSRGBToLinear()

/** Rhino shades black objects in a light grey, or nothing of their form would be seen. */
export const faceColor = (color: readonly number[]): Color => (isBlack(color) ? new Color('#c9c8c4') : linear(color))
