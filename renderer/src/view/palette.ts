import { Color } from 'three'

/** The view's colours, from the same tokens as the rest of the page. */
export interface Palette {
  readonly ground: Color
  readonly minor: Color
  readonly major: Color
  readonly xAxis: Color
  readonly yAxis: Color
  readonly edge: Color
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
    accent: token('--accent'),
    selected: token('--yellow'),
  }
}

/** Rhino shades black objects in a light grey, or nothing of their form would be seen. */
export function faceColor([r = 0, g = 0, b = 0]: readonly number[]): Color {
  if (r + g + b < 60) return new Color('#c9c8c4')
  return new Color(r / 255, g / 255, b / 255).convertSRGBToLinear()
}
