import { createCore } from '../app.ts'
import { CoreRuns } from '../core/presence.ts'
import { openInBrowser } from './browser.ts'
import { say } from './output.ts'
import { Alone, untilAsked } from './shutdown.ts'

export interface ServeOptions {
  port?: number
  rhino?: number | 'embedded'
  /** Opens the panel in the browser. */
  open: boolean
  untilAlone?: boolean
  /** Who reads this is a person who typed `npm start`: sentences, and no JSON. */
  greet?: boolean
}

/** `tickbird serve`: one core per data folder; a second one says where the first is, and opens its panel. */
export async function serve(options: ServeOptions): Promise<void> {
  const alone = new Alone()
  const core = await createCore({
    mode: 'web',
    onClients: alone.count,
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.rhino === undefined ? {} : { rhino: options.rhino }),
  }).catch((error: unknown) => {
    if (!(error instanceof CoreRuns)) throw error
    if (options.greet) say.text('Tickbird is running already.')
    else {
      say.note(error.message)
      say.json(error.line)
    }
    show(error.line.url, options)
    return null
  })
  if (!core) return
  if (!options.greet) {
    say.json({ url: core.url, mcp: core.mcp })
    say.note(`Tickbird is open at ${core.url}`)
  }
  show(core.url, options)
  if (options.greet) say.text('Tickbird runs until you press Ctrl+C here.')
  await Promise.race([untilAsked(), ...(options.untilAlone ? [alone.forLong] : [])])
  if (options.greet) say.text('Closing Tickbird …')
  await core.close()
  process.exit(0)
}

/** A page that does not open by itself is no failure: its address is printed. */
function show(url: string, { open, greet }: ServeOptions): void {
  const byHand = () => say.note('Open that address in your browser.')
  const opened = open && openInBrowser(url, byHand)
  if (!greet) return
  say.text(
    opened
      ? `Its page opens in your browser. If none comes up, open this address:\n  ${url}`
      : `Open this address in your browser:\n  ${url}`,
  )
}
