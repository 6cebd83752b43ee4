import { Check, CircleSlash, MessageCircleQuestion, X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { TrafficCall } from '../../../src/shared/traffic.ts'
import { usePanel } from '../conversation/panel.ts'
import { Modal } from '../parts/Modal.tsx'
import { CopyButton } from '../parts/Raw.tsx'
import { FIELD } from '../settings/fields.tsx'
import { count, duration, number } from '../words/numbers.ts'
import { clockSeconds } from '../words/time.ts'
import { followTraffic, traffic } from './store.ts'

const SHOWN = 200

/** Every call of every agent as it ends: what, how it went, how long, how much. */
export default function TrafficScreen({ onClose }: { onClose: () => void }) {
  const calls = useStore(traffic, (state) => state.calls)
  const [query, setQuery] = useState('')
  const [failed, setFailed] = useState(false)
  useEffect(followTraffic, [])
  const found = calls.filter((call) => (!failed || call.outcome === 'error') && matches(call, query))
  const errors = calls.filter(({ outcome }) => outcome === 'error').length
  return (
    <Modal
      title="Calls"
      lead="What agents ask of the model, newest first. Texts and keys are never recorded, only their sizes."
      roomy
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label="Find calls"
          placeholder="Find a tool, a code or an agent"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className={`${FIELD} flex-1 basis-40`}
        />
        <label className="flex items-center gap-2 text-small">
          <input
            type="checkbox"
            checked={failed}
            onChange={(event) => setFailed(event.target.checked)}
            className="size-4 accent-(--ink)"
          />
          Errors only ({number(errors, 0)})
        </label>
        <CopyButton label="Copy these calls" text={found.map((call) => JSON.stringify(call)).join('\n')} />
      </div>
      {calls.length === 0 && <p className="mt-4 text-soft">No agent has called a tool since Tickbird was started.</p>}
      {calls.length > 0 && found.length === 0 && <p className="mt-4 text-soft">No call is like that.</p>}
      {found.length > 0 && (
        <ul aria-label="Calls" className="mt-3 rounded-control border border-line text-small">
          {found
            .slice(-SHOWN)
            .reverse()
            .map((call) => (
              <Call key={call.seq} call={call} />
            ))}
        </ul>
      )}
      {found.length > SHOWN && (
        <p className="mt-2 text-small text-soft">And {count(found.length - SHOWN, 'older call')}.</p>
      )}
    </Modal>
  )
}

const matches = ({ target, client, code, outcome }: TrafficCall, query: string): boolean => {
  const text = `${target} ${client} ${code ?? ''} ${outcome}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const OUTCOMES = {
  ok: { Icon: Check, word: 'Done', tone: 'text-soft' },
  error: { Icon: X, word: 'Failed', tone: 'text-accent' },
  cancelled: { Icon: CircleSlash, word: 'Stopped', tone: 'text-soft' },
  asked: { Icon: MessageCircleQuestion, word: 'Asked first', tone: 'text-soft' },
} as const

function Call({ call }: { call: TrafficCall }) {
  const [open, setOpen] = useState(false)
  const body = useId()
  const title = usePanel((state) => state.heads?.find(({ id }) => id === call.conversation)?.title)
  const { Icon, word, tone } = OUTCOMES[call.outcome]
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={body}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-2 px-3 py-1.5 text-left -outline-offset-2 hover:bg-sunk"
      >
        <Icon aria-label={word} role="img" size={14} strokeWidth={1.5} className={`mt-px shrink-0 ${tone}`} />
        <span className="min-w-0 grow">
          <span className="font-mono">{call.target}</span>
          {call.code && <span> · {call.code}</span>}
          <span className="block text-soft">
            {clockSeconds(call.at)} · {call.client || title || 'A conversation'}
          </span>
        </span>
        <span className="shrink-0 text-right">
          {call.ms < 1000 ? `${number(call.ms, call.ms < 10 ? 1 : 0)} ms` : duration(call.ms)}
          <span className="block text-soft">{weight(call.sent)}</span>
        </span>
      </button>
      <dl id={body} hidden={!open} className="grid gap-1 px-3 pb-2 pl-9">
        {open && (
          <>
            <dt className="text-soft">In</dt>
            <dd className="font-mono">{given(call)}</dd>
            <dt className="text-soft">Out</dt>
            <dd className="font-mono">{call.sent.join(', ') || 'nothing'}</dd>
          </>
        )}
      </dl>
    </li>
  )
}

function given({ arguments: all }: TrafficCall): string {
  const pairs = Object.entries(all).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return pairs.join(', ') || 'nothing'
}

/** "51 k": characters that went back, all pieces together. */
function weight(sent: readonly string[]): string {
  const size = sent.reduce((sum, piece) => sum + Number(/ (\d+)$/.exec(piece)?.[1] ?? 0), 0)
  return size < 1000 ? `${size} chars` : `${number(size / 1000, size < 10_000 ? 1 : 0)} k chars`
}
