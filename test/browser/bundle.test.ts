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

test('a bundle file shows the events of each watch, also of one that has ended', async () => {
  const cluster = createCluster({ seed: 1, journal: { wholeBodies: true } })
  const [open, over] = ['one', 'other'].map((name) =>
    cluster.watch('ConfigMap', { fieldSelector: `metadata.name=${name}` }),
  )
  for (const name of ['one', 'other']) await cluster.create('ConfigMap', { metadata: { name } })
  await Promise.all([open?.next(), over?.next()])
  cluster.watches()[1]?.expire()
  await over?.next().catch(() => undefined)
  cluster.watches()[0]?.hold()
  await cluster.patch('ConfigMap', { name: 'one' }, { data: { a: 'b' } })
  const late = open?.next().catch(() => undefined)
  await Promise.resolve()
  const url = pathToFileURL(await bundle(cluster, join(folder, 'told.fakecluster.html'))).href
  cluster.close()
  await late
  const visit = await chromium.open(`${url}#view=requests&show=watches`, { offline: true })
  const told = visit.page.getByRole('region', { name: 'What watch-1 was told' })
  await told.getByText('ADDED').waitFor()
  expect(await told.getByRole('listitem').count()).toBe(2)
  const waits = visit.page.getByRole('region', { name: 'What watch-1 has not been told' })
  expect(await waits.innerText()).toContain('held back')
  await visit.page.evaluate('location.hash = "view=requests&request=2"')
  const past = visit.page.getByRole('region', { name: 'What watch-2 was told' })
  await past.getByText('Expired').waitFor()
  expect(await past.getByRole('listitem').allInnerTexts()).toEqual(
    ['ended', 'ERROR Expired', 'ADDED default/other', 'opened'].map((text) => expect.stringContaining(text) as string),
  )
  await visit.close()
})

test('a bundle file opens offline, and executes no markup from its objects', async () => {
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
