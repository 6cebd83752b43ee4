import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadOpenCascade } from './load.ts'

test('A kernel file of the user is taken instead of ours, and a missing one is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kernel-'))
  try {
    await expect(loadOpenCascade(join(folder, 'none.wasm'))).rejects.toMatchObject({
      code: 'OPERATION_FAILED',
      message: expect.stringContaining('none.wasm'),
    })
    const own = join(folder, 'own.wasm')
    await copyFile(createRequire(import.meta.url).resolve('replicad-opencascadejs/wasm'), own)
    const oc = await loadOpenCascade(own)
    const point = new oc.gp_Pnt(1, 2, 3)
    expect(point.Y()).toBe(2)
    point.delete()
    expect(() => point.Y()).toThrow()
  } finally {
    await rm(folder, { recursive: true })
  }
})
