import type { RhinoModule } from 'rhino3dm'

/** What the package's own declarations leave out or have wrong (seen on the live module of 8.35). */
declare module 'rhino3dm' {
  interface CommonObject {
    /** The object as openNURBS writes it: base64 of one class chunk. */
    encode(): Encoded
  }
  interface Encoded {
    readonly version: number
    readonly archive3dm: number
    readonly opennurbs: number
    readonly data: string
  }
}

export type Rhino = RhinoModule

/** Marks a handle to be freed when the work is done, and hands it back. */
export type Keep = <T extends object>(handle: T) => T

let loading: Promise<Rhino> | undefined

/** rhino3dm, loaded once a process: 0.2 to 1 s and about 30 MB. */
export function loadRhino(): Promise<Rhino> {
  loading ??= import('rhino3dm').then(({ default: init }) => init({ print: () => undefined, printErr: console.error }))
  return loading
}

interface Handle {
  delete(): void
  isDeleted(): boolean
}

/**
 * Runs `work` and frees what it kept, last first. Every rhino3dm object is a handle on memory that the garbage collector
 * does not see; a table's handle holds the whole document. Tables have a `delete` of their own (for their items), so
 * freeing goes by the method every handle has, taken from a class without one. A file object gives the same pointer each
 * time it is asked for its attributes or geometry: ask once, keep once.
 */
export function withHandles<T>(rhino: Rhino, work: (keep: Keep) => T): T {
  const handle = rhino.BoundingBox.prototype as unknown as Handle
  const kept: object[] = []
  try {
    return work((made) => {
      kept.push(made)
      return made
    })
  } finally {
    for (const made of kept.reverse()) if (!handle.isDeleted.call(made)) handle.delete.call(made)
  }
}
