import { z } from 'zod'
import { defineTool } from './define.ts'
import { fileName, quoted } from './phrases.ts'
import { success } from './results.ts'
import { filePath, rare } from './schema.ts'

/** What a script may change is taken back with its turn, so a host runs it inside the turn's record. */
const runs = { effect: 'run', undoable: true, sets: ['full'] } as const

const code = (description: string) => z.string().min(1).max(1_000_000).describe(description)
const names = (description: string) => z.record(z.string(), z.unknown()).describe(description).default({})
const printed = { stdout: z.string(), stderr: z.string() }

/** The first line of a script, short enough for a card. */
function firstLine(text: string): string {
  const line =
    text
      .split('\n')
      .find((part) => part.trim() !== '')
      ?.trim() ?? ''
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

export const executePython = defineTool({
  name: 'execute_python',
  method: 'scripting.execute_python',
  title: 'Run Python',
  description:
    'Runs Python with access to the document, for what no other tool does. Print, or set __result__, to get something back.',
  keywords: ['script', 'code', 'program', 'rhinoscriptsyntax', 'rhinocommon', 'loop', 'skript'],
  input: z.object({
    code: code('Python 3.'),
    context: names('Values the code finds as variables.'),
    timeout_seconds: z.number().positive().max(3600).describe('Default 120.').optional(),
    capture_output: rare(z.boolean().default(true)),
  }),
  output: z.object({ ...success, ...printed, result: z.unknown() }),
  pace: 'heavy',
  ...runs,
  summarize: (input) => `Ran Python: ${firstLine(input.code)}`,
})

export const runRhinoCommand = defineTool({
  name: 'run_rhino_command',
  method: 'scripting.execute_rhinocommand',
  title: 'Run Rhino command',
  description:
    'Types a Rhino command with all its answers, scripted with a dash: "_-Line 0,0,0 10,0,0". Only where no tool does it.',
  keywords: ['command line', 'macro', 'alias', 'befehl', 'commande', 'comando'],
  input: z.object({
    command: z.string().min(1).max(10_000),
    echo: z.boolean().describe('Show it in the command line.').default(false),
  }),
  output: z.object({
    ...success,
    command: z.string(),
    /** What the command line said. */
    command_result: z.unknown(),
    /** Why it failed or still waits, with its prompt. */
    error: z.string().nullable().optional(),
  }),
  pace: 'heavy',
  ...runs,
  summarize: (input) => `Ran ${quoted(firstLine(input.command))}`,
})

export const evaluateExpression = defineTool({
  name: 'evaluate_expression',
  method: 'scripting.evaluate_expression',
  title: 'Evaluate expression',
  description: 'Value of one Python expression, such as "2 * math.pi * r" with `variables` {"r": 5}.',
  keywords: ['calculate', 'math', 'formula', 'compute', 'berechnen', 'calculer', 'calcular'],
  input: z.object({ expression: z.string().min(1).max(10_000), variables: names('Name to value.') }),
  output: z.object({
    ...success,
    value: z.unknown(),
    /** Python's word for what it is. */
    type: z.string().nullable(),
    error: z.string().nullable(),
  }),
  effect: 'run',
  sets: ['full'],
  summarize: (input) => `Calculated ${firstLine(input.expression)}`,
})

export const runRhinoScript = defineTool({
  name: 'run_script_file',
  method: 'scripting.run_rhino_script',
  title: 'Run script file',
  description: 'Runs a Python file that is on this computer.',
  keywords: ['.py', 'python file', 'skriptdatei'],
  input: z.object({ file_path: filePath('.py, absolute.') }),
  output: z.object({ ...success, file_path: z.string(), ...printed, result: z.unknown() }),
  pace: 'heavy',
  ...runs,
  summarize: (input) => `Ran ${quoted(fileName(input.file_path))}`,
})
