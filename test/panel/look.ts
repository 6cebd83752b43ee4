import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openPanel, overflow, type Panel } from './browser.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function problems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  // A menu opens beside the page's landmarks, not in one; the rule about landmarks has no word for that.
  const menu = await page.getByRole('menu').count()
  return violations
    .filter(({ id }) => id !== 'region' || menu === 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
}

/** A screen is looked at wide and light, narrow and dark, and once more as it was. */
export async function look({ page }: Panel, name: string): Promise<void> {
  const found: Record<string, unknown> = {}
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [320, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 720 })
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme)
    found[`${name}, ${width} px`] = [...(await problems(page)), ...(await overflow(page))]
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(found).toEqual({ [`${name}, 1280 px`]: [], [`${name}, 320 px`]: [] })
}

/** Runs in a panel of its own, which must not throw, refuse or load from elsewhere meanwhile. */
export async function withPanel(
  browser: Browser,
  scenario: string,
  run: (panel: Panel) => Promise<void>,
): Promise<void> {
  const panel = await openPanel(browser, scenario)
  await run(panel)
  expect(panel.faults).toEqual([])
  await panel.close()
}
