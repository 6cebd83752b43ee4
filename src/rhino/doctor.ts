import type { Trouble } from '../shared/event.ts'
import type { AgentStatus } from '../shared/status.ts'
import { hostFindings, installFindings, type RhinoFacts } from './doctor-rhino.ts'
import type { PortOwner } from './port-owner.ts'

export interface Finding {
  /** What was looked at: "Data folder". */
  what: string
  /** `warn`: works, but less well or not as meant. */
  state: 'ok' | 'warn' | 'problem'
  sentence: string
  /** What to do; null where there is nothing to do. */
  fix: string | null
}

/** Everything the doctor looks at, gathered elsewhere. Reasons are the system's words, null where all is well. */
export interface DoctorFacts extends RhinoFacts {
  home: { folder: string; there: boolean; unwritable: string | null }
  secret: { file: string; there: boolean; unreadable: string | null }
  port: { number: number; owner: PortOwner }
  /** What was wrong with settings in the environment. */
  settings: string[]
  store: Trouble | null
  agents: AgentStatus[]
}

export function diagnose(facts: DoctorFacts): Finding[] {
  return [
    home(facts),
    // What will be made, or is kept, is no comfort where nothing can be written.
    ...[secret(facts), store(facts)].filter(({ state }) => state !== 'ok' || facts.home.unwritable === null),
    ...settings(facts),
    ...installFindings(facts),
    ...hostFindings(facts),
    port(facts),
    ...facts.agents.map(agent),
    ...noAgent(facts),
  ]
}

const finding = (what: string, state: Finding['state'], sentence: string, fix: string | null = null): Finding => ({
  what,
  state,
  sentence,
  fix,
})

function home({ home: { folder, there, unwritable } }: DoctorFacts): Finding {
  const what = 'Data folder'
  if (unwritable) {
    return finding(
      what,
      'problem',
      `${folder} cannot be written to (${unwritable}).`,
      'Make it writable for your user, or name another folder in TICKBIRD_HOME.',
    )
  }
  return finding(what, 'ok', there ? `${folder} is there and writable.` : `${folder} will be made at the first start.`)
}

function secret({ secret: { file, there, unreadable } }: DoctorFacts): Finding {
  const what = 'Secret'
  if (unreadable) {
    return finding(
      what,
      'problem',
      `${file} cannot be read (${unreadable}), so no host lets Tickbird in.`,
      'Make it readable for your user, or delete it; a new one is made at the next start.',
    )
  }
  return finding(what, 'ok', there ? 'The hosts’ shared secret can be read.' : 'It will be made at the first start.')
}

function store({ store: trouble }: DoctorFacts): Finding {
  const what = 'Conversations'
  if (trouble) return finding(what, 'problem', `${trouble.title}. ${trouble.cause}`, trouble.next)
  return finding(what, 'ok', 'They are kept on this computer.')
}

function settings({ settings: notes }: DoctorFacts): Finding[] {
  return notes.map((note) => finding('Settings', 'warn', note, 'Correct the variable, or remove it.'))
}

const OTHER_PORT = 'Nothing to do: Tickbird’s own hosts take the next free port.'

function port({ port: { number, owner } }: DoctorFacts): Finding {
  const what = `Port ${number}`
  switch (owner.who) {
    case 'nobody':
      return finding(what, 'ok', 'It is free.')
    case 'ours':
      return finding(
        what,
        'ok',
        `${owner.kind === 'rhino' ? 'Rhino' : 'The built-in modeller'} answers (process ${owner.processId}, version ${owner.version}).`,
      )
    case 'golem':
      return finding(
        what,
        'warn',
        'A Rhino with GOLEM’s plugin answers; it asks for no secret and undoes nothing.',
        `To work in it as it is, set GOLEM_RHINO_PORT=${number}. For undo: \`tickbird rhino install\`.`,
      )
    case 'locked':
      return finding(
        what,
        'problem',
        'A host answers that does not take this user’s secret.',
        'It may be another user’s, or started with another data folder. Restart the plugin in Rhino.',
      )
    case 'silent':
      return finding(
        what,
        'warn',
        'Something takes connections and says nothing; a Rhino with GOLEM’s plugin does so while another program is connected.',
        'Close the other program, or restart Rhino.',
      )
    case 'stranger':
      return finding(what, 'warn', 'Another program uses it.', OTHER_PORT)
  }
}

function agent({ title, state, practice, version, trouble }: AgentStatus): Finding {
  const what = practice ? `${title} (no model behind it)` : title
  if (state === 'ready') return finding(what, 'ok', version ? `Ready, version ${version}.` : 'Ready.')
  if (state === 'checking') return finding(what, 'warn', 'It is still being looked at.', 'Run this again in a moment.')
  const sentence = trouble ? `${trouble.title}. ${trouble.cause}` : 'It cannot be used.'
  // An agent that is simply not installed is nobody's fault.
  return finding(what, state === 'broken' ? 'problem' : 'warn', sentence, trouble?.next ?? null)
}

function noAgent({ agents }: DoctorFacts): Finding[] {
  if (agents.some(({ state, practice }) => state === 'ready' && !practice)) return []
  return [
    finding(
      'Agents',
      'warn',
      'No agent with a model is ready.',
      'Install one (Claude Code, Gemini CLI or Codex) and sign in; the practice agent works without.',
    ),
  ]
}
