import { z } from 'zod'
import { UNIT_SYSTEMS } from '../shared/geometry.ts'
import { defineTool } from './define.ts'
import { unitSystem } from './schema.ts'

const tolerances = {
  absolute_tolerance: z.number(),
  /** Degrees. */
  angle_tolerance: z.number(),
}

export const getUnits = defineTool({
  name: 'get_units',
  method: 'units.get',
  title: 'Document units',
  description: 'Length unit and tolerances of the document. get_context has them too.',
  keywords: [
    'millimetres',
    'inches',
    'precision',
    'scale of the model',
    'einheiten',
    'unités',
    'unidades',
    'unità',
    '単位',
  ],
  input: z.object({}),
  output: z.object({
    units: z.enum(UNIT_SYSTEMS),
    /** "mm"; empty where there is none. */
    abbreviation: z.string(),
    meters_per_unit: z.number().nullable(),
    ...tolerances,
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, output) => `Units: ${output.units}`,
})

export const setUnits = defineTool({
  name: 'set_units',
  method: 'units.set',
  title: 'Set document units',
  description:
    'Changes the length unit of the document; with `scale` objects keep their real size, without it their numbers. Ask the user first.',
  keywords: ['convert to inches', 'millimetres', 'unit system', 'tolerance', 'einheiten ändern', 'unités', 'unidades'],
  input: z.object({
    units: unitSystem().optional(),
    scale: z.boolean().describe('Keep real sizes.').default(true),
    absolute_tolerance: z.number().positive().max(1e6).describe('In the new units.').optional(),
    angle_tolerance: z.number().positive().max(90).describe('Degrees.').optional(),
  }),
  output: z.object({
    units: z.enum(UNIT_SYSTEMS),
    previous: z.enum(UNIT_SYSTEMS),
    /** What coordinates were multiplied by; 1 without `scale`. */
    scale_factor: z.number(),
    ...tolerances,
  }),
  effect: 'modify',
  pace: 'heavy',
  sets: ['full'],
  oneOf: [['units', 'absolute_tolerance', 'angle_tolerance']],
  summarize: (_input, output, words) => {
    if (output.units === output.previous) return `Tolerance ${words.number(output.absolute_tolerance)}`
    return `Units ${output.units}, were ${output.previous}${output.scale_factor === 1 ? ', nothing scaled' : ''}`
  },
})
