import { expect, test } from 'vitest'
import { DEFAULTS, settingsFromEnv } from './settings.ts'

test('without variables everything is as by default', () => {
  expect(settingsFromEnv({})).toEqual({ settings: DEFAULTS, notes: [] })
})

test('GOLEM’s variables are honoured; its times are seconds', () => {
  const { settings, notes } = settingsFromEnv({
    GOLEM_RHINO_HOST: ' 127.0.0.2 ',
    GOLEM_RHINO_PORT: '9990',
    GOLEM_GH_PORT: '9991',
    GOLEM_TIMEOUT: '0.5',
    GOLEM_HEAVY_TIMEOUT: '300',
  })
  expect(notes).toEqual([])
  expect(settings).toEqual({
    ...DEFAULTS,
    host: '127.0.0.2',
    port: 9990,
    grasshopperPort: 9991,
    callMs: 500,
    heavyMs: 300_000,
  })
})

test('localhost is 127.0.0.1, where the hosts listen', () => {
  expect(settingsFromEnv({ GOLEM_RHINO_HOST: 'localhost' }).settings.host).toBe('127.0.0.1')
})

test.each([
  ['GOLEM_RHINO_PORT', '0'],
  ['GOLEM_RHINO_PORT', '65536'],
  ['GOLEM_RHINO_PORT', '98.5'],
  ['GOLEM_GH_PORT', 'nine'],
  ['GOLEM_TIMEOUT', '-1'],
  ['GOLEM_TIMEOUT', '0'],
  ['GOLEM_HEAVY_TIMEOUT', 'NaN'],
  ['GOLEM_HEAVY_TIMEOUT', '1e9'],
])('%s=%s is not used, and said', (name, value) => {
  const { settings, notes } = settingsFromEnv({ [name]: value })
  expect(settings).toEqual(DEFAULTS)
  expect(notes).toEqual([expect.stringContaining(`${name} is "${value}"`)])
})
