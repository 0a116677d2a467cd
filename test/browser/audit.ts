import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What keeps people with a keyboard or a screen reader from using a page, as it is now: rules, each with the elements that break it. */
export async function auditPage(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  // What axe gives, as JSON.
  const { violations } = (await page.evaluate('axe.run({ iframes: false })')) as axe.AxeResults
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
