import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { bundle } from '../../src/node/bundle/bundle.js'
import { type Chromium, startChromium } from './chromium.js'

let chromium: Chromium
const folder = mkdtempSync(join(tmpdir(), 'fakecluster-'))
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(async () => {
  await chromium?.close()
  rmSync(folder, { recursive: true })
})

const TEXTS = [
  '</script><script>document.title = "taken"</script>',
  '<!--<script>',
  ']]>',
  '\u2028\u2029',
  '<img src=x onerror="document.title = `taken`">',
  'https://example.com/seen.png',
]

test('a file opens without a network, shows what it holds, and does nothing that an object says', async () => {
  const cluster = createCluster({ seed: 1 })
  const data = Object.fromEntries(TEXTS.map((text, i) => [`text-${i}`, text]))
  await cluster.fetch('/api/v1/namespaces/default/configmaps', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': TEXTS[0] ?? '' },
    body: JSON.stringify({
      metadata: { name: 'nasty', annotations: { 'example.com/a': TEXTS[0] } },
      data,
    }),
  })
  const file = await bundle(cluster, join(folder, 'run.fakecluster.html'))
  const visit = await chromium.open(pathToFileURL(file).href, { offline: true })
  await visit.page.getByRole('main').waitFor()
  await visit.page.getByText('ConfigMap').first().waitFor()
  expect(await visit.page.title()).not.toContain('taken')
  const policy = await visit.page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('connect-src')
  await visit.close()
})
