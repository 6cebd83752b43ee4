import { type RefObject, useEffect, useState } from 'react'
import { look } from '../look/theme.ts'
import { turnAxes } from './Axes.tsx'
import { onViewCommand } from './commands.ts'
import { emptyScenery, feed, type Scenery } from './feed.ts'
import { lit } from './lit.ts'
import type { ViewMode } from './Materials.ts'
import { inSight, type Sight } from './OutOfSight.tsx'
import { Stage } from './Stage.ts'
import { seen } from './seen.ts'

/** A stage on a canvas for as long as it is on screen, fed by the core. `fault` says why there is none. */
export function useStage(
  canvas: RefObject<HTMLCanvasElement | null>,
  axes: RefObject<SVGSVGElement | null>,
  mode: ViewMode,
  onMode: (mode: ViewMode) => void,
): { stage: Stage | null; scenery: Scenery; sight: Sight; fault: string | null } {
  const [stage, setStage] = useState<Stage | null>(null)
  const [scenery, setScenery] = useState<Scenery>(emptyScenery)
  const [sight, setSight] = useState<Sight>(inSight)
  const [fault, setFault] = useState<string | null>(null)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const made = makeStage(element)
    if (!(made instanceof Stage)) return setFault(made)
    const over = new AbortController()
    const watch = settled(() => setSight(made.sight()), over.signal)
    made.onDrawn = (camera) => {
      turnAxes(axes.current, camera)
      watch()
    }
    const sizes = new ResizeObserver(() => made.resize(element.clientWidth, element.clientHeight))
    sizes.observe(element)
    const stopLook = look.subscribe(() => made.repaint())
    const stopLit = lit.subscribe(({ guids }) => made.mark('lit', guids))
    const show = (next: Scenery) => {
      setScenery(next)
      seen.setState({ scenery: next })
    }
    feed(made, show, over.signal)
    setStage(made)
    return () => {
      over.abort()
      sizes.disconnect()
      stopLook()
      stopLit()
      made.dispose()
      setStage(null)
    }
  }, [canvas, axes])

  useEffect(() => stage?.setMode(mode), [stage, mode])
  useEffect(
    () => onViewCommand((command) => (command === 'extents' ? stage?.zoom() : onMode(command))),
    [stage, onMode],
  )
  return { stage, scenery, sight, fault }
}

/** Nothing is said about what is out of sight while the camera moves. */
const STILL_MS = 300

/** Runs once things have been still for a while. */
function settled(run: () => void, signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  return () => {
    clearTimeout(timer)
    timer = setTimeout(run, STILL_MS)
  }
}

/** A stage, or why there can be none. */
function makeStage(canvas: HTMLCanvasElement): Stage | string {
  try {
    return new Stage(canvas)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
