import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Runs axe on the current page: returns the violated accessibility rules, each with the elements that break it. */
export async function auditPage(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  // The results of axe, as JSON.
  const { violations } = (await page.evaluate('axe.run({ iframes: false })')) as axe.AxeResults
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
