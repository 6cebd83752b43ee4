import type { BrowserWindow } from 'electron'
import { type Core, CoreRuns, type createCore, joinCore } from '../src/app.ts'
import { openWindow } from './window.ts'

/** A core of another process whose panel our window shows. */
interface Guest {
  /** Its panel, with the token in the fragment. */
  url: string
  leave(): void
}

/**
 * The window and the core behind it: one of our own, or, where `tickbird serve` or an outside agent has started one on this
 * data folder, that one. When that one ends, its place is ours.
 */
export class Seat {
  readonly #startCore: typeof createCore
  readonly #lost: (error: unknown) => void
  #core: Core | null = null
  #guest: Guest | null = null
  #window: BrowserWindow | null = null
  #left = false

  /** `lost` hears why nothing can be shown any more. */
  constructor(startCore: typeof createCore, lost: (error: unknown) => void) {
    this.#startCore = startCore
    this.#lost = lost
  }

  /** The core whose port our own panel may have. */
  get core(): Core | null {
    return this.#core
  }

  /** Starts a core or joins the one that runs, and shows its panel. Throws where neither is possible. */
  async take(): Promise<void> {
    await this.#find()
    this.show()
  }

  async #find(): Promise<void> {
    try {
      this.#core = await this.#startCore({ mode: 'electron' })
    } catch (error) {
      if (!(error instanceof CoreRuns)) throw error
      const { gone, leave } = joinCore(error.line)
      this.#guest = { url: error.line.url, leave }
      void gone.then(() => this.#succeed()).catch(this.#lost)
    }
  }

  /** Opens the window, or brings it to the front. Before a core is there nothing can be shown, and then it is. */
  show(): void {
    if (this.#window) {
      if (this.#window.isMinimized()) this.#window.restore()
      this.#window.focus()
    } else if (this.#core || this.#guest) {
      const window = openWindow(this.#guest?.url ?? null)
      this.#window = window
      window.on('closed', () => {
        if (this.#window === window) this.#window = null
      })
    }
  }

  /** Closes what is ours. */
  async leave(): Promise<void> {
    this.#left = true
    this.#guest?.leave()
    await this.#core?.close()
  }

  /** The other core has ended, its conversations and its document are on disk: ours goes on with them. */
  async #succeed(): Promise<void> {
    this.#guest = null
    if (this.#left) return
    await this.#find()
    const before = this.#window
    if (!before) return
    // The new window first: without any, the program would end.
    this.#window = null
    this.show()
    before.close()
  }
}
