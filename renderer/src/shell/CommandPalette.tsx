import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useId, useState } from 'react'
import { useStore } from 'zustand'
import { useReturnFocus } from '../parts/useReturnFocus.ts'
import { useCommands } from './commands.ts'
import { closeDialog, dialog } from './dialog.ts'

export function CommandPalette() {
  const shown = useStore(dialog, (state) => state.shown.kind === 'commands')
  return shown ? <Palette /> : null
}

/** Everything by its name: type a part of it, arrow keys choose, Enter runs. */
function Palette() {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const returnFocus = useReturnFocus()
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = useCommands().filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  const index = Math.min(at, found.length - 1)

  const run = (command: (typeof found)[number] | undefined) => {
    if (!command) return
    closeDialog()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      setAt((index + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(found[index])
    }
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeDialog()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-30 bg-[#00000033]" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="appear fixed top-16 left-1/2 z-30 w-[calc(100vw-32px)] max-w-[440px] -translate-x-1/2 overflow-hidden rounded-control border border-edge bg-sheet shadow-[0_8px_32px_#0000003d]"
        >
          <Dialog.Title className="sr-only">Commands</Dialog.Title>
          <input
            role="combobox"
            aria-label="Command"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={found[index] ? `${id}-${index}` : undefined}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
            placeholder="Find a command"
            className="h-10 w-full border-b border-line px-3 outline-none placeholder:text-soft"
          />
          <div
            id={id}
            role="listbox"
            aria-label="Commands"
            className="max-h-[min(22rem,calc(100dvh-136px))] overflow-y-auto p-1"
          >
            {found.map((command, i) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
              <div
                key={command.name}
                id={`${id}-${i}`}
                role="option"
                tabIndex={-1}
                aria-selected={i === index}
                ref={(element) => {
                  if (i === index) element?.scrollIntoView({ block: 'nearest' })
                }}
                onPointerMove={() => setAt(i)}
                onClick={() => run(command)}
                className={`flex min-h-8 items-center gap-4 rounded-[4px] px-2 py-1 ${i === index ? 'bg-sunk' : ''}`}
              >
                <span className="min-w-0 grow">{command.name}</span>
                {command.keys && <kbd className="shrink-0 font-sans text-small text-soft">{command.keys}</kbd>}
              </div>
            ))}
          </div>
          {found.length === 0 && <p className="px-3 pb-3 text-small text-soft">No command has that name.</p>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
