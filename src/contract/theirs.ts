import { Fault } from '../wire/fault.ts'
import type { Line } from './line.ts'
import type { Target } from './target.ts'

/** The document that the user has open, and how to work beside it. */
export interface Theirs {
  /** Null where it was never saved; then there is nothing in it. */
  path: string | null
  /** The definition that is open in Grasshopper. */
  grasshopper: string | null
  /** A new document, made ready for the cases; every call of the target goes to that one. */
  openNew(texts: Readonly<Record<string, string>>): Promise<Target>
  /** Rhino shows the user's document again; or what they should do where it does not. */
  openAgain(): Promise<true | string>
}

interface Listed {
  documents: { serial: number; path: string | null; modified: boolean; active: boolean; object_count: number }[]
}

/** Throws a Fault where the user would lose something: unsaved changes, a command that waits, a turn of an agent. */
export async function theirDocument(line: Line): Promise<Theirs> {
  const { documents } = (await ask(line, 'rhino.list_documents', {})) as Listed
  const active = documents.find((document) => document.active)
  if (active && (active.modified || (active.path === null && active.object_count > 0))) {
    throw new Fault('OPERATION_FAILED', 'Your document in Rhino has unsaved changes.', {
      next: 'Save it in Rhino, then start this again. Nothing was changed.',
    })
  }
  const { busy, open_turn, grasshopper } = (await ask(line, 'context.get', {})) as {
    busy: string | null
    open_turn: string | null
    grasshopper: { document: string | null }
  }
  if (busy !== null || open_turn !== null) {
    throw new Fault('RHINO_BUSY', busy ?? 'An agent is at work in Rhino.', {
      next: 'Let it end, then start this again. Nothing was changed.',
    })
  }
  const path = active?.path ?? null
  let ours: { doc?: number } = {}
  return {
    path,
    grasshopper: grasshopper.document,
    async openNew(texts) {
      const { doc } = (await ask(line, 'files.new_document', {})) as { doc: number }
      ours = { doc }
      return ready(line, texts, doc)
    },
    async openAgain() {
      try {
        // Ours is the one that it comes in place of, and whose changes nobody needs.
        if (path === null) await ask(line, 'files.new_document', ours)
        else await ask(line, 'files.open_document', { ...ours, file_path: path })
        return true
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        return path === null ? why : `Open ${path} in Rhino again: ${why}`
      }
    },
  }
}

async function ask(line: Line, method: string, params: unknown): Promise<unknown> {
  const { result, error } = await line.request(method, params)
  if (error) throw new Fault(error.data?.code ?? 'OPERATION_FAILED', error.message, error.data?.details ?? {})
  return result
}

async function ready(line: Line, texts: Readonly<Record<string, string>>, doc: number): Promise<Target> {
  const target: Target = {
    host: 'rhino',
    texts,
    // Should the user turn to another document meanwhile, that one stays as it is.
    request: (method, params) => line.request(method, pinned(params, doc)),
  }
  await prepare((method, params) => ask(line, method, pinned(params, doc)))
  return target
}

function pinned(params: unknown, doc: number): unknown {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return params
  return { doc, ...params }
}

/** What a template has brought along is put away: the cases begin with an empty document in millimetres. */
async function prepare(call: (method: string, params: unknown) => Promise<unknown>): Promise<void> {
  const { objects } = (await call('scene.list_objects', { limit: 0 })) as { objects: { guid: string }[] }
  if (objects.length > 0) await call('manipulation.delete', { ids: objects.map(({ guid }) => guid) })
  await call('units.set', { units: 'millimeters', absolute_tolerance: 0.001, angle_tolerance: 1, scale: false })
  const { layers } = (await call('scene.list_layers', {})) as { layers: { full_path: string }[] }
  if (!layers.some(({ full_path }) => full_path === 'Default')) await call('scene.create_layer', { name: 'Default' })
  await call('scene.set_current_layer', { name: 'Default' })
  const roots = layers.map(({ full_path }) => full_path).filter((path) => path !== 'Default' && !path.includes('::'))
  for (const name of roots) await call('scene.delete_layer', { name, delete_objects: true })
}
