import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react(), tailwind()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome148',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // It is loaded from this very machine; what matters is measured (npm run bench).
    chunkSizeWarningLimit: 4000,
  },
})
