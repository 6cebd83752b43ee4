import { type FormEvent, useState } from 'react'
import { Button } from '../parts/Button.tsx'
import { Fold } from '../parts/Fold.tsx'
import { FIELD } from './fields.tsx'
import { change } from './store.ts'
import { splitWords } from './words.ts'

/** Any program that speaks ACP, by its command. */
export function AddAgent({ taken }: { taken: readonly string[] }) {
  const [title, setTitle] = useState('')
  const [line, setLine] = useState('')
  const id = idOf(title)
  const used = taken.includes(id)
  const [command, ...args] = splitWords(line)
  const ready = id !== '' && !used && command !== undefined
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const added = await change({ agents: { [id]: { title: title.trim(), command, ...(args.length > 0 && { args }) } } })
    if (!added) return
    setTitle('')
    setLine('')
  }
  return (
    <Fold label="Add another agent">
      <form onSubmit={(event) => void add(event)} className="mt-2 grid gap-2 rounded-control border border-line p-3">
        <p className="text-small text-soft">Any program that speaks the Agent Client Protocol (ACP).</p>
        <label className="grid gap-1 text-small text-soft">
          Name
          <input
            value={title}
            maxLength={60}
            aria-invalid={used}
            onChange={(event) => setTitle(event.target.value)}
            className={FIELD}
          />
          {used && <span className="text-ink">There is one with this name.</span>}
        </label>
        <label className="grid gap-1 text-small text-soft">
          Command
          <input
            value={line}
            spellCheck={false}
            placeholder="my-agent --acp"
            onChange={(event) => setLine(event.target.value)}
            className={`${FIELD} font-mono text-small`}
          />
        </label>
        <Button type="submit" disabled={!ready} className="justify-self-start">
          Add
        </Button>
      </form>
    </Fold>
  )
}

/** "My agent" is my-agent. */
const idOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
