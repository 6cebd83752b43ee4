import { useState } from 'react'
import type { AgentStatus } from '../../../src/shared/status.ts'
import { isRunning, nextAgent, panel, usePanel } from '../conversation/panel.ts'
import { Button } from '../parts/Button.tsx'
import { TroubleCard } from '../parts/TroubleCard.tsx'
import { lookAgain } from '../shell/agents.ts'
import { showDialog } from '../shell/dialog.ts'
import { agentTrouble, isUsable } from '../words/agents.ts'

/** The agent of the next prompt cannot be used: why, and the one thing to do about it. */
export function AgentCard() {
  const agents = usePanel((state) => state.status?.agents)
  const chosen = usePanel(nextAgent)
  const running = usePanel(isRunning)
  const agent = agents?.find(({ id }) => id === chosen)
  const trouble = agent && agentTrouble(agent)
  if (!agents || !trouble || running) return null
  return <TroubleCard trouble={trouble} action={<Way agent={agent} agents={agents} />} />
}

/** Another agent that is ready; else looking again, or its settings where it does not start. */
function Way({ agent, agents }: { agent: AgentStatus; agents: readonly AgentStatus[] }) {
  const [looking, setLooking] = useState(false)
  const other = agents.find((one) => one.id !== agent.id && isUsable(one) && !one.practice)
  const waits = agent.activity === 'limited' || agent.activity === 'offline'
  if (agent.state === 'ready' && waits && other) {
    return <Button onClick={() => panel.setState({ agent: other.id })}>Use {other.title} instead</Button>
  }
  if (agent.state === 'broken') {
    return <Button onClick={() => showDialog({ kind: 'settings', page: 'agents' })}>Agent settings</Button>
  }
  const look = async () => {
    setLooking(true)
    await lookAgain()
    setLooking(false)
  }
  return (
    <Button disabled={looking} onClick={() => void look()}>
      {looking ? 'Looking…' : 'Look again'}
    </Button>
  )
}
