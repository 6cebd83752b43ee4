import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, prompt, transcript } from '../panel/browser.ts'
import { look, withPanel } from '../panel/look.ts'
import { answerOnly, buildPlate } from '../panel/scripts.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

const ends = (page: Page) => transcript(page).getByRole('region', { name: /^What turn/ })

/** So that every turn is on the page: what is out of sight is not drawn. */
const tall = (page: Page) => page.setViewportSize({ width: 1280, height: 3000 })

async function build(page: Page, text: string, turn: number): Promise<void> {
  await prompt(page, text)
  await page.getByRole('region', { name: `What turn ${turn} changed` }).waitFor()
}

test('going back to any turn shows all that is undone and how it looks then, keeps a copy, and opens it again', () =>
  withPanel(browser, 'empty', async (panel) => {
    const { page, core } = panel
    await build(page, 'A plate', 1)
    await build(page, 'Another one', 2)
    core.world.foreign.push('Move')
    core.world.uncovered.push('saved bracket.3dm')
    await tall(page)
    await transcript(page).getByRole('button', { name: 'Undo turn 1' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Undo 2 turns?' })
    await dialog.getByText('How the model looks then').waitFor()
    await dialog.getByText('Turn 2', { exact: true }).waitFor()
    await dialog.getByText('saved bracket.3dm.').waitFor()
    await dialog.getByText('A copy of the document as it is now is kept first.').waitFor()
    await look(panel, 'rewind')
    await dialog.getByRole('button', { name: 'Undo 2 turns and 1 edit of yours' }).click()
    await page.getByText('A copy of bracket is kept').waitFor()
    expect(core.world.scene.value.solids.size).toBe(0)
    await page.getByRole('button', { name: 'Show the copies' }).click()
    const copies = page.getByRole('dialog', { name: 'Earlier copies of documents' })
    await copies.getByText('Before 2 turns were taken back').waitFor()
    await look(panel, 'copies')
    await copies.getByRole('button', { name: /^Open bracket/ }).click()
    await page.getByText('The copy of bracket is open: 3 objects').waitFor()
    expect(await page.getByText('A copy of bracket is kept').count()).toBe(0)
    await page.getByRole('button', { name: /^Untitled/ }).click()
    await page.getByRole('menuitem', { name: 'Earlier copies…' }).click()
    await copies.getByRole('button', { name: /^Remove bracket/ }).click()
    await copies.getByText('None yet.').waitFor()
  }))

test('a prompt is edited and sent again; what it made goes first, or stays', () =>
  withPanel(browser, 'empty', async (panel) => {
    const { page, core } = panel
    await build(page, 'A plate', 1)
    await tall(page)
    await transcript(page).getByRole('button', { name: 'Edit and send turn 1 again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send turn 1 again' })
    expect(await dialog.getByLabel('Prompt').inputValue()).toBe('A plate')
    await dialog.getByText('is removed').waitFor()
    await dialog.getByLabel('Prompt').fill('A thicker plate')
    await dialog.getByLabel('Agent').selectOption('Claude')
    await look(panel, 'send again')
    await tall(page)
    core.script = buildPlate
    await dialog.getByRole('button', { name: 'Undo and send' }).click()
    await transcript(page).getByText('You · turn 1 again').waitFor()
    await ends(page).nth(1).waitFor()
    expect(core.world.scene.value.solids.size).toBe(1)
    expect(core.world.calls).toEqual(['send A plate', 'again take_back'])
    // What it took is told where the agent tells it.
    await transcript(page).getByText('13.2 k tokens · 0.03 USD').waitFor()

    await transcript(page).getByRole('button', { name: 'Edit and send turn 2 again' }).click()
    const second = page.getByRole('dialog', { name: 'Send turn 2 again' })
    await second.getByLabel('Leave the model as it is').check()
    await second.getByRole('button', { name: 'Send again' }).click()
    await ends(page).nth(2).waitFor()
    expect(core.world.scene.value.solids.size).toBe(2)
    expect(core.world.calls.at(-1)).toBe('again keep')
  }))

test('a turn that changed nothing is sent again without a question about the model', () =>
  withPanel(browser, 'model', async (panel) => {
    const { page, core } = panel
    await prompt(page, 'What is there?')
    await transcript(page).getByText('Sizes are along the world axes').waitFor()
    await tall(page)
    await page.getByRole('button', { name: 'Edit and send turn 1 again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send turn 1 again' })
    expect(await dialog.getByRole('radio').count()).toBe(0)
    core.script = answerOnly
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await transcript(page).getByText('You · turn 1 again').waitFor()
    expect(core.world.calls).toEqual(['send What is there?', 'again keep'])
  }))
