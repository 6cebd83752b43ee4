import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { ModellerBench } from '../../../test/real/modeller.ts'
import { type MethodName, methodNamed, methods } from '../../tools/registry.ts'
import { Fault } from '../../wire/fault.ts'
import { createKernel } from '../kernel/kernel.ts'
import { handlerOf } from './table.ts'

let kernel: Awaited<ReturnType<typeof createKernel>>
beforeAll(async () => {
  kernel = await createKernel()
})

/** What a careless or hostile caller sends; ids of the document are put in the place of "id:N". */
const value = fc.constantFrom<unknown>(
  ...[
    null,
    true,
    false,
    0,
    1,
    -1,
    2.5,
    64,
    1e-9,
    1e12,
    1e308,
    '',
    'x',
    '::',
    '__proto__',
    'constructor',
    'Default',
    '*?*?*',
  ],
  ...['id:0', 'id:1', 'id:2', ['id:0'], ['id:1', 'id:2'], ['id:0', 'id:0'], 'top', 'Top', 'all', 'straight', 'brep'],
  ...[
    [],
    {},
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, -1],
    [5, 5, 5],
    [1e308, -1e308, 0],
    { x: 1, y: 2, z: 3 },
    [
      [0, 0, 0],
      [1, 1, 1],
    ],
  ],
  ...[
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
    { origin: [0, 0, 0], normal: [0, 0, 0] },
    { origin: [1, 1, 1], x_axis: [1, 0, 0], y_axis: [1, 0, 0] },
  ],
)
const answered = methods.filter(({ method }) => handlerOf(method) !== undefined)
const attempt = fc.constantFrom(...answered).chain((spec) =>
  fc.record({
    method: fc.constant(spec.method as MethodName),
    params: fc.dictionary(fc.constantFrom('name', ...Object.keys(spec.input.shape)), value, { maxKeys: 8 }),
  }),
)

function withIds(bench: ModellerBench, params: unknown): unknown {
  const ids = bench.document.tables.sorted('object').map(({ id }) => id)
  return JSON.parse(JSON.stringify(params).replaceAll(/id:(\d)/g, (_all, at) => ids[Number(at) % ids.length] ?? 'gone'))
}

it('whatever is asked, the answer is a result or a sentence with a next step, and reads change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 20, maxLength: 40 }), async (attempts) => {
      const bench = new ModellerBench(kernel)
      await bench.call('geometry.create_box', { width: 4, depth: 3, height: 2 })
      await bench.call('geometry.create_circle', { radius: 1 })
      await bench.call('geometry.create_cylinder', { radius: 1, height: 5 })
      for (const { method, params } of attempts) {
        const { state } = bench.document.ledger
        try {
          await bench.call(method, withIds(bench, params) as Record<string, unknown>)
          if (methodNamed(method)?.effect === 'read') expect(bench.document.ledger.state).toBe(state)
        } catch (error) {
          if (!(error instanceof Fault)) throw error
          expect(error.code).not.toBe('INTERNAL_ERROR')
          expect(error.details.next, `${method}: ${error.message}`).toEqual(expect.any(String))
          expect(bench.document.ledger.state).toBe(state)
        }
      }
      bench.document.close()
    }),
    { numRuns: 40 },
  )
})
