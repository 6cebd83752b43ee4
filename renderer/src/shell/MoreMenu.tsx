import { ArrowLeftRight, Cable, Command, Redo2, Settings2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { headOf, type PanelState, usePanel } from '../conversation/panel.ts'
import { askUndoNewest, redo } from '../conversation/undo.ts'
import { choose, look, THEMES } from '../look/theme.ts'
import { Choice, Heading, Item, Menu, Rule } from '../parts/Menu.tsx'
import { shortcut } from '../words/keys.ts'
import { money, tokens } from '../words/usage.ts'
import { showDialog } from './dialog.ts'

const THEME_WORDS = { system: 'As the system', light: 'Light', dark: 'Dark' } as const

/** What the open conversation took so far, where its agents tell. */
function spentLine(state: PanelState): string | null {
  const usage = headOf(state)?.usage
  if (!usage) return null
  const cost = usage.cost !== null && usage.currency ? ` · ${money(usage.cost, usage.currency)}` : ''
  return `This conversation: ${tokens(usage.tokens)} tokens${cost}`
}

export function MoreMenu({ trigger }: { trigger: ReactNode }) {
  const theme = useStore(look, (state) => state.chosen)
  const undoable = usePanel((state) => state.status?.undoableTurn ?? null)
  const redoable = usePanel((state) => state.status?.redoableTurn ?? null)
  const spent = usePanel(spentLine)
  const version = usePanel((state) => state.status?.version)
  return (
    <Menu trigger={trigger} align="end">
      <Item
        icon={<Undo2 size={16} strokeWidth={1.5} />}
        keys={shortcut('Z')}
        onSelect={askUndoNewest}
        why={undoable ? undefined : 'No turn has changed the document'}
      >
        Undo turn{undoable && <span className="block text-soft">{undoable.label}</span>}
      </Item>
      <Item
        icon={<Redo2 size={16} strokeWidth={1.5} />}
        onSelect={() => void redo()}
        why={redoable ? undefined : 'No turn was taken back'}
      >
        Redo turn{redoable && <span className="block text-soft">{redoable.label}</span>}
      </Item>
      <Rule />
      <Item
        icon={<Command size={16} strokeWidth={1.5} />}
        keys={shortcut('K')}
        onSelect={() => showDialog({ kind: 'commands' })}
      >
        Commands
      </Item>
      <Item icon={<Cable size={16} strokeWidth={1.5} />} onSelect={() => showDialog({ kind: 'connect' })}>
        Connect another agent
      </Item>
      <Item icon={<ArrowLeftRight size={16} strokeWidth={1.5} />} onSelect={() => showDialog({ kind: 'traffic' })}>
        Calls of agents
      </Item>
      <Item
        icon={<Settings2 size={16} strokeWidth={1.5} />}
        keys={shortcut(',')}
        onSelect={() => showDialog({ kind: 'settings', page: 'agents' })}
      >
        Settings
      </Item>
      <Rule />
      <Heading>Appearance</Heading>
      {THEMES.map((entry) => (
        <Choice key={entry} checked={entry === theme} onSelect={() => choose(entry)}>
          {THEME_WORDS[entry]}
        </Choice>
      ))}
      {spent && (
        <>
          <Rule />
          <Heading>{spent}</Heading>
        </>
      )}
      {version && (
        <>
          <Rule />
          <Heading>Tickbird {version}</Heading>
        </>
      )}
    </Menu>
  )
}
