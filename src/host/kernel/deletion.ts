import type { BRepCheck_Analyzer, OpenCascadeInstance, TopExp_Explorer, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Deletable } from './temporaries.ts'

/**
 * In the build we use (replicad-opencascadejs 1.1.0) `delete()` does nothing for 171 of its classes: their destructor is
 * an empty function, so every point, shape and algorithm would stay for ever (200 kB a boolean). This gives those classes
 * a `delete()` that does what the destructor should have done, with what the module offers anyway: its free(), the
 * shapes' own Nullify(), and the destructors in the virtual tables. A build whose `delete()` works is left alone.
 */
export function mendDeletion(oc: OpenCascadeInstance, table: WebAssembly.Table | undefined): void {
  const free = (oc as unknown as { ___libc_free?: (pointer: number) => void }).___libc_free
  const pointerOf = pointerReader(oc)
  if (!table || !free || !pointerOf || deletesProperly(oc)) return

  const deleteVirtually = (pointer: number): void => {
    const words = new Uint32Array(oc.wasmMemory.buffer)
    // By the Itanium rules the first two functions of these classes are their destructors; the second one also frees.
    const destructor = words[(words[pointer / 4] ?? 0) / 4 + 1] ?? 0
    const call = table.get(destructor) as (pointer: number) => void
    call(pointer)
  }

  // A shape without anything, for what would otherwise go on holding the last shape it was given.
  const nothing = new oc.TopoDS_Compound()
  new oc.TopoDS_Builder().MakeCompound(nothing)
  for (const [name, kind] of Object.entries(oc) as [string, unknown][]) {
    const release = releaseOf(name, free, deleteVirtually, nothing)
    if (release && typeof kind === 'function') mend(kind.prototype as Deletable, pointerOf, release)
  }
}

type Release = (made: Deletable, pointer: number) => void

/** Numbers only: nothing hangs on them. */
const PLAIN = /^(gp_\w+|GProp_GProps|Bnd_Box|TopoDS_Builder)$/
const VIRTUAL = /^(BRepBuilderAPI_Command|NCollection_H?Array[12]_\w+)$/

/** What has to be done for a class whose destructor is empty; its subclasses inherit it. Null leaves a class as it is. */
function releaseOf(
  name: string,
  free: (pointer: number) => void,
  deleteVirtually: (pointer: number) => void,
  nothing: TopoDS_Shape,
): Release | null {
  if (name === 'TopoDS_Shape') {
    return (made, pointer) => {
      ;(made as TopoDS_Shape).Nullify()
      free(pointer)
    }
  }
  if (name === 'TopExp_Explorer') {
    return (made, pointer) => {
      ;(made as TopExp_Explorer).Init(nothing, 'TopAbs_VERTEX')
      free(pointer)
    }
  }
  if (name === 'BRepCheck_Analyzer') {
    // All but the 2 kB of its own table.
    return (made, pointer) => {
      ;(made as BRepCheck_Analyzer).Init(nothing, false)
      free(pointer)
    }
  }
  if (VIRTUAL.test(name)) return (_made, pointer) => deleteVirtually(pointer)
  return PLAIN.test(name) ? (_made, pointer) => free(pointer) : null
}

function mend(prototype: Deletable, pointerOf: (made: Deletable) => number | null, release: Release): void {
  // The glue's own: it does nothing in memory, but from then on the wrapper refuses to be used.
  const close = prototype.delete
  const mended = function (this: Deletable): void {
    const pointer = pointerOf(this)
    if (pointer !== null) release(this, pointer)
    close.call(this)
  }
  Object.defineProperty(prototype, 'delete', { value: mended, configurable: true })
  Object.defineProperty(prototype, Symbol.dispose, { value: mended, configurable: true })
}

/** Where the glue keeps an object's address; its names are minified, so a point with known numbers is looked for. */
function pointerReader(oc: OpenCascadeInstance): ((made: Deletable) => number | null) | null {
  const probe = new oc.gp_Pnt(1.5, -2.25, 3.125)
  for (const [recordName, record] of ownEntries(probe)) {
    for (const [name, value] of ownEntries(record)) {
      if (typeof value !== 'number' || value % 8 !== 0) continue
      const [x, y, z] = new Float64Array(oc.wasmMemory.buffer, value, 3)
      if (x !== 1.5 || y !== -2.25 || z !== 3.125) continue
      return (made) => {
        const held = (made as unknown as Record<string, Record<string, unknown>>)[recordName]?.[name]
        return typeof held === 'number' ? held : null
      }
    }
  }
  return null
}

function ownEntries(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.getOwnPropertyNames(value).map((name) => [name, (value as Record<string, unknown>)[name]])
}

/** Whether a maker of an edge lets go of its curve when it is deleted. */
function deletesProperly(oc: OpenCascadeInstance): boolean {
  const points = [new oc.gp_Pnt(0, 0, 0), new oc.gp_Pnt(1, 1, 0), new oc.gp_Pnt(2, 0, 0)] as const
  const arc = new oc.GC_MakeArcOfCircle(...points)
  const curve = arc.Value()
  const maker = new oc.BRepBuilderAPI_MakeEdge(curve)
  const held = curve.GetRefCount()
  maker.delete()
  const after = curve.GetRefCount()
  for (const made of [curve, arc, ...points]) made.delete()
  return after < held
}
