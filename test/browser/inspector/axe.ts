import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What hinders people on a page, of what axe calls serious or critical: each with the elements. */
export async function hindrances(page: Page): Promise<readonly string[]> {
  // By the debugger: the page's own policy lets no script in.
  await page.evaluate(AXE)
  const text = await page.evaluate<string>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' | '))))`,
  )
  return JSON.parse(text) as readonly string[] // what the text above makes
}
