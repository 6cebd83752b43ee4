import { createElement, Fragment, memo, type ReactNode } from 'react'
import { type Components, Streamdown } from 'streamdown'
import { useStore } from 'zustand'
import { live } from '../conversation/panel.ts'
import { unbroken } from '../words/numbers.ts'

/** What an agent may send us to. Anything else is shown as text. */
const SAFE_LINK = /^(https?:|mailto:)/i

/** One element of the answer, without the library's classes. */
const bare =
  (tag: string, fixed: Record<string, unknown> = {}) =>
  (props: object) =>
    createElement(tag, fixed, childrenOf(props))

/** As above for text: a size stays on one line, also in a narrow table. */
const tied = (tag: string) => (props: object) => {
  const children = childrenOf(props)
  return createElement(tag, {}, Array.isArray(children) ? children.map(tie) : tie(children))
}

const tie = (child: ReactNode): ReactNode => (typeof child === 'string' ? unbroken(child) : child)

/** In a cell, a long word may break too: it would push the other columns out of a narrow panel. */
function Cell(props: object) {
  const children = childrenOf(props)
  return <td>{(Array.isArray(children) ? children : [children]).map(breakable)}</td>
}

const LONG_WORD = /([^\s\u00a0]{12})(?=[^\s\u00a0]{4})/u

function breakable(child: ReactNode, at: number): ReactNode {
  if (typeof child !== 'string') return child
  const pieces = unbroken(child).split(LONG_WORD).filter(Boolean)
  return pieces.map((piece, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
    <Fragment key={`${at}:${i}`}>
      {piece}
      {piece.length === 12 && <wbr />}
    </Fragment>
  ))
}

const childrenOf = (props: object): ReactNode => Reflect.get(props, 'children')

function Anchor(props: object) {
  const href: unknown = Reflect.get(props, 'href')
  if (typeof href !== 'string' || !SAFE_LINK.test(href)) return <span>{childrenOf(props)}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      {childrenOf(props)}
    </a>
  )
}

/** A picture from elsewhere is named, never loaded. */
function Named(props: object) {
  return <span className="text-soft">[{String(Reflect.get(props, 'alt') || 'picture')}]</span>
}

function Numbered(props: object) {
  const start: unknown = Reflect.get(props, 'start')
  return <ol {...(typeof start === 'number' ? { start } : {})}>{childrenOf(props)}</ol>
}

function Table(props: object) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section aria-label="Table" className="table" tabIndex={0}>
      <table>{childrenOf(props)}</table>
    </section>
  )
}

const components: Components = {
  a: Anchor,
  img: Named,
  ol: Numbered,
  table: Table,
  td: Cell,
  pre: bare('pre', { tabIndex: 0 }),
  h1: bare('h3'),
  h2: bare('h3'),
  ...Object.fromEntries(
    ['h3', 'h4', 'h5', 'h6', 'ul', 'blockquote', 'hr', 'code', 'thead', 'tbody', 'tr'].map((tag) => [tag, bare(tag)]),
  ),
  ...Object.fromEntries(['p', 'li', 'strong', 'em', 'th'].map((tag) => [tag, tied(tag)])),
}

/** No plugin turns HTML into elements, so HTML an agent writes stays text. */
const NO_PLUGINS: [] = []

interface AnswerProps {
  turn: string
  blockKey: string
  text: string
}

/** Markdown as it comes. While it grows its text stands in its own small store, and only this is drawn again. */
export const Answer = memo(function Answer({ turn, blockKey, text }: AnswerProps) {
  const growing = useGrowing(turn, blockKey)
  return (
    <Streamdown
      className="answer"
      mode={growing === null ? 'static' : 'streaming'}
      components={components}
      rehypePlugins={NO_PLUGINS}
      controls={false}
      linkSafety={{ enabled: false }}
    >
      {growing ?? text}
    </Streamdown>
  )
})

/** The text of a block that is still growing; null where it is whole. */
export function useGrowing(turn: string, key: string): string | null {
  return useStore(live, ({ tail }) => (tail?.turn === turn && tail.key === key ? tail.text : null))
}
