import type { Question } from '../../../src/shared/question.ts'
import type { Draft, InUnits } from './draft.ts'

/** What every kind of field is given. */
export interface FieldProps {
  question: Question
  draft: Draft
  document: InUnits
  onWrite: (draft: Draft) => void
  /** Ids of what names and explains the field. */
  labelledBy: string
  describedBy: string | undefined
  wrong: boolean
}

export const INPUT =
  'h-8 min-w-0 rounded-control border border-edge bg-ground px-2 text-body text-ink placeholder:text-soft aria-invalid:border-accent'
