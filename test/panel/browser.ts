import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type MockCore, startMockCore } from './mock-core.ts'
import { scenarios } from './scenarios.ts'

/** `npm test` names the browser; by hand it is the usual one. */
function executable(): string {
  const path = process.env.TICKBIRD_BROWSER ?? '/usr/bin/chromium'
  if (!existsSync(path))
    throw new Error(`No browser at ${path}. Run npm run test:e2e, or name one with TICKBIRD_BROWSER.`)
  return path
}

/** Software WebGL, so that the 3D view is really drawn on a machine without a graphics card. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: executable(),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  })
}

export interface Panel {
  readonly page: Page
  readonly core: MockCore
  /** What the page must never have: exceptions, refused content, requests to elsewhere. */
  readonly faults: string[]
  close(): Promise<void>
}

interface PanelOptions extends BrowserContextOptions {
  beat?: number
  /** Runs in the page before its own scripts. */
  before?: string
}

/** The panel in a page of its own, against a mock core in a scenario. */
export async function openPanel(browser: Browser, scenario: string, options: PanelOptions = {}): Promise<Panel> {
  const { beat = 4, before, ...rest } = options
  const made = scenarios[scenario]?.()
  if (!made) throw new Error(`There is no scenario ${scenario}.`)
  const core = await startMockCore({ ...made, beat })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...rest })
  if (before) await context.addInitScript(before)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) faults.push(`policy: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!['127.0.0.1', ''].includes(url.hostname)) faults.push(`request: ${url.origin}`)
  })
  await page.goto(core.url)
  await page.locator('#composer').waitFor()
  const close = async () => {
    await context.close()
    await core.close()
  }
  return { page, core, faults, close }
}

export async function prompt(page: Page, text: string): Promise<void> {
  await page.fill('#composer', text)
  await page.press('#composer', 'Enter')
}

/** What the transcript says, without the hidden announcements. */
export const transcript = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })

/** What stands out of the window to the side. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { right, width } = element.getBoundingClientRect()
        return width > 1 && right > innerWidth + 1 && !element.closest('.table, pre, svg')
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )
}
