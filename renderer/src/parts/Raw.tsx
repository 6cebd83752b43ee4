import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './Button.tsx'

/** More than this is shown from its beginning; the copy button still takes all of it. */
const SHOWN = 20_000

/** Text as it is, in a box that scrolls by keyboard too, with a button that copies it. */
export function Raw({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label} className="group relative mt-1 min-w-0">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-control border border-line bg-sunk p-2 pr-9 font-mono text-small whitespace-pre-wrap"
      >
        {text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text}
      </pre>
      <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} className="absolute top-1 right-1 bg-sunk" />
    </section>
  )
}

export function CopyButton({ text, label, className = '' }: { text: string; label: string; className?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  const words = { idle: label, copied: 'Copied', failed: 'This browser does not allow copying' }
  return (
    <IconButton label={words[state]} className={className} onClick={copy} onBlur={() => setState('idle')}>
      {state === 'copied' ? <Check size={16} strokeWidth={1.5} /> : <Copy size={16} strokeWidth={1.5} />}
    </IconButton>
  )
}
