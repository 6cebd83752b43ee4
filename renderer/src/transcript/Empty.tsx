import { useShallow } from 'zustand/react/shallow'
import { focusComposer } from '../composer/focus.ts'
import { saveDraft } from '../conversation/draft.ts'
import { nextAgent, usePanel } from '../conversation/panel.ts'
import { submit } from '../conversation/send.ts'
import { count, unbroken, withUnit } from '../words/numbers.ts'
import { starters } from '../words/starters.ts'

/** An invitation: what is there, and three things that can be done with it. */
export function Empty() {
  const document = usePanel((state) => state.status?.document ?? null)
  const [open, agent] = usePanel(
    useShallow((state) => [state.open, state.status?.agents.find((a) => a.id === nextAgent(state)) ?? null] as const),
  )
  const known = usePanel((state) => state.status !== null)
  const choose = (prompt: string) => {
    if (agent?.state === 'ready') void submit(prompt)
    else {
      saveDraft(open, prompt)
      focusComposer()
    }
  }
  if (!known) return <p className="m-auto p-4 text-small text-soft">Connecting</p>
  return (
    <div className="flex min-h-0 grow flex-col justify-end overflow-y-auto">
      <section aria-label="Start" className="mx-auto w-full max-w-[68ch] px-4 py-4">
        <h2 className="font-strong">What shall we make?</h2>
        <p className="text-soft">
          {document === null
            ? 'No document is open yet.'
            : document.selected > 0
              ? `${count(document.selected, 'object')} selected in ${document.name}.`
              : document.objects > 0
                ? `${document.name} has ${count(document.objects, 'object')}.`
                : `${document.name} is empty. ${withUnit('Sizes are in', document.unit || 'units without a name')}.`}
        </p>
        <ul className="mt-3 overflow-hidden rounded-control border border-line bg-sheet">
          {starters(document).map(({ title, prompt }) => (
            <li key={title} className="border-t border-line first:border-t-0">
              <button
                type="button"
                onClick={() => choose(prompt)}
                className="w-full px-3 py-2 text-left -outline-offset-2 hover:bg-sunk"
              >
                <span className="block text-small text-soft">{title}</span>
                {unbroken(prompt)}
              </button>
            </li>
          ))}
        </ul>
        {agent?.practice && (
          <p className="mt-3 text-small text-soft">
            {agent.title}: understands a small language of modelling sentences, no model behind it.
          </p>
        )}
      </section>
    </div>
  )
}
