import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { ModellerBench } from '../../../test/real/modeller.ts'
import { Fault } from '../../wire/fault.ts'
import { createKernel } from '../kernel/kernel.ts'

let kernel: Awaited<ReturnType<typeof createKernel>>
beforeAll(async () => {
  kernel = await createKernel()
})

const step = fc.record({
  what: fc.constantFrom(
    'box',
    'ball',
    'move',
    'copy',
    'mirror',
    'cut',
    'unite',
    'fillet',
    'delete',
    'undo',
    'redo',
    'turn',
  ),
  a: fc.nat(20),
  b: fc.nat(20),
})

it('no shape outlives the document, whatever is made, fails, is undone and redone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const baseline = kernel.liveShapes
      const bench = new ModellerBench(kernel)
      const pick = (at: number) => {
        const objects = bench.document.tables.sorted('object')
        return objects[at % Math.max(1, objects.length)]?.id ?? 'nobody'
      }
      const calls = ({ what, a, b }: { what: string; a: number; b: number }): Promise<unknown> => {
        const [ids, corner] = [[pick(a)], [a % 3, b % 3, 0]]
        switch (what) {
          case 'box':
            return bench.call('geometry.create_box', { corner, width: 1 + (a % 2), depth: 1, height: 1 })
          case 'ball':
            return bench.call('geometry.create_sphere', { center: corner, radius: 0.7 })
          case 'move':
            return bench.call('manipulation.move', { ids, translation: [b, 0, 0] })
          case 'copy':
            return bench.call('manipulation.copy', { ids, translation: [0.5, 0, 0] })
          case 'mirror':
            return bench.call('manipulation.mirror', { ids, start: [0, 0, 0], end: [a, 0, 0] })
          case 'cut':
            return bench.call('operations.boolean_difference', { guid_a: pick(a), guids_b: [pick(b)] })
          case 'unite':
            return bench.call('operations.boolean_union', { guids: [pick(a), pick(b)], delete_input: b % 2 === 0 })
          case 'fillet':
            return bench.call('operations.fillet_edge', { brep_id: pick(a), edges: 'all', radius: b / 10 })
          case 'delete':
            return bench.call('manipulation.delete', { ids })
          case 'undo':
            return bench.call('undo.revert_turn', { include_foreign: true })
          case 'redo':
            return bench.call('undo.redo_turn')
          default:
            return bench.call('undo.begin_turn', { turn_id: `t${a}`, label: 't' })
        }
      }
      for (const one of steps) {
        // Many of these cannot work; they must fail as a Fault and leave nothing.
        await calls(one).catch((error) => expect(error).toBeInstanceOf(Fault))
      }
      bench.document.close()
      expect(kernel.liveShapes).toBe(baseline)
    }),
    { numRuns: 12 },
  )
})
