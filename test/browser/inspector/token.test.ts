import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../../src/node/start.js'
import { type Chromium, startChromium } from '../chromium.js'

let chromium: Chromium
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium?.close())

test('the page loads without the token, its data needs it, and no requested URL contains it', async () => {
  await using server = await startCluster({ port: 0, seed: 1, token: 'open-sesame', controllers: 'none' })
  const page = `${server.url}/_fakecluster/`
  const { cluster } = server
  await cluster.create('ConfigMap', { metadata: { name: 'only-inside' } })
  const strange = await fetch(page, { headers: { Accept: 'text/html' } })
  expect(await strange.text()).not.toContain('only-inside')
  const locked = await chromium.open(page)
  await locked.page.getByText('wants a token').first().waitFor()
  await locked.close(/401/)

  const visit = await chromium.open(`${page}#token=wrong`)
  await visit.page.getByText('wants a token').first().waitFor()
  const asked: string[] = []
  visit.page.context().on('request', (request) => void asked.push(request.url()))
  await visit.page.goto(`${page}#token=open-sesame&view=do`)
  await visit.page.reload()
  await visit.page.getByRole('button', { name: 'Fork to a port' }).click()
  const fork = visit.page.getByRole('list', { name: 'Forks' }).getByRole('link')
  const address = (await fork.getAttribute('href')) ?? ''
  await visit.page.getByRole('tab', { name: 'Now' }).click()
  await visit.page.getByRole('button', { name: /^ConfigMap/ }).click()
  await visit.page.getByRole('row', { name: 'only-inside' }).waitFor()
  expect(visit.page.url()).toContain('#token=open-sesame')
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.filter((url) => url.replace(/#.*/, '').includes('sesame'))).toEqual([])
  await visit.close(/401/)

  const copy = await chromium.open(address)
  await copy.page.waitForSelector('.link.live')
  await copy.close()
})
