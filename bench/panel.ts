import { chromium } from 'playwright-core'
import { median } from './measure.ts'

/** Ms from opening the page until the composer can be used; the median of five fresh tabs of a running browser. */
export async function panelReady(executablePath: string, url: string): Promise<number> {
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  try {
    const taken: number[] = []
    for (let run = 0; run < 5; run++) {
      const context = await browser.newContext()
      const page = await context.newPage()
      const begun = performance.now()
      await page.goto(url)
      await page.getByRole('textbox').first().waitFor()
      taken.push(performance.now() - begun)
      await context.close()
    }
    return median(taken)
  } finally {
    await browser.close()
  }
}
