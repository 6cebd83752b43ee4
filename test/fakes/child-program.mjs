// A program for tests of how children are started: behaves as its first argument says.
import { text } from 'node:stream/consumers'

const [mode, ...args] = process.argv.slice(2)
const stay = () => setInterval(() => undefined, 1000)

if (mode === 'echo') {
  const stdin = await text(process.stdin)
  process.stdout.write(JSON.stringify({ args, given: process.env.GIVEN, stdin }), () => process.exit(0))
}
if (mode === 'flood') {
  process.stderr.write('that was all\n')
  process.stdout.write('x'.repeat(3 * 1024 * 1024), () => process.exit(7))
}
if (mode === 'polite') {
  process.stdout.write('ready')
  process.on('SIGTERM', (name) => process.stdout.write(name, () => process.exit(5)))
  stay()
}
if (mode === 'wait') stay()
if (mode === 'deaf') {
  process.stdout.write('listening to nobody')
  setImmediate(() => {
    for (;;);
  })
}
if (mode === 'node-mode') process.stdout.write(process.env.ELECTRON_RUN_AS_NODE ?? '')
