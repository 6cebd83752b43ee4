import { Crosshair } from 'lucide-react'
import { usePanel } from '../conversation/panel.ts'
import { Button } from '../parts/Button.tsx'
import { layout, showPane } from '../shell/layout.ts'
import { pick } from '../view/picking.ts'
import { decimalsOf } from '../words/numbers.ts'
import { type FieldProps, INPUT } from './field-props.ts'

const AXES = ['x', 'y', 'z'] as const

/** Three coordinates, typed or clicked in the model. */
export function PointField({ question, draft, document, onWrite, labelledBy, describedBy, wrong }: FieldProps) {
  const decimals = usePanel((state) => decimalsOf(state.status?.document?.tolerance ?? 0.01))
  const show = () => {
    const back = layout.getState().pane
    showPane('model')
    pick(
      {
        kind: 'point',
        text: question.text,
        done: ([x, y, z]) => {
          const say = (value: number) => String(Number(value.toFixed(decimals)))
          onWrite({ ...draft, point: [say(x), say(y), say(z)] })
        },
      },
      () => showPane(back),
    )
  }
  return (
    <fieldset aria-labelledby={labelledBy} aria-describedby={describedBy} className="flex flex-wrap items-center gap-2">
      {AXES.map((axis, i) => (
        <label key={axis} className="flex items-center gap-1 text-small text-soft">
          {axis}
          <input
            inputMode="decimal"
            aria-invalid={wrong}
            value={draft.point[i] ?? ''}
            onChange={(event) => onWrite({ ...draft, point: withPart(draft.point, i, event.target.value) })}
            className={`${INPUT} w-20`}
          />
        </label>
      ))}
      <span className="text-small text-soft">{document.unit}</span>
      <Button onClick={show}>
        <Crosshair size={14} strokeWidth={1.5} />
        Click in the model
      </Button>
    </fieldset>
  )
}

function withPart(point: readonly [string, string, string], index: number, text: string): [string, string, string] {
  const [x, y, z] = point
  return [index === 0 ? text : x, index === 1 ? text : y, index === 2 ? text : z]
}
