import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../panel/browser.ts'
import { someCalls } from '../panel/calls.ts'
import { look, withPanel } from '../panel/look.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

test('calls are listed as they end, newest first, and can be found', () =>
  withPanel(browser, 'model', async (panel) => {
    const { page, core } = panel
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Calls of agents' }).click()
    const dialog = page.getByRole('dialog', { name: 'Calls' })
    await dialog.getByText('No agent has called a tool').waitFor()
    const calls = someCalls()
    core.world.traffic.set(calls.slice(0, 3))
    const rows = dialog.getByRole('list', { name: 'Calls' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(3)
    core.world.traffic.set(calls)
    await expect.poll(() => rows.count()).toBe(6)
    expect(await rows.first().textContent()).toContain('aussenanlagen')
    await rows.filter({ hasText: 'create_box' }).getByRole('button').click()
    await dialog.getByText('width: 40, corner: [0,0,0], name: text 5').waitFor()
    await look(panel, 'calls')
    await dialog.getByLabel('Errors only (1)').check()
    expect(await rows.allTextContents()).toEqual([expect.stringContaining('fillet_edges · INVALID_PARAMS')])
    await dialog.getByLabel('Find calls').fill('nothing like this')
    await dialog.getByText('No call is like that.').waitFor()
    // After a restart the core counts from 1 again, and only what is new is shown.
    core.world.traffic.set([])
    core.drop()
    await dialog.getByLabel('Find calls').fill('')
    await dialog.getByLabel('Errors only (1)').uncheck()
    expect(await rows.count()).toBe(6)
    core.world.traffic.set([{ ...calls[0]!, seq: 7, target: 'undo_turn' }])
    await expect.poll(() => rows.count()).toBe(7)
  }))
