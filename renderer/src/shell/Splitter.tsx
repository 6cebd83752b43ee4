import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useStore } from 'zustand'
import { layout, PANEL_MAX, PANEL_MIN, setPanelWidth } from './layout.ts'

const STEP = 16

/** The line between panel and model; drag it, or arrow keys. */
export function Splitter() {
  const width = useStore(layout, (state) => state.panelWidth)
  const from = useRef<{ x: number; width: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent) => {
    if (from.current) setPanelWidth(from.current.width + event.clientX - from.current.x)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (!step) return
    event.preventDefault()
    setPanelWidth(width + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is a widget, an hr is not
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuenow={Math.round(width)}
      aria-valuemin={PANEL_MIN}
      aria-valuemax={PANEL_MAX}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        from.current = null
      }}
      onKeyDown={onKeyDown}
      className="relative z-10 w-px shrink-0 touch-none bg-line after:absolute after:inset-y-0 after:-left-1 after:w-[9px] after:cursor-col-resize hover:bg-edge"
    />
  )
}
