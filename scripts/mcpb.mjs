// npm run mcpb: the bundle that Claude Desktop installs by a double click, into release/ or --into FOLDER. It holds only
// the way to a Tickbird that is open, one file of a few hundred kilobytes: nothing native, the same on every system.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve as absolute, join } from 'node:path'
import { packExtension } from '@anthropic-ai/mcpb/cli'
import { validateManifest } from '@anthropic-ai/mcpb/node'
import { build } from 'rolldown'
import { resolve } from '../rolldown.config.mjs'

const ROOT = join(import.meta.dirname, '..')
const at = process.argv.indexOf('--into')
const target = at === -1 ? join(ROOT, 'release') : absolute(process.argv[at + 1] ?? '.')
const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** What Claude Desktop fills in when it starts the program. */
const filledIn = (name) => `\${${name}}`

const manifest = {
  manifest_version: '0.3',
  name: 'tickbird',
  display_name: 'Tickbird for Rhino',
  version,
  description: 'Work in Rhino 3D by typed tools; every turn can be seen and taken back.',
  long_description:
    'Joins the Tickbird that is open on this computer and offers its tools: modelling, layers, files, pictures, undo. Open Tickbird first. Rhino 8 is used where it runs with Tickbird’s plugin, and the built-in modeller where it does not.',
  author: { name: 'Tickbird authors' },
  license,
  icon: 'icon.png',
  keywords: ['rhino', 'cad', '3d', 'modelling', 'design'],
  server: {
    type: 'node',
    entry_point: 'server/index.mjs',
    mcp_config: {
      command: 'node',
      args: [`${filledIn('__dirname')}/server/index.mjs`, '--tools', filledIn('user_config.tools')],
      env: {},
    },
  },
  user_config: {
    tools: {
      type: 'string',
      title: 'Tools',
      description: 'essentials for everyday modelling, full for every tool, envelope for search alone.',
      default: 'essentials',
      required: false,
    },
  },
  tools_generated: true,
  prompts_generated: true,
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.0.0' } },
}

const folder = mkdtempSync(join(tmpdir(), 'tickbird-mcpb-'))
try {
  await build({
    cwd: ROOT,
    input: join(ROOT, 'src/bridge.ts'),
    platform: 'node',
    resolve,
    logLevel: 'warn',
    output: { file: join(folder, 'server/index.mjs'), format: 'esm', minify: true },
  })
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(ROOT, 'build/icon.png'), join(folder, 'icon.png'))
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  if (!validateManifest(folder)) throw new Error('The manifest of the bundle is not valid (see above).')
  mkdirSync(target, { recursive: true })
  const file = join(target, `tickbird-${version}.mcpb`)
  rmSync(file, { force: true })
  if (!(await packExtension({ extensionPath: folder, outputPath: file, silent: true }))) {
    throw new Error('The bundle could not be packed (see above).')
  }
  console.log(file)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
