import type { DisplayObject, ViewUpdate } from '../../../src/shared/view.ts'
import { core } from '../link/core.ts'
import type { Stage } from './Stage.ts'

/** What the view knows beside the shapes. */
export interface Scenery {
  readonly objects: ReadonlyMap<string, Pick<DisplayObject, 'name' | 'kind' | 'layer'>>
  readonly selection: readonly string[]
  readonly changed: readonly string[]
  /** Objects of which nothing can be drawn. */
  readonly undrawn: number
  /** Objects that are not on the stage yet. */
  readonly waiting: number
}

export const emptyScenery: Scenery = { objects: new Map(), selection: [], changed: [], undrawn: 0, waiting: 0 }

/** Decoding and uploading take at most this long in one frame. */
const SLICE_MS = 8

/** Plays the view's stream on a stage. Large documents arrive in slices, so that nothing else has to wait. */
export function feed(stage: Stage, show: (scenery: Scenery) => void, signal: AbortSignal): void {
  let scenery = emptyScenery
  let queue: DisplayObject[] = []
  let scheduled = false
  let empty = true
  const undrawn = new Set<string>()

  const publish = (part: Partial<Scenery>) => {
    scenery = { ...scenery, ...part, undrawn: undrawn.size, waiting: queue.length }
    show(scenery)
  }
  const work = () => {
    scheduled = false
    if (signal.aborted) return
    const until = performance.now() + SLICE_MS
    let done = 0
    while (done < queue.length && performance.now() < until) {
      const object = queue[done]
      if (object && stage.upsert(object)) undrawn.delete(object.guid)
      else if (object) undrawn.add(object.guid)
      done += 1
    }
    queue = queue.slice(done)
    publish({})
    if (queue.length > 0) return schedule()
    if (empty && stage.count > 0) stage.zoom()
    else stage.follow()
    empty = stage.count === 0
  }
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    requestAnimationFrame(work)
  }

  const apply = ({ reset, upserts, removed, selection, changed }: ViewUpdate) => {
    const objects = new Map(reset ? [] : scenery.objects)
    const gone = new Set(reset ? staleAfter(upserts, scenery.objects) : removed)
    // Another document, not an edit of this one: it is looked at as a whole.
    if (gone.size > 0 && gone.size === scenery.objects.size) empty = true
    for (const guid of gone) {
      stage.remove(guid)
      objects.delete(guid)
      undrawn.delete(guid)
    }
    for (const { guid, name, kind, layer } of upserts) objects.set(guid, { name, kind, layer })
    queue = [...queue.filter((object) => !gone.has(object.guid)), ...upserts]
    stage.mark('selected', selection)
    stage.mark('changed', changed)
    publish({ objects, selection, changed })
    schedule()
  }

  void core.follow(signal, (api, stop) => api.view.watch(undefined, { signal: stop }), apply)
}

/** After a reset whatever is not sent again is gone; what is sent again stays on stage until it is replaced. */
function staleAfter(upserts: readonly DisplayObject[], known: Scenery['objects']): string[] {
  const sent = new Set(upserts.map((object) => object.guid))
  return [...known.keys()].filter((guid) => !sent.has(guid))
}
