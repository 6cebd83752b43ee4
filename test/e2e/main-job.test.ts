import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../src/entries.ts'
import { launchBrowser, type RunningCore, startCore } from './core.ts'

const PROMPT = 'A 40 x 25 x 10 mm plate with rounded edges and four 5 mm holes'
/** Plate less the corners' rounding (r 2.5) and four holes of 5 mm. */
const VOLUME = 40 * 25 * 10 - (4 - Math.PI) * 2.5 ** 2 * 10 - 4 * Math.PI * 2.5 ** 2 * 10
const SHOTS = join(ROOT, 'test-results')

let core: RunningCore
let browser: Browser
let page: Page
const faults: string[] = []

beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true })
  core = await startCore()
  browser = await launchBrowser()
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
})
afterAll(async () => {
  await browser?.close()
  await core?.stop()
})

const shot = (name: string) => page.screenshot({ path: join(SHOTS, `${name}.png`) })
const view = () => page.getByRole('application')
const objectsShown = (count: number) =>
  expect.poll(() => view().getAttribute('aria-label'), { timeout: 20_000 }).toContain(`of ${count} object`)

/** The document as an outside client of the same core sees it. */
async function context() {
  const client = new Client({ name: 'outside', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(core.mcp.url), {
      requestInit: { headers: { authorization: `Bearer ${core.mcp.token}` } },
    }) as never,
  )
  try {
    const { structuredContent } = await client.callTool({ name: 'get_context', arguments: {} })
    return structuredContent as { document: { object_count: number }; objects: { guid: string; size: number[] }[] }
  } finally {
    await client.close()
  }
}

/** What the conversation says, with the blanks that hold a size together as plain ones and those within a number gone. */
const read = async () =>
  (await page.getByRole('region', { name: 'Conversation', exact: true }).innerText())
    .replaceAll('\u2009', '')
    .replaceAll('\u00a0', ' ')

// Each step stands on the one before: a second try would start from what the first one left.
describe('the main job', { retry: 0 }, () => {
  it('opens on an empty document with starters and a ready agent', async () => {
    await page.goto(core.url)
    await page.getByRole('button', { name: /Practice agent/ }).waitFor()
    await expect.poll(() => page.getByRole('banner').innerText(), { timeout: 20_000 }).toContain('mm')
    expect(page.url()).not.toContain('t=')
    await shot('1-empty')
  })

  it('turns a prompt into a solid that is seen, told and summed up', async () => {
    await page.getByRole('textbox', { name: 'Prompt' }).fill(PROMPT)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'What turn 1 changed' }).waitFor({ timeout: 60_000 })
    const conversation = await read()
    expect(conversation).toContain('Box 40 × 25 × 10 mm')
    expect(conversation).toContain('Filleted 4 edges, r 2.5 mm')
    expect(conversation).toMatch(/I made “Plate”, 40 × 25 × 10 mm/)
    expect(conversation).toContain(`Volume ${Math.round(VOLUME)}`)
    await objectsShown(1)
    await shot('2-plate')
    const { document, objects } = await context()
    expect(document.object_count).toBe(1)
    expect(objects[0]!.size.map((size) => Math.round(size * 1e6) / 1e6)).toEqual([40, 25, 10])
  })

  it('draws it: the middle of the view is the solid, not the ground', async () => {
    const box = (await view().boundingBox())!
    const clip = { x: box.x + box.width / 2 - 2, y: box.y + box.height / 2 - 2, width: 4, height: 4 }
    const withSolid = await page.screenshot({ clip })
    await page.getByRole('button', { name: 'Wireframe' }).click()
    const withoutFaces = await page.screenshot({ clip })
    await page.getByRole('button', { name: 'Shaded' }).click()
    expect(withSolid.equals(withoutFaces)).toBe(false)
  })

  it('takes the whole turn back after saying what goes', async () => {
    await page.getByRole('button', { name: 'Undo turn 1' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await expect.poll(() => dialog.innerText()).toContain('Plate')
    await shot('3-undo')
    await dialog.getByRole('button', { name: /^(Undo|Take back)/ }).click()
    await objectsShown(0)
    await page.getByText('Taken back').first().waitFor()
    await shot('4-taken-back')
    expect((await context()).document.object_count).toBe(0)
  })

  it('brings it back', async () => {
    await page.getByRole('button', { name: /Redo/ }).first().click()
    await objectsShown(1)
    expect((await context()).document.object_count).toBe(1)
  })

  it('finds everything again after a reload', async () => {
    await page.reload()
    await page.getByRole('region', { name: 'What turn 1 changed' }).waitFor()
    const conversation = await read()
    expect(conversation).toMatch(/I made “Plate”, 40 × 25 × 10 mm/)
    await objectsShown(1)
    await shot('5-reloaded')
  })

  it('finds conversation and model again after the whole program was ended and started anew', async () => {
    expect(await core.stop()).toBe(0)
    core = await startCore(core.home)
    await page.goto('about:blank')
    await page.goto(core.url)
    await page
      .getByRole('button', { name: new RegExp(PROMPT.slice(0, 20)) })
      .first()
      .click()
    await page.getByRole('region', { name: 'What turn 1 changed' }).waitFor()
    await objectsShown(1)
    expect((await context()).objects[0]!.size.map((size) => Math.round(size * 1e6) / 1e6)).toEqual([40, 25, 10])
  })

  it('broke nothing on the way', () => {
    expect(faults.filter((fault) => !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(fault))).toEqual([])
  })
})
