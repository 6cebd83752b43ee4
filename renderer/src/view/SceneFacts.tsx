import { Vector3 } from 'three'
import { usePanel } from '../conversation/panel.ts'
import { kindWord } from '../words/changes.ts'
import { count, decimalsOf, extent, number } from '../words/numbers.ts'
import type { Scenery } from './feed.ts'
import type { Stage } from './Stage.ts'

/** What is selected, in words and numbers; else how much there is. */
export function SceneFacts({ stage, scenery }: { stage: Stage | null; scenery: Scenery }) {
  const document = usePanel((state) => state.status?.document ?? null)
  const size = stage?.bounds(scenery.selection)?.getSize(new Vector3())
  const text = factsOf(scenery)
  return (
    <p className="pointer-events-none absolute right-2 bottom-2 left-16 text-right text-small text-soft">
      {text}
      {scenery.selection.length > 0 && size && document && (
        <> · {extent([size.x, size.y, size.z], decimalsOf(document.tolerance), document.unit)}</>
      )}
    </p>
  )
}

function factsOf({ objects, selection, undrawn, waiting }: Scenery): string {
  const rest = [
    waiting > 20 && `${count(waiting, 'object')} to come`,
    undrawn > 0 && `${number(undrawn, 0)} not shown`,
  ].filter(Boolean)
  const [first] = selection
  const one = selection.length === 1 && first ? objects.get(first) : undefined
  const main = one
    ? [one.name || kindWord(one.kind), one.name && kindWord(one.kind), one.layer].filter(Boolean).join(' · ')
    : selection.length > 0
      ? `${count(selection.length, 'object')} selected`
      : count(objects.size, 'object')
  return [main, ...rest].join(' · ')
}
