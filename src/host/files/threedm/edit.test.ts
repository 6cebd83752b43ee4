import { beforeAll, describe, expect, it } from 'vitest'
import type { MeshGeometry, OpaqueGeometry } from '../../geometry.ts'
import { createKernel } from '../../kernel/kernel.ts'
import type { HostKernel } from '../convert/context.ts'
import { plainModel } from '../exchange/model.ts'
import { readFile, writeBytes } from '../files.ts'
import type { FileLayer, FileModel, FileObject } from '../model.ts'
import { loadRhino, type Rhino } from '../rhino/load.ts'

let kernel: HostKernel
let rhino: Rhino

beforeAll(async () => {
  kernel = await createKernel()
  rhino = await loadRhino()
})

const guid = (n: number): string => `11111111-2222-4333-8444-${String(n).padStart(12, '0')}`

/** Three layers (one inside another), three groups, one point on each layer in one group. */
function sample(): FileModel {
  const layer = (n: number, parentId: string | null): FileLayer => ({
    ...{ id: guid(n), parentId, name: `L${n}`, fullPath: '', color: [n, 2, 3], visible: n !== 2, locked: n === 3 },
  })
  const base = plainModel(
    [1, 2, 3].map((n) => ({ name: `P${n}`, geometry: { kind: 'point', at: [n, 0, 0] } })),
    'meters',
  )
  return {
    ...base,
    layers: [layer(1, null), layer(2, guid(1)), layer(3, null)],
    currentLayerId: guid(3),
    groups: [11, 12, 13].map((n) => ({ id: guid(n), name: `G${n}` })),
    materials: [{ id: guid(21), name: 'Oak', color: [180, 120, 60], transparency: 0.25 }],
    namedViews: [
      {
        name: 'Front',
        camera: [0, -50, 0],
        target: [0, 0, 0],
        up: [0, 0, 1],
        projection: 'parallel',
        lens: 50,
        halfWidth: 20,
      },
      {
        name: 'Persp',
        camera: [40, -40, 40],
        target: [0, 0, 0],
        up: [0, 0, 1],
        projection: 'perspective',
        lens: 35,
        halfWidth: 30,
      },
    ],
    userText: { project: 'Bird', 'a\\b': 'Ünï 🦏' },
    objects: base.objects.map((object, i) => ({
      ...object,
      id: guid(31 + i),
      layerId: guid(1 + i),
      groupIds: [guid(11 + i)],
      color: [9, 8, 7],
      colorSource: 'object',
      materialId: guid(21),
      materialSource: 'object',
      visible: i !== 1,
      locked: i === 2,
      userText: { cost: String(i) },
    })),
  }
}

async function again(model: FileModel, version?: number): Promise<FileModel> {
  const options = version === undefined ? { format: '3dm' as const } : { format: '3dm' as const, version }
  const { bytes } = await writeBytes(model, options, kernel)
  return (await readFile(bytes, '3dm', kernel)).model
}

/** What is compared: all but what a file adds to an object or works out by itself. */
const essence = ({ base: _b, blocks: _l, namedViews, layers, objects, ...rest }: FileModel) => ({
  ...rest,
  layers: layers.map(({ fullPath: _, ...layer }) => layer),
  objects: objects.map(({ fileType: _f, originId: _o, ...object }) => object),
  views: namedViews.map(({ name, projection }) => ({ name, projection })),
})

describe('a new .3dm', () => {
  it.each([8, 7, 6, 5])('version %i has everything the model says', async (version) => {
    const model = sample()
    const back = await again(model, version)
    expect(essence(back)).toEqual(essence(model))
    expect(back.layers.map(({ fullPath }) => fullPath).sort()).toEqual(['L1', 'L1::L2', 'L3'])
  })

  it('keeps named views to the eye', async () => {
    const model = sample()
    const back = await again(model)
    back.namedViews.forEach((view, i) => {
      const wanted = model.namedViews[i]!
      for (const key of ['camera', 'target'] as const) {
        view[key].forEach((value, k) => {
          expect(value).toBeCloseTo(wanted[key][k]!, 6)
        })
      }
    })
    expect(back.namedViews[0]!.halfWidth).toBeCloseTo(20, 6)
    expect(back.namedViews[1]!.lens).toBeCloseTo(35, 3)
  })

  it('is refused for a version there is not', async () => {
    await expect(writeBytes(sample(), { format: '3dm', version: 4 }, kernel)).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
  })
})

describe('editing a file', () => {
  it('a layer and a group in the middle go, and what stood on and in the others still does', async () => {
    const opened = await again(sample())
    const edited: FileModel = {
      ...opened,
      layers: opened.layers.filter(({ id }) => id !== guid(2)),
      groups: opened.groups.filter(({ id }) => id !== guid(12)),
      objects: opened.objects.filter(({ id }) => id !== guid(32)),
    }
    expect(essence(await again(edited))).toEqual(essence(edited))
  })

  it('renames, recolours, hides and reparents layers without touching objects', async () => {
    const opened = await again(sample())
    const layers = opened.layers.map((layer) =>
      layer.id === guid(2)
        ? { ...layer, name: 'Neu', parentId: guid(3), color: [200, 0, 1] as const, visible: true }
        : layer,
    ) as FileLayer[]
    const edited = { ...opened, layers, currentLayerId: guid(1) }
    const back = await again(edited)
    expect(essence(back).objects).toEqual(essence(edited).objects)
    expect(back.layers.find(({ id }) => id === guid(2))).toMatchObject({
      name: 'Neu',
      fullPath: 'L3::Neu',
      color: [200, 0, 1],
    })
    expect(back.currentLayerId).toBe(guid(1))
  })

  it('takes user text, groups and names away again', async () => {
    const opened = await again(sample())
    const bare = opened.objects.map((object) => ({ ...object, name: '', groupIds: [], userText: {}, materialId: null }))
    const edited = { ...opened, objects: bare, userText: { project: 'Other' }, namedViews: opened.namedViews.slice(1) }
    expect(essence(await again(edited))).toEqual(essence(edited))
  })

  it('changes units and tolerances, and nothing else', async () => {
    const opened = await again(sample())
    const edited: FileModel = {
      ...opened,
      units: 'inches',
      tolerances: { absolute: 0.5, angleRadians: 0.1, relative: 0.2 },
    }
    expect(essence(await again(edited))).toEqual(essence(edited))
  })

  it('keeps ids through any number of saves', async () => {
    let model = sample()
    for (let i = 0; i < 3; i++) {
      const next = await again(model)
      expect(next.objects.map(({ id }) => id)).toEqual(model.objects.map(({ id }) => id))
      model = { ...next, objects: next.objects.map((object) => ({ ...object, name: `${object.name}${i}` })) }
    }
  })
})

describe('what the host cannot edit', () => {
  /** A file that rhino3dm makes with a dot, a hatch-like stranger (a point cloud) and a block instance. */
  function strangers(): Uint8Array {
    const doc = new rhino.File3dm()
    const objects = doc.objects()
    const cloud = new rhino.PointCloud()
    cloud.add([1, 2, 3])
    cloud.add([4, 5, 6])
    objects.add(cloud, new rhino.ObjectAttributes())
    const Dot = rhino.TextDot as unknown as new (text: string, at: number[]) => InstanceType<Rhino['TextDot']>
    objects.add(new Dot('hi', [7, 8, 9]), new rhino.ObjectAttributes())
    const brep = rhino.Brep.createFromBoundingBox(new rhino.BoundingBox([0, 0, 0], [1, 1, 1]))
    doc.instanceDefinitions().add('Bolt', 'M4', '', '', [0, 0, 0], [brep], [new rhino.ObjectAttributes()] as never)
    const Instance = rhino.InstanceReference as unknown as new (
      id: string,
      at: unknown,
    ) => InstanceType<Rhino['InstanceReference']>
    const where = rhino.Transform.translationXYZ(100, 0, 0)
    objects.add(new Instance(doc.instanceDefinitions().get(0).id, where), new rhino.ObjectAttributes())
    return doc.toByteArray()
  }

  const moved = (geometry: OpaqueGeometry): OpaqueGeometry => ({
    ...geometry,
    transform: [1, 0, 0, 10, 0, 1, 0, 20, 0, 0, 1, 30, 0, 0, 0, 1],
  })

  it('is read with its class and box, and its block', async () => {
    const { model } = await readFile(strangers(), '3dm', kernel)
    expect(model.objects.map(({ fileType, geometry }) => [fileType, geometry.kind])).toEqual([
      ['PointCloud', 'opaque'],
      ['TextDot', 'opaque'],
      ['InstanceReference', 'opaque'],
    ])
    expect((model.objects[2]!.geometry as OpaqueGeometry).bounds).toEqual({ min: [100, 0, 0], max: [101, 1, 1] })
    expect(model.blocks).toMatchObject([
      { name: 'Bolt', description: 'M4', bounds: { min: [0, 0, 0], max: [1, 1, 1] } },
    ])
  })

  it('is drawn where its instance puts it, turned, nested and all, with its exact box', async () => {
    const doc = new rhino.File3dm()
    const Instance = rhino.InstanceReference as unknown as new (
      id: string,
      at: unknown,
    ) => InstanceType<Rhino['InstanceReference']>
    const plain = new rhino.ObjectAttributes()
    const definitions = doc.instanceDefinitions()
    const define = (name: string, parts: object[]) => {
      definitions.add(name, '', '', '', [0, 0, 0], parts as never, parts.map(() => plain) as never)
      return definitions.get(definitions.count - 1).id
    }
    // As other programs write them: Breps without triangles, and curves.
    const cube = rhino.Brep.createFromBoundingBox(new rhino.BoundingBox([0, 0, 0], [10, 10, 10]))
    const ball = new rhino.Sphere([0, 0, 20], 3).toBrep()
    const rod = new rhino.LineCurve([0, 0, 0], [0, 0, 30])
    // Declared with a sine and a cosine; it takes the angle.
    const turn = rhino.Transform.rotation as unknown as (angle: number, axis: number[], centre: number[]) => object
    const turned = turn(Math.PI / 4, [0, 0, 1], [0, 0, 0])
    const inner = define('Inner', [cube, ball, rod])
    const outer = define('Outer', [new Instance(inner, turned)])
    doc.objects().add(new Instance(inner, rhino.Transform.translationXYZ(100, 0, 0)), plain)
    doc.objects().add(new Instance(outer, rhino.Transform.translationXYZ(0, 200, 0)), plain)
    const live = kernel.liveShapes
    const { model } = await readFile(doc.toByteArray(), '3dm', kernel)
    expect(kernel.liveShapes).toBe(live)
    const [straight, nested] = model.objects.map(({ geometry }) => geometry as OpaqueGeometry)
    const close = (got: number[], wanted: number[]) => {
      for (const [i, value] of got.entries()) expect(value).toBeCloseTo(wanted[i]!, 1)
    }
    close([...straight!.bounds!.min, ...straight!.bounds!.max], [97, -3, 0, 110, 10, 30])
    const half = 10 * Math.SQRT1_2
    close([...nested!.bounds!.min, ...nested!.bounds!.max], [-half, 197, 0, half, 200 + 2 * half, 30])
    for (const geometry of [straight!, nested!]) {
      const { triangles, edges } = kernel.display(geometry, 0.1)
      // The cube's twelve and the ball's many; the cube's edges and the rod.
      expect(triangles.length / 3).toBeGreaterThan(100)
      expect(edges.length / 6).toBeGreaterThan(12)
    }
    const { edges } = kernel.display({ ...nested!, transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 50, 0, 0, 0, 1] }, 0.1)
    const heights = [...edges].filter((_, i) => i % 3 === 2)
    close([Math.min(...heights), Math.max(...heights)], [50, 80])
  })

  it('moves where it was moved to', async () => {
    const { model } = await readFile(strangers(), '3dm', kernel)
    const objects = model.objects.map((object) => ({ ...object, geometry: moved(object.geometry as OpaqueGeometry) }))
    const back = await again({ ...model, objects })
    const boxes = back.objects.map(({ geometry }) => (geometry as OpaqueGeometry).bounds!.min)
    expect(boxes).toEqual([
      [11, 22, 33],
      [17, 28, 39],
      [110, 20, 30],
    ])
    expect(back.blocks).toEqual(model.blocks)
  })

  it('is copied with all it has', async () => {
    const { model } = await readFile(strangers(), '3dm', kernel)
    const copies = model.objects.map(
      (object, i): FileObject => ({ ...object, id: guid(50 + i), originId: object.id, name: 'copy' }),
    )
    const back = await again({ ...model, objects: [...model.objects, ...copies] })
    expect(back.objects.map(({ id }) => id)).toEqual([...model.objects, ...copies].map(({ id }) => id))
    back.objects.slice(3).forEach(({ geometry, name }, i) => {
      expect(name).toBe('copy')
      expect((geometry as OpaqueGeometry).bounds).toEqual((model.objects[i]!.geometry as OpaqueGeometry).bounds)
    })
  })
})

describe('text', () => {
  it('comes back as text, with its frame and font, and what its dot was told in Rhino', async () => {
    const frame = { origin: [1, 2, 3], x: [0, 1, 0], y: [0, 0, 1], z: [1, 0, 0] } as const
    const text = { kind: 'text', text: 'Maß 12', frame, height: 2, font: 'Arial', bold: true, italic: false } as const
    const model = plainModel([{ name: '', geometry: text as unknown as FileObject['geometry'] }], 'meters')
    const { bytes, notes } = await writeBytes(model, { format: '3dm' }, kernel)
    expect(notes).toMatchObject([{ code: 'converted' }])
    expect((await readFile(bytes, '3dm', kernel)).model.objects[0]!.geometry).toEqual(text)
    const doc = rhino.File3dm.fromByteArray(bytes)
    const dot = doc.objects().get(0).geometry() as InstanceType<Rhino['TextDot']>
    dot.text = 'changed'
    const { model: back } = await readFile(doc.toByteArray(), '3dm', kernel)
    expect(back.objects[0]!.geometry).toEqual({ ...text, text: 'changed' })
  })
})

describe('a mesh that was changed', () => {
  it('keeps colours and texture coordinates when only its points moved', async () => {
    const doc = new rhino.File3dm()
    const mesh = new rhino.Mesh()
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const)
      mesh.vertices().add(x, y, 0)
    mesh.faces().addQuadFace(0, 1, 2, 3)
    for (let i = 0; i < 4; i++) mesh.vertexColors().add(10 * i, 20, 30)
    for (let i = 0; i < 4; i++) mesh.textureCoordinates().add(i / 4, 0.5)
    doc.objects().addMesh(mesh, new rhino.ObjectAttributes())
    const { model } = await readFile(doc.toByteArray(), '3dm', kernel)
    const [object] = model.objects as [FileObject]
    const geometry = object.geometry as MeshGeometry
    const lifted = { ...geometry, vertices: geometry.vertices.map((value, i) => (i % 3 === 2 ? value + 5 : value)) }
    const { bytes } = await writeBytes(
      { ...model, objects: [{ ...object, geometry: lifted }] },
      { format: '3dm' },
      kernel,
    )
    const back = rhino.File3dm.fromByteArray(bytes).objects().get(0).geometry() as InstanceType<Rhino['Mesh']>
    expect(back.vertices().get(2)).toEqual([1, 1, 5])
    expect(back.faces().count).toBe(1)
    expect(back.vertexColors().get(3)).toMatchObject({ r: 30, g: 20, b: 30 })
    expect(back.textureCoordinates().get(1)).toEqual([0.25, 0.5])
  })
})
