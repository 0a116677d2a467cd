import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chromium, type Visit, startChromium } from '../chromium.js'
import { hindrances } from './axe.js'
import { type Scene, playScene } from './scene.js'
import { shoot } from './shoot.js'

let chromium: Chromium
let scene: Scene
beforeAll(async () => {
  ;[chromium, scene] = await Promise.all([startChromium(), playScene()])
})
afterAll(async () => {
  await Promise.all([chromium?.close(), scene?.close()])
})

/** Opens the page at a place, and waits until it is live. */
async function open(place = '', colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
  const visit = await chromium.open(`${scene.page}#${place}`, { colorScheme, viewport: { width: 1360, height: 800 } })
  await visit.page.waitForSelector('.link.live')
  return visit
}

describe('Now', () => {
  test('shows kinds with counts, a table, and an object with its field managers, Events and family', async () => {
    const { page, close } = await open('kind=apps/v1/Deployment')
    await page.getByRole('row', { name: 'web' }).click()
    const detail = page.getByRole('complementary')
    await detail.getByText('kubectl-client-side-apply').first().waitFor()
    expect(await page.getByRole('button', { name: /^Deployment/ }).innerText()).toMatch(/1$/)
    expect(await detail.getByRole('table', { name: 'Conditions' }).innerText()).toContain('MinimumReplicasAvailable')
    await shoot(page, 'inspector-now')
    await detail.getByRole('tab', { name: /Events/ }).click()
    await detail.getByText('ScalingReplicaSet').first().waitFor()
    await detail.getByRole('tab', { name: 'Family' }).click()
    expect(await detail.getByRole('treeitem', { name: /^Pod / }).count()).toBe(5)
    await detail
      .getByRole('treeitem', { name: /^ReplicaSet / })
      .first()
      .click()
    await page.getByRole('complementary', { name: /ReplicaSet/ }).waitFor()
    await page.goBack()
    await page.getByRole('complementary', { name: /Deployment shop\/web/ }).waitFor()
    await close()
  })

  test('filters by text, labels and namespace, and shows the error of an invalid selector', async () => {
    const { page, close } = await open('kind=v1/Pod')
    const tally = page.locator('.tally')
    await page.getByLabel('Label selector').fill('app=none')
    await expect.poll(() => tally.innerText()).toBe('0 of 5 objects')
    await page.getByLabel('Label selector').fill('tier in (front')
    await page.getByText('unable to parse requirement').waitFor()
    await page.getByLabel('Label selector').fill('tier=front')
    await page.getByLabel('Namespace').selectOption('shop')
    await expect.poll(() => tally.innerText()).toBe('5 objects')
    await page.getByRole('searchbox', { name: 'Text' }).fill('no such pod')
    await page.getByText('Nothing matches the filter.').waitFor()
    await close()
  })

  test('shows changes live', async () => {
    const { page, close } = await open('kind=v1/ConfigMap')
    const { cluster } = scene.server
    await cluster.create('ConfigMap', { metadata: { name: 'fresh' } })
    const row = page.getByRole('row', { name: 'fresh' })
    await expect.poll(() => row.count()).toBe(1)
    await cluster.delete('ConfigMap', { name: 'fresh' })
    await expect.poll(() => row.count()).toBe(0)
    await close()
  })

  test('moves through a table by arrow keys', async () => {
    const { page, close } = await open('kind=v1/Pod')
    await page.getByRole('grid', { name: 'Pod' }).focus()
    await page.keyboard.press('ArrowDown')
    const first = await page.locator('tr.open').innerText()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.locator('tr.open').innerText()).not.toBe(first)
    await close()
  })
})

describe('Then', () => {
  test('shows a timeline by origin, a slider, and the state at any revision', async () => {
    const { page, close } = await open('view=then')
    for (const name of ['kubectl', 'shop-operator', 'replica-sets']) await page.getByRole('button', { name }).waitFor()
    const slider = page.getByRole('slider', { name: 'Revision' })
    const total = Number(await slider.getAttribute('max'))
    expect(total).toBeGreaterThan(100)
    await slider.fill('30')
    await page.getByRole('tab', { name: 'State then' }).click()
    await expect.poll(() => page.locator('output').innerText()).toContain('revision')
    const then = await page.getByRole('navigation', { name: 'Kinds' }).innerText()
    await slider.fill(String(total))
    await expect.poll(() => page.getByRole('navigation', { name: 'Kinds' }).innerText()).not.toBe(then)
    await close()
  })

  test('filters the objects of a revision and the changes independently', async () => {
    const { page, close } = await open('kind=v1/Node&view=then&show=state')
    const changes = await page.locator('.change-list .tally').innerText()
    const objects = page.getByRole('region', { name: 'Node objects' })
    await objects.getByRole('searchbox', { name: 'Text' }).fill('control')
    await expect.poll(() => objects.locator('.tally').innerText()).toBe('1 of 3 objects')
    expect(await page.locator('.change-list .tally').innerText()).toBe(changes)
    await page.getByRole('searchbox', { name: 'Text of changes' }).fill('kubectl')
    await expect.poll(() => page.locator('.change-list .tally').innerText()).toMatch(/^2 /)
    expect(await objects.locator('.tally').innerText()).toBe('1 of 3 objects')
    await close()
  })

  test('shows a change with its causes, the life of its object, and two revisions side by side', async () => {
    const { page, close } = await open('view=then')
    const tally = page.locator('.change-list .tally')
    const all = await tally.innerText()
    await page.getByRole('searchbox', { name: 'Text' }).fill('replica-sets pod added')
    await expect.poll(() => tally.innerText()).not.toBe(all)
    // The filtered list begins at its first row, though the unfiltered one was scrolled to its end.
    const first = page.getByRole('row', { name: /replica-sets/ }).first()
    await expect.poll(() => first.innerText()).toContain('shop/web')
    await first.click()
    const chain = page.getByRole('list', { name: 'What led to it' })
    await expect
      .poll(() => chain.innerText())
      .toMatch(/because of ReplicaSet[^]*because of Deployment shop\/web[^]*kubectl/)
    await shoot(page, 'inspector-then')
    await page.getByRole('tab', { name: 'Life of the object' }).click()
    await page.getByText('/spec/nodeName').waitFor()
    await page.getByRole('tab', { name: 'Compare' }).click()
    await page.getByRole('list', { name: 'Objects that differ' }).getByText('shop/web').first().click()
    expect(await page.locator('.come').count()).toBeGreaterThan(3)
    await close()
  })
})

describe('Requests', () => {
  test('shows the journal as a waterfall with hooks marked, and a single request', async () => {
    const { page, close } = await open('view=requests')
    await page.getByRole('searchbox', { name: 'Text' }).fill('shop-operator')
    const refused = page.getByRole('row', { name: /409/ })
    expect(await refused.innerText()).toContain('hook')
    await refused.click()
    await page.getByRole('complementary').getByText('Conflict').first().waitFor()
    await page.getByRole('searchbox', { name: 'Text' }).fill('')
    await shoot(page, 'inspector-requests')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('searchbox', { name: 'Text' }).fill('dashboard')
    expect(
      await page
        .getByRole('row', { name: /dashboard/ })
        .last()
        .innerText(),
    ).toContain('9 s')
    await close()
  })

  test('shows clients only, the newest first, with filters and a switch for controllers', async () => {
    const { page, close } = await open('view=requests')
    const cells = () => page.locator('.request-table tbody td:nth-child(3)').allInnerTexts()
    await page
      .getByRole('row', { name: /shop-operator/ })
      .first()
      .waitFor()
    expect((await cells()).filter((name) => /controllers|agents|scheduler|replica-sets/.test(name))).toEqual([])
    const numbers = await page.locator('.request-table tbody td:first-child').allInnerTexts()
    expect(numbers.map(Number)).toEqual(numbers.map(Number).toSorted((a, b) => b - a))
    await page.getByLabel('Client', { exact: true }).selectOption('shop-operator')
    await page.getByLabel('Status', { exact: true }).selectOption('4xx')
    await expect.poll(() => page.locator('.tally').innerText()).toMatch(/^1 of /)
    await page.getByLabel('Status', { exact: true }).selectOption('')
    await page.getByLabel('Client', { exact: true }).selectOption('')
    await page.getByRole('checkbox', { name: 'Controllers' }).check()
    await page.getByLabel('Client', { exact: true }).selectOption('replica-sets')
    await page
      .getByRole('row', { name: /replica-sets/ })
      .first()
      .waitFor()
    await close()
  })

  test('shows open watches with their sent and held events, and hooks', async () => {
    const { page, close } = await open('view=requests&show=watches')
    await page.getByRole('cell', { name: /^\d+ events$/ }).waitFor()
    await expect.poll(() => page.getByText('held back', { exact: true }).count()).toBeGreaterThan(0)
    await page.getByRole('tab', { name: /Hooks/ }).click()
    await page.getByText('{"status":"Conflict"}').waitFor()
    await close()
  })
})

test.each(['light', 'dark'] as const)('axe finds nothing serious in any view, %s', async (scheme) => {
  const places = ['kind=apps/v1/Deployment&object=shop/web', 'kind=apps/v1/Deployment&object=shop/web&tab=family']
  const others = ['view=problems', 'view=then', 'view=then&show=life', 'view=then&show=compare', 'view=then&show=state']
  const rest = ['view=requests&request=7', 'view=requests&show=watches', 'view=requests&show=hooks', 'view=do']
  const { page, close } = await open('', scheme)
  for (const place of [...places, ...others, ...rest]) {
    await page.evaluate((hash) => (location.hash = hash), place)
    expect({ place, found: await hindrances(page) }).toEqual({ place, found: [] })
  }
  await close()
})

describe('Problems', () => {
  const IMAGE = { name: 'main', image: 'registry.example.com/missing:1' }

  test('shows what is wrong in words, in the list, at the object and in its row', async () => {
    const { cluster } = scene.server
    cluster.containers.play({ image: 'registry.example.com/missing:*', pull: 'ErrImagePull' })
    await cluster.create('Pod', { metadata: { name: 'stuck', namespace: 'shop' }, spec: { containers: [IMAGE] } })
    await cluster.clock.advance('2m')
    const { page, close } = await open('view=problems')
    const list = page.getByRole('group', { name: 'Problems' })
    const line = list.getByRole('button', { name: /^ImagePullBackOff Container main cannot start: Back-off pulling/ })
    await line.click()
    const panel = page.getByRole('complementary', { name: 'v1/Pod shop/stuck' })
    const told = panel.getByRole('list', { name: 'What is wrong with it' })
    await shoot(page, 'inspector-problems')
    expect(await told.innerText()).toContain('Back-off pulling image "registry.example.com/missing:1"')
    expect(await page.getByRole('tab', { name: /^Problems/ }).innerText()).toMatch(/\d$/)
    await page.getByRole('tab', { name: 'Now' }).click()
    const row = page.getByRole('row', { name: /stuck/ })
    await row.getByText('ImagePullBackOff').waitFor()
    expect(await row.locator('.tone.bad').last().getAttribute('title')).toContain('Container main cannot start')
    expect(await row.locator('.tone.good').count()).toBe(0)
    await page.getByRole('tab', { name: /^Problems/ }).click()
    await page.getByRole('searchbox', { name: 'Text of problems' }).fill('no such problem')
    await page.getByText('Nothing matches the filter.').waitFor()
    await cluster.delete('Pod', { namespace: 'shop', name: 'stuck' })
    await cluster.clock.advance('1m')
    await close()
  })

  test('the times of conditions are on one line', async () => {
    const { page, close } = await open('kind=apps/v1/Deployment&object=shop/web')
    await page.setViewportSize({ width: 1280, height: 800 })
    const times = page.getByRole('table', { name: 'Conditions' }).locator('.when')
    await times.first().waitFor()
    await page.evaluate(
      `for (const time of document.querySelectorAll('.when')) time.textContent = '2023-12-31 18:25:05'`,
    )
    const heights = await times.evaluateAll((cells) => cells.map((cell) => cell.clientHeight))
    expect(Math.max(...heights)).toBeLessThan(28)
    await close()
  })
})

test('Logs of a pod show what its containers log, and follow it', async () => {
  const { cluster } = scene.server
  cluster.containers.play({ image: 'logs:*', logs: ['listening', { text: 'tick', after: '1s', every: '1s' }] })
  const containers = [
    { name: 'main', image: 'logs:1' },
    { name: 'side', image: 'nginx:1' },
  ]
  await cluster.create('Pod', { metadata: { name: 'loud', namespace: 'shop' }, spec: { containers } })
  await cluster.clock.advance('5s')
  const { page, close } = await open('kind=v1/Pod&object=shop/loud')
  await page.getByRole('tab', { name: 'Logs' }).click()
  const log = page.getByRole('log')
  await log.getByText('listening').waitFor()
  const before = await log.locator('.log-line').count()
  await cluster.clock.advance('10s')
  await expect.poll(() => log.locator('.log-line').count()).toBe(before + 10)
  expect(await page.getByRole('checkbox', { name: 'Previous' }).isDisabled()).toBe(true)
  expect(await hindrances(page)).toEqual([])
  await page.getByLabel('Container', { exact: true }).selectOption('side')
  await log.getByText('It has logged nothing.').waitFor()
  await cluster.delete('Pod', { namespace: 'shop', name: 'loud' })
  await close()
})
