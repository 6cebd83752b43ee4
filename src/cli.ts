#!/usr/bin/env node
import { Command, Option } from 'commander'
import { ask } from './commands/ask.ts'
import { call } from './commands/call.ts'
import { connect } from './commands/connect.ts'
import { doctor } from './commands/doctor.ts'
import { host } from './commands/host.ts'
import { mcp } from './commands/mcp.ts'
import { say } from './commands/output.ts'
import { rhinoInstall, rhinoLaunch, rhinoList, rhinoRemove } from './commands/rhino.ts'
import { serve } from './commands/serve.ts'
import { checkToolsets, listToolsets, newToolset } from './commands/toolset.ts'
import { CLIENTS } from './connect/clients.ts'
import { PROFILES } from './mcp/profiles/profile.ts'
import { LANGUAGES } from './mcp/toolsets/template.ts'
import { VERSION } from './version.ts'

const port = () =>
  new Option('--port <number>', 'the port to use').argParser((text) => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value
    say.fail(`--port takes a whole number from 0 to 65535, not “${text}”.`)
    return process.exit(1)
  })
const json = () => new Option('--json', 'print JSON only')

/** Of a running Rhino, from `tickbird rhino list`; or the built-in modeller. */
const inRhino = () =>
  new Option('--rhino <process>', 'the running Rhino to work in, by its process id, or “built-in”').argParser(
    (text) => {
      const value = Number(text)
      if (text === 'built-in') return 'embedded'
      if (Number.isInteger(value) && value > 0) return value
      say.fail(`--rhino takes a process id from \`tickbird rhino list\`, or “built-in”, not “${text}”.`)
      return process.exit(1)
    },
  )

const program = new Command('tickbird')
  .description('Talk to an agent beside Rhino; every turn can be seen and taken back.')
  .version(VERSION)
  .showHelpAfterError('Run `tickbird --help` to see what there is.')

program
  .command('serve')
  .description('start the core and the panel; prints {url, mcp: {url, token}} when ready')
  .addOption(port())
  .option('--no-open', 'do not open the browser')
  .addOption(inRhino())
  .addOption(new Option('--until-alone', 'end soon after the last client has gone').hideHelp())
  .addOption(new Option('--greet', 'sentences for a person instead of the JSON line').hideHelp())
  .addOption(json())
  .action(serve)

program
  .command('host')
  .description('start the built-in modeller alone; prints {port, pid, secretFile} when ready')
  .addOption(port())
  .option('--allow-legacy', 'let clients in that send no secret (GOLEM-3DMCP)')
  .addOption(json())
  .action(host)

program
  .command('call')
  .description('call one method of a running host and print its result')
  .argument('<method>', 'for example context.get')
  .argument('[params]', 'a JSON object')
  .addOption(port())
  .addOption(json())
  .action(call)

program
  .command('mcp')
  .description('serve MCP over stdio; joins the running core or starts one')
  .addOption(
    new Option('--tools <set>', 'which tools to offer')
      .choices(['envelope', 'essentials', 'full'])
      .default('essentials'),
  )
  .addOption(
    new Option('--profile <client>', 'whose schema rules to follow; by the client’s own name when left out').choices(
      PROFILES.map(({ id }) => id),
    ),
  )
  .addOption(inRhino())
  .addOption(json())
  .action(mcp)

program
  .command('connect')
  .description('make Tickbird known to an outside client, or to all that are on this machine')
  .argument('[client]', CLIENTS.map(({ id }) => id).join(', '))
  .option('--dry-run', 'say what would be written, and write nothing')
  .option('--undo', 'take it out again')
  .addOption(new Option('--tools <set>', 'which tools to offer').choices(['envelope', 'essentials', 'full']))
  .addOption(json())
  .action(connect)

program
  .command('ask')
  .description('run one turn without the panel; prints its events, one JSON object a line')
  .argument('<text>', 'what to make')
  .option('--agent <id>', 'practice, claude, codex, gemini, …; left out: practice, or the resumed conversation’s')
  .option('--model <name>', 'as the agent names it')
  .option('--resume [id]', 'go on with a conversation; without an id, with the newest')
  .option('--yes', 'allow what would be asked about')
  .option('--file <path>', 'a .3dm to work on; made if it is not there, saved after a good turn')
  .addOption(inRhino())
  .addOption(json())
  .action(ask)

const rhino = program.command('rhino').description('Rhino on this computer, and Tickbird’s plugin in it')
const version = () =>
  new Option('--rhino <version>', 'which Rhino: 8, 9, …; default all, or for launch the newest').argParser((text) => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= 7 && value < 100) return value
    say.fail(`--rhino takes a version such as 8, not “${text}”.`)
    return process.exit(1)
  })
rhino.command('list').description('what is installed, and what runs').addOption(json()).action(rhinoList)
rhino
  .command('install')
  .description('put the plugin into Rhino’s scripts folder, or bring it up to date')
  .addOption(version())
  .addOption(json())
  .action(rhinoInstall)
rhino
  .command('remove')
  .description('take the plugin out again')
  .addOption(version())
  .addOption(json())
  .action(rhinoRemove)
rhino
  .command('launch')
  .description('start Rhino with the plugin, and wait until it answers')
  .addOption(version())
  .option('--path <path>', 'Rhino.exe or the Rhino app, where it is in an unusual place')
  .addOption(json())
  .action(rhinoLaunch)

program
  .command('doctor')
  .description('say what was found and how to fix what is missing')
  .option('--live', 'try everything in the Rhino that is running, in a new document; asks first')
  .option('--yes', 'with --live: do not ask')
  .option('--transcript <file>', 'with --live: where to write what was asked and answered')
  .addOption(port())
  .addOption(json())
  .action(doctor)

const toolset = program.command('toolset').description('make, check and list tools of your own')
toolset
  .command('new')
  .description('make a toolset that works, to be changed')
  .argument('<name>', 'for example stairs')
  .addOption(new Option('--language <language>', 'what it is written in').choices(LANGUAGES).default('typescript'))
  .option('--folder <path>', 'where; in Tickbird’s own folder when left out')
  .addOption(json())
  .action(newToolset)
toolset
  .command('check')
  .description('say what is wrong with a toolset, or with all of them')
  .argument('[folder]', 'a toolset’s folder')
  .addOption(json())
  .action(checkToolsets)
toolset
  .command('list')
  .description('say which toolsets there are and what they offer')
  .addOption(json())
  .action(listToolsets)

program.parseAsync().catch((error: unknown) => {
  say.fail(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
