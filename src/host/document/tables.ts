import type { Entries, Keeper, TableName } from './entry.ts'

/** The document's entries. Keeps one reference to the geometry of every object that is in it. */
export class Tables {
  readonly #keeper: Keeper
  readonly #maps: { [T in TableName]: Map<string, Entries[T]> } = {
    object: new Map(),
    layer: new Map(),
    group: new Map(),
    material: new Map(),
    view: new Map(),
    text: new Map(),
    settings: new Map(),
  }
  readonly #sorted = new Map<TableName, readonly unknown[]>()
  /** Tables whose map is out of order: an undo brought something back. */
  readonly #mixed = new Set<TableName>()
  #lastOrder = 0

  constructor(keeper: Keeper) {
    this.#keeper = keeper
  }

  get<T extends TableName>(table: T, id: string): Entries[T] | undefined {
    return this.#maps[table].get(id)
  }

  map<T extends TableName>(table: T): ReadonlyMap<string, Entries[T]> {
    return this.#maps[table]
  }

  /** All of a table that has an order, in it. The list is shared: not to be changed. */
  sorted<T extends 'object' | 'layer' | 'group'>(table: T): readonly Entries[T][] {
    const ready = this.#sorted.get(table) as readonly Entries[T][] | undefined
    if (ready) return ready
    const map: Map<string, Entries[T]> = this.#maps[table]
    if (this.#mixed.delete(table)) {
      const entries = [...map].sort(([, a], [, b]) => a.order - b.order)
      map.clear()
      for (const [id, value] of entries) map.set(id, value)
    }
    const list = [...map.values()]
    this.#sorted.set(table, list)
    return list
  }

  /** An order after everything that was ever in this document. */
  nextOrder(): number {
    this.#lastOrder += 1
    return this.#lastOrder
  }

  /** Puts a value, or takes the entry away where it is undefined. */
  set<T extends TableName>(table: T, id: string, value: Entries[T] | undefined): void {
    const map = this.#maps[table]
    const before = map.get(id)
    keepGeometry(this.#keeper, table, value)
    if (value === undefined) map.delete(id)
    else map.set(id, value)
    if (isOrdered(value) && value.order !== (isOrdered(before) ? before.order : this.#lastOrder)) this.#mixed.add(table)
    dropGeometry(this.#keeper, table, before)
    this.#sorted.delete(table)
  }

  clear(): void {
    for (const table of Object.keys(this.#maps) as TableName[]) {
      for (const id of [...this.#maps[table].keys()]) this.set(table, id, undefined)
    }
  }
}

const isOrdered = (value: unknown): value is { readonly order: number } =>
  typeof value === 'object' && value !== null && 'order' in value

export function keepGeometry<T extends TableName>(keeper: Keeper, table: T, value: Entries[T] | undefined): void {
  if (table === 'object' && value !== undefined) keeper.retain((value as Entries['object']).geometry)
}

export function dropGeometry<T extends TableName>(keeper: Keeper, table: T, value: Entries[T] | undefined): void {
  if (table === 'object' && value !== undefined) keeper.release((value as Entries['object']).geometry)
}
