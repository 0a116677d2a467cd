import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../../src/node/start.js'
import { type Chromium, startChromium } from '../chromium.js'

let chromium: Chromium
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium?.close())

const MANY = 10_000
const CHANGES = 60

test('lists 10,000 objects, and updates them live', async () => {
  await using server = await startCluster({
    port: 0,
    seed: 1,
    clock: 'virtual',
    profile: 'kubernetes',
    controllers: 'none',
  })
  const { cluster } = server
  const items = Array.from({ length: MANY }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `map-${String(i).padStart(5, '0')}`, namespace: 'default', labels: { part: String(i % 7) } },
    data: { text: `this is number ${i}` },
  }))
  await cluster.load(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  const { page, close } = await chromium.open(`${server.url}/_fakecluster/#kind=v1/ConfigMap`)
  await page.getByRole('row', { name: 'map-00000' }).waitFor()
  expect(await page.getByRole('row').count()).toBeLessThan(100)
  for (let i = 0; i < CHANGES; i++) {
    await cluster.patch('ConfigMap', { name: 'map-00003' }, { data: { count: String(i), more: 'x' } })
    await page.waitForTimeout(50)
  }
  await expect.poll(() => page.getByRole('row', { name: 'map-00003' }).innerText()).toContain('3')
  await page.getByRole('searchbox', { name: 'Text' }).fill('map-09999')
  await expect.poll(() => page.locator('.tally').innerText()).toMatch(/^1 of 100/)
  await page.getByRole('searchbox', { name: 'Text' }).fill('')
  await page.getByRole('grid', { name: 'ConfigMap' }).focus()
  await page.keyboard.press('End')
  await page.getByRole('row', { name: 'map-09999' }).waitFor()
  await close()
})
