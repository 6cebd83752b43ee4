import { openArchive } from '../archive/archive.ts'
import { assemble } from '../archive/assemble.ts'
import { CODE } from '../archive/codes.ts'
import { type Conversion, type HostKernel, Notes } from '../convert/context.ts'
import type { FileModel, FileNote } from '../model.ts'
import { type Rhino, withHandles } from '../rhino/load.ts'
import { type BaseState, baseState } from './base.ts'
import { type Changes, compare } from './changes.ts'
import { blankDocument, NEWEST_ARCHIVE, openDocument, writeDocument } from './document.ts'
import { encodeChanges } from './encode.ts'
import { keptObjects, newTables, settingsRecord, USER_TEXT_TABLE, userTextTable } from './records.ts'
import { namedViewsRecord } from './views.ts'

/**
 * Writes a model as a .3dm file. Whatever the file it came from had and nobody changed goes into the new one byte for
 * byte; only changed and new parts are encoded, by rhino3dm, in a small document that holds nothing else.
 *
 * @param version Rhino's major version, 5 to 8; default that of the file it came from, else 8
 */
export function write3dm(
  rhino: Rhino,
  kernel: HostKernel,
  model: FileModel,
  version?: number,
): { bytes: Uint8Array; notes: FileNote[] } {
  const notes = new Notes()
  const state = model.base ? baseState(model.base) : blankState(rhino, model, version ? version * 10 : NEWEST_ARCHIVE)
  const tolerance = model.tolerances.absolute > 0 ? model.tolerances.absolute : 0.001
  const bytes = writeChanges({ rhino, kernel, tolerance, notes }, state, model)
  const wanted = version === undefined ? state.archive.version : version * 10
  if (wanted === state.archive.version) return { bytes, notes: notes.list() }
  notes.add('version', `Saved in the form of Rhino ${wanted / 10}; what only newer versions know is left out.`)
  const converted = withHandles(rhino, (keep) => writeDocument(rhino, openDocument(rhino, bytes, keep), wanted, keep))
  return { bytes: converted, notes: notes.list() }
}

function blankState(rhino: Rhino, model: FileModel, version: number): BaseState {
  const archive = openArchive(blankDocument(rhino, model, version))
  const nothing = { layers: [], groups: [], objects: [], materials: [], blocks: [], namedViews: [], userText: {} }
  const layers = model.layers.slice(0, 1)
  return {
    archive,
    original: { ...model, ...nothing, layers, base: null },
    tables: { layers, groups: [], materials: [] },
  }
}

function writeChanges(conversion: Conversion, state: BaseState, model: FileModel): Uint8Array {
  const changes = compare(state, model)
  const made = needsEncoding(changes) ? encodeChanges(conversion, state, model, changes) : null
  const frame = changes.renumbered && made ? made.archive : state.archive
  const settings = new Map<number, Uint8Array>()
  if (changes.settingsChanged && made) settings.set(CODE.units, settingsRecord(made.archive, CODE.units))
  if (changes.viewsChanged) {
    const { namedViews } = state.original
    settings.set(CODE.namedViews, namedViewsRecord(conversion.rhino, state.archive, namedViews, model.namedViews))
  }
  const userTables = new Map<string, Uint8Array>()
  if (changes.userTextChanged && made) userTables.set(USER_TEXT_TABLE, userTextTable(made.archive))
  return assemble(frame, {
    tables: made ? newTables(state, changes, made) : new Map([[CODE.objects, keptObjects(state, changes)]]),
    settings,
    userTables,
    currentLayer: changes.currentLayer,
  })
}

function needsEncoding(changes: Changes): boolean {
  const { layersChanged, groupsChanged, materialsChanged, settingsChanged, userTextChanged, renumbered } = changes
  return (
    layersChanged ||
    groupsChanged ||
    materialsChanged ||
    settingsChanged ||
    userTextChanged ||
    renumbered ||
    changes.objects.some(({ geometry, attributes }) => geometry !== 'kept' || attributes !== 'kept')
  )
}
