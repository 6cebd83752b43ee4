import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { offerFile } from './document.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** A file let go anywhere over the window is opened. */
export function DropTarget({ children }: { children: ReactNode }) {
  const [over, setOver] = useState(false)
  const depth = useRef(0)
  const leave = () => {
    depth.current = 0
    setOver(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; Open… in the menu is the way by keyboard
    <div
      className="relative flex h-full flex-col"
      onDragEnter={(event) => {
        if (!hasFiles(event)) return
        depth.current += 1
        setOver(true)
      }}
      onDragLeave={() => {
        depth.current -= 1
        if (depth.current <= 0) leave()
      }}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        leave()
        if (!hasFiles(event)) return
        event.preventDefault()
        const file = event.dataTransfer.files[0]
        if (file) offerFile(file)
      }}
    >
      {children}
      {over && (
        <div className="appear pointer-events-none absolute inset-2 z-40 flex items-center justify-center rounded-control border-2 border-dashed border-accent bg-ground/90">
          Let go to open: .3dm, .step, .stl, .obj
        </div>
      )}
    </div>
  )
}
