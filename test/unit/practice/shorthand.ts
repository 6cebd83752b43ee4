import type {
  Command,
  EdgeWork,
  Holes,
  Parsed,
  Place,
  Target,
  Triple,
} from '../../../src/agents/practice/language/command.ts'
import type { Length } from '../../../src/agents/practice/language/units.ts'

/** A parsed clause in one short line, for tables of sentences. */
export function shorthand(parsed: Parsed): string {
  if (parsed.is === 'question') return `? ${parsed.ask}`
  if (parsed.is === 'unclear') return `! ${parsed.why}`
  const { do: verb, ...rest } = parsed.command as Command & Record<string, unknown>
  return [verb, ...Object.entries(rest).flatMap(([key, value]) => show(key, value))].join(' ')
}

const length = ({ value, unit }: Length): string => `${Number(value.toFixed(4))}${unit ?? ''}`
const isLength = (value: unknown): value is Length =>
  typeof value === 'object' && value !== null && 'value' in value && 'unit' in value
const triple = (points: readonly Length[]): string => `(${points.map(length).join(' ')})`

function target(value: Target): string {
  switch (value.by) {
    case 'noun':
      return value.plural ? `every ${value.noun}` : `the ${value.noun}`
    case 'name':
      return `“${value.name}”`
    case 'layer':
      return `layer ${value.layer}`
    case 'kind':
      return `all ${value.kind}s`
    case 'list':
      return value.of.map(target).join(' & ')
    default:
      return value.by
  }
}

const place = (value: Place): string =>
  value.at === 'point'
    ? `${value.centered ? 'centred ' : ''}at ${triple(value.point)}`
    : `${value.gap ? `${length(value.gap)} ` : ''}${value.side} ${target(value.target)}`

function holes({ count, diameter, depth, layout, inset }: Holes): string {
  const { as, ...rest } = layout
  const more = Object.values(rest).map((value) =>
    isLength(value)
      ? length(value)
      : Array.isArray(value)
        ? value.map((one) => triple(one as Triple)).join('')
        : String(value),
  )
  return [
    `${count}×ø${length(diameter)}`,
    depth ? `deep ${length(depth)}` : '',
    as,
    ...more,
    inset ? `inset ${length(inset)}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const edges = ({ op, which, size }: EdgeWork): string =>
  [op, which ?? 'default', size ? length(size) : 'auto'].join(' ')

function show(key: string, value: unknown): string[] {
  if (value === null || value === undefined || value === false || (key === 'count' && value === 1)) return []
  if (key === 'target' || key === 'from' || key === 'what' || key === 'with')
    return [`${key === 'target' ? '' : `${key} `}${target(value as Target)}`]
  if (key === 'place') return [place(value as Place)]
  if (key === 'holes') return [holes(value as Holes)]
  if (key === 'edges') return [edges(value as EdgeWork)]
  if (key === 'features')
    return (value as { holes?: Holes; edges?: EdgeWork }[]).map(
      (one) => `+ ${one.holes ? holes(one.holes) : edges(one.edges as EdgeWork)}`,
    )
  if (key === 'shape' || key === 'look')
    return Object.entries(value as object)
      .filter(([name]) => name !== 'kind')
      .flatMap(([name, one]) => [name === 'noun' ? String(one) : `${name} ${plain(one)}`])
  return [value === true ? key : `${key} ${plain(value)}`]
}

function plain(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'middleOf' in value) return target(value.middleOf as Target)
  if (isLength(value)) return length(value)
  if (Array.isArray(value)) return `(${value.map(plain).join(' ')})`
  return String(value)
}
