import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../package/install.js'
import { auditPage } from './audit.js'
import { type Chromium, type Visit, startChromium } from './chromium.js'
import { type FileServer, serveFiles } from './files.js'

let chromium: Chromium
let files: FileServer
beforeAll(async () => {
  const folders = { '/dist/': join(root, 'dist'), '/examples/browser/': join(root, 'examples/browser') }
  ;[chromium, files] = await Promise.all([startChromium(), serveFiles({ folders })])
})
afterAll(async () => {
  await Promise.all([chromium?.close(), files?.close()])
})

const openPlayground = () => chromium.open(`${files.origin}/examples/browser/index.html`)

/** The table of a kind. */
const tableOf = ({ page }: Visit, kind: string) =>
  page.getByRole('table').filter({ has: page.locator('caption', { hasText: new RegExp(`^${kind}$`) }) })

test('creates objects from fixtures, runs pods, and shows them in the inspector', async () => {
  const visit = await openPlayground()
  const pods = tableOf(visit, 'Pod').getByRole('row').filter({ hasText: 'Running' })
  await pods.nth(2).waitFor()
  expect(await pods.count()).toBe(3)
  expect(await tableOf(visit, 'ConfigMap').getByRole('cell', { name: 'theme' }).count()).toBe(1)
  const inspector = visit.page.frameLocator('iframe')
  await inspector.getByText('Deployment', { exact: true }).first().waitFor()
  expect(await auditPage(visit.page)).toEqual([])
  await visit.close()
})

test('shows an error in fixtures, and keeps the cluster before', async () => {
  const visit = await openPlayground()
  await tableOf(visit, 'Pod').waitFor()
  await visit.page
    .getByRole('textbox', { name: 'Fixtures' })
    .fill('apiVersion: v1\nkind: Pod\nmetadata:\n  name: Not a name\n')
  await visit.page.getByRole('button').click()
  const fault = visit.page.getByRole('alert')
  await fault.filter({ hasText: 'metadata.name' }).waitFor()
  expect(await tableOf(visit, 'Pod').count()).toBe(1)
  await visit.page
    .getByRole('textbox', { name: 'Fixtures' })
    .fill('apiVersion: v1\nkind: Secret\nmetadata:\n  name: key\n')
  await visit.page.getByRole('button').click()
  await tableOf(visit, 'Secret').getByRole('cell', { name: 'key' }).waitFor()
  expect(await fault.textContent()).toBe('')
  expect(await tableOf(visit, 'Pod').count()).toBe(0)
  await visit.close()
})
