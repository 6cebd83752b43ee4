import commands from './commands.json' with { type: 'json' }

/** The commands of Rhino and other programs that people know a tool by. */

const byTool: Readonly<Record<string, Readonly<Record<string, string>>>> = commands.commands

export const commandsFor = (tool: string): readonly string[] =>
  Object.values(byTool[tool] ?? {}).flatMap((list) => list.split(', '))

/** "Push/Pull", "push pull" and "_-PushPull" are one: only letters and digits, marked so that it is no word. */
const commandTerm = (text: string): string => `! ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')}`

export const commandTerms = (names: readonly string[]): string[] => names.map(commandTerm)

/** What of a query may be a command: all of it, its words and its pairs of words. */
export function commandsIn(query: string): { whole: string; parts: string[] } {
  const words = query.split(/\s+/).filter((word) => word !== '')
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`)
  return { whole: commandTerm(query), parts: commandTerms([...words, ...pairs]) }
}
