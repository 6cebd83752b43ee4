import { MousePointer2, X } from 'lucide-react'
import { useStore } from 'zustand'
import { Button, IconButton } from '../parts/Button.tsx'
import { layout, showPane } from '../shell/layout.ts'
import { lightUp } from '../view/lit.ts'
import { pick } from '../view/picking.ts'
import { seen } from '../view/seen.ts'
import { kindWord } from '../words/changes.ts'
import { count } from '../words/numbers.ts'
import type { FieldProps } from './field-props.ts'

const NAMED = 8

/** Objects, selected in the model: each a chip that lights it up. */
export function ObjectsField({ question, draft, onWrite, labelledBy, describedBy }: FieldProps) {
  const objects = useStore(seen, (state) => state.scenery.objects)
  const show = () => {
    const back = layout.getState().pane
    showPane('model')
    pick({ kind: 'objects', text: question.text, done: (guids) => onWrite({ ...draft, objects: [...guids] }) }, () =>
      showPane(back),
    )
  }
  const more = draft.objects.length - NAMED
  return (
    <fieldset
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className="flex flex-wrap items-center gap-1.5"
    >
      {draft.objects.slice(0, NAMED).map((guid) => {
        const object = objects.get(guid)
        const name = object ? object.name || kindWord(object.kind) : 'Object'
        return (
          <span
            key={guid}
            onPointerEnter={() => lightUp([guid])}
            onPointerLeave={() => lightUp([])}
            className="inline-flex h-7 max-w-full items-center gap-1 rounded-[4px] border border-line bg-ground pl-2 text-small"
          >
            <span className="min-w-0 truncate">{name}</span>
            <IconButton
              label={`Leave out ${name}`}
              small
              onClick={() => onWrite({ ...draft, objects: draft.objects.filter((other) => other !== guid) })}
            >
              <X size={14} strokeWidth={1.5} />
            </IconButton>
          </span>
        )
      })}
      {more > 0 && <span className="text-small text-soft">and {count(more, 'more object')}</span>}
      <Button onClick={show}>
        <MousePointer2 size={14} strokeWidth={1.5} />
        {draft.objects.length > 0 ? 'Select others' : 'Select in the model'}
      </Button>
    </fieldset>
  )
}
