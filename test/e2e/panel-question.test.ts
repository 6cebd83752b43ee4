import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, prompt, transcript } from '../panel/browser.ts'
import { look, withPanel } from '../panel/look.ts'
import { askingOn, QUICK } from '../panel/questions.ts'
import { answerOnly } from '../panel/scripts.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

test('questions of every kind are answered, across a reload, and the answers are the next prompt', () =>
  withPanel(browser, 'asks', async (panel) => {
    const { page, core } = panel
    await page.getByText('4 objects', { exact: true }).waitFor()
    await prompt(page, 'A bracket')
    const card = page.getByRole('region', { name: 'The agent asks 7 questions' })
    await card.getByRole('button', { name: 'Answer all' }).click()
    expect(await card.getByText('It has no answer yet.').count()).toBe(5)
    expect(core.world.calls).toEqual(['send A bracket'])
    await look(panel, 'questions')

    await card.getByLabel('Something else').fill('Brass')
    await card.getByLabel('Aluminium').check()
    expect(await card.getByLabel('Something else').inputValue()).toBe('')
    await card.getByRole('textbox', { name: 'How thick is the wall?' }).fill('2,5 cm')
    await card.getByRole('textbox', { name: 'How many ribs?' }).fill('13')
    expect(await card.getByRole('combobox', { name: 'Unit' }).inputValue()).toBe('centimeters')
    await card.getByRole('button', { name: 'Answer all' }).click()
    await card.getByText('At most 20 mm.').waitFor()
    await card.getByText('At most 12.').waitFor()

    await page.reload()
    await page.getByText('4 objects', { exact: true }).waitFor()
    expect(await card.getByLabel('Aluminium').isChecked()).toBe(true)
    await card.getByRole('textbox', { name: 'How thick is the wall?' }).fill('15 mm')
    await card.getByRole('textbox', { name: 'How many ribs?' }).fill('3')

    await card.getByRole('button', { name: 'Click in the model' }).click()
    const bar = page.getByRole('region', { name: 'Show it in the model' })
    await bar.getByText('Click a point.').waitFor()
    const view = page.getByRole('application', { name: /^3D view/ })
    await view.click({ position: { x: 300, y: 640 } })
    await bar.waitFor({ state: 'detached' })
    expect(Number(await card.getByLabel('x', { exact: true }).inputValue())).not.toBeNaN()
    // There is nothing but the ground in that corner.
    expect(await card.getByLabel('z', { exact: true }).inputValue()).toBe('0')

    await card.getByRole('button', { name: 'Select in the model' }).click()
    expect(await bar.getByRole('button', { name: 'Nothing selected' }).isDisabled()).toBe(true)
    core.world.select(['base', 'wall'])
    await bar.getByRole('button', { name: 'Use 2 objects' }).click()
    await card.getByText('Base', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Leave out Base' }).click()
    await card.getByRole('button', { name: 'Select others' }).click()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })

    core.script = answerOnly
    await card.getByRole('button', { name: 'Answer all' }).click()
    await card.waitFor({ state: 'detached' })
    await transcript(page).getByText('Answers: 5').waitFor()
    await transcript(page).getByText('Aluminium', { exact: true }).waitFor()
    await transcript(page).getByText('15 mm', { exact: true }).waitFor()
    await transcript(page).getByText('Left open').first().waitFor()
    const sent = core.world.calls.find((call) => call.startsWith('answers'))
    expect(JSON.parse(sent?.slice('answers '.length) ?? '')).toEqual([
      { id: 'material', kind: 'choice', labels: ['Aluminium'] },
      { id: 'wall', kind: 'length', value: 15, unit: 'millimeters' },
      { id: 'count', kind: 'number', value: 3 },
      { id: 'origin', kind: 'point', point: [expect.any(Number), expect.any(Number), 0] },
      { id: 'parts', kind: 'objects', ids: ['wall'] },
    ])
  }))

test('one question with a few options is answered by one click while the agent waits', () =>
  withPanel(browser, 'model', async (panel) => {
    const { page, core } = panel
    core.script = askingOn(QUICK)
    await prompt(page, 'Round it')
    const card = page.getByRole('region', { name: 'The agent asks' })
    await card.getByRole('button', { name: /four upright/ }).waitFor()
    await look(panel, 'one question')
    await card.getByRole('button', { name: /four upright/ }).click()
    await transcript(page).getByText('Thank you, I go on.').waitFor()
    expect(core.world.calls.at(-1)).toBe('answers [{"id":"edges","kind":"choice","labels":["The four upright ones"]}]')
  }))

test('a question may be left, by its button or by writing something else', () =>
  withPanel(browser, 'asks', async (panel) => {
    const { page, core } = panel
    await prompt(page, 'A bracket')
    const card = page.getByRole('region', { name: 'The agent asks 7 questions' })
    await card.waitFor()
    core.script = answerOnly
    await prompt(page, 'Never mind, what is there?')
    await transcript(page).getByText('Not answered').first().waitFor()
    await card.waitFor({ state: 'detached' })
  }))

test.each([
  ['asks', 'Waits for you · bracket.3dm · Tickbird'],
  ['model', 'Done · bracket.3dm · Tickbird'],
])('what happens in a window while another has the focus stands in its title (%s)', (scenario, title) =>
  withPanel(browser, scenario, async ({ page }) => {
    const leave = (away: boolean) =>
      page.evaluate((value) => {
        document.hasFocus = () => !value
        window.dispatchEvent(new Event(value ? 'blur' : 'focus'))
      }, away)
    await page.getByText('4 objects', { exact: true }).waitFor()
    expect(await page.title()).toBe('bracket.3dm · Tickbird')
    await leave(true)
    await prompt(page, 'A bracket')
    await expect.poll(() => page.title()).toBe(title)
    await leave(false)
    await expect.poll(() => page.title()).toBe('bracket.3dm · Tickbird')
  }),
)
