import { expect, test } from 'vitest'
import { type ChangeSummary, noChange, type ObjectBrief } from '../../../src/shared/change.ts'
import { changeRows, countsLine, kindWord, unnamed, volumeLine } from './changes.ts'

const brief = (guid: string): ObjectBrief => ({ guid, kind: 'brep', name: guid, layer: 'Default', size: [1, 2, 3] })
const summary = (part: Partial<ChangeSummary>): ChangeSummary => ({ ...noChange(), ...part })

test('counts are words, nothing is null', () => {
  expect(countsLine(noChange())).toBeNull()
  expect(countsLine(summary({ counts: { added: 6, removed: 0, modified: 1 } }))).toBe('6 added, 1 changed')
  expect(countsLine(summary({ counts: { added: 0, removed: 12_000, modified: 0 } }))).toBe('12\u202f000 removed')
  expect(countsLine(summary({ other: ['layer Walls added'] }))).toBe('1 setting changed')
})

test('volumes carry their difference, and say nothing where there is none', () => {
  expect(volumeLine(summary({ volume_before: 39_024, volume_after: 38_412 }), 'mm')).toBe(
    'Volume 38\u202f412 mm³ (−612)',
  )
  expect(volumeLine(summary({ volume_after: 1000 }), 'mm')).toBe('Volume 1000 mm³')
  expect(volumeLine(summary({ volume_before: 1000 }), 'mm')).toBe('Volume 0 (−1000)')
  expect(volumeLine(summary({ volume_before: 5, volume_after: 5 }), 'mm')).toBeNull()
  expect(volumeLine(noChange(), 'mm')).toBeNull()
})

test('objects come in the order a reader asks, and what the lists leave out is counted', () => {
  const changes = summary({
    counts: { added: 150, removed: 1, modified: 1 },
    added: [brief('a')],
    removed: [brief('r')],
    modified: [brief('m')],
  })
  expect(changeRows(changes).map(({ how, object }) => `${how} ${object.guid}`)).toEqual([
    'added a',
    'changed m',
    'removed r',
  ])
  expect(unnamed(changes)).toBe(149)
})

test('kinds have Rhino’s words', () => {
  expect(['brep', 'curve', 'point_cloud', 'subd'].map((kind) => kindWord(kind as ObjectBrief['kind']))).toEqual([
    'Polysurface',
    'Curve',
    'Point cloud',
    'SubD',
  ])
})
