import { ChevronDown, RotateCw, Settings2 } from 'lucide-react'
import { openQuestion, openQuestions } from '../conversation/model.ts'
import { isRunning, nextAgent, panel, usePanel } from '../conversation/panel.ts'
import { Choice, Heading, Item, Menu, Rule } from '../parts/Menu.tsx'
import { agentSentence, agentWord, isUsable } from '../words/agents.ts'
import { lookAgain } from './agents.ts'
import { showDialog } from './dialog.ts'

/** The agent that the next prompt goes to, and why another cannot be had. */
export function AgentMenu() {
  const agents = usePanel((state) => state.status?.agents)
  const chosen = usePanel(nextAgent)
  const running = usePanel(isRunning)
  const asked = usePanel((state) => openQuestion(state.turns) !== null || openQuestions(state.turns) !== null)
  if (!agents) return null
  const agent = agents.find((a) => a.id === chosen)
  const trigger = (
    <button
      type="button"
      className="flex h-7 shrink-0 items-center gap-1.5 rounded-control px-2 text-small hover:bg-sunk data-[state=open]:bg-sunk"
    >
      <Dot usable={agent !== undefined && isUsable(agent)} running={running} />
      <span className="max-w-56 min-w-0 truncate max-[479px]:max-w-24">
        {agent?.practice ? <PracticeName title={agent.title} /> : (agent?.title ?? 'No agent')}
        {agent && !running && agentWord(agent) && (
          <span className="text-soft max-[479px]:sr-only"> · {agentWord(agent)}</span>
        )}
        {running && <span className="text-soft max-[599px]:sr-only"> · {asked ? 'waits for you' : 'working'}</span>}
      </span>
      <ChevronDown size={14} strokeWidth={1.5} className="shrink-0 text-soft max-[419px]:hidden" />
    </button>
  )
  return (
    <Menu trigger={trigger} align="end">
      <Heading>Agent for the next prompt</Heading>
      {agents.map((entry) => (
        <Choice
          key={entry.id}
          checked={entry.id === chosen}
          onSelect={() => panel.setState({ agent: entry.id })}
          why={entry.state === 'ready' ? undefined : agentSentence(entry)}
        >
          {entry.title}
          {entry.version && <span className="text-soft"> {entry.version}</span>}
          {entry.state === 'ready' && !isUsable(entry) && (
            <span className="block text-soft">{agentSentence(entry)}</span>
          )}
          {entry.practice && <span className="block text-soft">Practice: no model behind it</span>}
        </Choice>
      ))}
      <Rule />
      <Item icon={<RotateCw size={14} strokeWidth={1.5} />} onSelect={() => void lookAgain()}>
        Look for agents again
      </Item>
      <Item
        icon={<Settings2 size={14} strokeWidth={1.5} />}
        onSelect={() => showDialog({ kind: 'settings', page: 'agents' })}
      >
        Agent settings
      </Item>
    </Menu>
  )
}

/** Where there is little room its first word stays: what it is must always be seen. */
function PracticeName({ title }: { title: string }) {
  const [first, ...rest] = title.split(' ')
  return (
    <>
      {first}
      <span className="max-[479px]:sr-only"> {rest.join(' ')}</span>
    </>
  )
}

/** Full: ready. Ring: not. The word beside it says the same. */
function Dot({ usable, running }: { usable: boolean; running: boolean }) {
  const look = running ? 'bg-accent' : usable ? 'bg-ink' : 'border-[1.5px] border-soft'
  return <i aria-hidden className={`size-2 shrink-0 rounded-full ${look}`} />
}
