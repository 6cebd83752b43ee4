import { existsSync } from 'node:fs'

type Given = Readonly<Record<string, unknown>>

/** Looks at the open document. */
export type Look = () => Promise<{ modified?: unknown; name?: unknown }>

/** What would be lost by a call, as a sentence; null where nothing is. `bulk`: how many objects may go at once. */
type Warning = (input: Given, look: Look, bulk: number) => Promise<string | null> | string | null

const overwrites: Warning = ({ overwrite, file_path: path }) =>
  overwrite === true && typeof path === 'string' && existsSync(path)
    ? `${path} is there already and will be replaced. Undo does not bring it back.`
    : null

const replacesDocument: Warning = async (_input, look) => {
  const { modified, name } = await look()
  const which = typeof name === 'string' && name !== '' ? `“${name}”` : 'The open document'
  return modified === true
    ? `${which} has unsaved changes. They will be lost, and undo does not bring them back.`
    : null
}

const WARNINGS = new Map<string, Warning>([
  [
    'delete_objects',
    ({ ids }, _look, bulk) =>
      Array.isArray(ids) && ids.length > bulk ? `This deletes ${ids.length} objects. Undo brings them back.` : null,
  ],
  ['new_document', replacesDocument],
  ['open_document', replacesDocument],
  ['save_document_as', overwrites],
  ['export_document', overwrites],
  ['export_objects', overwrites],
  ['export_selected', overwrites],
])

/** More than this many at once is rarely what was meant. */
export const MANY = 50

/** Whether a tool can lose something at all. */
export const mayLose = (tool: string): boolean => WARNINGS.has(tool)

/** What this call would lose, as a sentence; null where nothing is lost. */
export const warningOf = async (tool: string, input: Given, look: Look, bulk = MANY): Promise<string | null> =>
  (await WARNINGS.get(tool)?.(input, look, bulk)) ?? null
