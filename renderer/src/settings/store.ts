import { createStore } from 'zustand/vanilla'
import type { Trouble } from '../../../src/shared/event.ts'
import type { SettingsPatch, SettingsView } from '../../../src/shared/settings.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'

interface SettingsState {
  readonly view: SettingsView | null
  /** Why the last change was not kept; gone with the next one that is. */
  readonly trouble: Trouble | null
}

/** The settings while their screen is open; they also change under it, by hand and from other windows. */
export const settingsStore = createStore<SettingsState>(() => ({ view: null, trouble: null }))

export function followSettings(): () => void {
  const over = new AbortController()
  settingsStore.setState({ trouble: null })
  void core.follow(
    over.signal,
    (api, signal) => api.settings.watch(undefined, { signal }),
    (view) => settingsStore.setState({ view }),
    (error) => {
      settingsStore.setState({ trouble: troubleOf(error) })
      return true
    },
  )
  return () => over.abort()
}

/** Keeps what the patch names; null takes a key out, so that its default holds. False where it was not kept. */
export function change(patch: SettingsPatch): Promise<boolean> {
  return run(() => core.call((api) => api.settings.change({ patch })))
}

/** Null takes the secret away. Its value is never shown again. */
export function setSecret(agent: string, name: string, value: string | null): Promise<boolean> {
  return run(() => core.call((api) => api.settings.setSecret({ agent, name, value })))
}

async function run(ask: () => Promise<SettingsView>): Promise<boolean> {
  try {
    settingsStore.setState({ view: await ask(), trouble: null })
    return true
  } catch (error) {
    settingsStore.setState({ trouble: troubleOf(error) })
    return false
  }
}
