import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { PYTHON } from '../../../test/real/plugin.ts'
import { pythonCall, resultOf } from './python.ts'

const SOURCE = `\ufefffrom __future__ import annotations
import math

LIMIT = 3

def circumference(radius, pieces=LIMIT):
    return {'length': round(2 * math.pi * radius, 3), 'parts': [n for n in range(pieces)]}

def number(): return 7

def nothing(): pass

def fails():
    raise ValueError('no such stair')
# the end, without a line break`

/** As the plugin runs a script: one module with the context as its variables. */
const RUNNER = `
import json, sys
given = json.load(sys.stdin)
scope = dict(given['context'])
exec(compile(given['code'], '<script>', 'exec'), scope)
print(json.dumps({'result': scope.get('__result__')}))
`

function run(tool: string, input: Record<string, unknown> = {}) {
  const given = JSON.stringify(pythonCall(SOURCE, tool, input, 10))
  const { stdout, stderr } = spawnSync(PYTHON ?? '', ['-c', RUNNER], { input: given, encoding: 'utf8' })
  return stdout === '' ? stderr : resultOf(JSON.parse(stdout) as Record<string, unknown>)
}

it.skipIf(PYTHON === null)('gives what the function gives, and its errors with their line in its own file', () => {
  expect(run('circumference', { radius: 2 })).toEqual({ length: 12.566, parts: [0, 1, 2] })
  expect(run('circumference', { radius: 1, pieces: 1 })).toEqual({ length: 6.283, parts: [0] })
  expect(run('number')).toEqual({ result: 7 })
  expect(run('nothing')).toEqual({})
  expect(run('fails')).toMatch(/line 14, in fails\n[\s\S]*no such stair/)
  expect(run('circumference', { radiu: 2 })).toMatch(/radiu/)
})
