/**
 * The built-in modeller: a process that answers Rhino's wire without Rhino. The same bundle runs twice: in the main
 * thread it serves the sockets, in a worker thread it holds the document and the kernel.
 */
import { isMainThread, parentPort } from 'node:worker_threads'

if (isMainThread) {
  const { runHost } = await import('./server/host.ts')
  const { readOptions } = await import('./server/options.ts')
  try {
    await runHost(readOptions(process.argv.slice(2), process.env), new URL(import.meta.url))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
} else if (parentPort) {
  const { runThread } = await import('./server/thread.ts')
  await runThread(parentPort)
}
