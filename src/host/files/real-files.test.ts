import type { File3dm } from 'rhino3dm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createKernel } from '../kernel/kernel.ts'
import type { HostKernel } from './convert/context.ts'
import { readFile, writeBytes } from './files.ts'
import type { FileModel, FileObject } from './model.ts'
import { realFiles } from './real-files.ts'
import { loadRhino, type Rhino } from './rhino/load.ts'

let kernel: HostKernel
let rhino: Rhino

beforeAll(async () => {
  kernel = await createKernel()
  rhino = await loadRhino()
})

/** What rhino3dm, which knows nothing of our bytes, sees in a file. */
function inventory(bytes: Uint8Array) {
  const doc = rhino.File3dm.fromByteArray(bytes)
  expect(doc).toBeTruthy()
  const all = <T>(table: { count: number; get(i: number): T }): T[] =>
    Array.from({ length: table.count }, (_, i) => table.get(i))
  const objects = all(doc.objects()).map((item) => {
    const [geometry, attributes] = [item.geometry(), item.attributes()]
    return {
      id: attributes.id,
      class: geometry.constructor.name,
      name: attributes.name,
      layer: doc.layers().get(attributes.layerIndex)?.id,
      text: attributes.getUserStrings(),
      geometry: geometry.encode().data,
      attributes: attributes.encode().data,
    }
  })
  return {
    objects: new Map(objects.map((object) => [object.id, object])),
    layers: all(doc.layers()).map((layer) => layer.encode().data),
    materials: all(doc.materials()).map(({ id }) => id),
    groups: all(doc.groups()).map(({ id }) => id),
    blocks: all(doc.instanceDefinitions()).map(({ id, name }) => `${id} ${name}`),
    views: all(doc.views()).map(({ name }) => name),
    strings: all(doc.strings() as unknown as { count: number; get(i: number): unknown }),
    plugIns: doc.plugInData().count,
    rdk: (doc as File3dm & { rdkXml(): string }).rdkXml(),
  }
}

const files = realFiles()

describe.skipIf(files.length === 0)('real Rhino files', () => {
  it.each(files)('$name: a save without a change is the same file, byte for byte', async ({ bytes }) => {
    const { model } = await readFile(bytes, null, kernel)
    const { bytes: saved } = await writeBytes(model, { format: '3dm' }, kernel)
    expect(Buffer.compare(Buffer.from(saved), Buffer.from(bytes))).toBe(0)
  })

  it.each(files)('$name: changing one object and adding another loses nothing else', async ({ bytes }) => {
    const before = inventory(bytes)
    const { model } = await readFile(bytes, null, kernel)
    const [first, ...rest] = model.objects as [FileObject, ...FileObject[]]
    const layer = { ...(model.layers[0] as FileModel['layers'][number]), id: NEW_LAYER, name: 'Added', parentId: null }
    const renamed = { ...first, name: 'Schön', userText: { ...first.userText, cost: '12' } }
    const point = { ...first, id: NEW_OBJECT, name: 'P', layerId: NEW_LAYER, groupIds: [NEW_GROUP], userText: {} }
    const edited: FileModel = {
      ...model,
      layers: [...model.layers, layer],
      groups: [...model.groups, { id: NEW_GROUP, name: 'Pair' }],
      objects: [renamed, ...rest, { ...point, originId: null, geometry: { kind: 'point', at: [1, 2, 3] } }],
      userText: { ...model.userText, project: 'Bird' },
    }
    const { bytes: saved, notes } = await writeBytes(edited, { format: '3dm' }, kernel)
    const after = inventory(saved)

    expect(notes).toEqual([])
    expect([...after.objects.keys()]).toEqual([...before.objects.keys(), NEW_OBJECT])
    for (const [id, object] of before.objects) {
      const now = after.objects.get(id)
      if (id === first.id) expect(now).toMatchObject({ ...object, ...changedParts(object.text) })
      else expect(now).toEqual(object)
    }
    expect(after.objects.get(NEW_OBJECT)).toMatchObject({ class: 'Point', name: 'P', layer: NEW_LAYER })
    expect(after.layers.slice(0, before.layers.length)).toEqual(before.layers)
    expect(after.groups).toEqual([...before.groups, NEW_GROUP])
    for (const part of ['materials', 'blocks', 'views', 'plugIns', 'rdk'] as const) {
      expect(after[part]).toEqual(before[part])
    }
    expect(after.strings).toEqual([...before.strings, ['project', 'Bird']])
  })

  it.each(files)('$name: deleting and undeleting an object gives the file back', async ({ bytes }) => {
    const { model } = await readFile(bytes, null, kernel)
    const without = await writeBytes({ ...model, objects: model.objects.slice(1) }, { format: '3dm' }, kernel)
    expect(inventory(without.bytes).objects.size).toBe(inventory(bytes).objects.size - 1)
    const { bytes: saved } = await writeBytes({ ...model }, { format: '3dm' }, kernel)
    expect(Buffer.compare(Buffer.from(saved), Buffer.from(bytes))).toBe(0)
  })
})

const NEW_LAYER = '11111111-2222-4333-8444-000000000001'
const NEW_GROUP = '11111111-2222-4333-8444-000000000002'
const NEW_OBJECT = '11111111-2222-4333-8444-000000000003'

/** The changed object's attributes differ as bytes; name and user text are what was asked for. */
function changedParts(text: unknown) {
  return { name: 'Schön', text: [...(text as unknown[]), ['cost', '12']], attributes: expect.any(String) }
}
