import { VERSION } from '../version.ts'
import type { RhinoInstall } from './desktop/installs.ts'
import { isOlder, type PluginState } from './desktop/plugin-folder.ts'
import type { RunningRhino } from './desktop/running.ts'
import type { Finding } from './doctor.ts'
import type { CheckedHost } from './host-check.ts'

/** A Rhino that is installed, and the plugin in its scripts folder. */
export interface InstallFact extends RhinoInstall {
  plugin: PluginState
  /** What starts the plugin in it; null where its version cannot be told. */
  start: string | null
}

export interface RhinoFacts {
  /** Null where Rhino does not exist for this system. */
  installs: InstallFact[] | null
  hosts: CheckedHost[]
  /** Rhinos that run and do not listen. */
  strays: RunningRhino[]
}

const INSTALL = 'Run `tickbird rhino install`.'

/** Installed, with the plugin or without. */
export function installFindings({ installs }: RhinoFacts): Finding[] {
  if (installs === null) {
    return [ok('Rhino', 'Rhino does not run on this system; the built-in modeller does the work.')]
  }
  if (installs.length === 0) {
    const fix = 'Install Rhino 8, or go on without it.'
    return [warn('Rhino', 'No Rhino was found; the built-in modeller does the work.', fix)]
  }
  return installs.map(installFinding)
}

function installFinding({ label, path, plugin }: InstallFact): Finding {
  switch (plugin.state) {
    case 'current':
      return ok(label, `${path}, with Tickbird’s plugin ${plugin.version}.`)
    case 'missing':
      return warn(label, `${path}, without Tickbird’s plugin.`, INSTALL)
    case 'other': {
      const how = plugin.older ? 'an older plugin' : 'another build of the plugin'
      return warn(label, `${path}, with ${how} (${plugin.version}; this is ${VERSION}).`, INSTALL)
    }
    case 'foreign':
      return warn(
        label,
        'A folder of another program stands where Tickbird’s plugin belongs.',
        'Move the folder “tickbird” out of Rhino’s scripts folder, then run `tickbird rhino install`.',
      )
  }
}

/** What runs: each host that listens, and each Rhino that does not. */
export function hostFindings({ installs, hosts, strays }: RhinoFacts): Finding[] {
  const start = installs?.find((install) => install.start !== null)?.start
  const stray = strays.map(({ pid }) =>
    warn(
      `Rhino, process ${pid}`,
      'It runs without Tickbird’s plugin.',
      start ? `Type into its command line: ${start}` : INSTALL,
    ),
  )
  const found = [...hosts.map(hostFinding), ...stray]
  const isThere = hosts.some(({ listener }) => listener.kind === 'rhino') || strays.length > 0
  if (!isThere && installs && installs.length > 0) {
    found.push(warn('Running hosts', 'No Rhino is running.', 'Run `tickbird rhino launch`, or go on without.'))
  }
  if (found.length > 0) return found
  return [ok('Running hosts', 'None; the built-in modeller is started when it is needed.')]
}

function hostFinding({ listener: { kind, pid, port, version }, state }: CheckedHost): Finding {
  const what = `${kind === 'rhino' ? 'Rhino' : 'Built-in modeller'}, process ${pid}`
  switch (state.state) {
    case 'ready':
      return kind === 'rhino' ? versionFinding(what, port, version) : ok(what, `It answers on port ${port}.`)
    case 'working':
      return ok(what, `It is working on a call (port ${port}).`)
    case 'asking':
      return warn(
        what,
        `A command in Rhino waits for input: “${state.prompt}”. Until then the model can be read, not changed.`,
        'Finish the command in Rhino, or press Esc there.',
      )
    case 'blocked':
      return warn(
        what,
        'It is there, but its window does not answer: a dialog is open, or a long command is running.',
        'Look at Rhino and close the dialog, or press Esc to end the command.',
      )
    case 'locked':
      return {
        what,
        state: 'problem',
        sentence: `It does not take this user’s secret (port ${port}).`,
        fix: 'It was started with another data folder or before the secret was made anew. Restart the plugin in Rhino.',
      }
    case 'stranger':
      return warn(what, `Another program answers on its port ${port}.`, 'Restart the plugin in Rhino.')
    case 'gone':
      return warn(what, `Nobody listens on its port ${port}.`, 'Restart the plugin in Rhino, or Rhino itself.')
  }
}

function versionFinding(what: string, port: number, version: string): Finding {
  const answers = `It answers on port ${port}, plugin ${version}`
  if (version === VERSION) return ok(what, `${answers}.`)
  if (isOlder(version, VERSION)) {
    return warn(what, `${answers}, which is older than this Tickbird (${VERSION}).`, `${INSTALL} Then restart Rhino.`)
  }
  return warn(what, `${answers}, which is newer than this Tickbird (${VERSION}).`, 'Update Tickbird.')
}

const ok = (what: string, sentence: string): Finding => ({ what, state: 'ok', sentence, fix: null })
const warn = (what: string, sentence: string, fix: string): Finding => ({ what, state: 'warn', sentence, fix })
