// Runs the packed app's main process in a plain Node on the stand-in for `electron`, as its own program does from the
// archive, and says on stdout what a person would see. What it is told comes over stdin, a word a line.
//   node --import electron-run.mjs app.asar/dist/main/index.js
import { createInterface } from 'node:readline'
import { app, BrowserWindow, dialog, protocol } from 'electron'

// The stand-in's own names, which Electron does not have.
const fake = app as unknown as { isPackaged: boolean; quits: number }
fake.isPackaged = true

const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`)

/** The page of the window, as the shell serves it. */
async function page() {
  const window = BrowserWindow.getAllWindows()[0] as unknown as { loaded: string } | undefined
  const handlers = (protocol as unknown as { handlers: Map<string, (request: Request) => Promise<Response>> }).handlers
  const answer = await handlers.get('app')?.(new Request('app://bundle/'))
  return { loaded: window?.loaded, status: answer?.status, html: await answer?.text() }
}

createInterface({ input: process.stdin }).on('line', async (word) => {
  if (word === 'page') say(await page())
  else if (word === 'quit') app.emit('will-quit', { preventDefault: () => undefined })
})

// Electron ends the process once the shell lets it.
const ticking = setInterval(() => {
  const errors = (dialog as unknown as { errors: object[] }).errors
  if (fake.quits === 0) return
  clearInterval(ticking)
  say({ quits: fake.quits, errors })
  process.exit(0)
}, 20)
