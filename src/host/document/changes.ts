import type { Entries, Keeper, TableName } from './entry.ts'
import { dropGeometry, keepGeometry, type Tables } from './tables.ts'

/** One entry before and after; undefined where it was not there. */
export interface Change<T extends TableName = TableName> {
  readonly table: T
  readonly id: string
  readonly before: Entries[T] | undefined
  readonly after: Entries[T] | undefined
}

/** What happened to which entries. Keeps a reference to the geometry of both sides until it is dropped. */
export class ChangeSet implements Iterable<Change> {
  readonly #keeper: Keeper
  readonly #changes = new Map<string, Change>()

  constructor(keeper: Keeper) {
    this.#keeper = keeper
  }

  get size(): number {
    return this.#changes.size
  }

  [Symbol.iterator](): Iterator<Change> {
    return this.#changes.values()
  }

  /** Adds a change that happened after all that is noted so far. What comes back to where it was is no change. */
  note<T extends TableName>(table: T, id: string, before: Entries[T] | undefined, after: Entries[T] | undefined): void {
    const key = `${table}:${id}`
    const known = this.#changes.get(key) as Change<T> | undefined
    const change: Change<T> = { table, id, before: known ? known.before : before, after }
    keepGeometry(this.#keeper, table, change.before)
    keepGeometry(this.#keeper, table, change.after)
    this.#changes.set(key, change as Change)
    if (known) this.#release(known)
    if (change.before === change.after) {
      this.#changes.delete(key)
      this.#release(change)
    }
  }

  /** Adds everything of `later`, which is dropped. */
  absorb(later: ChangeSet): void {
    for (const { table, id, before, after } of later) this.note(table, id, before, after)
    later.drop()
  }

  /** Puts one side of every change into the tables. */
  apply(tables: Tables, side: 'before' | 'after'): void {
    for (const change of this) tables.set(change.table, change.id, change[side])
  }

  drop(): void {
    for (const change of this) this.#release(change)
    this.#changes.clear()
  }

  #release<T extends TableName>(change: Change<T>): void {
    dropGeometry(this.#keeper, change.table, change.before)
    dropGeometry(this.#keeper, change.table, change.after)
  }
}
