import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const electron = fileURLToPath(new URL('./test/fakes/electron.ts', import.meta.url))

export default defineConfig({
  test: {
    alias: { electron },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{src,renderer,electron,scripts}/**/*.test.{ts,tsx}',
            'test/unit/**/*.test.ts',
            'test/contract/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // A real browser on a busy machine misses a beat now and then; a fault fails twice.
          retry: 1,
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: { name: 'agents', include: ['test/agents/**/*.test.ts'], fileParallelism: false, testTimeout: 180_000 },
      },
    ],
  },
})
