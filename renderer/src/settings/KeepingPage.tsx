import { useCallback, useEffect, useState } from 'react'
import type { Retention, StorageReport, WeighedConversation } from '../../../src/shared/history.ts'
import type { SettingsView } from '../../../src/shared/settings.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { Button } from '../parts/Button.tsx'
import { bytes, count } from '../words/numbers.ts'
import { ago } from '../words/time.ts'
import { ChoiceField, Section } from './fields.tsx'
import { change, settingsStore } from './store.ts'

const MB = 1_000_000
const DAYS = [30, 90, 180, 365, 730]
const SIZES = [100, 250, 500, 1000, 5000]

interface Wanted {
  readonly policy: Retention
  readonly going: readonly WeighedConversation[]
}

/** What conversations take, and how long they stay. */
export function KeepingPage({ view: { settings } }: { view: SettingsView }) {
  const { maxBytes, maxDays } = settings.retention
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [report, look] = useStorage()
  /** A limit that nothing is over holds at once; another one is asked about. */
  const choose = async (part: Partial<Retention>) => {
    const policy = { maxBytes, maxDays, ...part }
    try {
      const going = await core.call((api) => api.conversations.expiring(policy))
      if (going.length > 0) return setWanted({ policy, going })
      await set(policy)
    } catch (error) {
      settingsStore.setState({ trouble: troubleOf(error) })
    }
  }
  const set = async (policy: Retention) => {
    setWanted(null)
    await change({ retention: policy })
    await look()
  }
  const held = wanted?.policy ?? { maxBytes, maxDays }
  return (
    <>
      <Section
        title="What is kept"
        lead="Conversations and their pictures stay on this computer. Your models are not among them."
      >
        {report ? <Report report={report} /> : <p className="text-soft">Weighing…</p>}
      </Section>
      <Section
        title="How long"
        lead="What is over a limit is put among the deleted, and can be brought back for a week. The open conversation stays."
      >
        <ChoiceField
          label="Delete conversations that were not touched for"
          value={String(held.maxDays ?? '')}
          options={choices(DAYS, held.maxDays, (days) => `${days} days`, 'Never: keep all')}
          onSave={(value) => choose({ maxDays: value ? Number(value) : null })}
        />
        <ChoiceField
          label="Delete the oldest when all together take more than"
          value={String(held.maxBytes === null ? '' : held.maxBytes / MB)}
          options={choices(
            SIZES,
            held.maxBytes === null ? null : held.maxBytes / MB,
            (size) => `${size} MB`,
            'No limit',
          )}
          onSave={(value) => choose({ maxBytes: value ? Number(value) * MB : null })}
        />
        {wanted && <Sure wanted={wanted} onSet={() => void set(wanted.policy)} onLeave={() => setWanted(null)} />}
      </Section>
    </>
  )
}

function useStorage(): [StorageReport | null, () => Promise<void>] {
  const [report, setReport] = useState<StorageReport | null>(null)
  const look = useCallback(
    () =>
      core
        .call((api) => api.conversations.storage())
        .then(setReport, (error) => {
          settingsStore.setState({ trouble: troubleOf(error) })
        }),
    [],
  )
  useEffect(() => void look(), [look])
  return [report, look]
}

const LARGEST = 3

function Report({ report }: { report: StorageReport }) {
  const { lastCleaning: last } = report
  return (
    <dl className="grid grid-cols-1 gap-1 rounded-control border border-line px-3 py-2">
      <Line term={count(report.conversations.length, 'conversation')} value={bytes(report.bytes)} />
      {report.deletedBytes > 0 && (
        <Line quiet term="of it deleted, can be brought back" value={bytes(report.deletedBytes)} />
      )}
      {report.copyBytes > 0 && <Line term="Earlier copies of documents" value={bytes(report.copyBytes)} />}
      {report.conversations.slice(0, LARGEST).map(({ conversation, title, bytes: size }) => (
        <Line key={conversation} quiet term={title || 'New conversation'} value={bytes(size)} />
      ))}
      {last && (
        <div className="text-small text-soft">
          <dt className="inline">Limits last applied {ago(last.at, Date.now())}: </dt>
          <dd className="inline">
            {count(last.conversations, 'conversation')}, {bytes(last.bytes)}.
          </dd>
        </div>
      )}
    </dl>
  )
}

function Line({ term, value, quiet }: { term: string; value: string; quiet?: boolean }) {
  return (
    <div className={`flex gap-3 ${quiet ? 'text-small text-soft' : ''}`}>
      <dt className="min-w-0 grow truncate">{term}</dt>
      <dd className="shrink-0">{value}</dd>
    </div>
  )
}

const NAMED = 4

/** What a new limit would take, before it does. */
function Sure({ wanted: { going }, onSet, onLeave }: { wanted: Wanted; onSet: () => void; onLeave: () => void }) {
  const size = going.reduce((sum, one) => sum + one.bytes, 0)
  const names = going.slice(0, NAMED).map(({ title }) => `“${title || 'New conversation'}”`)
  return (
    <div role="alert" className="rounded-control border border-ink p-3">
      <p className="font-strong">
        {count(going.length, 'conversation')} would be deleted now, {bytes(size)}
      </p>
      <p className="text-small text-soft">
        {names.join(', ')}
        {going.length > NAMED && ` and ${count(going.length - NAMED, 'other')}`}. They can be brought back for a week.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onLeave}>Leave it as it was</Button>
        <Button look="primary" onClick={onSet}>
          Set and delete them
        </Button>
      </div>
    </div>
  )
}

/** The usual values, and the one that holds where it is none of them. */
function choices(usual: number[], now: number | null, say: (n: number) => string, none: string) {
  const all = now === null || usual.includes(now) ? usual : [...usual, now].sort((a, b) => a - b)
  return [{ value: '', label: none }, ...all.map((n) => ({ value: String(n), label: say(n) }))]
}
