import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Color } from '../../shared/geometry.ts'
import type { Geometry } from '../geometry.ts'
import { Document } from './document.ts'
import { type DocumentObject, type Entries, SETTINGS, type TableName } from './entry.ts'
import { beforeChange, changesOf, connectionLost, endTurn, keepChanges, redoTurn, revertTurn } from './history.ts'
import { MAX_RECORDS } from './ledger.ts'
import { Measures } from './measures.ts'

/** Counts references as the kernel does, and measures nothing. */
class Counting {
  readonly counts = new Map<number, number>()
  #last = 0
  make(): Geometry {
    this.#last += 1
    this.counts.set(this.#last, 1)
    return { kind: 'brep', shape: { id: this.#last } }
  }
  retain(geometry: Geometry): void {
    this.#add(geometry, 1)
  }
  release(geometry: Geometry): void {
    this.#add(geometry, -1)
  }
  #add(geometry: Geometry, by: number): void {
    if (geometry.kind !== 'brep') return
    const { id } = geometry.shape
    const count = this.counts.get(id)
    if (count === undefined) throw new Error(`Shape ${id} was used after it was let go.`)
    if (count + by === 0) this.counts.delete(id)
    else this.counts.set(id, count + by)
  }
}

const MEASURES = {
  boundingBox: () => null,
  volume: () => null,
  area: () => null,
  structure: () => expect.unreachable('nobody asked'),
  describeEdges: () => expect.unreachable('nobody asked'),
  describeCurve: () => expect.unreachable('nobody asked'),
  display: () => expect.unreachable('nobody asked'),
}

class Bench {
  readonly kernel = new Counting()
  readonly doc = new Document(this.kernel, new Measures(MEASURES))
  now = 0

  /** One call of a connection, as the modeller runs it. */
  async call(connection: number, work: (doc: Document) => void): Promise<void> {
    const turn = this.doc.turns.of(connection) ?? null
    if (turn) beforeChange(this.doc, turn)
    await this.doc.attempt(
      () => work(this.doc),
      (changes) => keepChanges(this.doc, turn, 'a.method', changes, this.now),
    )
  }

  add(connection = 1, name = 'x'): Promise<void> {
    return this.call(connection, (doc) => this.addObject(doc, name))
  }

  addObject(doc: Document, name: string): void {
    const geometry = this.kernel.make()
    doc.add(geometry, attributes(doc, name))
    this.kernel.release(geometry)
  }

  names(): string[] {
    return this.doc.tables.sorted('object').map(({ name }) => name)
  }
}

const attributes = (doc: Document, name: string) =>
  ({
    name,
    layerId: doc.settings.currentLayerId,
    color: [0, 0, 0] as Color,
    colorSource: 'layer',
    visible: true,
    locked: false,
    groupIds: [],
    userText: {},
    materialId: null,
    materialSource: 'layer',
    fileType: null,
    originId: null,
  }) satisfies Omit<DocumentObject, 'id' | 'geometry' | 'order'>

const TABLES: TableName[] = ['object', 'layer', 'group', 'material', 'view', 'text', 'settings']

/** Everything that undo covers: the very values, by identity, and the order of the lists. */
function everything(doc: Document) {
  const tables = TABLES.map((table) => new Map<string, Entries[TableName]>(doc.tables.map(table)))
  return { tables, objects: [...doc.tables.sorted('object')], layers: [...doc.tables.sorted('layer')] }
}

function expectSame(now: ReturnType<typeof everything>, then: ReturnType<typeof everything>): void {
  expect(now).toEqual(then)
  now.tables.forEach((table, at) => {
    for (const [id, value] of table) expect(value).toBe(then.tables[at]!.get(id))
  })
}

type Edit = { kind: 'add' | 'rename' | 'reshape' | 'remove' | 'text' | 'layer' | 'units' | 'fail'; pick: number }
const edit = fc.record<Edit>({
  kind: fc.constantFrom('add', 'add', 'rename', 'reshape', 'remove', 'text', 'layer', 'units', 'fail'),
  pick: fc.nat(1000),
})

async function perform(bench: Bench, { kind, pick }: Edit): Promise<void> {
  const objects = bench.doc.tables.sorted('object')
  const chosen = objects[pick % Math.max(1, objects.length)]
  const work = (doc: Document): void => {
    if (kind === 'add') bench.addObject(doc, `n${pick}`)
    if (kind === 'text') doc.put('text', `k${pick % 3}`, pick % 2 ? undefined : `v${pick}`)
    if (kind === 'units') doc.put('settings', SETTINGS, { ...doc.settings, units: pick % 2 ? 'meters' : 'feet' })
    if (kind === 'layer') {
      const id = `l${pick % 3}`
      const layer = { id, parentId: null, name: id, color: [1, 2, 3], visible: true, locked: false } as const
      doc.put('layer', id, { ...layer, color: [1, 2, 3], order: doc.tables.nextOrder() })
    }
    if (!chosen) return
    if (kind === 'rename') doc.put('object', chosen.id, { ...chosen, name: `r${pick}` })
    if (kind === 'remove') doc.put('object', chosen.id, undefined)
    if (kind === 'reshape' || kind === 'fail') {
      const geometry = bench.kernel.make()
      try {
        doc.put('object', chosen.id, { ...chosen, geometry })
        if (kind === 'fail') throw new Error('on purpose')
      } finally {
        bench.kernel.release(geometry)
      }
    }
  }
  await bench.call(1, work).catch((error: Error) => expect(error.message).toBe('on purpose'))
}

describe('turns', () => {
  it('go back to the very values they began with, and forth again, whatever they did', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 6 }), { maxLength: 6 }), async (turns) => {
        const bench = new Bench()
        const { doc, kernel } = bench
        for (let i = 0; i < 3; i++) await bench.add()
        // What was there before is an edit by hand, and stays.
        const start = everything(doc)
        for (const [at, edits] of turns.entries()) {
          doc.turns.begin(`t${at}`, `turn ${at}`, 1)
          for (const one of edits) await perform(bench, one)
          endTurn(doc, doc.turns.get(`t${at}`))
        }
        const end = everything(doc)
        const oldest = doc.ledger.done.find((record) => record.turn !== null)?.turn
        if (oldest) {
          revertTurn(doc, oldest, false)
          expectSame(everything(doc), start)
          redoTurn(doc)
          expectSame(everything(doc), end)
          while (doc.ledger.done.some((record) => record.turn !== null)) revertTurn(doc, undefined, false)
          expectSame(everything(doc), start)
          while (doc.ledger.undone.length > 0) redoTurn(doc)
          expectSame(everything(doc), end)
        }
        doc.close()
        expect(kernel.counts.size).toBe(0)
      }),
      { numRuns: 150 },
    )
  })

  it('leave no trace when they change nothing, or everything back', async () => {
    const bench = new Bench()
    const { doc } = bench
    doc.turns.begin('t', 'nothing', 1)
    await bench.call(1, (inside) => {
      inside.put('text', 'a', 'b')
      inside.put('text', 'a', undefined)
    })
    expect(doc.ledger.done).toEqual([])
    expect(endTurn(doc, doc.turns.get('t'))).toMatchObject({ counts: { added: 0 }, other: [] })
    expect(() => revertTurn(doc, 't', false)).toThrow(/changed nothing/)
  })

  it('stop at edits made by hand, and take them along when asked', async () => {
    const bench = new Bench()
    const { doc } = bench
    doc.turns.begin('t', 'mine', 1)
    await bench.add(1, 'mine')
    endTurn(doc, doc.turns.get('t'))
    await bench.add(2, 'by hand')
    expect(() => revertTurn(doc, 't', false)).toThrow(
      expect.objectContaining({ code: 'UNDO_BLOCKED', details: expect.objectContaining({ foreign: ['a.method'] }) }),
    )
    expect(bench.names()).toEqual(['mine', 'by hand'])
    expect(revertTurn(doc, 't', true).changes.counts).toEqual({ added: 0, removed: 2, modified: 0 })
    expect(redoTurn(doc).turns.map(({ id }) => id)).toEqual(['t'])
    expect(bench.names()).toEqual(['mine', 'by hand'])
  })

  it('go whole, also where two are interleaved', async () => {
    const bench = new Bench()
    const { doc } = bench
    doc.turns.begin('a', 'a', 1)
    doc.turns.begin('b', 'b', 2)
    await bench.add(1, 'a1')
    await bench.add(2, 'b1')
    await bench.add(1, 'a2')
    expect(revertTurn(doc, 'b', false).turns.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(bench.names()).toEqual([])
  })

  it('lose their redo with the next change', async () => {
    const bench = new Bench()
    const { doc } = bench
    doc.turns.begin('t', 't', 1)
    await bench.add()
    endTurn(doc, doc.turns.get('t'))
    revertTurn(doc, undefined, false)
    expect(doc.ledger.stateOf(doc.turns.get('t'))).toBe('undone')
    await bench.add(2)
    expect(() => redoTurn(doc)).toThrow(/nothing to bring back/)
    expect(doc.ledger.stateOf(doc.turns.get('t'))).toBe('gone')
    expect(bench.kernel.counts.size).toBe(1)
  })

  it('close their record after two minutes of silence, and with their connection, and go on in another', async () => {
    const bench = new Bench()
    const { doc } = bench
    doc.turns.begin('t', 't', 1)
    await bench.add()
    bench.now += 119_000
    await bench.add()
    expect(doc.ledger.done).toHaveLength(1)
    bench.now += 121_000
    await bench.add()
    expect(doc.ledger.done).toHaveLength(2)
    connectionLost(doc, 1)
    doc.turns.begin('t', 't', 7)
    await bench.add(7)
    expect(doc.ledger.done).toHaveLength(3)
    expect(changesOf(doc, doc.turns.get('t')).counts.added).toBe(4)
    revertTurn(doc, 't', false)
    expect(bench.names()).toEqual([])
  })

  it('are forgotten beyond the last records, and their shapes let go', async () => {
    const bench = new Bench()
    const { doc, kernel } = bench
    doc.turns.begin('old', 'old', 1)
    await bench.call(1, (inside) => bench.addObject(inside, 'first'))
    endTurn(doc, doc.turns.get('old'))
    const [object] = doc.tables.sorted('object')
    for (let i = 0; i < MAX_RECORDS + 1; i++) {
      await bench.call(2, (inside) => {
        const geometry = kernel.make()
        inside.put('object', object!.id, { ...object!, geometry })
        kernel.release(geometry)
      })
    }
    expect(doc.ledger.done).toHaveLength(MAX_RECORDS)
    expect(doc.ledger.stateOf(doc.turns.get('old'))).toBe('gone')
    expect(() => revertTurn(doc, 'old', true)).toThrow(/no longer be taken back/)
    // The last shape, and one before each record that is left.
    expect(kernel.counts.size).toBe(MAX_RECORDS + 1)
  })

  it('know whether the document is as it was saved', async () => {
    const bench = new Bench()
    const { doc } = bench
    doc.turns.begin('t', 't', 1)
    expect(doc.modified).toBe(false)
    await bench.add()
    expect(doc.modified).toBe(true)
    doc.markSaved('/somewhere/a.3dm')
    revertTurn(doc, 't', false)
    expect(doc.modified).toBe(true)
    redoTurn(doc)
    expect(doc.modified).toBe(false)
  })

  it('refuse an id that is used up, and a second open turn of one connection', () => {
    const { doc } = new Bench()
    doc.turns.begin('a', 'a', 1)
    expect(() => doc.turns.begin('b', 'b', 1)).toThrow(/still open/)
    endTurn(doc, doc.turns.get('a'))
    expect(() => doc.turns.begin('a', 'a', 1)).toThrow(/already/)
    expect(endTurn(doc, doc.turns.get('a'))).toEqual(endTurn(doc, doc.turns.get('a')))
    expect(() => doc.turns.get('c')).toThrow(/no turn c/)
  })
})
