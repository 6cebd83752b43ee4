import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../panel/browser.ts'
import { look, withPanel } from '../panel/look.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

test('each change of the settings is kept at once; what is empty leaves it to the agent', () =>
  withPanel(browser, 'model', async (panel) => {
    const { page, core } = panel
    const kept = () => core.world.settings.value.settings
    await page.keyboard.press('Control+,')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('button', { name: /^Claude/ }).click()
    await dialog.getByLabel('Model').fill('opus')
    await dialog.getByLabel('Model').press('Enter')
    await dialog.getByRole('button', { name: 'How it is started' }).click()
    await dialog.getByLabel('Extra arguments').fill('--add-dir "/my files"')
    await dialog.getByLabel('Name of a variable').fill('HTTPS_PROXY')
    await dialog.getByLabel('Its value').fill('http://127.0.0.1:3128')
    await dialog.getByLabel('Its value').press('Enter')
    await dialog.getByLabel('HTTPS_PROXY', { exact: true }).waitFor()
    await dialog.getByLabel('Name of a key').fill('ANTHROPIC_API_KEY')
    await dialog.getByLabel('The key').fill('a dummy')
    await dialog.getByLabel('The key').press('Enter')
    await dialog.getByText('set', { exact: true }).waitFor()
    expect(kept().agents.claude).toMatchObject({
      model: 'opus',
      args: ['--add-dir', '/my files'],
      env: { HTTPS_PROXY: 'http://127.0.0.1:3128' },
    })
    expect(core.world.settings.value.secretsSet).toEqual({ claude: ['ANTHROPIC_API_KEY'] })
    expect(await page.content()).not.toContain('a dummy')
    await look(panel, 'agents')

    await dialog.getByLabel('Model').fill('')
    await dialog.getByRole('tab', { name: 'Permissions' }).click()
    await expect.poll(() => kept().agents.claude?.model).toBeUndefined()
    await dialog.getByLabel('Scripts and Rhino commands').selectOption('Ask me first')
    await dialog.getByLabel('Ask before deleting more objects than').fill('lots')
    await dialog.getByLabel('Agents keep their own shell and file tools').click()
    await expect.poll(() => kept().ownTools).toBe(true)
    expect(kept().permissions).toMatchObject({ run: 'ask', create: 'allow', bulk: 50 })
    await look(panel, 'permissions')

    await dialog.getByRole('tab', { name: 'Conversations' }).click()
    await dialog.getByLabel('Delete conversations that were not touched for').selectOption('90 days')
    await expect.poll(() => kept().retention.maxDays).toBe(90)
    await look(panel, 'keeping')

    await dialog.getByRole('tab', { name: 'Other tools' }).click()
    await dialog.getByLabel('Name').fill('revit')
    await dialog.getByLabel('Command or address').fill('npx -y "a server"')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByRole('switch', { name: 'revit' }).waitFor()
    expect(kept().mcpServers.revit).toMatchObject({ command: 'npx', args: ['-y', 'a server'] })
    await look(panel, 'other tools')
    await dialog.getByRole('button', { name: 'Remove revit' }).click()
    await dialog.getByText('None yet.').waitFor()

    await dialog.getByRole('tab', { name: 'Advanced' }).click()
    await dialog.getByRole('textbox', { name: 'Instructions' }).fill('Name what you make.')
    await look(panel, 'advanced')
    // Esc leaves the screen; what was typed is kept all the same.
    await page.keyboard.press('Escape')
    await expect.poll(() => kept().instructions).toBe('Name what you make.')
  }))

test('an agent of one’s own is added, switched off and removed; a change that does not fit is told', () =>
  withPanel(browser, 'model', async (panel) => {
    const { page, core } = panel
    await page.keyboard.press('Control+,')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('button', { name: 'Add another agent' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Mïne & yours')
    await dialog.getByLabel('Command', { exact: true }).fill('mine --acp')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect
      .poll(() => core.world.settings.value.settings.agents['mine-yours'])
      .toMatchObject({ title: 'Mïne & yours', command: 'mine', args: ['--acp'] })
    core.world.settings.edit((view) => ({ ...view, problems: ['“agents.gemini.args” is no list.'] }))
    await dialog.getByText('Some settings could not be used').waitFor()
    await dialog.getByRole('button', { name: /^Mïne/ }).click()
    core.refuseSettings = true
    await dialog.getByLabel('Offer this agent').click()
    await dialog.getByRole('alert').getByText('These settings cannot be kept').waitFor()
    expect(await dialog.getByLabel('Offer this agent').getAttribute('aria-checked')).toBe('true')
    core.refuseSettings = false
    await dialog.getByRole('button', { name: 'Remove this agent' }).click()
    await expect.poll(() => core.world.settings.value.settings.agents['mine-yours']).toBeUndefined()
    await dialog.getByRole('alert').waitFor({ state: 'detached' })
  }))
