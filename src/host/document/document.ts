import { randomUUID } from 'node:crypto'
import type { BoundingBox } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { FileBase, FileBlock, FileModel } from '../files/model.ts'
import type { Geometry } from '../geometry.ts'
import type { ChangeSet } from './changes.ts'
import { type DocumentObject, type Entries, type Keeper, SETTINGS, type Settings, type TableName } from './entry.ts'
import { Layers } from './layers.ts'
import { Ledger } from './ledger.ts'
import { type Measures, unionOf } from './measures.ts'
import { emptyModel } from './start.ts'
import { Tables } from './tables.ts'
import { Turns } from './turns.ts'
import { startViews, type ViewState } from './views.ts'

/** What a document starts from: a file's model, and where it is from. */
export interface Origin {
  readonly model: FileModel
  readonly path: string | null
}

/** Shared by all documents of this process. */
let lastSerial = 0
let lastRevision = 0

/**
 * One open model. Everything that undo covers goes through {@link put}, inside {@link attempt}: the call's changes are
 * kept together, or taken back together when the call fails.
 */
export class Document {
  readonly serial: number
  path: string | null
  readonly tables: Tables
  readonly layers: Layers
  readonly turns: Turns
  readonly ledger: Ledger
  readonly measures: Measures
  /** Block definitions of the file: described, never changed. */
  readonly blocks: readonly FileBlock[]
  base: FileBase | null
  readonly #ledgerKeeper: Keeper
  #pending: ChangeSet | null = null
  #selection: ReadonlySet<string> = new Set()
  #views: ViewState
  #revision: number
  #savedState = 0
  #shown: { revision: number; bounds: BoundingBox | null } | null = null

  /** Takes over the references of the origin's geometry. */
  constructor(keeper: Keeper, measures: Measures, { model, path }: Origin = { model: emptyModel(), path: null }) {
    lastSerial += 1
    lastRevision += 1
    this.serial = lastSerial
    this.#revision = lastRevision
    this.path = path
    this.measures = measures
    this.blocks = model.blocks
    this.base = model.base
    this.#ledgerKeeper = keeper
    this.tables = new Tables(keeper)
    this.layers = new Layers(this.tables)
    this.turns = new Turns()
    this.ledger = new Ledger(this.tables, keeper, this.turns)
    this.#views = startViews()
    this.#fill(model)
  }

  /** Grows with every change of the document, its selection or its views. */
  get revision(): number {
    return this.#revision
  }

  get modified(): boolean {
    return this.ledger.state !== this.#savedState
  }

  get settings(): Settings {
    const settings = this.tables.get('settings', SETTINGS)
    if (!settings) throw new Error('A document always has settings.')
    return settings
  }

  get selection(): ReadonlySet<string> {
    return this.#selection
  }

  set selection(ids: ReadonlySet<string>) {
    this.#selection = ids
    this.touch()
  }

  get views(): ViewState {
    return this.#views
  }

  set views(views: ViewState) {
    this.#views = views
    this.touch()
  }

  touch(): void {
    lastRevision += 1
    this.#revision = lastRevision
  }

  markSaved(path: string): void {
    this.path = path
    this.#savedState = this.ledger.state
    this.touch()
  }

  /** For what was never saved in its own file: a recovered document. */
  markModified(): void {
    this.#savedState = -1
    this.touch()
  }

  /** Throws OBJECT_NOT_FOUND. */
  object(id: string): DocumentObject {
    const found = this.tables.get('object', id)
    if (found) return found
    throw new Fault('OBJECT_NOT_FOUND', `There is no object ${id} in this document.`, {
      id,
      next: 'scene.list_objects names the objects; it may have been deleted or undone.',
    })
  }

  /** Throws OBJECT_NOT_FOUND for the first that is not there. Each object once, in the order asked. */
  objects(ids: readonly string[]): DocumentObject[] {
    return [...new Set(ids)].map((id) => this.object(id))
  }

  /** Everything that is on and whose layers are on, in order. */
  shownObjects(): DocumentObject[] {
    return this.shownAmong(this.tables.sorted('object'))
  }

  shownAmong(objects: readonly DocumentObject[]): DocumentObject[] {
    const onLayer = new Map<string, boolean>()
    return objects.filter((object) => {
      if (!object.visible) return false
      let on = onLayer.get(object.layerId)
      if (on === undefined) {
        on = this.layers.shown(object.layerId)
        onLayer.set(object.layerId, on)
      }
      return on
    })
  }

  /** Of everything that is shown; null where nothing is. */
  shownBounds(): BoundingBox | null {
    if (this.#shown?.revision !== this.#revision) {
      this.#shown = { revision: this.#revision, bounds: this.boundsOf(this.shownObjects()) }
    }
    return this.#shown.bounds
  }

  /** Of these objects, wherever they are; null where none has a box. */
  boundsOf(objects: readonly DocumentObject[]): BoundingBox | null {
    return unionOf(objects.map(({ geometry }) => this.measures.bounds(geometry)))
  }

  /** Puts a value in the place of the entry's old one, or takes the entry away. Only inside {@link attempt}. */
  put<T extends TableName>(table: T, id: string, value: Entries[T] | undefined): void {
    if (!this.#pending) throw new Error('The document changes only inside a call.')
    const before = this.tables.get(table, id)
    if (before === value) return
    this.#pending.note(table, id, before, value)
    this.tables.set(table, id, value)
    this.touch()
  }

  /** Adds an object with a new id; the document keeps its own reference to the geometry. */
  add(geometry: Geometry, attributes: Omit<DocumentObject, 'id' | 'geometry' | 'order'>): DocumentObject {
    const id = randomUUID()
    const object = { ...attributes, id, geometry, order: this.tables.nextOrder() }
    this.put('object', id, object)
    return object
  }

  /**
   * Runs one call. What it changed is given to `keep`; when it throws, all of it is taken back, selection and views too.
   */
  async attempt<R>(work: () => R | Promise<R>, keep: (changes: ChangeSet) => void): Promise<R> {
    if (this.#pending) throw new Error('One call at a time.')
    const pending = this.ledger.newChanges()
    const [selection, views] = [this.#selection, this.#views]
    this.#pending = pending
    try {
      const result = await work()
      if (pending.size > 0) {
        this.dropSelected()
        keep(pending)
      }
      return result
    } catch (error) {
      if (pending.size > 0) this.touch()
      pending.apply(this.tables, 'before')
      pending.drop()
      this.#selection = selection
      this.#views = views
      throw error
    } finally {
      this.#pending = null
    }
  }

  /** Nothing stays selected that is not there. */
  dropSelected(): void {
    const there = [...this.#selection].filter((id) => this.tables.get('object', id))
    if (there.length < this.#selection.size) this.selection = new Set(there)
  }

  /** Lets go of everything. */
  close(): void {
    this.ledger.clear()
    this.tables.clear()
  }

  #fill(model: FileModel): void {
    const { tables } = this
    tables.set('settings', SETTINGS, {
      units: model.units,
      tolerances: model.tolerances,
      currentLayerId: model.currentLayerId,
    })
    for (const { fullPath: _derived, ...layer } of model.layers) {
      tables.set('layer', layer.id, { ...layer, order: tables.nextOrder() })
    }
    for (const group of model.groups) tables.set('group', group.id, { ...group, order: tables.nextOrder() })
    for (const material of model.materials) tables.set('material', material.id, material)
    for (const view of model.namedViews) tables.set('view', view.name, view)
    for (const [key, value] of Object.entries(model.userText)) tables.set('text', key, value)
    for (const object of model.objects) {
      tables.set('object', object.id, { ...object, order: tables.nextOrder() })
      this.#ledgerKeeper.release(object.geometry)
    }
  }
}
