import type { DocumentStatus } from '../../../src/shared/status.ts'

export interface Starter {
  readonly title: string
  readonly prompt: string
}

/** Sizes that look right in a unit: a plate of 40 × 25 × 10 mm is 1.6 × 1 × 0.4 in. */
const FACTOR: Record<string, number> = { mm: 1, cm: 0.1, dm: 0.01, m: 0.001, in: 0.04, ft: 0.004, yd: 0.001 }

/** Three things to try that fit the document: empty, with geometry, with something selected. */
export function starters(document: DocumentStatus | null): Starter[] {
  const unit = document?.unit && document.unit in FACTOR ? document.unit : 'mm'
  const factor = FACTOR[unit] ?? 1
  const n = (mm: number) => String(Number((mm * factor).toPrecision(3)))
  const size = (mm: number) => `${n(mm)} ${unit}`
  if (document && document.selected > 0) return forSelection(document.selected, size)
  if (document && document.objects > 0) return forModel(size)
  return [
    {
      title: 'A plate with holes',
      prompt: `A ${n(40)} × ${n(25)} × ${n(10)} ${unit} plate with rounded edges and four ${size(5)} holes`,
    },
    { title: 'A tube', prompt: `A cylinder of radius ${size(15)}, ${size(50)} tall, with a ${size(20)} hole` },
    { title: 'A row of spheres', prompt: `A row of 5 spheres of radius ${size(6)}, ${size(20)} apart` },
  ]
}

function forModel(size: (mm: number) => string): Starter[] {
  return [
    { title: 'Look around', prompt: 'What is in the document?' },
    { title: 'Soften it', prompt: `Round the edges of everything, ${size(1)}` },
    { title: 'Add beside it', prompt: `A sphere of radius ${size(10)} at ${size(60)}, 0, 0` },
  ]
}

function forSelection(selected: number, size: (mm: number) => string): Starter[] {
  const it = selected === 1 ? 'the selected object' : 'the selected objects'
  return [
    { title: 'Round its edges', prompt: `Round the edges of ${it}, ${size(2)}` },
    { title: 'Lift it', prompt: `Move ${it} up ${size(20)}` },
    { title: 'Repeat it', prompt: `Copy ${it} 3 times, ${size(50)} apart in x` },
  ]
}
