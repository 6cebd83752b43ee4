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

// Its entry for Node loads its parts in a way that no bundler can follow.
export const resolve = { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } }

const modules = (dir, input) => ({
  input,
  platform: 'node',
  external,
  resolve,
  output: {
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
  },
})

export default defineConfig([
  // What runs as a process of its own, in the packed app from beside its archive.
  modules('dist', {
    cli: 'src/cli.ts',
    host: 'src/host/main.ts',
    practice: 'src/agents/practice/main.ts',
    toolset: 'src/mcp/toolsets/program/main.ts',
    'toolset-thread': 'src/mcp/toolsets/program/thread.ts',
    'toolset-typescript': 'src/mcp/toolsets/program/typescript.ts',
    utility: 'electron/utility.ts',
  }),
  // Electron's main process, which shares no file with those: in the packed app it stays within the archive.
  modules('dist/main', { index: 'electron/entry.ts' }),
  {
    input: 'electron/preload.ts',
    platform: 'node',
    external,
    output: { file: 'dist/preload/preload.cjs', format: 'cjs' },
  },
])
