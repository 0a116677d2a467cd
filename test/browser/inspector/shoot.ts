import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** Writes the picture of a page that the documentation shows, where the environment asks for new ones by `FAKECLUSTER_SCREENSHOTS=1`. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env['FAKECLUSTER_SCREENSHOTS']) return
  await page.screenshot({ path: fileURLToPath(new URL(`../../../docs/${name}.png`, import.meta.url)) })
}
