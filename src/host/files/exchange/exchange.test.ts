import { beforeAll, describe, expect, it } from 'vitest'
import type { Fault } from '../../../wire/fault.ts'
import type { Geometry, MeshGeometry } from '../../geometry.ts'
import { createKernel } from '../../kernel/kernel.ts'
import type { HostKernel } from '../convert/context.ts'
import { readFile, writeBytes } from '../files.ts'
import type { FileModel } from '../model.ts'
import { plainModel } from './model.ts'

let kernel: HostKernel
let model: FileModel

const frame = { origin: [1, 2, 3], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } satisfies Parameters<HostKernel['box']>[0]
const quad: MeshGeometry = {
  kind: 'mesh',
  vertices: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0.1, 0),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 1, 4, 2),
  quads: Uint32Array.of(0),
}

beforeAll(async () => {
  kernel = await createKernel()
  model = plainModel(
    [
      { name: 'my box', geometry: kernel.box(frame, 10, 20, 30) },
      { name: 'ball', geometry: kernel.sphere(frame, 4) },
      { name: 'line', geometry: kernel.line([0, 0, 0], [1, 1, 1]) },
      { name: 'sheet', geometry: quad },
      { name: 'point', geometry: { kind: 'point', at: [0, 0, 0] } },
    ],
    'inches',
  )
})

const text = (content: string): Uint8Array => new Uint8Array(Buffer.from(content))
const geometries = ({ objects }: FileModel): Geometry[] => objects.map(({ geometry }) => geometry)
const faultOf = (work: Promise<unknown>): Promise<Fault> =>
  work.then(
    () => expect.fail('no fault'),
    (fault) => fault,
  )

describe('STEP', () => {
  it('keeps solids, curves and the unit, and says what it left out', async () => {
    const { bytes, notes } = await writeBytes(model, { format: 'step' }, kernel)
    expect(Buffer.from(bytes.subarray(0, 12)).toString()).toBe('ISO-10303-21')
    expect(notes).toEqual([
      expect.objectContaining({ code: 'skipped', ids: [model.objects[3]!.id, model.objects[4]!.id] }),
    ])
    const live = kernel.liveShapes
    const { model: back } = await readFile(bytes, 'step', kernel)
    expect(back.units).toBe('inches')
    const [box, ball, line] = geometries(back)
    expect(kernel.volume(box!)).toBeCloseTo(6000, 6)
    expect(kernel.volume(ball!)! / ((4 / 3) * Math.PI * 64)).toBeCloseTo(1, 6)
    expect(line!.kind === 'curve' && kernel.describeCurve(line!).length).toBeCloseTo(Math.sqrt(3))
    for (const geometry of geometries(back)) kernel.release(geometry)
    expect(kernel.liveShapes).toBe(live)
  })

  it.each(['microns', 'centimeters', 'meters', 'feet', 'miles'] as const)('keeps numbers in %s', async (units) => {
    const { bytes } = await writeBytes(
      { ...model, units, objects: model.objects.slice(0, 1) },
      { format: 'step' },
      kernel,
    )
    const { model: back } = await readFile(bytes, null, kernel)
    expect(back.units).toBe(units)
    expect(kernel.boundingBox(geometries(back)[0]!)!.max[2]).toBeCloseTo(33, 6)
  })

  it('says what is wrong with a cut file', async () => {
    const { bytes } = await writeBytes(model, { format: 'step' }, kernel)
    const fault = await faultOf(readFile(bytes.subarray(0, 400), 'step', kernel))
    expect(fault).toMatchObject({ code: 'OPERATION_FAILED', details: { next: expect.any(String) } })
  })
})

describe('STL', () => {
  it('writes binary triangles that close round the solid, and reads them back joined', async () => {
    const { bytes, notes } = await writeBytes(
      { ...model, objects: model.objects.slice(0, 1) },
      { format: 'stl' },
      kernel,
    )
    expect(bytes.length).toBe(84 + 12 * 50)
    expect(notes).toEqual([expect.objectContaining({ code: 'units', message: expect.stringContaining('inches') })])
    const { model: back } = await readFile(bytes, null, kernel)
    const [box] = geometries(back) as [MeshGeometry]
    expect(box.vertices.length / 3).toBe(8)
    expect(volumeOf(box)).toBeCloseTo(6000, 4)
    expect(back.units).toBe('none')
  })

  it('reads text, several solids, with their names', async () => {
    const facet = 'facet normal 0 0 1\n outer loop\n vertex 0 0 0\n vertex 1 0 0\n vertex 0 1 0\n endloop\n endfacet\n'
    const { model: back } = await readFile(
      text(`solid A b\n${facet}endsolid A b\nsolid\n${facet}endsolid\n`),
      null,
      kernel,
    )
    expect(back.objects.map(({ name }) => name)).toEqual(['A b', ''])
  })

  it.each([
    ['cut off', Buffer.alloc(200, 1)],
    ['empty of triangles', Buffer.from('solid x\nendsolid x\n')],
    ['no numbers', Buffer.from('solid x\nfacet\n vertex a b c\nendfacet\nendsolid')],
    ['half a triangle', Buffer.from('solid x\nfacet\n vertex 1 2 3\nendfacet\nendsolid')],
  ])('%s: a sentence', async (_, bytes) => {
    const fault = await faultOf(readFile(new Uint8Array(bytes), 'stl', kernel))
    expect(fault.message).toMatch(/^The STL file .*\.$/)
  })
})

describe('OBJ', () => {
  it('keeps quads, names and, in a comment, the unit', async () => {
    const { bytes } = await writeBytes(model, { format: 'obj' }, kernel)
    const { model: back, notes } = await readFile(bytes, null, kernel)
    expect(notes).toEqual([])
    expect(back.units).toBe('inches')
    expect(back.objects.map(({ name }) => name)).toEqual(['my_box', 'ball', 'sheet'])
    expect(geometries(back)[2]).toEqual(quad)
    expect(volumeOf(geometries(back)[0] as MeshGeometry)).toBeCloseTo(6000, 3)
  })

  it('takes relative corners, texture corners, and polygons of many corners', async () => {
    const { model: back } = await readFile(
      text('v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 3 0\nv 0 2 0\nf -5/1/1 -4//2 -3 4 5\n'),
      'obj',
      kernel,
    )
    expect((geometries(back)[0] as MeshGeometry).triangles).toEqual(Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 4))
  })

  it.each([
    ['v 1 2\nf 1 1 1', /three numbers \(line 1\)/],
    ['v 1 2 x\n', /three numbers \(line 1\)/],
    ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4', /corner "4".*\(line 4\)/],
    ['v 0 0 0\nf 1 0 1', /corner "0"/],
    ['# nothing\n', /no faces/],
  ])('%j: a sentence that names the line', async (content, message) => {
    expect((await faultOf(readFile(text(content), 'obj', kernel))).message).toMatch(message)
  })
})

it.each(['step', 'stl', 'obj'] as const)('%s of nothing that fits: a sentence, no file', async (format) => {
  const points = { ...model, objects: model.objects.slice(4) }
  expect((await faultOf(writeBytes(points, { format }, kernel))).message).toMatch(/^There is no /)
})

/** Of a closed mesh. */
function volumeOf({ vertices, triangles }: MeshGeometry): number {
  let six = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => vertices.subarray(triangles[t + k]! * 3, triangles[t + k]! * 3 + 3)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    six +=
      a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
      a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
      a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)
  }
  return six / 6
}
