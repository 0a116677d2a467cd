import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns the violations on a page that axe rates serious or critical, each with its elements. */
export async function hindrances(page: Page): Promise<readonly string[]> {
  // Evaluated by the debugger, as the Content-Security-Policy of the page forbids scripts.
  await page.evaluate(AXE)
  const text = await page.evaluate<string>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' | '))))`,
  )
  return JSON.parse(text) as readonly string[] // the expression above returns strings
}
