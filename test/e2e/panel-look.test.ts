import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, openPanel, overflow, prompt, transcript } from '../panel/browser.ts'
import { look, problems, withPanel } from '../panel/look.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

describe('no accessibility fault, nothing out of the window', () => {
  test('from an empty conversation to a turn that was taken back', () =>
    withPanel(browser, 'empty', async (panel) => {
      const { page } = panel
      await page.getByText('What shall we make?').waitFor()
      await look(panel, 'start')
      await prompt(page, 'A plate')
      await transcript(page).getByText('Volume 9196.4 mm³').waitFor()
      await look(panel, 'finished turn')
      await page.getByRole('button', { name: 'Undo turn 1' }).last().click()
      await page.getByRole('dialog').getByText('1 added').waitFor()
      await look(panel, 'undo dialog')
      await page.getByRole('button', { name: 'Undo turn', exact: true }).click()
      await transcript(page).getByText('Taken back').last().waitFor()
      await look(panel, 'taken back')
    }))

  test('an answer, the commands, the agents', () =>
    withPanel(browser, 'model', async (panel) => {
      const { page } = panel
      await prompt(page, 'What is in the document?')
      await transcript(page).getByText('Sizes are along the world axes.').waitFor()
      await look(panel, 'answer')
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
      await look(panel, 'commands')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /^Practice/ }).click()
      await page.getByRole('menu').getByText('Set GEMINI_API_KEY').waitFor()
      await look(panel, 'agents')
    }))

  test('a question', () =>
    withPanel(browser, 'question', async (panel) => {
      await prompt(panel.page, 'Delete all')
      await panel.page.getByRole('button', { name: 'Allow once' }).waitFor()
      await look(panel, 'question')
    }))

  test('a failure', () =>
    withPanel(browser, 'error', async (panel) => {
      await prompt(panel.page, 'Fillet')
      await transcript(panel.page).getByText('Claude stopped answering').waitFor()
      await look(panel, 'failure')
    }))

  test('a lost host', () =>
    withPanel(browser, 'lost', async (panel) => {
      const { page, core } = panel
      await page.getByRole('button', { name: 'Restart' }).waitFor()
      await look(panel, 'lost host')
      await page.getByRole('button', { name: 'Restart' }).click()
      await page.getByRole('button', { name: 'Restart' }).waitFor({ state: 'detached' })
      expect(core.world.calls).toEqual(['restart'])
    }))
})

test('connecting another program is one button, and says what comes after', () =>
  withPanel(browser, 'model', async (panel) => {
    const { page, core } = panel
    await page.keyboard.press('Control+k')
    await page.keyboard.type('connect')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Connect: Claude Desktop' }).click()
    await dialog.getByText('Quit Claude Desktop and open it again.').waitFor()
    await dialog.getByRole('button', { name: 'Connect here: Cursor' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Connect: Zed' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'By hand' }).click()
    await look(panel, 'connect')
    await dialog.getByRole('button', { name: 'Disconnect: Claude Desktop' }).click()
    await dialog.getByRole('button', { name: 'Connect: Claude Desktop' }).waitFor()
    expect(core.world.calls).toEqual(['connect claude-desktop', 'disconnect claude-desktop'])
  }))

test('the model alone, in a narrow window', async () => {
  const panel = await openPanel(browser, 'model', { viewport: { width: 420, height: 800 } })
  await panel.page.getByRole('button', { name: 'Show the model' }).click()
  await panel.page.getByText('4 objects', { exact: true }).waitFor()
  expect(await problems(panel.page)).toEqual([])
  expect(await overflow(panel.page)).toEqual([])
  await panel.close()
})

test('the appearance can be chosen and is kept', async () => {
  const panel = await openPanel(browser, 'empty')
  const { page } = panel
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await ground()).toBe('rgb(250, 249, 247)')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
  expect(await ground()).toBe('rgb(27, 29, 31)')
  await page.reload()
  await page.locator('#composer').waitFor()
  expect(await ground()).toBe('rgb(27, 29, 31)')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'As the system' }).click()
  expect(await ground()).toBe('rgb(250, 249, 247)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).toBe('rgb(27, 29, 31)')
  await panel.close()
})

test('zod stays out of the panel', async () => {
  const panel = await openPanel(browser, 'empty')
  const sources = await panel.page.evaluate(() =>
    Promise.all([...document.scripts].map(async (script) => (await fetch(script.src)).text())),
  )
  expect(sources.join('').length).toBeGreaterThan(100_000)
  expect(sources.join('')).not.toMatch(/ZodError|invalid_union/)
  await panel.close()
})
