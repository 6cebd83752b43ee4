import { expect, test } from 'vitest'
import { starters } from '../../../renderer/src/words/starters.ts'
import { parse } from '../../../src/agents/practice/language/parse.ts'
import { UNIT_ABBREVIATION, UNIT_SYSTEMS } from '../../../src/shared/geometry.ts'
import type { DocumentStatus } from '../../../src/shared/status.ts'

const empty: DocumentStatus = {
  serial: 1,
  name: 'Untitled',
  path: null,
  modified: false,
  units: 'millimeters',
  unit: 'mm',
  tolerance: 0.01,
  objects: 0,
  selected: 0,
  revision: 1,
}

const documents = UNIT_SYSTEMS.flatMap((units) => {
  const document = { ...empty, units, unit: UNIT_ABBREVIATION[units] }
  return [document, { ...document, objects: 3 }, { ...document, objects: 3, selected: 2 }]
})

test('three starters for every document, each a sentence that the practice agent carries out', () => {
  for (const document of documents) {
    const offered = starters(document)
    expect(offered).toHaveLength(3)
    for (const { prompt } of offered) {
      expect(
        parse(prompt).map((clause) => clause.is),
        `${document.units}: ${prompt}`,
      ).not.toContain('unclear')
      expect(
        parse(prompt).map((clause) => clause.is),
        `${document.units}: ${prompt}`,
      ).not.toContain('question')
    }
  }
})

test('sizes are in the document’s own unit', () => {
  const [plate] = starters({ ...empty, units: 'inches', unit: 'in' })
  expect(plate?.prompt).toBe('A 1.6 × 1 × 0.4 in plate with rounded edges and four 0.2 in holes')
})
