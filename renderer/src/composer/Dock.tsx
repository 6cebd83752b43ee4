import { useShallow } from 'zustand/react/shallow'
import { dropNote, usePanel } from '../conversation/panel.ts'
import { Button } from '../parts/Button.tsx'
import { TroubleCard } from '../parts/TroubleCard.tsx'
import { QuestionCard } from '../question/QuestionCard.tsx'
import { AgentCard } from './AgentCard.tsx'
import { Composer } from './Composer.tsx'
import { HostCard } from './HostCard.tsx'
import { Question } from './Question.tsx'
import { QueueList } from './QueueList.tsx'

/** Everything that must stay in sight while the transcript scrolls. */
export function Dock() {
  const notes = usePanel((state) => state.notes)
  const store = usePanel(useShallow((state) => state.status?.storeTrouble ?? null))
  const document = usePanel(useShallow((state) => state.status?.documentTrouble ?? null))
  return (
    <div className="mx-auto grid max-h-[70%] w-full max-w-[68ch] shrink-0 gap-2 overflow-y-auto px-4 pt-2 pb-3">
      {store && <TroubleCard trouble={store} tone="info" />}
      {document && <TroubleCard trouble={document} tone="info" />}
      <HostCard />
      <AgentCard />
      {notes.map(({ id, trouble, tone, action }) => (
        <TroubleCard
          key={id}
          trouble={trouble}
          tone={tone}
          action={action && <Button onClick={action.run}>{action.label}</Button>}
          onDismiss={() => dropNote(id)}
        />
      ))}
      <Question />
      <QuestionCard />
      <QueueList />
      <Composer />
    </div>
  )
}
