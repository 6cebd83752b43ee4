import { delimiter } from 'node:path'
import { expect, test } from 'vitest'
import { childEnvironment } from './environment.ts'

test('only the whitelist and what the agent asks for goes through', () => {
  const environment = childEnvironment(
    {
      PATH: '/bin',
      HOME: '/h',
      LC_ALL: 'C',
      AWS_SECRET: 's',
      OPENAI_API_KEY: 'o',
      GEMINI_API_KEY: 'g',
      GONE: undefined,
    },
    ['GEMINI_*'],
    { GEMINI_CLI_NO_RELAUNCH: 'true' },
  )
  expect(environment).toEqual({
    PATH: '/bin',
    HOME: '/h',
    LC_ALL: 'C',
    GEMINI_API_KEY: 'g',
    GEMINI_CLI_NO_RELAUNCH: 'true',
  })
})

test('folders go in front of PATH once, under the name the system uses for it', () => {
  expect(childEnvironment({ Path: ['/a', '/b'].join(delimiter) }, [], {}, ['/node', '/a'])).toEqual({
    Path: ['/node', '/a', '/b'].join(delimiter),
  })
  expect(childEnvironment({}, [], {}, ['/node'])).toEqual({ PATH: '/node' })
})
