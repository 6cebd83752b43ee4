import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, transcript } from '../panel/browser.ts'
import { look, withPanel } from '../panel/look.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

test('words are found in old turns, marked, and a click goes there', () =>
  withPanel(browser, 'long', async (panel) => {
    const { page } = panel
    await page.keyboard.press('Control+Shift+F')
    const field = page.getByRole('searchbox', { name: 'Find in conversations' })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('holes 17 mm')
    const found = page.getByRole('list', { name: 'Found' }).getByRole('listitem')
    await found.filter({ hasText: 'Change 17:' }).waitFor()
    expect(await found.locator('mark').first().textContent()).toBe('holes 17 mm')
    await found.filter({ hasText: 'Change 17:' }).getByRole('button').click()
    await transcript(page).getByRole('heading', { name: 'Turn 17 ·' }).waitFor()
    await transcript(page).getByText('Change 17: move the holes 17 mm inwards').waitFor()
    await look(panel, 'a turn of long ago')
    await field.fill('nothing like this')
    await page.getByText('Nothing found.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('list', { name: 'Conversations' }).getByText('Lochplatte').waitFor()
  }))

test('a conversation is put away, deleted, and brought back', () =>
  withPanel(browser, 'long', async (panel) => {
    const { page, core } = panel
    const list = page.getByRole('list', { name: 'Conversations' })
    const menu = async (item: string) => {
      await page.getByRole('button', { name: /^More about Loch/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await menu('Archive')
    await list.getByText('No conversations yet').waitFor()
    await page.getByRole('button', { name: 'Archived (1)' }).click()
    await page.getByRole('list', { name: 'Archived conversations' }).getByText('Lochplatte').waitFor()
    await menu('Out of the archive')
    await list.getByText('Lochplatte').waitFor()
    await menu('Bind to this document')
    await list.getByText('· Untitled').waitFor()

    await menu('Delete')
    await list.getByText('No conversations yet').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await list.getByText('Lochplatte').waitFor()
    await menu('Delete')
    await page.getByRole('button', { name: 'Recently deleted' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('gone in 7 days').waitFor()
    await look(panel, 'deleted')
    await dialog.getByRole('button', { name: /^Bring back/ }).click()
    await dialog.getByText('Nothing was deleted').waitFor()
    await page.keyboard.press('Escape')
    await menu('Delete')
    await page.getByRole('button', { name: 'Recently deleted' }).click()
    await dialog.getByRole('button', { name: /for good$/ }).click()
    expect(core.world.events.size).toBe(1)
    await dialog.getByRole('button', { name: /really$/ }).click()
    await dialog.getByText('Nothing was deleted').waitFor()
    expect(core.world.events.size).toBe(0)
  }))

test('a conversation is exported; what all of them take is told, and a limit says first what it would delete', () =>
  withPanel(browser, 'long', async (panel) => {
    const { page, core } = panel
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: /^More about Loch/ }).click()
    await page.getByRole('menuitem', { name: 'Export with pictures (HTML)' }).click()
    expect((await file).suggestedFilename()).toBe('conversation.html')
    core.world.createConversation('An old one')
    await page.getByRole('list', { name: 'Conversations' }).getByText('An old one').waitFor()
    await page.keyboard.press('Control+,')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('tab', { name: 'Conversations' }).click()
    await dialog.getByText('2 conversations').waitFor()
    await dialog.getByText('48.2 MB').waitFor()
    const days = dialog.getByLabel('Delete conversations that were not touched for')
    await days.selectOption('30 days')
    await dialog.getByText('1 conversation would be deleted now').waitFor()
    await look(panel, 'keeping')
    await dialog.getByRole('button', { name: 'Leave it as it was' }).click()
    expect(await days.inputValue()).toBe('')
    expect(core.world.settings.value.settings.retention.maxDays).toBeNull()
    await days.selectOption('90 days')
    await dialog.getByRole('button', { name: 'Set and delete them' }).click()
    await expect.poll(() => core.world.settings.value.settings.retention.maxDays).toBe(90)
    await days.selectOption('Never: keep all')
    await expect.poll(() => core.world.settings.value.settings.retention.maxDays).toBeNull()
  }))
