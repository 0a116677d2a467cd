import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Chromium, type Visit, startChromium } from '../chromium.js'
import { readBundleFile } from '../../../src/node/bundle/read-file.js'
import { type Scene, playScene } from './scene.js'
import { shoot } from './shoot.js'

let chromium: Chromium
let scene: Scene
let visit: Visit
beforeEach(async () => {
  ;[chromium, scene] = await Promise.all([startChromium(), playScene()])
  visit = await chromium.open(`${scene.page}#view=do`, { viewport: { width: 1360, height: 800 } })
  await visit.page.waitForSelector('.link.live')
})
afterEach(async () => {
  await chromium?.close()
  await scene?.close()
})

test('advances the clock, takes and restores a snapshot, and forks to a port', async () => {
  const { page } = visit
  const { cluster } = scene.server
  const before = cluster.clock.now()
  await page.getByRole('button', { name: '+1m' }).click()
  await page.getByText('It is 2').waitFor()
  expect(cluster.clock.now()).toBe(before + 60_000)
  await page.getByRole('button', { name: 'Snapshot' }).click()
  await page.getByRole('button', { name: 'Restore snapshot-1' }).waitFor()
  await cluster.create('ConfigMap', { metadata: { name: 'later' } })
  await page.getByRole('button', { name: 'Restore snapshot-1' }).click()
  await page.getByText('It is as in snapshot-1.').waitFor()
  await expect(cluster.get('ConfigMap', { name: 'later' })).rejects.toThrow('not found')
  await page.getByRole('button', { name: 'Fork to a port' }).click()
  const fork = await page.getByRole('list', { name: 'Forks' }).getByRole('link').innerText()
  expect((await fetch(`${fork}/version`)).status).toBe(200)
  await shoot(page, 'inspector-do')
  await visit.close()
})

test('holds, releases and expires a watch', async () => {
  const { page } = visit
  const held = () => scene.server.cluster.watches()[0]?.held
  await page.getByRole('button', { name: 'Release all watch-1' }).click()
  await page.getByText('watch-1 lets everything go on.').waitFor()
  await expect.poll(held).toBeUndefined()
  await page.getByRole('button', { name: 'Hold watch-1' }).click()
  await page.getByText('watch-1 holds back what comes.').waitFor()
  await page.getByText('holds back what comes', { exact: true }).waitFor()
  await scene.server.cluster.create('Pod', {
    metadata: { name: 'late', namespace: 'shop' },
    spec: { containers: [{ name: 'main', image: 'main' }] },
  })
  await page.getByText('an event waits').waitFor()
  expect(held()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'late' } } })
  await page.getByRole('button', { name: 'Release one watch-1' }).click()
  await page.getByText('watch-1 let one event go on.').waitFor()
  // The next event of the pod is held back in turn.
  expect(held()).toMatchObject({ type: 'MODIFIED', object: { metadata: { name: 'late' } } })
  await page.getByRole('button', { name: 'Expire watch-1' }).click()
  await page.getByText('None is open.').waitFor()
  await visit.close()
})

test('saves the run as a file, which opens without a server', async () => {
  const { page } = visit
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const download = await saving
  const { cluster } = scene.server
  expect(download.suggestedFilename()).toBe(`revision-${cluster.history.to}.fakecluster.html`)
  const file = resolve(await mkdtemp(join(tmpdir(), 'fakecluster-saved-')), download.suggestedFilename())
  await download.saveAs(file)
  const bundle = await readBundleFile(file)
  expect(bundle.changes).toEqual((await cluster.bundle()).changes)
  const opened = await chromium.open(pathToFileURL(file).href)
  await opened.page.waitForSelector('.link.file')
  await opened.page.getByRole('row', { name: /^web-/ }).first().waitFor()
  await opened.close()
  await visit.close()
  await rm(dirname(file), { recursive: true })
})

test('cuts the connection of one watch only', async () => {
  const { page } = visit
  const pods = `${scene.server.url}/api/v1/namespaces/shop/pods?watch=true&resourceVersion=`
  const { metadata } = await scene.server.cluster.list('Pod', { namespace: 'shop' })
  const [cut, kept] = await Promise.all(
    ['cut-me', 'keep-me'].map(async (agent) =>
      fetch(`${pods}${metadata.resourceVersion}`, { headers: { 'User-Agent': agent } }),
    ),
  )
  const read = cut?.text().then(
    () => 'ended',
    () => 'broke',
  )
  const mine = scene.server.cluster.watches().find(({ userAgent }) => userAgent === 'cut-me')
  await page.getByRole('button', { name: `Cut ${mine?.id}` }).click()
  await page.getByText(`${mine?.id} was cut.`).waitFor()
  expect(await read).toBe('broke')
  await expect.poll(() => page.getByRole('button', { name: /^Cut / }).count()).toBe(2)
  expect(scene.server.cluster.watches().map(({ userAgent }) => userAgent)).toEqual(['dashboard/1.0', 'keep-me'])
  await kept?.body?.cancel()
  await visit.close()
})

test('adds a script, or marks the line of its error', async () => {
  const { page } = visit
  const script = page.getByRole('textbox', { name: 'Script' })
  await script.fill('- before: { verb: get, kind: Lease }\n  then: { status: Confict }\n')
  await page.getByRole('button', { name: 'Add the script' }).click()
  await page
    .getByText(/did you mean/)
    .first()
    .waitFor()
  expect(await page.locator('.numbers .bad').allInnerTexts()).toEqual(['2'])
  await script.fill('- before: { verb: get, kind: Lease }\n  then: { status: Conflict }\n')
  await page.getByRole('button', { name: 'Add the script' }).click()
  await page.getByText('script-2 is in force.').waitFor()
  expect((await fetch(`${scene.server.url}/apis/coordination.k8s.io/v1/namespaces/default/leases/x`)).status).toBe(409)
  await visit.close(/422/)
})

test('edits an object as YAML, validated by the server', async () => {
  const { page } = visit
  await page.goto(`${scene.page}#kind=apps/v1/Deployment&object=shop/web`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const field = page.getByRole('textbox', { name: 'Object as YAML' })
  const text = await field.inputValue()
  await field.fill(text.replace('replicas: 5', 'replicas: -1'))
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('must be greater than or equal to 0').first().waitFor()
  await field.fill(text.replace('replicas: 5', 'replicas: 2'))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  const deployment = await scene.server.cluster.get('Deployment', { namespace: 'shop', name: 'web' })
  expect(deployment?.spec?.replicas).toBe(2)
  await visit.close(/422/)
})
