import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, openPanel, prompt, transcript } from '../panel/browser.ts'
import { answerOnly } from '../panel/scripts.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

test('a lost connection comes back by itself, with every word once', async () => {
  const { page, core, faults, close } = await openPanel(browser, 'endless', { beat: 3 })
  await prompt(page, 'Search')
  for (const step of [3, 8, 14]) {
    await transcript(page).getByText(`Step ${step} of`).waitFor()
    core.drop()
  }
  await transcript(page).getByText('Step 25 of').waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await transcript(page).getByText('You stopped this turn').waitFor()
  const written = [...core.world.events.values()]
    .flatMap((topic) => topic.value)
    .map(({ event }) => (event.type === 'text' ? event.text : ''))
    .join('')
  expect(await page.locator('.answer').textContent()).toBe(written.trim())
  expect(faults).toEqual([])
  await close()
})

test('while the core is away the panel says so, keeps what is typed, and sends it afterwards', async () => {
  const { page, core, close } = await openPanel(browser, 'model')
  core.script = answerOnly
  core.away = true
  core.drop()
  await page.getByRole('status').getByText('Reconnecting').waitFor()
  await prompt(page, 'What is in the document?')
  await page.getByRole('list', { name: 'Queued prompts' }).getByText('What is in the document?').waitFor()
  core.away = false
  // It tries by itself too, and may be there first.
  await page
    .getByRole('button', { name: 'Try now' })
    .click({ timeout: 2000 })
    .catch(() => undefined)
  await transcript(page).getByText('Sizes are along the world axes.').waitFor()
  expect(core.world.calls).toEqual(['send What is in the document?'])
  await close()
})

test('a core that was started anew is told apart from one that is away', async () => {
  const { page, core, close } = await openPanel(browser, 'model')
  core.refusing = true
  core.drop()
  await page.getByRole('status').getByText('this tab has the old key').waitFor()
  await close()
})

test('without its key the page says what is missing and where it is', async () => {
  const { page, core, close } = await openPanel(browser, 'model')
  const other = await page.context().newPage()
  await other.goto(new URL('/', core.url).href)
  await other.getByRole('heading', { name: 'This tab has no key' }).waitFor()
  await other.goto(core.url)
  await other.locator('#composer').waitFor()
  expect(other.url()).not.toContain('#')
  await close()
})

test('two tabs see the same conversation', async () => {
  const { page, core, close } = await openPanel(browser, 'model')
  core.script = answerOnly
  await prompt(page, 'What is in the document?')
  const other = await page.context().newPage()
  await other.goto(core.url)
  await other.getByRole('navigation', { name: 'Conversations' }).getByText('What is in the document?').click()
  await transcript(other).getByText('Sizes are along the world axes.').waitFor()
  await other.getByRole('button', { name: /^More about/ }).click()
  await other.getByRole('menuitem', { name: 'Rename…' }).click()
  await other.getByRole('textbox', { name: 'Title' }).fill('The bracket')
  await other.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Conversations' }).getByText('The bracket').waitFor()

  await other.getByRole('button', { name: /^More about/ }).click()
  await other.getByRole('menuitem', { name: 'Delete' }).click()
  await other.getByText('What shall we make?').waitFor()
  await page.getByText('No conversations yet').waitFor()
  await other.getByText('Deleted: The bracket').waitFor()
  await other.getByRole('button', { name: 'Undo', exact: true }).click()
  await transcript(other).getByText('Sizes are along the world axes.').waitFor()
  await page.getByRole('navigation', { name: 'Conversations' }).getByText('The bracket').waitFor()
  await close()
})
