import { Fault } from '../../wire/fault.ts'
import type { FileWindow } from './file-window.ts'

/**
 * What stands at the edges of a .3dm file's chunks: enough for a summary, and no geometry is read. Type codes and layout:
 * openNURBS, opennurbs_3dm.h and the Write functions of ON_Layer and ON_3dmUnitsAndTolerances.
 */
const CODE = {
  short: 0x80000000,
  endOfFile: 0x00007fff,
  settings: 0x10000015,
  units: 0x20008031,
  layers: 0x10000011,
  layer: 0x20008050,
  objects: 0x10000013,
  object: 0x20008070,
  objectType: 0x82000071,
  classChunk: 0x00027ffa,
  classData: 0x0002fffc,
} as const

const MAGIC = '3D Geometry File Format '
const HEADER_LENGTH = 32
/** Files with more are told of as far as they go. */
const MOST_OBJECTS = 1_000_000
const MOST_LAYERS = 2000

const TYPES: Readonly<Record<number, string>> = {
  1: 'point',
  2: 'point cloud',
  4: 'curve',
  8: 'surface',
  16: 'polysurface',
  32: 'mesh',
  256: 'light',
  512: 'annotation',
  4096: 'block instance',
  8192: 'text dot',
  32768: 'detail',
  65536: 'hatch',
  262144: 'subd',
  134217728: 'clipping plane',
  1073741824: 'extrusion',
}

const UNITS = [
  'none',
  'microns',
  'millimeters',
  'centimeters',
  'meters',
  'kilometers',
  'microinches',
  'mils',
  'inches',
  'feet',
  'miles',
  'other',
  'angstroms',
  'nanometers',
  'decimeters',
  'dekameters',
  'hectometers',
  'megameters',
  'gigameters',
  'yards',
]

export interface ThreeDmSummary {
  /** The Rhino whose format it is in: 4, 5, 8. */
  format: number
  units: string | null
  absolute_tolerance: number | null
  objects: number
  by_type: Record<string, number>
  /** Full paths. */
  layers: string[]
}

interface Chunk {
  code: number
  body: number
  end: number
  value: number
}

/** Throws a Fault for a file that is none or that is damaged. */
export async function readThreeDm(file: FileWindow, signal: AbortSignal): Promise<ThreeDmSummary> {
  const head = (await file.read(0, HEADER_LENGTH)).toString('latin1')
  const version = Number(head.slice(MAGIC.length))
  if (!head.startsWith(MAGIC) || !Number.isInteger(version) || version < 1) {
    throw new Fault('OPERATION_FAILED', 'This is no .3dm file.', { next: 'Name a file that Rhino has saved.' })
  }
  const reader = new Reader(file, version < 50 ? 4 : 8, signal)
  const summary: ThreeDmSummary = {
    format: version < 50 ? version : Math.floor(version / 10),
    units: null,
    absolute_tolerance: null,
    objects: 0,
    by_type: {},
    layers: [],
  }
  let whole = false
  for await (const section of reader.chunks(HEADER_LENGTH, file.length)) {
    if (section.code === CODE.settings) await readUnits(reader, section, summary)
    else if (section.code === CODE.layers) summary.layers = await readLayers(reader, section)
    else if (section.code === CODE.objects) await countObjects(reader, section, summary)
    else if (section.code === CODE.endOfFile) {
      whole = true
      break
    }
  }
  if (!whole) throw damaged(file.length)
  return summary
}

class Reader {
  readonly file: FileWindow
  readonly #lengthBytes: 4 | 8
  readonly #signal: AbortSignal

  constructor(file: FileWindow, lengthBytes: 4 | 8, signal: AbortSignal) {
    this.file = file
    this.#lengthBytes = lengthBytes
    this.#signal = signal
  }

  /** The chunks that stand one after another. */
  async *chunks(from: number, to: number): AsyncGenerator<Chunk> {
    const header = 4 + this.#lengthBytes
    for (let at = from; at + header <= to; ) {
      this.#signal.throwIfAborted()
      const bytes = await this.file.read(at, header)
      if (bytes.length < header) throw damaged(at)
      const code = bytes.readUInt32LE(0)
      const length = this.#lengthBytes === 4 ? bytes.readInt32LE(4) : Number(bytes.readBigInt64LE(4))
      const body = at + header
      const short = (code & CODE.short) !== 0
      if (!short && (length < 0 || length > to - body)) throw damaged(at)
      const end = short ? body : body + length
      yield { code, body, end, value: short ? length : 0 }
      at = end
    }
  }

  async find({ body, end }: Chunk, code: number): Promise<Chunk | undefined> {
    // The last four bytes may be a checksum, which is no chunk.
    for await (const chunk of this.chunks(body, end)) if (chunk.code === code) return chunk
    return undefined
  }
}

async function readUnits(reader: Reader, section: Chunk, summary: ThreeDmSummary): Promise<void> {
  const chunk = await reader.find(section, CODE.units)
  if (!chunk) return
  const bytes = await reader.file.read(chunk.body, Math.min(16, chunk.end - chunk.body))
  if (bytes.length < 16) return
  const unit = bytes.readInt32LE(4)
  summary.units = unit === 255 ? 'none' : (UNITS[unit] ?? 'other')
  summary.absolute_tolerance = bytes.readDoubleLE(8)
}

async function countObjects(reader: Reader, section: Chunk, summary: ThreeDmSummary): Promise<void> {
  for await (const record of reader.chunks(section.body, section.end)) {
    if (record.code !== CODE.object) continue
    const type = await reader.find(record, CODE.objectType)
    const name = TYPES[type?.value ?? 0] ?? 'other'
    summary.objects += 1
    summary.by_type[name] = (summary.by_type[name] ?? 0) + 1
    if (summary.objects >= MOST_OBJECTS) return
  }
}

interface Layer {
  id: string
  parent: string
  name: string
}

async function readLayers(reader: Reader, section: Chunk): Promise<string[]> {
  const layers: Layer[] = []
  for await (const record of reader.chunks(section.body, section.end)) {
    if (record.code !== CODE.layer || layers.length >= MOST_LAYERS) continue
    const whole = await reader.find(record, CODE.classChunk)
    const data = whole && (await reader.find(whole, CODE.classData))
    const layer = data && readLayer(await reader.file.read(data.body, Math.min(data.end - data.body, 8192)))
    if (layer) layers.push(layer)
  }
  const byId = new Map(layers.map((layer) => [layer.id, layer]))
  return layers.map((layer) => pathOf(layer, byId))
}

/** Mode, index, IGES level, material, a spare, colour, an old line style; then the name, and further on its ids. */
const BEFORE_NAME = 1 + 5 * 4 + 4 + 2 * 2 + 2 * 8
/** Visible, line type, plot colour and weight, locked. */
const BEFORE_IDS = 1 + 4 + 4 + 8 + 1

function readLayer(bytes: Buffer): Layer | undefined {
  if (bytes.length < BEFORE_NAME + 4) return undefined
  const units = bytes.readInt32LE(BEFORE_NAME)
  const from = BEFORE_NAME + 4
  const end = from + units * 2
  if (units < 0 || end > bytes.length) return undefined
  const name = bytes.toString('utf16le', from, end).replace(/\0.*$/s, '')
  const id = end + BEFORE_IDS
  const text = (at: number) => (at + 16 <= bytes.length ? bytes.toString('hex', at, at + 16) : '')
  return { name, id: text(id), parent: text(id + 16) }
}

function pathOf(layer: Layer, byId: ReadonlyMap<string, Layer>): string {
  const names = [layer.name]
  let above = byId.get(layer.parent)
  // A damaged file may make a layer its own grandparent.
  for (let depth = 0; above && depth < 50; depth++) {
    names.unshift(above.name)
    above = byId.get(above.parent)
  }
  return names.join('::')
}

const damaged = (at: number) =>
  new Fault('OPERATION_FAILED', `The .3dm file is damaged or cut off: byte ${at} makes no sense.`, {
    next: 'Copy the file again from where it came from, or take an earlier save (Rhino keeps one as .3dmbak).',
  })
