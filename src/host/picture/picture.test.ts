import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Color, Point } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { DisplayMesh, Frame } from '../geometry.ts'
import { meshDisplay } from '../kernel/mesh.ts'
import { type Camera, STANDARD_VIEWS, standardView, zoomTo } from './camera.ts'
import { defaultGrid } from './grid.ts'
import { drawClearPicture, drawPicture, type PictureOptions, type Pixels, paint } from './picture.ts'

const WORLD: Frame = { origin: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }
const OPTIONS: PictureOptions = { width: 200, height: 150, style: 'shaded' }
const BLUE: Color = [60, 110, 220]

/** A box as a mesh, sides flat and edges drawn. */
function box(min: Point, max: Point): DisplayMesh {
  const vertices = Float64Array.from(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [
      i & 1 ? max[0] : min[0],
      i & 2 ? max[1] : min[1],
      i & 4 ? max[2] : min[2],
    ]),
  )
  const sides = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [1, 3, 7, 5],
    [3, 2, 6, 7],
    [2, 0, 4, 6],
  ] as const
  const triangles = Uint32Array.from(sides.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]))
  return meshDisplay({ kind: 'mesh', vertices, triangles, quads: new Uint32Array() })
}

function lines(...pairs: Point[]): DisplayMesh {
  return { ...box([0, 0, 0], [0, 0, 0]), triangles: new Uint32Array(), edges: Float32Array.from(pairs.flat()) }
}

const at = ({ colors, width }: Pixels, x: number, y: number): Color => {
  const color = colors[y * width + x]!
  return [color & 255, (color >> 8) & 255, color >> 16]
}
const light = (color: Color): number => color[0] + color[1] + color[2]
const whole = (view: Camera): Camera => zoomTo(view, { min: [-10, -10, -10], max: [10, 10, 10] }, 4 / 3)
const top = (): Camera => whole(standardView('Top'))

test('A face shows its colour, the corners show the ground, and the ground darkens downwards', () => {
  const pixels = paint([{ mesh: box([-5, -5, -5], [5, 5, 5]), color: BLUE }], top(), OPTIONS)
  const [r, g, b] = at(pixels, 100, 75)
  expect(b).toBeGreaterThan(g)
  expect(g).toBeGreaterThan(r)
  expect(Math.abs(b / r - BLUE[2] / BLUE[0])).toBeLessThan(1)
  const [high, low] = [at(pixels, 1, 1), at(pixels, 1, 148)]
  expect(Math.max(...high) - Math.min(...high)).toBeLessThan(8)
  expect(light(high)).toBeGreaterThan(light(low))
})

test('Edges are dark and where they belong', () => {
  const camera = { ...standardView('Top'), height: 30 }
  const pixels = paint([{ mesh: box([-5, -5, -5], [5, 5, 5]), color: [200, 200, 200] }], camera, OPTIONS)
  // Five units are 25 pixels; the sides of the square run between pixels 74 and 75, 124 and 125 across.
  for (const y of [60, 75, 90]) {
    expect(light(at(pixels, 75, y)) + light(at(pixels, 74, y))).toBeLessThan(0.6 * 2 * light(at(pixels, 85, y)))
    expect(light(at(pixels, 71, y))).toBeGreaterThan(600)
    expect(light(at(pixels, 128, y))).toBeGreaterThan(600)
  }
})

test('What is nearer hides what is behind, lines too, from either side', () => {
  const near = { mesh: box([-5, -5, 3], [5, 5, 4]), color: [220, 40, 40] as Color }
  const far = { mesh: box([-8, -8, -4], [8, 8, -3]), color: [40, 200, 40] as Color }
  const line = { mesh: lines([-9, 1, 0], [9, 1, 0]), color: [0, 0, 255] as Color }
  for (const objects of [
    [near, far, line],
    [line, far, near],
  ]) {
    const above = paint(objects, top(), OPTIONS)
    expect(at(above, 100, 75)[0]).toBeGreaterThan(at(above, 100, 75)[1])
    const row = Math.round(75 - (1 * 150) / top().height)
    expect(at(above, 100, row)[2]).toBeLessThan(150)
    expect(at(above, 60, row)[2]).toBeGreaterThan(200)
    const below = paint(objects, whole(standardView('Bottom')), OPTIONS)
    expect(at(below, 100, 75)[1]).toBeGreaterThan(at(below, 100, 75)[0])
  }
})

test('In perspective the farther of two equal bars is shorter; in parallel both are the same', () => {
  const bars = [-40, 40].map((y) => ({ mesh: box([-5, y - 1, 0], [5, y + 1, 2]), color: [0, 0, 200] as Color }))
  const span = (camera: Camera): number[] => {
    const { colors, width, height } = paint(bars, camera, { ...OPTIONS, ground: [255, 255, 255] })
    const rows = Array.from({ length: height }, (_, y) => {
      const row = colors.subarray(y * width, (y + 1) * width)
      return row.findLastIndex((c) => c !== 0xffffff) - row.findIndex((c) => c !== 0xffffff)
    }).filter((length) => length > 0)
    return [rows[0]!, rows.at(-1)!]
  }
  const from: Camera = { ...standardView('Perspective'), location: [0, -120, 60], target: [0, 0, 0] }
  const [far, near] = span(from)
  expect(near!).toBeGreaterThan(far! * 1.5)
  const [farther, nearer] = span({ ...from, projection: 'parallel', height: 80 })
  expect(Math.abs(nearer! - farther!)).toBeLessThanOrEqual(2)
})

test('A longer lens shows less', () => {
  const count = (lens: number): number => {
    const camera = { ...standardView('Perspective'), lens }
    const options = { ...OPTIONS, ground: [255, 255, 255] as Color }
    return paint([{ mesh: box([-5, -5, -5], [5, 5, 5]), color: BLUE }], camera, options).colors.filter(
      (c) => c !== 0xffffff,
    ).length
  }
  expect(count(100) / count(50)).toBeCloseTo(4, 0)
})

test('Something behind and beside the viewer does not spill into the picture, and something across is cut', () => {
  const inside: Camera = { ...standardView('Perspective'), location: [0, 0, 0], target: [0, 10, 0] }
  const behind = paint([{ mesh: box([-5, -20, -5], [5, -10, 5]), color: BLUE }], inside, OPTIONS)
  expect(behind.colors).toEqual(paint([], inside, OPTIONS).colors)
  const around = paint([{ mesh: box([-5, -20, -5], [5, 10, 5]), color: BLUE }], inside, OPTIONS)
  const [r, , b] = at(around, 100, 75)
  expect(b).toBeGreaterThan(r * 1.5)
})

test('Selection is yellow, the newest change is the accent, and both win over other lines', () => {
  const cube = box([-5, -5, -5], [5, 5, 5])
  const of = (flags: { selected?: boolean; changed?: boolean }): Color =>
    at(paint([{ mesh: cube, color: [0, 0, 0], ...flags }], top(), OPTIONS), 100, 75)
  const [plain, selected, changed] = [of({}), of({ selected: true }), of({ changed: true })]
  expect(plain[0] - plain[2]).toBeLessThan(12)
  expect(selected[1] - selected[2]).toBeGreaterThan(80)
  expect(changed[0] - changed[1]).toBeGreaterThan(50)
  expect(light(plain)).toBeGreaterThan(400)
})

test('Wireframe shows what is behind; ghosted shows it faintly', () => {
  const front = { mesh: box([-6, -6, 2], [6, 6, 4]), color: [0, 0, 0] as Color }
  const line = { mesh: lines([-9, 0, -5], [9, 0, -5]), color: [0, 0, 255] as Color }
  const blue = (style: PictureOptions['style']): number => {
    const pixels = paint([front, line], top(), { ...OPTIONS, style })
    const [off, on] = [at(pixels, 90, 85), [74, 75].map((y) => at(pixels, 90, y)).sort((a, b) => a[0] - b[0])[0]!]
    return off[0] - on[0]
  }
  expect(blue('shaded')).toBe(0)
  expect(blue('ghosted')).toBeGreaterThan(10)
  expect(blue('wireframe')).toBeGreaterThan(blue('ghosted') * 2)
})

test('The grid lies under the model and carries a red and a green axis', () => {
  const options = { ...OPTIONS, grid: defaultGrid(WORLD) }
  const camera = { ...standardView('Top'), height: 20 }
  const bare = paint([], camera, options)
  const strongest = (x: number, y: number, channel: 0 | 1): number =>
    Math.max(
      ...[-1, 0, 1].map(
        (d) =>
          at(bare, x + (channel ? d : 0), y + (channel ? 0 : d))[channel] -
          at(bare, x + (channel ? d : 0), y + (channel ? 0 : d))[channel ? 0 : 1],
      ),
    )
  expect(strongest(150, 75, 0)).toBeGreaterThan(40)
  expect(strongest(100, 30, 1)).toBeGreaterThan(20)
  const covered = paint([{ mesh: box([-5, -5, -1], [5, 5, 0]), color: [200, 200, 200] }], camera, options)
  const face = [80, 90, 100, 110, 120].map((x) => covered.colors[70 * 200 + x])
  expect(new Set(face).size).toBe(1)
})

describe('camera', () => {
  test('Zoomed to a box, every view shows all of it and fills most of the picture', () => {
    const side = fc.double({ min: 0.1, max: 100, noNaN: true })
    const place = fc.double({ min: -1000, max: 1000, noNaN: true })
    fc.assert(
      fc.property(
        fc.constantFrom(...STANDARD_VIEWS),
        fc.tuple(place, place, place),
        fc.tuple(side, side, side),
        (name, min, size) => {
          const max = min.map((value, i) => value + size[i]!) as Point
          const camera = zoomTo(standardView(name), { min, max }, 4 / 3)
          const options: PictureOptions = { width: 80, height: 60, style: 'shaded', ground: [255, 255, 255] }
          const { colors } = paint([{ mesh: box(min, max), color: [0, 0, 0] }], camera, options)
          const border = colors.filter((_, i) => i < 80 || i >= 59 * 80 || i % 80 === 0 || i % 80 === 79)
          expect(border.every((color) => color === 0xffffff)).toBe(true)
          const drawn = [...colors.keys()].filter((i) => colors[i] !== 0xffffff)
          const [xs, ys] = [drawn.map((i) => i % 80), drawn.map((i) => Math.floor(i / 80))]
          const [across, down] = [xs, ys].map((v) => Math.max(...v) - Math.min(...v)) as [number, number]
          expect(Math.max(across / 80, down / 60)).toBeGreaterThan(0.6)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('A camera that looks nowhere, or along its up, is refused', () => {
    const camera = standardView('Top')
    expect(() => paint([], { ...camera, target: camera.location }, OPTIONS)).toThrow(Fault)
    expect(() => paint([], { ...camera, up: [0, 0, 1] }, OPTIONS)).toThrow(/up direction/)
  })
})

describe('PNG', () => {
  test('The file holds the very pixels', () => {
    const objects = [{ mesh: box([-5, -5, -5], [5, 5, 5]), color: BLUE }]
    const { colors } = paint(objects, top(), OPTIONS)
    const file = drawPicture(objects, top(), OPTIONS)
    expect(file.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([200, 150])
    const start = file.indexOf('IDAT')
    const rows = inflateSync(file.subarray(start + 4, start + 4 + file.readUInt32BE(start - 4)))
    expect(rows.length).toBe(150 * 601)
    for (const [x, y] of [
      [0, 0],
      [100, 75],
      [199, 149],
      [60, 40],
    ] as const) {
      const color = colors[y * 200 + x]!
      expect([...rows.subarray(y * 601 + 1 + x * 3, y * 601 + 4 + x * 3)]).toEqual([
        color & 255,
        (color >> 8) & 255,
        color >> 16,
      ])
    }
  })

  test('Sizes from one pixel to many bands are drawn, and senseless ones refused', () => {
    expect(drawPicture([], top(), { ...OPTIONS, width: 1, height: 1 }).readUInt32BE(16)).toBe(1)
    expect(paint([], top(), { ...OPTIONS, width: 7, height: 200 }).colors).toHaveLength(1400)
    for (const size of [0, -5, 1.5, Number.NaN, 20000]) {
      expect(() => drawPicture([], top(), { ...OPTIONS, width: size })).toThrow(Fault)
    }
    expect(() => drawPicture([], top(), { ...OPTIONS, width: 16384, height: 16384 })).toThrow(/16384/)
  })

  test('A picture is the same whatever band a thing falls into', () => {
    const mesh = box([-9, -9, -5], [9, 9, 5])
    const tall = paint([{ mesh, color: BLUE }], top(), { ...OPTIONS, height: 150 })
    const rows = [63, 64, 127, 128].map((y) => tall.colors.slice(y * 200 + 80, y * 200 + 120))
    expect(rows[0]).toEqual(rows[1])
    expect(rows[2]).toEqual(rows[3])
  })
})

test('A clear picture has no ground: it lies on white as on black as if it were drawn there', () => {
  const objects = [{ mesh: box([-5, -5, -5], [5, 5, 5]), color: BLUE }]
  const options = { ...OPTIONS, grid: { ...defaultGrid(WORLD), faint: true } }
  const camera = whole(standardView('Perspective'))
  const clear = readRgba(drawClearPicture(objects, camera, options))
  for (const ground of [
    [0, 0, 0],
    [255, 255, 255],
    [99, 103, 107],
  ] as Color[]) {
    const drawn = paint(objects, camera, { ...options, ground })
    let worst = 0
    for (let pixel = 0; pixel < drawn.colors.length; pixel += 1) {
      const [r = 0, g = 0, b = 0, a = 0] = clear.subarray(pixel * 4, pixel * 4 + 4)
      const want = at(drawn, pixel % drawn.width, Math.floor(pixel / drawn.width))
      for (const [i, value] of [r, g, b].entries()) {
        worst = Math.max(worst, Math.abs((value * a + (ground[i] ?? 0) * (255 - a)) / 255 - (want[i] ?? 0)))
      }
    }
    expect(worst).toBeLessThan(4)
  }
  expect(clear[3]).toBeLessThan(128)
  expect(clear[(75 * OPTIONS.width + 100) * 4 + 3]).toBe(255)
})

/** RGBA, row by row. */
function readRgba(png: Buffer): Uint8Array {
  expect(png[25]).toBe(6)
  const data: Buffer[] = []
  for (let from = 8; from < png.length; ) {
    const length = png.readUInt32BE(from)
    if (png.toString('latin1', from + 4, from + 8) === 'IDAT') data.push(png.subarray(from + 8, from + 8 + length))
    from += length + 12
  }
  const rows = inflateSync(Buffer.concat(data))
  const width = png.readUInt32BE(16) * 4
  const pixels = Array.from({ length: png.readUInt32BE(20) }, (_, y) =>
    rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)),
  )
  return Buffer.concat(pixels)
}
