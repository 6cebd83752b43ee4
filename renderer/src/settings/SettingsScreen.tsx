import { Tabs } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { SettingsView } from '../../../src/shared/settings.ts'
import { Modal } from '../parts/Modal.tsx'
import { TroubleCard } from '../parts/TroubleCard.tsx'
import { AdvancedPage } from './AdvancedPage.tsx'
import { AgentsPage } from './AgentsPage.tsx'
import { KeepingPage } from './KeepingPage.tsx'
import { PermissionsPage } from './PermissionsPage.tsx'
import { ServersPage } from './ServersPage.tsx'
import { followSettings, settingsStore } from './store.ts'

const PAGES = [
  { page: 'agents', label: 'Agents', Page: AgentsPage },
  { page: 'permissions', label: 'Permissions', Page: PermissionsPage },
  { page: 'keeping', label: 'Conversations', Page: KeepingPage },
  { page: 'servers', label: 'Other tools', Page: ServersPage },
  { page: 'advanced', label: 'Advanced', Page: AdvancedPage },
] as const
export type SettingsPage = (typeof PAGES)[number]['page']

/** Everything that can be set. Each change holds at once; there is nothing to save. */
export default function SettingsScreen({ page, onClose }: { page: SettingsPage; onClose: () => void }) {
  const { view, trouble } = useStore(settingsStore)
  const [shown, setShown] = useState<string>(page)
  useEffect(followSettings, [])
  return (
    <Modal title="Settings" roomy onClose={onClose}>
      <Tabs.Root value={shown} onValueChange={setShown} className="flex min-h-0 flex-col">
        <Tabs.List
          aria-label="Settings"
          className="-mx-4 -mt-3 flex shrink-0 flex-wrap gap-x-1 border-b border-line px-3"
        >
          {PAGES.map(({ page: value, label }) => (
            <Tabs.Trigger
              key={value}
              value={value}
              className="-mb-px h-9 shrink-0 border-b-2 border-transparent px-2 text-small whitespace-nowrap text-soft -outline-offset-2 hover:text-ink data-[state=active]:border-ink data-[state=active]:text-ink"
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {trouble && (
          <div role="alert" className="pt-3">
            <TroubleCard trouble={trouble} onDismiss={() => settingsStore.setState({ trouble: null })} />
          </div>
        )}
        {view && view.problems.length > 0 && <Problems view={view} />}
        {PAGES.map(({ page: value, Page }) => (
          <Tabs.Content key={value} value={value} className="grid grid-cols-1 gap-4 pt-4 -outline-offset-2">
            {view ? <Page view={view} /> : <p className="text-soft">Reading the settings…</p>}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Modal>
  )
}

function Problems({ view: { problems, file } }: { view: SettingsView }) {
  return (
    <div className="pt-3">
      <TroubleCard
        tone="info"
        trouble={{
          title: 'Some settings could not be used',
          cause: problems.join(' '),
          next: `The usual values hold there until it is mended in ${file}.`,
        }}
      />
    </div>
  )
}
