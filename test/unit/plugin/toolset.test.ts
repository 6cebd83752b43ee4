import { afterAll, beforeAll, expect, it } from 'vitest'
import { pythonCall, resultOf } from '../../../src/mcp/toolsets/python.ts'
import { PYTHON, RunningPlugin } from '../../real/plugin.ts'
import type { WireClient } from '../../real/wire.ts'

// A Python toolset's function as it really runs: in the plugin, through the wire.
let plugin: RunningPlugin
let client: WireClient
beforeAll(async () => {
  if (PYTHON === null) return
  plugin = await RunningPlugin.start()
  client = await plugin.greeted()
})
afterAll(() => plugin?.stop())

const SOURCE = `from __future__ import annotations
import math

LIMIT = 3

def circumference(radius, pieces=LIMIT):
    return {'length': round(2 * math.pi * radius, 3), 'parts': [n for n in range(pieces)]}

def number(): return 7

def nothing(): pass

def fails():
    raise ValueError('no such stair')
`
const run = async (tool: string, input: Record<string, unknown> = {}) =>
  resultOf(
    (await client.call('scripting.execute_python', pythonCall(SOURCE, tool, input, 10))) as Record<string, unknown>,
  )

it.skipIf(PYTHON === null)('gives what the function gives, and its errors with their line', async () => {
  expect(await run('circumference', { radius: 2 })).toEqual({ length: 12.566, parts: [0, 1, 2] })
  expect(await run('circumference', { radius: 1, pieces: 1 })).toEqual({ length: 6.283, parts: [0] })
  expect(await run('number')).toEqual({ result: 7 })
  expect(await run('nothing')).toEqual({})
  await expect(run('fails')).rejects.toThrow(/no such stair/)
  await expect(run('circumference', { radiu: 2 })).rejects.toThrow(/radiu/)
})
