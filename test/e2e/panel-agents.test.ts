import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentStatus } from '../../src/shared/status.ts'
import { launch, prompt } from '../panel/browser.ts'
import { look, withPanel } from '../panel/look.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

const trouble = (title: string, next: string) => ({ title, cause: 'Its cause stands here.', next })

/** Each state in which nothing can be sent to an agent, with the button that helps. */
const STATES: { part: Partial<AgentStatus>; word: string; button: string }[] = [
  {
    part: { state: 'missing', trouble: trouble('Claude is not installed', 'Install it.') },
    word: 'not installed',
    button: 'Look again',
  },
  {
    part: { state: 'not_signed_in', trouble: trouble('Claude needs you to sign in', 'Sign in.') },
    word: 'not signed in',
    button: 'Look again',
  },
  {
    part: { state: 'unsupported', trouble: trouble('Claude is too old', 'Update it.') },
    word: 'too old',
    button: 'Look again',
  },
  {
    part: { state: 'broken', trouble: trouble('Claude does not start', 'See its settings.') },
    word: 'does not start',
    button: 'Agent settings',
  },
  {
    part: { activity: 'crashed', activityTrouble: trouble('Claude ended by itself', 'Send again.') },
    word: 'ended by itself',
    button: 'Look again',
  },
  {
    part: { activity: 'limited', activityTrouble: trouble('Claude reached its limit', 'Wait until 15:00.') },
    word: 'over its limit',
    button: 'Use Codex instead',
  },
  {
    part: { activity: 'offline', activityTrouble: trouble('Claude cannot be reached', 'Look at the network.') },
    word: 'not reached',
    button: 'Use Codex instead',
  },
]

test('every state of an agent is a word beside its name, a sentence and one button', () =>
  withPanel(browser, 'model', async (panel) => {
    const { page, core } = panel
    const set = (part: Partial<AgentStatus>, id = 'claude') =>
      core.world.status.edit((status) => ({
        ...status,
        agents: status.agents.map((agent) =>
          agent.id === id ? { ...agent, state: 'ready', trouble: null, activity: 'idle', ...part } : agent,
        ),
      }))
    set({}, 'codex')
    await page.getByRole('button', { name: /^Practice/ }).click()
    await page.getByRole('menuitemcheckbox', { name: /^Claude/ }).click()
    const name = (word: string) => page.getByRole('button', { name: `Claude · ${word}` })
    for (const [activity, word] of [
      ['starting', 'starting'],
      ['busy', 'working'],
      ['asking', 'waits for you'],
    ] as const) {
      set({ activity })
      await name(word).waitFor()
    }
    for (const { part, word, button } of STATES) {
      set(part)
      await name(word).waitFor()
      const { title } = part.trouble ?? part.activityTrouble ?? { title: '' }
      await page.getByText(title, { exact: true }).waitFor()
      await page.getByRole('button', { name: button, exact: true }).waitFor()
    }
    await look(panel, 'an agent that cannot be reached')
    await page.getByRole('button', { name: 'Use Codex instead' }).click()
    await page.getByRole('button', { name: 'Codex', exact: true }).waitFor()
    await page.getByText('Claude cannot be reached').waitFor({ state: 'detached' })
    set({ state: 'missing', trouble: trouble('Codex is gone', 'Install it.') }, 'codex')
    await page.getByRole('button', { name: 'Look again' }).click()
    await expect.poll(() => core.world.calls).toEqual(['look for agents'])
  }))

test('what undo does not bring back is said before it is allowed, and only for once', () =>
  withPanel(browser, 'warned', async (panel) => {
    const { page } = panel
    await prompt(page, 'Save it')
    const card = page.getByRole('region', { name: 'Save the document as' })
    await card.getByText('Undo does not bring it back.').waitFor()
    await card.getByText('Works with files').waitFor()
    expect(await card.getByRole('button').allTextContents()).toEqual(['Allow once', 'Refuse'])
    await look(panel, 'a warning')
  }))

test('where several programs can be worked in, the document’s menu offers them', () =>
  withPanel(browser, 'model', async (panel) => {
    const { page, core } = panel
    const menu = () => page.getByRole('button', { name: / mm|3dm/ }).first()
    await menu().click()
    await page.getByRole('menuitem', { name: 'New' }).waitFor()
    await page.getByText('Work in').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    const rhino = (processId: number, names: string[], active: boolean) => ({
      kind: 'rhino' as const,
      label: 'Rhino 8',
      processId,
      state: 'ready' as const,
      active,
      documents: names.map((name, serial) => ({ serial, name, active: serial === 0 })),
    })
    core.world.hosts = [
      rhino(4242, ['bracket.3dm'], true),
      rhino(5151, ['Bahnhofsvorplatzüberdachung.3dm', 'roof.3dm'], false),
      { ...rhino(6, [], false), kind: 'embedded', label: 'Built-in modeller', processId: null as never },
    ]
    await menu().click()
    await page.getByRole('menuitemcheckbox', { name: /process 4242/, checked: true }).waitFor()
    await look(panel, 'the document’s menu with places to work in')
    if ((await page.getByRole('menu').count()) === 0) await menu().click()
    await page.getByRole('menuitemcheckbox', { name: /roof\.3dm/ }).click()
    await expect.poll(() => core.world.calls).toContain('choose 5151')
    core.world.hosts = 'failing'
    await menu().click()
    await page.getByText('Other places to work in cannot be told').waitFor()
    await page.getByRole('menuitem', { name: 'New' }).waitFor()
  }))
