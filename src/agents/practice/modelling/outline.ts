import type { Command, Feature } from '../language/command.ts'
import { plural } from '../language/words.ts'
import { capital, count } from './wording.ts'

const TITLES: Record<Exclude<Command['do'], 'create' | 'holes' | 'edges'>, string> = {
  union: 'Join the solids',
  subtract: 'Cut one out of the other',
  intersect: 'Keep what they share',
  move: 'Move it',
  place: 'Put it in its place',
  copy: 'Copy it',
  grid: 'Repeat it in a grid',
  ring: 'Repeat it in a ring',
  rotate: 'Turn it',
  scale: 'Scale it',
  mirror: 'Mirror it',
  delete: 'Delete it',
  look: 'Set name, colour or layer',
  state: 'Show, hide or lock it',
  select: 'Select it',
  extrude: 'Extrude it',
  layer: 'Make the layer',
  undo: 'Take back the last turn',
  redo: 'Bring the turn back',
  describe: 'Look at the document',
  measure: 'Measure it',
  picture: 'Take a picture',
  zoom: 'Zoom',
  help: 'Explain what I understand',
}

/** The steps of a plan, one line each; {@link World.stepDone} is called once for each, in this order. */
export function outline(command: Command): string[] {
  if (command.do === 'create') {
    const { noun } = command.shape
    const what = command.count === 1 ? `the ${noun}` : count(command.count, noun, plural(noun))
    return [`Make ${what}`, ...command.features.map(featureLine)]
  }
  if (command.do === 'holes') return [featureLine({ kind: 'holes', holes: command.holes })]
  if (command.do === 'edges') return [featureLine({ kind: 'edges', edges: command.edges })]
  return [TITLES[command.do]]
}

function featureLine(feature: Feature): string {
  if (feature.kind === 'holes') return `Drill ${count(feature.holes.count, 'hole')}`
  const { op, which } = feature.edges
  return capital(`${op === 'fillet' ? 'round' : 'bevel'} ${which && which !== 'all' ? `the ${which}` : 'its'} edges`)
}
