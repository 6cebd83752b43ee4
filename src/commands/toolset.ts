import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { homeFolder } from '../home/folder.ts'
import { checkToolset } from '../mcp/toolsets/check.ts'
import { toolsetFolders, toolsetsFolder } from '../mcp/toolsets/folders.ts'
import { type Language, writeTemplate } from '../mcp/toolsets/template.ts'
import { SettingsFile } from '../settings/file.ts'
import { say } from './output.ts'

/** `tickbird toolset new NAME`: a toolset that works, to be changed. */
export function newToolset(name: string, options: { language: Language; folder?: string; json?: boolean }): void {
  if (!/^[a-z][a-z0-9-]{0,29}$/.test(name)) {
    say.fail(`A toolset’s name is of small letters, digits and dashes, such as “stairs”, not “${name.slice(0, 60)}”.`)
    process.exitCode = 1
    return
  }
  const folder = options.folder === undefined ? join(toolsetsFolder(homeFolder()), name) : resolve(options.folder)
  try {
    const files = writeTemplate(folder, name, options.language)
    if (options.json) say.json({ folder, files })
    else for (const line of welcome(folder, options.folder !== undefined)) say.text(line)
  } catch (error) {
    say.fail((error as Error).message)
    process.exitCode = 1
  }
}

const welcome = (folder: string, elsewhere: boolean): string[] => [
  `${folder} is there, with one tool, row_of_boxes.`,
  ...(elsewhere ? [`Put its path into settings.json: "toolsets": [${JSON.stringify(folder)}].`] : []),
  'A running Tickbird offers it at once, and takes up every change.',
]

/** The folders of all toolsets here; what is wrong with the settings is said. */
function known(): string[] {
  const home = homeFolder()
  const settings = new SettingsFile(home)
  settings.close()
  const { folders, problems } = toolsetFolders(home, settings.current.toolsets)
  for (const problem of [...settings.problems, ...problems]) say.note(problem)
  return folders
}

/** `tickbird toolset check [FOLDER]`: exit 1 where anything is wrong with one. */
export async function checkToolsets(folder: string | undefined, options: { json?: boolean }): Promise<void> {
  const folders = folder === undefined ? known() : [resolve(folder)]
  const checked = []
  for (const one of folders) {
    const { manifest, troubles } = await checkToolset(one)
    checked.push({ folder: one, name: manifest?.name ?? null, tools: toolNames(manifest), troubles })
    if (options.json) continue
    if (troubles.length === 0) say.text(`${one}: in order; ${toolNames(manifest).join(', ')}.`)
    else for (const trouble of troubles) say.fail(`${one}: ${trouble}`)
  }
  if (options.json) say.json({ toolsets: checked })
  else if (folders.length === 0) say.text(nothingHere())
  if (checked.some(({ troubles }) => troubles.length > 0)) process.exitCode = 1
}

/** `tickbird toolset list`: what is there, without running anything. */
export async function listToolsets(options: { json?: boolean }): Promise<void> {
  const { Toolsets } = await import('../mcp/toolsets/toolsets.ts')
  const folders = known()
  const toolsets = new Toolsets({ home: homeFolder(), paths: () => folders })
  const states = toolsets.states()
  toolsets.close()
  if (options.json) return say.json({ toolsets: states })
  if (states.length === 0) return say.text(nothingHere())
  for (const { name, version, folder, tools, troubles } of states) {
    say.text(`${name} ${version ?? ''} (${folder}): ${tools.length === 0 ? 'no tools' : tools.join(', ')}`)
    for (const trouble of troubles) say.text(`  ${trouble}`)
  }
}

const toolNames = (manifest: { tools: { name: string }[] } | null) => manifest?.tools.map(({ name }) => name) ?? []

function nothingHere(): string {
  const folder = toolsetsFolder(homeFolder())
  const none = existsSync(folder) ? `There is no toolset in ${folder}` : 'There are no toolsets'
  return `${none}. Make one with \`tickbird toolset new stairs\`.`
}
