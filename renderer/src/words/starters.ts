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
  if (document && document.selected > 0) return forSelection(size)
  if (document && document.objects > 0) return forModel(size)
  return [
    {
      title: 'A plate with holes',
      prompt: `A ${n(40)} × ${n(25)} × ${n(10)} ${unit} plate with rounded edges and four ${size(5)} holes`,
    },
    {
      title: 'A tube',
      prompt: `A tube with outer diameter ${size(30)}, inner diameter ${size(20)}, ${size(50)} long`,
    },
    { title: 'A ring', prompt: `A ring ${size(40)} in diameter, ${size(5)} thick` },
  ]
}

function forModel(size: (mm: number) => string): Starter[] {
  return [
    { title: 'Look around', prompt: 'What is in the document?' },
    { title: 'Soften it', prompt: `Round the edges of everything, ${size(1)}` },
    { title: 'Repeat it', prompt: `Copy everything ${size(80)} to the right` },
  ]
}

function forSelection(size: (mm: number) => string): Starter[] {
  return [
    { title: 'Round its edges', prompt: `Round the edges of the selection, ${size(2)}` },
    { title: 'Lift it', prompt: `Move the selection ${size(20)} up` },
    { title: 'Repeat it', prompt: `Copy the selection ${size(50)} to the right` },
  ]
}
