import type { z } from 'zod'
import * as analysis from './analysis.ts'
import * as measures from './analysis-measures.ts'
import * as blocks from './blocks.ts'
import * as context from './context.ts'
import * as annotation from './creation-annotation.ts'
import * as curves from './creation-curves.ts'
import * as freeform from './creation-freeform.ts'
import * as solids from './creation-solids.ts'
import type { MethodSpec, ToolSet, ToolSpec, Twin } from './define.ts'
import * as files from './files.ts'
import * as exchange from './files-exchange.ts'
import * as grasshopper from './grasshopper.ts'
import * as authoring from './grasshopper-authoring.ts'
import * as manipulation from './manipulation.ts'
import * as arrays from './manipulation-arrays.ts'
import * as properties from './manipulation-properties.ts'
import * as transforms from './manipulation-transforms.ts'
import * as materials from './materials.ts'
import * as operations from './operations.ts'
import * as curveOperations from './operations-curves.ts'
import * as splits from './operations-split.ts'
import * as surfaceOperations from './operations-surfaces.ts'
import * as layers from './scene-layers.ts'
import * as scene from './scene-objects.ts'
import * as scripting from './scripting.ts'
import * as selection from './selection.ts'
import * as session from './session.ts'
import * as surfaces from './surfaces.ts'
import * as fills from './surfaces-fill.ts'
import * as sweeps from './surfaces-sweeps.ts'
import * as undo from './undo.ts'
import * as units from './units.ts'
import * as viewport from './viewport.ts'
import * as views from './viewport-views.ts'

/** Every family, in the order of the docs. A new family is one line here. */
const families = [
  session,
  context,
  scene,
  layers,
  solids,
  curves,
  freeform,
  annotation,
  operations,
  splits,
  curveOperations,
  surfaceOperations,
  manipulation,
  arrays,
  transforms,
  properties,
  surfaces,
  sweeps,
  fills,
  viewport,
  views,
  files,
  exchange,
  selection,
  measures,
  analysis,
  materials,
  blocks,
  units,
  grasshopper,
  authoring,
  scripting,
  undo,
] as const

type SpecsOf<Family> = Family extends unknown ? Family[keyof Family] : never
type AnySpec = SpecsOf<(typeof families)[number]>

/** Every method that is defined, by its name on the wire. Twins are not in it. */
export type MethodTable = { [S in AnySpec as S['method']]: S }
export type MethodName = keyof MethodTable
export type ParamsOf<M extends MethodName> = z.output<MethodTable[M]['input']>
/** What a caller writes: defaults may be left out. */
export type ArgumentsOf<M extends MethodName> = z.input<MethodTable[M]['input']>
export type ResultOf<M extends MethodName> = z.output<MethodTable[M]['output']>

// A module names its exports in alphabetical order, a bundler or a test runner may not: sorted, the order is one.
const specsOf = (family: Readonly<Record<string, MethodSpec>>): MethodSpec[] =>
  Object.entries(family)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, spec]) => spec)

export const methods: readonly MethodSpec[] = families.flatMap(specsOf)

const isTool = (spec: MethodSpec): spec is ToolSpec => 'name' in spec
export const tools: readonly ToolSpec[] = methods.filter(isTool)

const byMethod = new Map(methods.map((spec) => [spec.method, spec]))
const byTwin = new Map(
  methods.flatMap((spec) => (spec.twins ?? []).map((twin) => [twin.method, { spec, twin }] as const)),
)
const byName = new Map(tools.map((spec) => [spec.name, spec]))

export const methodNamed = (method: string): MethodSpec | undefined => byMethod.get(method)
/** The method behind a second name, and how its parameters become those of the method. */
export const twinNamed = (method: string): { spec: MethodSpec; twin: Twin } | undefined => byTwin.get(method)
/** Every name that is answered, twins too. */
export const methodNames: readonly string[] = [...byMethod.keys(), ...byTwin.keys()]
export const toolNamed = (name: string): ToolSpec | undefined => byName.get(name)
export const toolsOf = (set: ToolSet): readonly ToolSpec[] => tools.filter((tool) => tool.sets.includes(set))
