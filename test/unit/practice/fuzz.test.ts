import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FakeDocument } from './document.ts'
import { SENTENCES } from './sentences.ts'

const sentences = SENTENCES.map(([sentence]) => sentence)
const words = sentences.flatMap((sentence) => sentence.split(' '))

/** A document with something of most kinds in it, so that most sentences find what they work on. */
function workshop(units: FakeDocument['units']): FakeDocument {
  const document = new FakeDocument()
  document.units = units
  document.add('Plate', [400, 250, 10])
  document.add('Ball', [10, 10, 10], [5, 5, 10])
  document.add('Box', [20, 20, 20], [100, 0, 0])
  document.add('', [30, 30, 0], [0, 0, 0], 'curve')
  document.selection = ['g4']
  return document
}

/**
 * Every call is checked against the tools' own schemas by the fake document, which throws for one that does not fit: so
 * whatever is said, the agent makes only calls that the tools take, and always says something.
 */
test('whatever is said, only calls that the tools take are made, and something is answered', async () => {
  const shuffled = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 }).map((parts) => parts.join(' '))
  const mixed = fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('; '))
  const units = fc.constantFrom('millimeters', 'inches', 'none', 'meters') as fc.Arbitrary<FakeDocument['units']>
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(shuffled, mixed), { minLength: 1, maxLength: 3 }),
      units,
      async (prompts, unit) => {
        const document = workshop(unit)
        for (const prompt of prompts) expect(await document.say(prompt)).not.toBe('')
      },
    ),
    { numRuns: 300 },
  )
})

test('numbers of any size make no call that a tool would refuse', async () => {
  const number = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -1, 1e12, 1e-12, 0.1)).map(String)
  const shapes = (n: string) => [
    `a box ${n} x ${n} x ${n}`,
    `a ball of ${n} mm`,
    `move the ball ${n} up`,
    `drill a ${n} mm hole in the plate`,
    `round the top edges of the box ${n}`,
    `scale the box by ${n}`,
    `rotate the box ${n}°`,
    `repeat the ball ${n} times every ${n} mm`,
    `array the ball ${n} times around the origin`,
  ]
  await fc.assert(
    fc.asyncProperty(number, fc.nat(8), async (n, which) => {
      expect(await workshop('millimeters').say(shapes(n)[which] ?? '')).not.toBe('')
    }),
    { numRuns: 300 },
  )
})
