import type { PermissionBlock } from '../conversation/model.ts'

/** What kind of thing is asked about, beside its title. */
export const EFFECT_WORDS: Record<NonNullable<PermissionBlock['effect']>, string> = {
  create: 'Makes objects',
  modify: 'Changes objects',
  delete: 'Deletes objects',
  file: 'Works with files',
  view: 'Turns the view',
  run: 'Runs a script or a command',
  other: 'A tool of the agent itself, outside the model',
}
