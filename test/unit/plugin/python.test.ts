import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { PLUGIN, PYTHONS } from '../../real/plugin.ts'

// The parts of the plugin that know no Rhino, and the fake itself, under every Python found; Rhino 8 has 3.9.
it.skipIf(PYTHONS.length === 0).each(PYTHONS)('the plugin’s own tests pass under %s', (python) => {
  const { stderr, status } = spawnSync(python, ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'], {
    cwd: PLUGIN,
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  })
  expect(status, stderr).toBe(0)
  expect(Number(/Ran (\d+) tests/.exec(stderr)?.[1])).toBeGreaterThan(50)
})
