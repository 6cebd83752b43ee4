import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launch, openPanel, type Panel, prompt, transcript } from '../panel/browser.ts'
import { answerOnly, buildPlate } from '../panel/scripts.ts'

let browser: Browser
let panel: Panel

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())
afterEach(async () => {
  expect(panel.faults).toEqual([])
  await panel.close()
})

const PLATE = 'A 40 × 25 × 10 mm plate with rounded edges and four 5 mm holes'

describe('the main job', () => {
  test('a prompt becomes cards, an answer, a change summary and a model; the turn is undone and redone', async () => {
    panel = await openPanel(browser, 'empty')
    const { page, core } = panel
    await page.getByRole('button', { name: /four 5/ }).click()
    await transcript(page).getByText('its volume is 9196 mm³').waitFor()
    await transcript(page).getByText('4 cylinders of 5 mm cut from Plate').waitFor()
    expect(core.world.calls).toEqual([`send ${PLATE}`])
    await transcript(page).getByText('Volume 9196.4 mm³').waitFor()
    await page.getByText('1 object', { exact: true }).waitFor()
    expect(await page.getByRole('slider', { name: 'Turn 1, before and after' }).count()).toBe(1)

    await page.getByRole('button', { name: 'Undo turn 1' }).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 added').waitFor()
    expect(await dialog.getByRole('listitem').filter({ hasText: 'Plate' }).last().textContent()).toContain('is removed')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep')
    await dialog.getByRole('button', { name: 'Undo turn' }).click()
    await transcript(page).getByText('Taken back').last().waitFor()
    await page.getByText('0 objects', { exact: true }).waitFor()
    expect(core.world.scene.value.solids.size).toBe(0)

    await page.getByRole('button', { name: 'Redo turn 1' }).last().click()
    await page.getByText('1 object', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo turn 1' }).last().waitFor()
    expect(await transcript(page).getByText('Taken back').count()).toBe(0)
  })

  test('a reload shows the same, without the key in the address', async () => {
    panel = await openPanel(browser, 'empty', { viewport: { width: 1280, height: 2000 } })
    const { page } = panel
    await prompt(page, PLATE)
    await transcript(page).getByText('Volume 9196.4 mm³').waitFor()
    expect(page.url()).not.toContain('#')
    await page.fill('#composer', 'half a thought')
    const before = await transcript(page).textContent()
    await page.reload()
    await transcript(page).getByText('Volume 9196.4 mm³').waitFor()
    expect(await transcript(page).textContent()).toBe(before)
    expect(await page.inputValue('#composer')).toBe('half a thought')
  })

  test('the whole job by keyboard alone', async () => {
    panel = await openPanel(browser, 'empty')
    const { page, core } = panel
    await page.keyboard.press('Control+l')
    await page.keyboard.type('A plate')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('with holes')
    await page.keyboard.press('Control+Enter')
    await transcript(page).getByText('Volume 9196.4 mm³').waitFor()
    expect(core.world.calls).toEqual(['send A plate\nwith holes'])
    await page.keyboard.press('Control+z')
    await page.getByRole('dialog').getByText('1 added').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await page.getByRole('dialog').getByText('1 added').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await transcript(page).getByText('Taken back').last().waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('redo')
    await page.keyboard.press('Enter')
    await page.getByText('1 object', { exact: true }).waitFor()
  })

  test('the user’s own edits are named before they go too', async () => {
    panel = await openPanel(browser, 'empty')
    const { page, core } = panel
    await prompt(page, PLATE)
    await transcript(page).getByText('Volume 9196.4 mm³').waitFor()
    core.world.foreign.push('Move', 'Trim')
    await page.getByRole('button', { name: 'Undo turn 1' }).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your own edits are undone too').waitFor()
    await dialog.getByText('Trim').waitFor()
    await dialog.getByRole('button', { name: 'Undo turn and 2 edits of yours' }).click()
    await transcript(page).getByText('Taken back').last().waitFor()
  })
})

describe('while a turn runs', () => {
  test('what is typed while a new conversation is being made stays in the composer', async () => {
    panel = await openPanel(browser, 'empty')
    const { page, core } = panel
    core.slow = true
    await prompt(page, 'First')
    await page.locator('#composer').pressSequentially('typed mean')
    await transcript(page).getByText('You · sending').waitFor()
    core.slow = false
    await transcript(page).getByText('I will make').waitFor()
    await page.locator('#composer').pressSequentially('while')
    expect(await page.inputValue('#composer')).toBe('typed meanwhile')
    await page.getByRole('button', { name: 'Conversations', exact: true }).focus()
    await page.keyboard.press('Alt+n')
    expect(await page.inputValue('#composer')).toBe('')
  })

  test('Esc closes what is open first, then stops', async () => {
    panel = await openPanel(browser, 'endless')
    const { page, core } = panel
    await prompt(page, 'Search')
    await transcript(page).getByText('Step 2').waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(core.world.calls).toEqual(['send Search'])
    await page.keyboard.press('Escape')
    await transcript(page).getByText('You stopped this turn').waitFor()
    expect(core.world.calls).toEqual(['send Search', 'stop'])
  })

  test('follow-ups wait, can be edited and removed, and go out one by one', async () => {
    panel = await openPanel(browser, 'empty')
    const { page, core } = panel
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    core.script = async ({ say }) => {
      await say('One moment.')
      await released
      return null
    }
    await prompt(page, 'First')
    await transcript(page).getByText('One moment.').waitFor()
    core.script = answerOnly
    await prompt(page, 'Second')
    await prompt(page, 'Oops')
    await prompt(page, 'Third')
    const queue = page.getByRole('list', { name: 'Queued prompts' })
    await expect.poll(() => queue.getByRole('listitem').count()).toBe(3)
    await queue
      .getByRole('listitem')
      .filter({ hasText: 'Oops' })
      .getByRole('button', { name: 'Remove from the queue' })
      .click()
    await queue.getByRole('listitem').filter({ hasText: 'Second' }).getByRole('button', { name: 'Edit' }).click()
    // While one is edited nothing goes out.
    await page.getByText('Held by you.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Queued prompt')
    await page.keyboard.type(', better')
    await page.keyboard.press('Enter')
    await page.getByText('Held by you.').waitFor({ state: 'detached' })
    await queue.getByRole('listitem').filter({ hasText: 'Third' }).getByRole('button', { name: 'Move up' }).click()
    await expect.poll(() => queue.getByRole('listitem').first().textContent()).toContain('Third')
    // Another tab and a reload have the same queue.
    await page.reload()
    await expect
      .poll(() => queue.getByRole('listitem').allTextContents())
      .toEqual(['Queued: Third', 'Queued: Second, better'])
    expect(core.world.calls).toEqual(['send First'])
    release()
    await transcript(page).getByText('Turn 3').waitFor()
    await queue.waitFor({ state: 'detached' })
    expect(core.world.calls).toEqual(['send First', 'send Third', 'send Second, better'])
  })

  test('after Stop the queue is held until it is sent by hand', async () => {
    panel = await openPanel(browser, 'endless')
    const { page, core } = panel
    await prompt(page, 'Search')
    await transcript(page).getByText('Step 2').waitFor()
    await prompt(page, 'Then this')
    core.script = answerOnly
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    const queue = page.getByRole('list', { name: 'Queued prompts' })
    await page.getByText('The last turn was stopped. Nothing is sent until you say so.').waitFor()
    expect(core.world.calls).toEqual(['send Search', 'stop'])
    await queue.getByRole('button', { name: 'Send now' }).click()
    await transcript(page).getByText('Sizes are along the world axes').waitFor()
    expect(core.world.calls.at(-1)).toBe('send Then this')
  })

  test('a question is answered by keyboard, in the middle of a sentence', async () => {
    panel = await openPanel(browser, 'question')
    const { page, core } = panel
    await prompt(page, 'Delete all')
    await page.getByRole('button', { name: 'Allow once' }).waitFor()
    await page.locator('#composer').pressSequentially('typing on')
    await page.keyboard.press('Alt+3')
    await transcript(page).getByText('Then I leave the document as it is.').waitFor()
    expect(core.world.calls).toEqual(['send Delete all', 'answer no'])
    expect(await page.inputValue('#composer')).toBe('typing on')
    await transcript(page).getByText('Refuse').waitFor()
  })

  test('a failed turn says what, why and what next, and can be sent again', async () => {
    panel = await openPanel(browser, 'error')
    const { page, core } = panel
    await prompt(page, 'Fillet by 30')
    await transcript(page).getByText('Claude stopped answering').waitFor()
    await transcript(page).getByText('What was done before is kept').waitFor()
    await transcript(page).getByRole('button', { name: 'Details' }).click()
    await transcript(page).getByText('529 overloaded_error').waitFor()
    core.script = buildPlate
    await transcript(page).getByRole('button', { name: 'Send again' }).click()
    await transcript(page).getByText('its volume is 9196').waitFor()
  })
})

describe('what an agent writes', () => {
  test('is never HTML, never a script link, never a picture from elsewhere', async () => {
    panel = await openPanel(browser, 'model')
    const { page } = panel
    await prompt(page, 'What is in the document?')
    const answer = page.locator('.answer')
    await answer.getByText('Sizes are along the world axes.').waitFor()
    expect(await answer.textContent()).toContain('<b onclick="alert(1)">Not bold</b>')
    expect(await answer.locator('b, img, script, iframe').count()).toBe(0)
    expect(await answer.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      'https://docs.mcneel.com/rhino/8/help/en-us/commands/boolean.htm',
    ])
    expect(await answer.locator('a').getAttribute('rel')).toContain('noopener')
    expect(await answer.locator('table td').count()).toBe(9)
  })

  test('a card opens to what went in and came out', async () => {
    panel = await openPanel(browser, 'empty')
    const { page } = panel
    await prompt(page, PLATE)
    await transcript(page).getByText('Volume 9196.4 mm³').waitFor()
    const card = transcript(page).getByRole('button', { name: /Filleted 4 edges/ })
    await card.click()
    await transcript(page).getByText('"radius": 3').waitFor()
    expect(await card.getAttribute('aria-expanded')).toBe('true')
  })

  test('streams without drawing the transcript anew, at most once a frame', async () => {
    panel = await openPanel(browser, 'endless', { beat: 1 })
    const { page } = panel
    await page.evaluate(() => {
      const counts = { frames: 0, changes: 0 }
      Object.assign(window, { counts })
      const tick = () => {
        counts.frames += 1
        requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
      new MutationObserver(() => {
        counts.changes += 1
      }).observe(document.querySelector('main')!, { subtree: true, childList: true, characterData: true })
    })
    await prompt(page, 'Search')
    await transcript(page).getByText('Step 60').waitFor()
    const { frames, changes } = await page.evaluate(
      () => Reflect.get(window, 'counts') as { frames: number; changes: number },
    )
    // Observers run once per task that changed something: the text, the clock beside it, and the first rows.
    expect(changes).toBeLessThan(frames * 2 + 20)
  })
})
