import { z } from 'zod'
import { changeSummary } from '../shared/change.ts'
import { defineMethod, defineTool } from './define.ts'
import { rare } from './schema.ts'

const turnId = (description: string) => z.string().min(1).max(64).describe(description)

const listedTurn = z.object({
  turn_id: z.string(),
  label: z.string(),
  /** live: in the document; undone: taken back and can be redone; gone: can be neither. */
  state: z.enum(['live', 'undone', 'gone']),
  counts: changeSummary.shape.counts,
})

export const beginTurn = defineMethod({
  method: 'undo.begin_turn',
  input: z.object({
    turn_id: turnId('Any id that no other turn of this document has.'),
    label: z.string().min(1).max(200).describe('What Rhino shows in its undo list.'),
    resume: z
      .boolean()
      .default(false)
      .describe('The turn was begun over a connection that was lost; it goes on over this one.'),
  }),
  output: z.object({ turn_id: z.string() }),
  effect: 'view',
})

export const endTurn = defineMethod({
  method: 'undo.end_turn',
  input: z.object({ turn_id: turnId('The turn that was begun.') }),
  output: z.object({ turn_id: z.string(), changed: z.boolean(), changes: changeSummary }),
  effect: 'view',
})

export const turnChanges = defineMethod({
  method: 'undo.changes',
  input: z.object({ turn_id: turnId('An open or ended turn.') }),
  output: z.object({ turn_id: z.string(), changes: changeSummary }),
  effect: 'read',
})

/**
 * Before and after of one turn at the same camera. A host that can still draw the state before a turn frames what
 * changed, in the asked size; one that cannot gives what it took as the turn went, from the active view's side.
 */
export const turnPictures = defineMethod({
  method: 'undo.pictures',
  input: z.object({
    turn_id: turnId('An ended turn.'),
    width: z.number().int().min(1).max(4096).default(640),
    height: z.number().int().min(1).max(4096).default(400),
  }),
  output: z.object({ turn_id: z.string(), before: z.string(), after: z.string() }),
  effect: 'read',
  pace: 'heavy',
})

export const revertTurn = defineTool({
  name: 'undo_turn',
  method: 'undo.revert_turn',
  title: 'Undo turn',
  description: 'Takes back everything that one prompt changed, and all turns after it. redo_turn brings it back.',
  keywords: ['revert', 'take back', 'roll back', 'rückgängig'],
  input: z.object({
    turn_id: turnId('From list_turns; default the newest.').optional(),
    include_foreign: z.boolean().describe("The user's own edits too, if they said so.").default(false),
  }),
  output: z.object({
    /** Newest first. */
    reverted: z.array(z.string()),
    labels: rare(z.array(z.string())),
    changes: changeSummary,
  }),
  effect: 'modify',
  sets: ['essentials', 'full'],
  summarize: (_input, output, words) =>
    output.labels.length === 1
      ? `Took back “${output.labels[0]}”`
      : `Took back ${words.count(output.reverted.length, 'turn')}`,
})

export const redoTurn = defineTool({
  name: 'redo_turn',
  method: 'undo.redo_turn',
  title: 'Redo turn',
  description: 'Bring back what the last undo_turn took away. Fails once something else has changed since.',
  keywords: ['restore', 'bring back', 'wiederherstellen'],
  input: z.object({}),
  output: z.object({
    /** Oldest first. */
    redone: z.array(z.string()),
    labels: z.array(z.string()),
    changes: changeSummary,
  }),
  effect: 'modify',
  sets: ['full'],
  summarize: (_input, output, words) => `Brought back ${words.count(output.redone.length, 'turn')}`,
})

export const listTurns = defineTool({
  name: 'list_turns',
  method: 'undo.list',
  title: 'List turns',
  description:
    'The turns of this document, oldest first: id, label, whether each is still in the document, and how much it changed.',
  keywords: ['history', 'undo list', 'verlauf'],
  input: z.object({
    turn_id: turnId('Name only the edits of the user that stand in the way of taking this turn back.').optional(),
  }),
  output: z.object({
    turns: z.array(listedTurn),
    open_turn: z.string().nullable(),
    /** The user's own edits since the turn that was asked for, else all that can be undone; newest first. */
    foreign: z.array(z.string()),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, output, words) => words.count(output.turns.length, 'turn'),
})
