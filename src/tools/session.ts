import { z } from 'zod'
import { displayObject } from '../shared/view.ts'
import { defineMethod } from './define.ts'
import { guids } from './schema.ts'

/** Methods that keep the connection itself going. None of them waits for Rhino's UI thread. */

export const ping = defineMethod({
  method: 'ping',
  input: z.object({}),
  output: z.object({ alive: z.boolean() }),
  effect: 'read',
  pace: 'instant',
})

export const hello = defineMethod({
  method: 'hello',
  input: z.object({
    secret: z.string().max(1000),
    client: z.string().max(200).default(''),
    protocol: z.number().int().default(1),
  }),
  output: z.object({
    host: z.enum(['embedded', 'rhino']),
    /** Of the host program: our package's version, or the plugin's. */
    version: z.string(),
    rhino: z.string().nullable(),
    pid: z.number().int(),
    /** Protocol extras this host offers: "undo.pictures", "viewport.display_meshes". */
    capabilities: z.array(z.string()),
  }),
  effect: 'read',
  pace: 'instant',
})

export const listMethods = defineMethod({
  method: 'list_methods',
  input: z.object({}),
  output: z.object({ methods: z.array(z.string()) }),
  effect: 'read',
  pace: 'instant',
})

export const shutdown = defineMethod({
  method: 'shutdown',
  input: z.object({}),
  output: z.object({ shutdown: z.string() }),
  effect: 'run',
  pace: 'instant',
})

/** A job's id is the id of the request that began it, so that a client can ask for it whatever became of the answer. */
export const jobStatus = defineMethod({
  method: 'job.status',
  input: z.object({ job_id: z.string().min(1).max(64) }),
  output: z.object({
    job_id: z.string(),
    state: z.enum(['pending', 'running', 'done', 'abandoned']),
    /** Once done: what the call would have answered. */
    result: z.unknown().optional(),
    error: z.unknown().optional(),
    /** While it runs, where the host can tell: 0 to 1. */
    progress: z.object({ fraction: z.number(), label: z.string() }).optional(),
  }),
  effect: 'read',
  pace: 'instant',
})

export const cancel = defineMethod({
  method: 'rhino.cancel',
  input: z.object({ job_id: z.string().max(64).optional() }),
  output: z.object({ cancelled: z.array(z.string()), running: z.string().nullable() }),
  effect: 'run',
  pace: 'instant',
})

export const listDocuments = defineMethod({
  method: 'rhino.list_documents',
  input: z.object({}),
  output: z.object({
    documents: z.array(
      z.object({
        serial: z.number().int(),
        name: z.string(),
        path: z.string().nullable(),
        modified: z.boolean(),
        active: z.boolean(),
        units: z.string(),
        object_count: z.number().int(),
        /** Grows with every change of the document or its selection. */
        revision: z.number().int(),
      }),
    ),
  }),
  effect: 'read',
})

export const capabilities = defineMethod({
  method: 'rhino.capabilities',
  input: z.object({}),
  output: z.object({
    host: z.string(),
    version: z.string(),
    kernel: z.string().nullable(),
    methods: z.array(
      z.object({ method: z.string(), support: z.enum(['full', 'limited', 'none']), reason: z.string().nullable() }),
    ),
  }),
  effect: 'read',
})

/**
 * What the panel's 3D view draws. `known` holds the keys the caller has; objects whose key is among them are left out. A
 * large document comes in parts: while `visible` has keys that the caller does not know, it asks again.
 */
export const displayMeshes = defineMethod({
  method: 'viewport.display_meshes',
  input: z.object({
    known: z.array(z.string().max(100)).max(200_000).default([]),
    ids: guids(undefined, 0).optional(),
  }),
  output: z.object({
    revision: z.number().int(),
    objects: z.array(displayObject),
    /** guid and key of every visible object, whether it was sent or not. */
    visible: z.array(z.object({ guid: z.string(), key: z.string() })),
    selection: z.array(z.string()),
    changed: z.array(z.string()),
  }),
  effect: 'read',
  pace: 'heavy',
})
