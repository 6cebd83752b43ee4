import type { Clause } from './clause.ts'
import type { Command } from './command.ts'
import { takeTarget } from './targets.ts'

/** Questions, and "show me". */
export function askedCommand(clause: Clause): Command | null {
  if (clause.take('what can you do', 'what do you understand', 'what do you know') >= 0) return { do: 'help' }
  const looks = [
    'what does it look like',
    'how does it look',
    'take a picture',
    'take a screenshot',
    'picture',
    'screenshot',
  ]
  if (clause.take(...looks) >= 0) return { do: 'picture', view: takeView(clause) }
  const wide = [
    'what is in',
    "what's in",
    'what is there',
    "what's there",
    'what do we have',
    'what do i have',
    'what have we got',
    'how many objects',
    'how many',
  ]
  if (clause.take(...wide) >= 0) {
    clause.take('the document', 'document', 'the model', 'the file', 'file', 'do we have', 'are there', 'objects')
    clause.take('do we have', 'do i have', 'are there')
    return { do: 'describe' }
  }
  if (
    clause.take(
      'how big',
      'how large',
      'how long',
      'how high',
      'how wide',
      'how thick',
      'what size',
      'the volume of',
      'volume of',
      'the size of',
      'measure',
      'what is selected',
    ) >= 0
  ) {
    clause.take('what', 'what is', 'size', 'volume')
    return {
      do: 'measure',
      target: takeTarget(clause) ?? (clause.text.includes('selected') ? { by: 'selected' } : { by: 'it' }),
    }
  }
  return null
}

const VIEWS = ['top', 'bottom', 'left', 'right', 'front', 'back', 'perspective']

export function takeView(clause: Clause): string | null {
  const at = clause.findWord((word) => VIEWS.includes(word))
  if (at < 0) return null
  const view = clause.word(at) ?? ''
  clause.takeAt(at)
  clause.take('view', 'side')
  return view.charAt(0).toUpperCase() + view.slice(1)
}

/** "show me", "show me the top view", but "show the ball" makes it visible again. */
export function showCommand(clause: Clause, word: string): Command {
  const view = takeView(clause)
  clause.take(
    'view',
    'picture',
    'a picture',
    'screenshot',
    'result',
    'everything',
    'all',
    'how it looks',
    'what it looks like',
  )
  if (view || (word !== 'show' && word !== 'unhide') || clause.has('me')) {
    clause.take('it')
    if (clause.leftover().length === 0) return { do: 'picture', view }
  }
  const target = takeTarget(clause)
  if (target && word !== 'capture' && !clause.has('me')) return { do: 'state', target, visible: true }
  return { do: 'picture', view }
}
