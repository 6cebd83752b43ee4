import type { Color } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { Camera } from './camera.ts'
import { type Band, fillFaces } from './fill.ts'
import type { Grid } from './grid.ts'
import { type Drawn, drawStrokes, type Ink } from './ink.ts'
import { GROUND, mix, pack } from './look.ts'
import { encodePng } from './png.ts'
import { type DisplayStyle, type PictureObject, type Prepared, prepare } from './prepare.ts'
import { type Projection, projection } from './project.ts'

export interface PictureOptions {
  /** Pixels, 1 to 16384 each, 64 million together. */
  readonly width: number
  readonly height: number
  readonly style: DisplayStyle
  readonly grid?: Grid
  /** One colour instead of the usual ground. */
  readonly ground?: Color
}

type ClearOptions = Omit<PictureOptions, 'ground'>

export type { DisplayStyle, PictureObject } from './prepare.ts'

export interface Pixels {
  readonly width: number
  readonly height: number
  /** 0xBBGGRR, row by row from the top. */
  readonly colors: Uint32Array
}

const LONGEST = 16_384
const MOST = 64_000_000
/** Pixel rows worked on at once: the samples of a band stay in the processor's cache, and memory stays small. */
const BAND_ROWS = 64
/** How much of the ghosted face shows, and how much of what lies behind it. */
const GHOST = 150
const BLACK: Color = [0, 0, 0]
const WHITE: Color = [255, 255, 255]

/** A picture of the objects as a PNG file. */
export function drawPicture(objects: readonly PictureObject[], camera: Camera, options: PictureOptions): Buffer {
  const { colors, width, height } = paint(objects, camera, options)
  return encodePng(colors, width, height)
}

/**
 * The same without a ground, for any page to lie on: what is seen on black and on white together says how much of each
 * pixel is covered, and by what.
 */
export function drawClearPicture(objects: readonly PictureObject[], camera: Camera, options: ClearOptions): Buffer {
  const { colors: dark, width, height } = paint(objects, camera, { ...options, ground: BLACK })
  const { colors: light } = paint(objects, camera, { ...options, ground: WHITE })
  return encodePng(
    dark.map((pixel, at) => uncovered(pixel, light[at] ?? pixel)),
    width,
    height,
    4,
  )
}

/** 0xAABBGGRR of a pixel that is `dark` on black and `light` on white. */
function uncovered(dark: number, light: number): number {
  const alpha = 255 - Math.max(0, ((light >> 8) & 255) - ((dark >> 8) & 255))
  if (alpha === 0) return 0
  const channel = (shift: number) => Math.min(255, Math.round((((dark >> shift) & 255) * 255) / alpha)) << shift
  return ((alpha << 24) | channel(16) | channel(8) | channel(0)) >>> 0
}

/** The same as pixels. Two by two samples a pixel for faces; lines are smoothed by how far they cover a pixel. */
export function paint(objects: readonly PictureObject[], camera: Camera, options: PictureOptions): Pixels {
  const { width, height } = options
  checkSize(width, height)
  const view = projection(camera, width * 2, height * 2)
  const prepared = prepare(objects, options.style, options.grid, camera, view)
  const colors = new Uint32Array(width * height)
  const rows = Math.min(BAND_ROWS, height)
  const nearness = new Float32Array(width * rows * 4)
  const samples = new Uint32Array(width * rows * 4)
  const cover = new Uint8Array(width * rows)
  const inks = new Uint32Array(width * rows)
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top)
    const band: Band = { width: width * 2, top: top * 2, rows: count * 2, nearness, colors: samples }
    const ink: Ink = { width, top, rows: count, cover, colors: inks }
    const pixels = colors.subarray(top * width, (top + count) * width)
    paintBand(prepared, options, view, band, ink, pixels)
  }
  return { width, height, colors }
}

function paintBand(
  prepared: Prepared,
  options: PictureOptions,
  view: Projection,
  band: Band,
  ink: Ink,
  pixels: Uint32Array,
): void {
  band.nearness.fill(Number.NEGATIVE_INFINITY)
  fillGround(band, options)
  const ghosted = prepared.hidden.length > 0
  if (ghosted) {
    resolve(band, pixels)
    overlay(prepared.hidden, ink, band, view, pixels)
  }
  for (const { faces, shades } of prepared.faces) fillFaces(faces, shades, band)
  if (ghosted) resolveGhosts(band, pixels)
  else resolve(band, pixels)
  overlay(prepared.ground, ink, band, view, pixels)
  overlay(prepared.lines, ink, band, view, pixels)
}

function fillGround(band: Band, { height, ground }: PictureOptions): void {
  for (let row = 0; row < band.rows; row += 1) {
    const share = (((band.top + row) >> 1) + 0.5) / height
    const color = ground ?? mix(GROUND.top, GROUND.bottom, share)
    band.colors.fill(pack(color), row * band.width, (row + 1) * band.width)
  }
}

/** Four samples to one pixel. Two channels at once, since four bytes fit below each other with room to carry. */
function resolve(band: Band, pixels: Uint32Array): void {
  const { width, colors } = band
  let to = 0
  for (let row = 0; row < band.rows; row += 2) {
    const end = (row + 1) * width
    for (let at = row * width; at < end; at += 2) {
      const a = colors[at] as number
      const b = colors[at + 1] as number
      const c = colors[at + width] as number
      const d = colors[at + width + 1] as number
      pixels[to++] =
        a === b && a === c && a === d
          ? a
          : ((((a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff) + 0x20002) >>> 2) & 0xff00ff) |
            ((((a & 0xff00) + (b & 0xff00) + (c & 0xff00) + (d & 0xff00) + 0x200) >>> 2) & 0xff00)
    }
  }
}

/** As above, but what was there before shines through the faces. */
function resolveGhosts(band: Band, pixels: Uint32Array): void {
  const behind = pixels.slice()
  resolve(band, pixels)
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] = blend(behind[at] as number, pixels[at] as number, GHOST)
  }
}

function overlay(drawn: readonly Drawn[], ink: Ink, band: Band, view: Projection, pixels: Uint32Array): void {
  if (drawn.length === 0) return
  ink.cover.fill(0)
  for (const { strokes, pen } of drawn) drawStrokes(strokes, pen, ink, band, view)
  for (let at = 0; at < pixels.length; at += 1) {
    const cover = ink.cover[at] as number
    if (cover > 0) pixels[at] = blend(pixels[at] as number, ink.colors[at] as number, cover)
  }
}

/** `share` of 255 of the second colour over the first. */
function blend(under: number, over: number, share: number): number {
  const rest = 255 - share
  const outer = (under & 255) * rest + (over & 255) * share
  const green = ((under >> 8) & 255) * rest + ((over >> 8) & 255) * share
  const blue = ((under >> 16) & 255) * rest + ((over >> 16) & 255) * share
  return ((outer + 127) / 255) | (((green + 127) / 255) << 8) | (((blue + 127) / 255) << 16)
}

function checkSize(width: number, height: number): void {
  const fits = [width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= LONGEST)
  if (fits && width * height <= MOST) return
  throw new Fault('INVALID_PARAMS', `A picture of ${width} × ${height} pixels cannot be drawn.`, {
    parameter: 'width',
    next: `Give whole sizes from 1 to ${LONGEST}, at most ${MOST / 1e6} million pixels together.`,
  })
}
