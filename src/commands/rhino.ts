import { homeFolder } from '../home/folder.ts'
import { listListeners } from '../home/listeners.ts'
import { startMacro } from '../rhino/desktop/command-line.ts'
import { findInstalls, type RhinoInstall } from '../rhino/desktop/installs.ts'
import { launchRhino } from '../rhino/desktop/launch.ts'
import { type PluginState, pluginState, scriptsFolder, startupOf } from '../rhino/desktop/plugin-folder.ts'
import { installPlugin, removePlugin } from '../rhino/desktop/plugin-install.ts'
import { readPlugin } from '../rhino/desktop/plugin-source.ts'
import { runningRhinos } from '../rhino/desktop/running.ts'
import { thisSystem } from '../rhino/desktop/system.ts'
import { Fault } from '../wire/fault.ts'
import { say } from './output.ts'

interface Options {
  rhino?: number
  path?: string
  json?: boolean
}

/** `tickbird rhino list`: what is installed, with which plugin, and what runs. */
export function rhinoList({ json }: Options): Promise<void> {
  return told(async () => {
    const system = thisSystem()
    const plugin = readPlugin()
    const installed = findInstalls(system).map((install) => {
      const scripts = scriptsFolder(install, system)
      const found: PluginState = scripts ? pluginState(scripts, plugin) : { state: 'missing' }
      return { ...install, plugin: found, start: scripts ? startMacro(startupOf(scripts), install.major) : null }
    })
    const listening = listListeners(homeFolder()).filter(({ kind }) => kind === 'rhino')
    const pids = new Set([...listening.map(({ pid }) => pid), ...runningRhinos(system).map(({ pid }) => pid)])
    const running = [...pids].map((pid) => {
      const listener = listening.find((one) => one.pid === pid)
      return { processId: pid, port: listener?.port ?? null, plugin: listener?.version ?? null }
    })
    if (json) return say.json({ installed, running })
    if (installed.length === 0) say.text('No Rhino is installed here. The built-in modeller works without.')
    for (const { label, path, plugin: found } of installed) say.text(`${label} (${path}): ${inWords(found)}`)
    for (const { processId, port, plugin: version } of running) {
      const how = version === null ? 'without Tickbird’s plugin' : `plugin ${version}, port ${port}`
      say.text(`Running: process ${processId}, ${how}`)
    }
  })
}

function inWords(found: PluginState): string {
  switch (found.state) {
    case 'missing':
      return 'without Tickbird’s plugin; `tickbird rhino install` puts it in.'
    case 'current':
      return `with Tickbird’s plugin ${found.version}.`
    case 'other':
      return `with another build of Tickbird’s plugin (${found.version}); \`tickbird rhino install\` brings it up to date.`
    case 'foreign':
      return 'a folder of another program stands where Tickbird’s plugin belongs; move it away.'
  }
}

/** `tickbird rhino install`: the plugin into every Rhino that is installed, or into one. */
export function rhinoInstall(options: Options): Promise<void> {
  return each(options, (install, scripts) => {
    const { folder, before, kept } = installPlugin(scripts, readPlugin())
    const start = startMacro(startupOf(scripts), install.major)
    if (options.json) return { rhino: install.label, folder, before, kept, start }
    const done = {
      missing: 'is installed',
      current: 'was installed already',
      other: 'is brought up to date',
      foreign: '',
    }
    say.text(`${install.label}: Tickbird’s plugin ${done[before]} (${folder}).`)
    sayKept(kept)
    say.text(`  \`tickbird rhino launch\` starts Rhino with it. In a Rhino that runs already, type:\n  ${start}`)
    return undefined
  })
}

/** `tickbird rhino remove`: takes the plugin out again. */
export function rhinoRemove(options: Options): Promise<void> {
  return each(options, (install, scripts) => {
    const { folder, before, kept } = removePlugin(scripts, readPlugin())
    if (options.json) return { rhino: install.label, folder, before, kept }
    const how = before === 'missing' ? 'was not installed' : 'is taken out'
    say.text(`${install.label}: Tickbird’s plugin ${how} (${folder}).`)
    sayKept(kept)
    return undefined
  })
}

function sayKept(kept: readonly string[]): void {
  if (kept.length > 0) say.text(`  Left as they are, because they are not Tickbird’s: ${kept.join(', ')}`)
}

/** `tickbird rhino launch`: Rhino with the plugin, until it answers. */
export function rhinoLaunch({ rhino, path, json }: Options): Promise<void> {
  return told(async () => {
    let last = ''
    const launched = await launchRhino({
      home: homeFolder(),
      version: rhino,
      path,
      onProgress: ({ step, sentence }) => {
        if (step !== last && !json) say.note(sentence)
        last = step
      },
    })
    if (json) return say.json(launched)
    say.text(`${launched.label} is ready (process ${launched.processId}, port ${launched.port}).`)
  })
}

/** Does one thing to each installed Rhino, or to the one that is named; one that fails does not stop the others. */
function each(
  { rhino, json }: Options,
  work: (install: RhinoInstall, scripts: string) => object | undefined,
): Promise<void> {
  return told(async () => {
    const system = thisSystem()
    const found = findInstalls(system)
    if (system.platform !== 'win32' && system.platform !== 'darwin') {
      throw new Fault('NOT_IMPLEMENTED', 'Rhino does not run on this system.', {
        next: 'Go on in the built-in modeller.',
      })
    }
    const chosen = rhino === undefined ? found : found.filter(({ major }) => major === rhino)
    if (chosen.length === 0) {
      const all = found.map(({ label }) => label).join(', ')
      throw new Fault(
        'NOT_FOUND',
        rhino === undefined ? 'No Rhino is installed here.' : `Rhino ${rhino} is not installed here.`,
        {
          next: all ? `Installed: ${all}.` : 'The built-in modeller works without. Install Rhino 8 to work in Rhino.',
        },
      )
    }
    const rhinos: object[] = []
    for (const install of chosen) {
      try {
        const scripts = scriptsFolder(install, system)
        if (!scripts) throw new Fault('OPERATION_FAILED', `It cannot be told which version ${install.path} is.`)
        const line = work(install, scripts)
        if (line) rhinos.push(line)
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        rhinos.push({ rhino: install.label, error: error.toWire() })
        if (!json) fail(error)
        process.exitCode = 1
      }
    }
    if (json) say.json({ rhinos })
  })
}

/** Faults are said as sentences with what to do next, and exit 1. */
async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    fail(error)
    process.exitCode = 1
  }
}

function fail({ message, details }: Fault): void {
  say.fail(typeof details.next === 'string' ? `${message} ${details.next}` : message)
}
