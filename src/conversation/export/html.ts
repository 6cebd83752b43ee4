import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { STYLE } from './style.ts'
import { changesLine, clock, type Part, type Source, type ToldTurn, titleOf, turnsOf } from './turns.ts'

/** Nothing is loaded and nothing runs, whatever stands in the text; pictures are in the file itself. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** A conversation as one HTML file, in pieces. */
export function* htmlOf(source: Source): Generator<string> {
  const { head } = source
  const title = escaped(titleOf(head))
  const about = head.document ? ` · ${escaped(head.document.name)}` : ''
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(POLICY)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1 dir="auto">${title}</h1><p>${clock(head.createdAt)} · ${escaped(head.agent)}${about}</p></header>
`
  for (const turn of turnsOf(source)) yield* htmlTurn(source, turn)
  yield '</body>\n</html>\n'
}

function* htmlTurn(source: Source, turn: ToldTurn): Generator<string> {
  const changes = turn.end ? changesLine(turn.end) : ''
  const facts = [`Turn ${turn.number}`, clock(turn.at), turn.reverted ? 'taken back' : escaped(changes)]
  yield `<section${turn.reverted ? ' class="reverted"' : ''}>\n<h2>${facts.filter(Boolean).join(' · ')}</h2>\n`
  if (turn.prompt) yield `<p class="who">You</p>\n<div class="prompt" dir="auto">${escaped(turn.prompt)}</div>\n`
  yield `<p class="who">${escaped(turn.agent)}</p>\n`
  for (const part of turn.parts) yield* htmlPart(source, part)
  if (turn.end) yield* htmlEnd(source, turn, turn.end)
  yield '</section>\n'
}

function* htmlPart(source: Source, part: Part): Generator<string> {
  switch (part.kind) {
    case 'text':
      yield `<div class="text" dir="auto">${micromark(part.text, OPTIONS)}</div>\n`
      break
    case 'card':
      yield `<p class="card" dir="auto">${escaped(part.sentence)}${part.outcome === 'ok' ? '' : ` <b>${part.outcome}</b>`}</p>\n`
      for (const picture of part.pictures) yield image(source, picture, part.sentence)
      break
    case 'question':
      yield `<div class="card" dir="auto">${part.questions.map(escaped).join('<br>')}<br><b>Answer:</b> ${escaped(part.answer ?? 'none yet')}</div>\n`
      break
    case 'note':
      yield `<p class="note" dir="auto">${escaped(part.text)}</p>\n`
  }
}

function* htmlEnd(
  source: Source,
  { number, reverted }: ToldTurn,
  end: NonNullable<ToldTurn['end']>,
): Generator<string> {
  if (end.before && end.after) {
    yield `<div class="pair"><figure>${image(source, end.before, `The model before turn ${number}`)}<figcaption>Before</figcaption></figure>`
    yield `<figure>${image(source, end.after, `The model after turn ${number}`)}<figcaption>After</figcaption></figure></div>\n`
  }
  if (end.outcome === 'stopped') yield '<p class="note"><b>Stopped</b></p>\n'
  if (end.trouble) {
    const { title, cause, next } = end.trouble
    yield `<p class="trouble" dir="auto"><b>${escaped(title)}</b><br>${escaped(cause)} ${escaped(next)}</p>\n`
  }
  if (end.left && !reverted) yield `<p class="note">${escaped(end.left)}</p>\n`
}

/** Raw HTML becomes text, and only harmless links stay: micromark's own defaults. Remote pictures the policy refuses. */
const OPTIONS = { extensions: [gfm()], htmlExtensions: [gfmHtml()] }

const MIME = /^image\/[a-z.+-]+$/

function image({ store }: Source, id: string, alt: string): string {
  const picture = store.picture(id)
  if (!picture || !MIME.test(picture.mime)) return '<p class="note">A picture is missing here.</p>\n'
  const data = Buffer.from(picture.bytes).toString('base64')
  return `<img alt="${escaped(alt)}" src="data:${picture.mime};base64,${data}">\n`
}

const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => NAMES[sign] ?? sign)
}
