import type { UnitSystem } from '../../../src/shared/geometry.ts'
import type { Answer, Question } from '../../../src/shared/question.ts'
import { unitFactor } from '../../../src/shared/units.ts'
import { count, number, withUnit } from '../words/numbers.ts'

/** What has been put into the fields of one question so far. */
export interface Draft {
  /** Chosen options. */
  readonly labels: readonly string[]
  /** Own words, a number, or a length with or without its unit. */
  readonly text: string
  /** Of a length; null is the document's. */
  readonly unit: UnitSystem | null
  readonly point: readonly [string, string, string]
  readonly objects: readonly string[]
}

export const emptyDraft: Draft = { labels: [], text: '', unit: null, point: ['', '', ''], objects: [] }

/** An answer, or why it is none yet; blank where nothing was said. */
export type Reading = { answer: Answer } | { why: string } | 'blank'

/** What the document's numbers mean. */
export interface InUnits {
  readonly units: UnitSystem
  readonly unit: string
}

/** Reads a draft as the core will read the answer. */
export function readDraft(question: Question, draft: Draft, document: InUnits): Reading {
  const { id } = question
  const words = draft.text.trim()
  switch (question.kind) {
    case 'choice':
    case 'choices':
      if (draft.labels.length > 0)
        return checked(question, draft.labels.length, { id, kind: 'choice', labels: [...draft.labels] })
      return question.custom && words ? { answer: { id, kind: 'text', text: words } } : 'blank'
    case 'text':
      return words ? { answer: { id, kind: 'text', text: words } } : 'blank'
    case 'number': {
      if (!words) return 'blank'
      const value = parseNumber(words)
      return value === null ? { why: 'This is no number.' } : checked(question, value, { id, kind: 'number', value })
    }
    case 'length':
      return readLength(question, draft, document)
    case 'point': {
      if (draft.point.every((part) => !part.trim())) return 'blank'
      const [x = null, y = null, z = null] = draft.point.map(parseNumber)
      if (x === null || y === null || z === null) return { why: 'It takes three numbers.' }
      return { answer: { id, kind: 'point', point: [x, y, z] } }
    }
    case 'objects':
      if (draft.objects.length === 0) return 'blank'
      return checked(question, draft.objects.length, { id, kind: 'objects', ids: [...draft.objects] })
  }
}

function readLength(question: Question, draft: Draft, document: InUnits): Reading {
  const words = draft.text.trim()
  if (!words) return 'blank'
  const typed = splitLength(words)
  const value = parseNumber(typed.number)
  const unit = typed.unit ?? draft.unit ?? document.units
  if (value === null) return { why: 'This is no length.' }
  const factor = unitFactor(unit, document.units)
  if (factor === null) return { why: 'The document has no such unit.' }
  const answer: Answer = { id: question.id, kind: 'length', value, unit }
  return checked(question, value * factor, answer, document.unit)
}

/** `size` is what the bounds are about: a number, a length in the document's unit, or how many were chosen. */
function checked(question: Question, size: number, answer: Answer, unit = ''): Reading {
  const { min, max } = question
  const said = (bound: number) =>
    answer.kind === 'choice' || answer.kind === 'objects'
      ? count(bound, things(answer))
      : withUnit(number(bound, 6), unit)
  if (min !== null && size < min) return { why: `At least ${said(min)}.` }
  if (max !== null && size > max) return { why: `At most ${said(max)}.` }
  return { answer }
}

const things = (answer: Answer): string => (answer.kind === 'objects' ? 'object' : 'option')

/** "1 234.5", "1,5", "−3", "3/8", "1 3/8"; null for anything else. */
export function parseNumber(text: string): number | null {
  const plain = text
    .trim()
    .replaceAll('−', '-')
    .replace(/(?<=\d)[\u202f\u00a0' ](?=\d{3}\b)/g, '')
  const [, sign = '', whole = '0', above, below] = /^([+-]?)(?:(\d+)\s+)?(\d+)\/(\d+)$/.exec(plain) ?? []
  if (above !== undefined && below !== undefined) {
    const value = Number(whole) + Number(above) / Number(below)
    return Number.isFinite(value) ? (sign === '-' ? -value : value) : null
  }
  const dotted = /^[^.]*,[^,.]*$/.test(plain) ? plain.replace(',', '.') : plain
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(dotted)) return null
  const value = Number(dotted)
  return Number.isFinite(value) ? value : null
}

const UNIT_WORDS: Readonly<Record<string, UnitSystem>> = {
  µm: 'microns',
  mm: 'millimeters',
  cm: 'centimeters',
  dm: 'decimeters',
  m: 'meters',
  km: 'kilometers',
  in: 'inches',
  '"': 'inches',
  ft: 'feet',
  "'": 'feet',
  yd: 'yards',
  mi: 'miles',
}

/** A length as it is typed, with the unit that stands behind it, if one does. */
export function splitLength(text: string): { number: string; unit: UnitSystem | null } {
  const found = /^(.*?\d[.,]?)\s*(µm|mm|cm|dm|km|m|in|ft|yd|mi|"|')$/i.exec(text.trim())
  const unit = UNIT_WORDS[found?.[2]?.toLowerCase() ?? '']
  return found?.[1] && unit ? { number: found[1], unit } : { number: text, unit: null }
}
