import { oneLine } from '../title.ts'
import { changesLine, clock, type Part, type Source, type ToldTurn, titleOf, turnsOf } from './turns.ts'

/** A conversation as Markdown, in pieces. Pictures are named, not held: a Markdown file has no place for them. */
export function* markdownOf(source: Source): Generator<string> {
  const { head } = source
  const about = head.document ? ` · ${escaped(head.document.name)}` : ''
  yield `# ${escaped(titleOf(head))}\n\n${clock(head.createdAt)} · ${escaped(head.agent)}${about}\n`
  for (const turn of turnsOf(source)) yield markdownTurn(turn)
}

function markdownTurn(turn: ToldTurn): string {
  const taken = turn.reverted ? ' · taken back' : ''
  const blocks = [`## Turn ${turn.number} · ${clock(turn.at)}${taken}`]
  if (turn.prompt) blocks.push(quoted(turn.prompt))
  blocks.push(`**${escaped(turn.agent)}**`, ...turn.parts.map(partOf))
  if (turn.end) blocks.push(...endOf(turn.end))
  return `\n${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function partOf(part: Part): string {
  switch (part.kind) {
    case 'text':
      return withoutHtml(part.text.trim())
    case 'card': {
      const failed = part.outcome === 'ok' ? '' : ` (${part.outcome})`
      const pictures = part.pictures.length > 0 ? ' [picture]' : ''
      return `- ${escaped(oneLine(part.sentence))}${failed}${pictures}`
    }
    case 'question':
      return quoted([...part.questions, `Answer: ${part.answer ?? 'none yet'}`].join('\n'))
    case 'note':
      return `*${escaped(oneLine(part.text))}*`
  }
}

function endOf(end: NonNullable<ToldTurn['end']>): string[] {
  const changes = changesLine(end)
  return [
    changes && `Changed: ${escaped(changes)}`,
    end.outcome === 'stopped' ? '**Stopped**' : '',
    end.trouble ? `**${escaped(end.trouble.title)}** ${escaped(end.trouble.cause)} ${escaped(end.trouble.next)}` : '',
  ].filter((line) => line !== '')
}

/** Text that reads as it stands: no mark, link or tag comes of it. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|~]/g, '\\$&')

const quoted = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line.replaceAll('<', '\\<')}`.trimEnd())
    .join('\n')

/** An agent's Markdown with its raw HTML as text; code is left alone, where a tag is text anyway. */
function withoutHtml(markdown: string): string {
  const code = /(^|\n)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n\2[^\n]*(?=\n|$)|$)|(`+)(?!`)[^\n]*?[^`]\3(?!`)/g
  let result = ''
  let at = 0
  for (const match of markdown.matchAll(code)) {
    result += markdown.slice(at, match.index).replaceAll(/<(?=[a-z/!?])/gi, '\\<') + match[0]
    at = match.index + match[0].length
  }
  return result + markdown.slice(at).replaceAll(/<(?=[a-z/!?])/gi, '\\<')
}
