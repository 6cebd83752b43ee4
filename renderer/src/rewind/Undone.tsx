import { Picture } from '../transcript/Picture.tsx'
import { changeRows, countsLine, kindWord, unnamed } from '../words/changes.ts'
import { count } from '../words/numbers.ts'
import type { Preview } from './preview.ts'

/** Everything that is undone, and what is not: the turns, the person's own edits, how the model looks then. */
export function Undone({ preview }: { preview: Preview }) {
  const [newest] = preview.turns
  return (
    <div className="grid grid-cols-1 gap-3">
      {preview.picture && (
        <figure className="max-w-72">
          <Picture id={preview.picture} alt={`Before turn ${preview.turns.at(-1)?.number ?? ''}`} />
          <figcaption className="mt-1 text-small text-soft">How the model looks then</figcaption>
        </figure>
      )}
      <ol className="grid grid-cols-1 gap-2">
        {preview.turns.map((turn) => (
          <UndoneTurn key={turn.turn} turn={turn} brief={preview.turns.length > 4 && turn !== newest} />
        ))}
      </ol>
      {preview.foreign.length > 0 && <Foreign edits={preview.foreign} />}
      {preview.uncovered.length > 0 && (
        <p className="text-small">
          <span className="font-strong">Stays as it is:</span> {preview.uncovered.join('; ')}.
        </p>
      )}
      {preview.way === 'copy' && (
        <p className="text-small">
          An earlier copy of the document is opened in its place: these turns are too old to be undone one by one.
        </p>
      )}
      <p className="text-small text-soft">{preview.copy.why}</p>
    </div>
  )
}

const NAMED = 6

/** What undoing does to each object: the other way round from what the turn did. */
const UNDONE = { added: 'is removed', changed: 'changes back', removed: 'comes back' } as const

function UndoneTurn({ turn: { number, label, changes }, brief }: { turn: Preview['turns'][number]; brief: boolean }) {
  const rows = changeRows(changes)
  const rest = Math.max(0, rows.length - NAMED) + unnamed(changes)
  return (
    <li className="rounded-control border border-line px-3 py-2">
      <p className={brief ? 'truncate' : 'line-clamp-3'}>
        <span className="font-strong">{number > 0 ? `Turn ${number}` : 'Another agent'}</span>{' '}
        {label && <span className="text-soft">· {label}</span>}
      </p>
      <p className="text-small text-soft">{countsLine(changes) ?? 'changed nothing'}</p>
      {!brief && (
        <ul className="mt-1 text-small">
          {rows.slice(0, NAMED).map(({ how, object }) => (
            <li key={`${how}:${object.guid}`} className="flex gap-2">
              <span className="min-w-0 grow truncate">{object.name || kindWord(object.kind)}</span>
              <span className="shrink-0 text-soft">{UNDONE[how]}</span>
            </li>
          ))}
          {rest > 0 && <li className="text-soft">and {count(rest, 'more object')}</li>}
          {changes.other.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** What the person did since, by name: it lies above the turn in the undo stack and can only go with it. */
function Foreign({ edits }: { edits: readonly string[] }) {
  return (
    <div className="rounded-control border border-edge px-3 py-2">
      <p className="font-strong">Your own edits are undone too</p>
      <p className="text-small text-soft">
        They came after the turn, so it can only be undone together with them. Redo brings them back.
      </p>
      <ul className="mt-1 list-disc pl-5 text-small">
        {edits.map((edit, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two edits may have the same name
          <li key={i}>{edit}</li>
        ))}
      </ul>
    </div>
  )
}
