import { Unplug } from 'lucide-react'
import { useStore } from 'zustand'
import { core } from '../link/core.ts'
import { Button } from '../parts/Button.tsx'
import { useNow } from '../parts/useNow.ts'
import { elapsed } from '../words/numbers.ts'

/** Shorter losses are not worth a word. */
const QUIET = 600

/** Calm, and always with what is being done about it. */
export function LinkNotice() {
  const link = useStore(core.state)
  const now = useNow(500, link.state === 'reconnecting')
  if (link.state === 'refused') {
    return <Strip text="Tickbird was started anew, and this tab has the old key. Open the address it printed." />
  }
  if (link.state !== 'reconnecting' || now - link.since < QUIET) return null
  return (
    <Strip
      text={`Reconnecting · ${elapsed(now - link.since)}. Nothing is lost; what is shown may be a little old.`}
      retry
    />
  )
}

function Strip({ text, retry }: { text: string; retry?: boolean }) {
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-sunk py-1 pr-2 pl-4 text-small"
    >
      <Unplug size={14} strokeWidth={1.5} className="shrink-0 text-soft" />
      <span className="min-w-0 grow">{text}</span>
      {retry && (
        <Button look="quiet" onClick={() => core.retry()}>
          Try now
        </Button>
      )}
    </div>
  )
}

/** The page was opened without its key: there is nothing else to show. */
export function RefusedScreen() {
  return (
    <main className="flex h-full items-center justify-center p-4">
      <div className="max-w-[48ch]">
        <h1 className="font-strong">This tab has no key</h1>
        <p className="mt-1 text-soft">
          Tickbird opens its panel only through the address it prints when it starts; the end of that address is the
          key. The key changes with every start.
        </p>
        <p className="mt-2 text-soft">
          Run <code className="font-mono text-ink">npm start</code> again, or copy the address from where it runs. This
          page goes on by itself once it has the key.
        </p>
      </div>
    </main>
  )
}
