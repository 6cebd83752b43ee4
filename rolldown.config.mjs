import { builtinModules } from 'node:module'
import { defineConfig } from 'rolldown'

// Kept out of the bundles: the kernel's wasm must stay a replaceable file (LGPL), SQLite is native, Electron is the shell.
const external = [
  'electron',
  'replicad-opencascadejs',
  /^replicad-opencascadejs\//,
  'rhino3dm',
  '@photostructure/sqlite',
  /^node:/,
  ...builtinModules,
]

export default defineConfig([
  {
    input: {
      cli: 'src/cli.ts',
      host: 'src/host/main.ts',
      practice: 'src/agents/practice/main.ts',
      utility: 'electron/utility.ts',
      'main/index': 'electron/entry.ts',
    },
    platform: 'node',
    external,
    output: {
      dir: 'dist',
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      sourcemap: true,
    },
  },
  {
    input: 'electron/preload.ts',
    platform: 'node',
    external,
    output: { file: 'dist/preload/preload.cjs', format: 'cjs' },
  },
])
