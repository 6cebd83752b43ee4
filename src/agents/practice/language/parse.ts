import { askedCommand, showCommand } from './ask.ts'
import { Clause } from './clause.ts'
import { type Command, Missing, NotUnderstood, type Parsed } from './command.ts'
import {
  arrayCommand,
  copyCommand,
  deleteCommand,
  extrudeCommand,
  intersectCommand,
  lookCommand,
  minusCommand,
  mirrorCommand,
  moveCommand,
  nameCommand,
  rotateCommand,
  scaleCommand,
  selectCommand,
  subtractCommand,
} from './edits.ts'
import { isEdgeWord, isHoleWord } from './features.ts'
import { tokenize } from './lexer.ts'
import { createdCommand, edgesCommand, holesCommand, makeCommand } from './make.ts'
import { splitClauses } from './split.ts'
import { takeTarget, targetOrIt } from './targets.ts'
import type { Token } from './tokens.ts'
import { nounOf, type Verb, verbOf } from './words.ts'

/** More than this is no prompt for an agent that only knows short sentences. */
const MAX_CLAUSES = 40
const MAX_CHARACTERS = 8000

/**
 * Understands a prompt, clause by clause. `names` are those of the document's objects and layers, so that "the bracket"
 * is found where something is called that. Never throws, and does nothing but read.
 */
export function parse(text: string, names: readonly string[] = []): Parsed[] {
  const short = text.slice(0, 80)
  if (text.length > MAX_CHARACTERS)
    return [{ is: 'unclear', why: 'that is too long for me; I know short sentences', text: short }]
  const clauses = splitClauses(tokenize(text))
  if (clauses.length > MAX_CLAUSES)
    return [
      { is: 'unclear', why: `these are ${clauses.length} steps; I take at most ${MAX_CLAUSES} at a time`, text: short },
    ]
  const known = names.filter(Boolean).map((name) => name.toLowerCase())
  return clauses.map((tokens) => {
    const parsed = parseClause(text, tokens, known)
    // What is called something in one clause is known by that name in the next.
    const named = parsed.is === 'command' && 'look' in parsed.command ? parsed.command.look.name : undefined
    if (named) known.push(named.toLowerCase())
    return parsed
  })
}

function parseClause(text: string, tokens: readonly Token[], names: readonly string[]): Parsed {
  const clause = new Clause(text, tokens, names)
  const own = clause.text
  const odd = tokens.find((token) => token.kind === 'unclear')
  if (odd?.kind === 'unclear') return { is: 'unclear', why: odd.hint, text: own }
  try {
    const command = understand(clause)
    const rest = clause.leftover()
    if (rest.length > 0)
      return { is: 'unclear', why: `I do not understand ${rest.map((word) => `“${word}”`).join(', ')}`, text: own }
    return { is: 'command', command, text: own }
  } catch (error) {
    if (error instanceof Missing) return { is: 'question', ask: error.message, text: own }
    if (error instanceof NotUnderstood) return { is: 'unclear', why: error.message, text: own }
    throw error
  }
}

function understand(clause: Clause): Command {
  const question = askedCommand(clause)
  if (question) return question
  const minus = clause.find('minus')
  if (minus >= 0) return minusCommand(clause, minus)
  const at = clause.findWord((word, index) => verbOf(word) !== undefined && !isAdjective(clause, word, index))
  const word = clause.word(at) ?? ''
  const verb = verbOf(word)
  if (!verb) return withoutVerb(clause)
  clause.takeAt(at)
  return COMMANDS[verb](clause, word)
}

/** "round hole", "a copy", "a pattern of": the word is no verb there. */
function isAdjective(clause: Clause, word: string, index: number): boolean {
  const next = clause.word(index + 1) ?? ''
  if (word === 'round' || word === 'smooth')
    return isHoleWord(next) || nounOf(next) !== undefined || (index > 0 && clause.has('with'))
  const before = clause.word(index - 1) ?? ''
  return /^(an?|the|as|in|of)$/.test(before) && verbOf(word) !== 'make' && index > 0
}

function withoutVerb(clause: Clause): Command {
  const created = createdCommand(clause)
  if (created) return created
  if (clause.findWord(isHoleWord) >= 0) return holesCommand(clause)
  if (clause.findWord(isEdgeWord) >= 0) return edgesCommand(clause, false)
  throw new NotUnderstood(`I do not understand “${clause.text.slice(0, 120)}”`)
}

const COMMANDS: Record<Verb, (clause: Clause, word: string) => Command> = {
  make: makeCommand,
  drill: (clause) => holesCommand(clause),
  cut: (clause) => (clause.findWord(isHoleWord) >= 0 ? holesCommand(clause) : subtractCommand(clause)),
  delete: deleteCommand,
  fillet: (clause) => edgesCommand(clause, false),
  chamfer: (clause) => edgesCommand(clause, true),
  move: moveCommand,
  rotate: rotateCommand,
  scale: scaleCommand,
  mirror: mirrorCommand,
  copy: copyCommand,
  array: arrayCommand,
  union: (clause) => ({ do: 'union', target: targetOrIt(clause, ['with', 'to']) }),
  intersect: intersectCommand,
  colour: lookCommand,
  name: nameCommand,
  select: selectCommand,
  deselect: (clause) => {
    clause.take('everything', 'all', 'it')
    return { do: 'select', target: null }
  },
  undo: (clause) => {
    clause.take(
      'the last turn',
      'last turn',
      'last step',
      'the last step',
      'it',
      'that',
      'this',
      'last',
      'turn',
      'step',
    )
    return { do: 'undo' }
  },
  redo: (clause) => {
    clause.take('it', 'that', 'this')
    return { do: 'redo' }
  },
  hide: (clause) => ({ do: 'state', target: targetOrIt(clause), visible: false }),
  show: showCommand,
  lock: (clause) => ({ do: 'state', target: targetOrIt(clause), locked: true }),
  unlock: (clause) => ({ do: 'state', target: targetOrIt(clause), locked: false }),
  extrude: extrudeCommand,
  zoom: (clause) => {
    clause.take('extents', 'everything', 'all', 'in', 'out')
    return { do: 'zoom', target: takeTarget(clause) }
  },
  describe: (clause) => {
    clause.take('everything', 'all objects', 'the objects', 'objects', 'the document', 'document', 'all')
    return { do: 'describe' }
  },
  help: () => ({ do: 'help' }),
}

/** For questions that were asked earlier: whether a prompt is nothing but sizes, places and the like. */
export const isAnswer = (text: string): boolean => {
  const tokens = tokenize(text)
  const hasSize = tokens.some(({ kind }) => kind !== 'word' && kind !== 'mark' && kind !== 'unclear')
  // "make it 5 mm" is an answer, "make it red" is something new.
  const acts = tokens.some((token) => {
    const verb = token.kind === 'word' ? verbOf(token.word) : undefined
    return verb !== undefined && (verb !== 'make' || !hasSize)
  })
  const makes = tokens.some((token) => token.kind === 'word' && nounOf(token.word) !== undefined)
  return tokens.length > 0 && tokens.length < 30 && !acts && !makes && (hasSize || tokens.length < 6)
}
