import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, openPanel, prompt, transcript } from '../panel/browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

const view = (page: Page) => page.getByRole('application', { name: /^3D view/ })

/** Counts what is drawn: one draw call is enough to know that a frame was. */
const COUNT_DRAWS = `
  window.draws = 0
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
    const draw = WebGL2RenderingContext.prototype[name]
    WebGL2RenderingContext.prototype[name] = function (...args) { window.draws += 1; return draw.apply(this, args) }
  }`

const draws = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'draws')))

const frames = (page: Page, count: number) =>
  page.evaluate(
    (n) =>
      new Promise<void>((resolve) => {
        let left = n
        const tick = () => (left-- > 0 ? requestAnimationFrame(tick) : resolve())
        tick()
      }),
    count,
  )

test('draws the model when it changes, and nothing while it rests', async () => {
  const panel = await openPanel(browser, 'model', { before: COUNT_DRAWS })
  const { page } = panel
  await page.getByText('4 objects', { exact: true }).waitFor()
  await frames(page, 20)
  const settled = await draws(page)
  expect(settled).toBeGreaterThan(8)
  await frames(page, 60)
  expect(await draws(page)).toBe(settled)
  await view(page).focus()
  await page.keyboard.press('ArrowLeft')
  await frames(page, 3)
  expect(await draws(page)).toBeGreaterThan(settled)
  expect(panel.faults).toEqual([])
  await panel.close()
})

test('a click selects, shift adds, ctrl takes away, a click on nothing clears; the host’s own selection shows', async () => {
  const panel = await openPanel(browser, 'model', { viewport: { width: 1280, height: 800 } })
  const { page, core } = panel
  await page.getByText('4 objects', { exact: true }).waitFor()
  await frames(page, 20)
  const selection = () => [...core.world.scene.value.selection]
  /** Looks around a place where an object is expected until a click there selects it. */
  const find = async (want: string, near: { x: number; y: number }) => {
    for (const [dx, dy] of [
      [0, 0],
      [0, -40],
      [0, 40],
      [-40, 0],
      [40, 0],
      [-40, -40],
      [40, 40],
      [-40, 40],
      [40, -40],
    ] as const) {
      const position = { x: near.x + dx, y: near.y + dy }
      await view(page).click({ position })
      await frames(page, 2)
      if (selection()[0] === want) return position
    }
    throw new Error(`${want} is not near ${near.x}, ${near.y}`)
  }
  const wall = await find('wall', { x: 170, y: 320 })
  await page.getByText('Wall · Polysurface · Bracket · 6 × 40 × 40 mm').waitFor()
  await page.getByText('1 object selected', { exact: true }).waitFor()
  const boss = await find('boss', { x: 350, y: 460 })
  await view(page).click({ position: wall, modifiers: ['Shift'] })
  await page.getByText('2 objects selected', { exact: true }).first().waitFor()
  expect(selection()).toEqual(['boss', 'wall'])
  await view(page).click({ position: boss, modifiers: ['Control'] })
  await page.getByText('1 object selected', { exact: true }).waitFor()
  expect(selection()).toEqual(['wall'])
  await view(page).click({ position: { x: 20, y: 20 } })
  await page.getByText('4 objects', { exact: true }).waitFor()
  expect(selection()).toEqual([])

  core.world.select(['base', 'knob'])
  await page.getByText('2 objects selected', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Select nothing' }).click()
  await page.getByText('4 objects', { exact: true }).waitFor()
  expect(selection()).toEqual([])
  await panel.close()
})

test('what the last turn made is named while it is out of sight, and one click brings it back', async () => {
  const panel = await openPanel(browser, 'empty')
  const { page } = panel
  await prompt(page, 'A plate')
  await page.getByText('1 object', { exact: true }).waitFor()
  await view(page).focus()
  for (let i = 0; i < 30; i++) await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('Out of sight: Plate').waitFor()
  await page.getByRole('button', { name: 'Zoom', exact: true }).click()
  await page.getByText('Out of sight: Plate').waitFor({ state: 'detached' })
  expect(panel.faults).toEqual([])
  await panel.close()
})

test('without WebGL the view says so in a sentence and everything else works', async () => {
  const before = `
    const get = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return /webgl/.test(kind) ? null : get.call(this, kind, ...rest) }`
  const panel = await openPanel(browser, 'empty', { before })
  const { page } = panel
  await page.getByText('The model cannot be shown here').waitFor()
  await prompt(page, 'A plate')
  await transcript(page).getByText('its volume is 9196').waitFor()
  expect(panel.faults).toEqual([])
  await panel.close()
})

test('an object whose buffers are broken is named, the others are drawn', async () => {
  const panel = await openPanel(browser, 'model')
  const { page, core } = panel
  await page.getByText('4 objects', { exact: true }).waitFor()
  const solids = [...core.world.scene.value.solids.values()]
  const [first] = solids
  const cut = { ...first!, display: { ...first!.display, guid: 'cut', key: 'cut', positions: 'AAAA' } }
  const wild = {
    ...first!,
    display: { ...first!.display, guid: 'wild', key: 'wild', triangles: '/////////////////////w==' },
  }
  core.world.show([...solids, cut, wild])
  await page.getByText('6 objects · 2 not shown').waitFor()
  core.world.show(solids)
  await page.getByText('4 objects', { exact: true }).waitFor()
  expect(panel.faults).toEqual([])
  await panel.close()
})

test('files: one to open is handed over, others are told apart, the document comes as a file', async () => {
  const panel = await openPanel(browser, 'model')
  const { page, core } = panel
  const open = async (name: string, size = 300) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^bracket/ }).click()
    await page.getByRole('menuitem', { name: 'Open…' }).click()
    await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.alloc(size, 7) })
  }
  await open('part.step')
  await page.getByText('part.step is open: 3 objects').waitFor()
  expect(core.world.calls).toEqual(['open part.step 400'])
  await open('notes.docx')
  await page.getByText('notes.docx cannot be opened').waitFor()
  await open('other.3dm')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('4 objects').waitFor()
  await dialog.getByRole('button', { name: 'Keep this document' }).click()
  expect(core.world.calls).toHaveLength(1)

  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: /^bracket/ }).click()
  await page.getByRole('menuitem', { name: 'Download as STEP' }).click()
  expect((await file).suggestedFilename()).toBe('Untitled.step')
  await panel.close()
})
