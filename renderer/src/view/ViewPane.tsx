import { Maximize } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../parts/Button.tsx'
import { Tip } from '../parts/Tip.tsx'
import { Axes } from './Axes.tsx'
import type { Scenery } from './feed.ts'
import type { ViewMode } from './Materials.ts'
import { OutOfSight } from './OutOfSight.tsx'
import { PickBar } from './PickBar.tsx'
import { picked } from './picked.ts'
import { endPicking, picking } from './picking.ts'
import { SceneFacts } from './SceneFacts.tsx'
import type { Stage } from './Stage.ts'
import { select } from './select.ts'
import { useStage } from './useStage.ts'

const MODES = [
  { mode: 'shaded', label: 'Shaded', keys: '1' },
  { mode: 'wireframe', label: 'Wireframe', keys: '2' },
  { mode: 'ghosted', label: 'Ghosted', keys: '3' },
] as const

/** The live model. */
export default function ViewPane() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const axes = useRef<SVGSVGElement>(null)
  const [mode, setMode] = useState<ViewMode>('shaded')
  const { stage, scenery, sight, fault } = useStage(canvas, axes, mode, setMode)
  if (fault) return <NoView why={fault} />
  return (
    <div className="relative min-h-0 grow bg-(--view-ground)">
      <Canvas ref={canvas} stage={stage} scenery={scenery} onMode={setMode} />
      <div className="absolute top-2 right-2 flex gap-0.5 rounded-control border border-line bg-sheet p-0.5">
        {MODES.map(({ mode: entry, label, keys }) => (
          <Tip key={entry} label={`Show ${label.toLowerCase()}`} keys={keys}>
            <button
              type="button"
              aria-pressed={mode === entry}
              onClick={() => setMode(entry)}
              className="h-7 rounded-[4px] px-2 text-small text-soft hover:text-ink aria-pressed:bg-sunk aria-pressed:text-ink"
            >
              {label}
            </button>
          </Tip>
        ))}
        <span className="mx-0.5 w-px bg-line" />
        <IconButton label="Zoom extents" keys="E" onClick={() => stage?.zoom()}>
          <Maximize size={16} strokeWidth={1.5} />
        </IconButton>
      </div>
      <Axes ref={axes} />
      <PickBar scenery={scenery} />
      <OutOfSight stage={stage} scenery={scenery} sight={sight} />
      <SceneFacts stage={stage} scenery={scenery} />
    </div>
  )
}

function NoView({ why }: { why: string }) {
  return (
    <div className="flex grow items-center justify-center bg-sunk p-4">
      <div className="max-w-[48ch]">
        <p className="font-strong">The model cannot be shown here</p>
        <p className="text-soft">
          This browser has no WebGL, or it is switched off. Everything else works, and the pictures of each turn show
          the model. Switch on hardware acceleration in the browser's settings, then reload.
        </p>
        <p className="mt-1 text-small text-soft">{why}</p>
      </div>
    </div>
  )
}

interface CanvasProps {
  ref: React.RefObject<HTMLCanvasElement | null>
  stage: Stage | null
  scenery: Scenery
  onMode: (mode: ViewMode) => void
}

/** A press that moves less than this is a click. */
const STILL = 4

function Canvas({ ref, stage, scenery, onMode }: CanvasProps) {
  const pressed = useRef<{ x: number; y: number } | null>(null)
  const { selection, objects } = scenery
  const aiming = useStore(picking, (state) => state.now?.kind === 'point')

  const onPointerDown = (event: PointerEvent) => {
    pressed.current = event.button === 0 ? { x: event.clientX, y: event.clientY } : null
  }
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = pressed.current
    pressed.current = null
    if (!from || !stage || Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const { now } = picking.getState()
    if (now?.kind === 'point') {
      const point = stage.pointAt(event.clientX - left, event.clientY - top)
      if (!point) return
      now.done(point)
      return endPicking()
    }
    const hit = stage.pick(event.clientX - left, event.clientY - top)
    const next = picked(selection, hit, event)
    if (next !== selection) void select(next)
  }
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (!stage || event.ctrlKey || event.metaKey || event.altKey) return
      const run = keyAction(event, stage, onMode)
      if (!run) return
      event.preventDefault()
      run()
    },
    [stage, onMode],
  )
  useEffect(() => {
    stage?.mark('selected', selection)
  }, [stage, selection])
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a view that takes keys is an application
    <canvas
      ref={ref}
      tabIndex={0}
      role="application"
      aria-label={`3D view of ${objects.size} objects, ${selection.length} selected. Arrow keys orbit, shift and arrow keys pan, plus and minus zoom, E zooms to extents.`}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
      className={`absolute inset-0 block h-full w-full touch-none -outline-offset-2 ${aiming ? 'cursor-crosshair' : ''}`}
    />
  )
}

function keyAction(event: KeyboardEvent, stage: Stage, onMode: (mode: ViewMode) => void): (() => void) | undefined {
  const { navigation } = stage
  const move = (right: number, up: number) => () =>
    event.shiftKey ? navigation.pan(right, up) : navigation.orbit(right, up)
  const mode = MODES.find(({ keys }) => keys === event.key)?.mode
  if (mode) return () => onMode(mode)
  switch (event.key) {
    case 'ArrowLeft':
      return move(-1, 0)
    case 'ArrowRight':
      return move(1, 0)
    case 'ArrowUp':
      return move(0, 1)
    case 'ArrowDown':
      return move(0, -1)
    case '+':
    case '=':
      return () => navigation.dolly(1.2)
    case '-':
      return () => navigation.dolly(1 / 1.2)
    case 'e':
    case 'E':
      return () => stage.zoom()
    case 'Home':
      return () => navigation.home(stage.bounds())
    default:
      return undefined
  }
}
