import { expect, test } from 'vitest'
import { choicesOf } from './choices.ts'
import { UsageMeter } from './usage.ts'

const usd = (amount: number) => ({
  sessionUpdate: 'usage_update',
  used: 300,
  size: 1000,
  cost: { amount, currency: 'USD' },
})

test('a session’s cost is a sum: a turn’s is what was added, also after the agent began to count anew', () => {
  const meter = new UsageMeter()
  meter.begin()
  meter.hear(usd(0.1))
  meter.hear(usd(0.25))
  expect(meter.end({})).toEqual({
    input: null,
    cached: null,
    output: null,
    cost: { amount: 0.25, currency: 'USD' },
    context: { used: 300, size: 1000 },
  })
  meter.begin()
  meter.hear(usd(0.3))
  expect(meter.end({})?.cost?.amount).toBe(0.05)
  meter.begin()
  meter.hear(usd(0.02))
  expect(meter.end({})?.cost?.amount).toBe(0.02)
})

test('tokens are read wherever an agent tells them, and nothing is made up', () => {
  const meter = new UsageMeter()
  meter.begin()
  expect(meter.end({ stopReason: 'end_turn' })).toBeUndefined()
  const gemini = { _meta: { quota: { token_count: { input_tokens: 200, output_tokens: 14 } } } }
  expect(meter.end(gemini)).toMatchObject({ input: 200, output: 14, cached: null, cost: null, context: null })
  const draft = { usage: { inputTokens: 5, outputTokens: 6, cachedReadTokens: 7 } }
  expect(meter.end(draft)).toMatchObject({ input: 5, cached: 7, output: 6 })
  meter.hear({ used: 'many', size: -1, cost: { amount: -3, currency: 'USD' } })
  expect(meter.end({ usage: { inputTokens: -1, outputTokens: 1.5 } })).toBeUndefined()
})

test('models and modes are read from ACP’s options, grouped or not, and from older agents’ own lists', () => {
  expect(
    choicesOf({
      configOptions: [
        {
          id: 'm',
          category: 'model',
          type: 'select',
          currentValue: 'a',
          options: [{ options: [{ value: 'a', name: 'A' }] }, { value: 'b' }],
        },
        { id: 'x', category: 'mode', type: 'boolean' },
      ],
    }),
  ).toEqual({
    model: {
      option: 'm',
      current: 'a',
      choices: [
        { id: 'a', title: 'A' },
        { id: 'b', title: 'b' },
      ],
    },
    mode: null,
  })
  const gemini = {
    models: { availableModels: [{ modelId: 'auto', name: 'Auto' }], currentModelId: 'auto' },
    modes: { availableModes: [{ id: 'plan', name: 'Plan' }], currentModeId: 'plan' },
  }
  expect(choicesOf(gemini)).toEqual({
    model: { option: null, current: 'auto', choices: [{ id: 'auto', title: 'Auto' }] },
    mode: { option: null, current: 'plan', choices: [{ id: 'plan', title: 'Plan' }] },
  })
  expect(choicesOf(null)).toEqual({ model: null, mode: null })
})
