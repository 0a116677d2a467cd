import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** Writes a screenshot for the documentation if the environment has `FAKECLUSTER_SCREENSHOTS=1`. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env['FAKECLUSTER_SCREENSHOTS']) return
  await page.screenshot({ path: fileURLToPath(new URL(`../../../docs/${name}.png`, import.meta.url)) })
}
