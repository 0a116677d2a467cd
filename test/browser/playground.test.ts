import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../package/install.js'
import { auditPage } from './audit.js'
import { type Chromium, type Visit, startChromium } from './chromium.js'
import { type FileServer, serveFiles } from './files.js'

let chromium: Chromium
let files: FileServer
beforeAll(async () => {
  const folders = Object.fromEntries(
    ['dist', 'examples/browser', 'src/inspector/styles'].map((folder) => [`/${folder}/`, join(root, folder)]),
  )
  ;[chromium, files] = await Promise.all([startChromium(), serveFiles({ folders })])
})
afterAll(async () => {
  await Promise.all([chromium?.close(), files?.close()])
})

const openPlayground = (hash = '') => chromium.open(`${files.origin}/examples/browser/index.html${hash}`)

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
  await visit.page.getByRole('button', { name: 'Start a cluster' }).click()
  const fault = visit.page.getByRole('alert')
  await fault.filter({ hasText: 'metadata.name' }).waitFor()
  // The fault is marked at its line, and leads there.
  expect(await visit.page.locator('#numbers .bad').allInnerTexts()).toContain('4')
  await fault.getByRole('button', { name: /^line 4: / }).click()
  expect(
    await visit.page
      .getByRole('textbox', { name: 'Fixtures' })
      .evaluate((field) => 'selectionStart' in field && field.selectionStart),
  ).toBe('apiVersion: v1\nkind: Pod\nmetadata:\n'.length)
  expect(await tableOf(visit, 'Pod').count()).toBe(1)
  await visit.page
    .getByRole('textbox', { name: 'Fixtures' })
    .fill('apiVersion: v1\nkind: Secret\nmetadata:\n  name: key\n')
  await visit.page.getByRole('button', { name: 'Start a cluster' }).click()
  await tableOf(visit, 'Secret').getByRole('cell', { name: 'key' }).waitFor()
  expect(await fault.textContent()).toBe('')
  expect(await tableOf(visit, 'Pod').count()).toBe(0)
  await visit.close()
})

test('samples, faults by a click, and a link that carries the state', async () => {
  const visit = await openPlayground()
  const { page } = visit
  await page.getByLabel('Sample').selectOption('A custom resource')
  await expect.poll(() => page.getByRole('textbox', { name: 'Fixtures' }).inputValue()).toContain('widgets.example.com')
  await page.getByLabel('Sample').selectOption('A shop')
  await tableOf(visit, 'Deployment').getByRole('cell', { name: 'api', exact: true }).first().waitFor()
  const faults = page.getByRole('group', { name: 'Faults' })
  await faults.getByRole('button', { name: 'Failing reads' }).click()
  await faults.getByRole('button', { name: 'Delete a pod' }).click()
  await page.getByText(/503 .*Asking again|unable to handle/).waitFor()
  await page.locator('#nodes').fill('1')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText(/^(Copied|The address has it)\.$/).waitFor() // a fault's click has written the address already
  expect(page.url()).toMatch(/#state=[\w-]+$/)
  const linked = await openPlayground(new URL(page.url()).hash)
  const failing = linked.page.getByRole('button', { name: 'Failing reads' })
  await expect.poll(() => failing.getAttribute('aria-pressed')).toBe('true')
  expect(await linked.page.locator('#nodes').inputValue()).toBe('1')
  await failing.click()
  await tableOf(linked, 'Node').getByRole('row').nth(1).waitFor()
  expect(await auditPage(linked.page)).toEqual([])
  await linked.page.setViewportSize({ width: 390, height: 844 })
  expect(await linked.page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await linked.close()
  await visit.close()
})
