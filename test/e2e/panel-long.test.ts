import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, openPanel, type Panel, prompt, transcript } from '../panel/browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

/** A conversation of 200 turns and 5 000 events, open at its end. */
async function openLong(): Promise<Panel> {
  const panel = await openPanel(browser, 'long', { beat: 8 })
  await panel.page.getByRole('navigation', { name: 'Conversations' }).getByText('Lochplatte').click()
  await transcript(panel.page).getByText('Moved 5 holes by 200 mm').waitFor()
  return panel
}

const scroll = (page: Page) =>
  transcript(page).evaluate((list) => ({
    top: list.scrollTop,
    below: list.scrollHeight - list.scrollTop - list.clientHeight,
  }))

/** A wheel that turns while the list is still being laid out is lost, so it turns until it helped. */
const scrollUp = (page: Page) =>
  expect
    .poll(async () => {
      const { below } = await scroll(page)
      if (below <= 200) await page.mouse.wheel(0, -250)
      return below
    })
    .toBeGreaterThan(200)

/** Where a text stands in the window, px from its top. */
const placeOf = async (page: Page, text: string) =>
  Math.round((await transcript(page).getByText(text).boundingBox())!.y)

test('only what is in sight is in the page, and it opens at its end', async () => {
  const panel = await openLong()
  const { page } = panel
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_000)
  expect((await scroll(page)).below).toBeLessThan(4)
  await transcript(page).hover()
  await page.mouse.wheel(0, -1_000_000)
  await transcript(page).getByText('Change 1: move the holes').waitFor()
  await transcript(page)
    .getByRole('button', { name: /^Open turn 1:/ })
    .click()
  await transcript(page).getByText('Moved 5 holes by 1 mm').waitFor()
  await transcript(page).getByRole('button', { name: 'Fold turn 1', exact: true }).click()
  await transcript(page).getByText('Moved 5 holes by 1 mm').waitFor({ state: 'detached' })
  expect(panel.faults).toEqual([])
  await panel.close()
})

test('the reading position holds while a turn runs; the pill leads back to the end', async () => {
  const panel = await openLong()
  const { page } = panel
  await transcript(page).hover()
  await page.mouse.wheel(0, -250)
  const anchor = 'Moved 2 holes by 200 mm'
  await transcript(page).getByText(anchor).waitFor()
  await scrollUp(page)
  const before = await placeOf(page, anchor)
  await prompt(page, 'And one more plate')
  await page.getByRole('button', { name: 'New below' }).waitFor()
  await page.getByRole('log').getByText('its volume is 9196').waitFor({ state: 'attached' })
  // A pixel may be lost in rounding; a jump is a line at least.
  expect(Math.abs((await placeOf(page, anchor)) - before)).toBeLessThanOrEqual(1)
  await page.getByRole('button', { name: 'New below' }).click()
  await transcript(page).getByText('its volume is 9196').waitFor()
  await page.getByRole('button', { name: 'New below' }).waitFor({ state: 'detached' })
  expect(panel.faults).toEqual([])
  await panel.close()
})

test('the newest turns are there at once; the older ones come in above what is being read, and it stays where it is', async () => {
  const panel = await openPanel(browser, 'long', { beat: 8 })
  const { page } = panel
  let release = () => {}
  panel.core.world.older = new Promise((resolve) => {
    release = resolve
  })
  await page.getByRole('navigation', { name: 'Conversations' }).getByText('Lochplatte').click()
  await transcript(page).getByText('Moved 5 holes by 200 mm').waitFor()
  await transcript(page).hover()
  const anchor = 'Moved 2 holes by 200 mm'
  await scrollUp(page)
  const [place, { top, below }] = [await placeOf(page, anchor), await scroll(page)]
  release()
  await expect.poll(async () => (await scroll(page)).top, { timeout: 10_000 }).toBeGreaterThan(top + 2_000)
  expect(Math.abs((await placeOf(page, anchor)) - place)).toBeLessThanOrEqual(1)
  expect(Math.abs((await scroll(page)).below - below)).toBeLessThanOrEqual(1)
  await page.mouse.wheel(0, -1_000_000)
  await transcript(page).getByText('Change 1: move the holes').waitFor()
  expect(panel.faults).toEqual([])
  await panel.close()
})

test('at the end, the transcript stays at the end while text grows', async () => {
  const panel = await openPanel(browser, 'endless', { beat: 1 })
  const { page } = panel
  await prompt(page, 'Search')
  await transcript(page).getByText('Step 150 of').waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await transcript(page).getByText('You stopped this turn').waitFor()
  await expect.poll(async () => (await scroll(page)).below).toBeLessThan(4)
  expect((await scroll(page)).top).toBeGreaterThan(500)
  await panel.close()
})

test('a window that changes its width keeps what is read and what is being written', async () => {
  const panel = await openLong()
  const { page } = panel
  await page.fill('#composer', 'Half a sentence')
  await transcript(page).evaluate((list) => list.setAttribute('data-same', 'yes'))
  for (const width of [860, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('separator').waitFor({ state: width > 900 ? 'visible' : 'detached' })
    expect(await transcript(page).getAttribute('data-same')).toBe('yes')
    expect(await page.inputValue('#composer')).toBe('Half a sentence')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('composer')
  }
  await panel.close()
})

test('only the newest message is announced', async () => {
  const panel = await openLong()
  const { page } = panel
  await prompt(page, 'A plate')
  const log = page.getByRole('log')
  await log.getByText('its volume is 9196').waitFor({ state: 'attached' })
  expect(await log.textContent()).toBe(
    'Done. The plate is 40 × 25 × 10 mm with four holes of 5 mm; its volume is 9196 mm³. 1 added',
  )
  await panel.close()
})
