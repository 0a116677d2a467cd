import { basename, dirname } from 'node:path'
import { hasChromium, startChromium } from '../browser/chromium.js'
import { serveFiles } from '../browser/files.js'
import type { Bundles } from './bundle.js'
import { median } from './numbers.js'
import type { Extent } from './run.js'
import { type Row, limitRow } from './table.js'

/**
 * Times for a page in Chromium, a new one each time: loading the modules, then the first reply over a patched `fetch`.
 */
export async function* measureBrowser(bundles: Bundles, { starts }: Extent): AsyncGenerator<Row> {
  if (!hasChromium()) return yield { what: 'in a page', cells: ['not measured: there is no Chromium here'] }
  const [chromium, files] = await Promise.all([
    startChromium(),
    serveFiles({ folders: { '/package/': dirname(bundles.browser) } }),
  ])
  const loads: number[] = []
  const replies: number[] = []
  try {
    for (let i = 0; i < starts; i++) {
      const visit = await chromium.open(files.origin)
      const result = await visit.run(
        `const begun = performance.now()
         const { createCluster, intercept } = await import('${files.origin}/package/${basename(bundles.browser)}')
         const loaded = performance.now()
         intercept(createCluster(), { hosts: ['cluster.local'] })
         await (await fetch('http://cluster.local/api/v1/namespaces')).json()
         export const result = [loaded - begun, performance.now() - loaded]`,
      )
      await visit.close()
      const [load = NaN, reply = NaN] = result as readonly number[] // the page exports two numbers
      loads.push(load)
      replies.push(reply)
    }
  } finally {
    await Promise.all([chromium.close(), files.close()])
  }
  yield limitRow('import of fakecluster/browser', median(loads), 'ms')
  yield limitRow('the first reply after it', median(replies), 'ms', 100)
}
