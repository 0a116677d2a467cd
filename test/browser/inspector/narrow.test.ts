import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chromium, startChromium } from '../chromium.js'
import { hindrances } from './axe.js'
import { type Scene, playScene } from './scene.js'

let chromium: Chromium
let scene: Scene
beforeAll(async () => {
  ;[chromium, scene] = await Promise.all([startChromium(), playScene()])
})
afterAll(async () => {
  await Promise.all([chromium?.close(), scene?.close()])
})

async function open(place: string, width: number) {
  const visit = await chromium.open(`${scene.page}#${place}`, { viewport: { width, height: 800 } })
  await visit.page.waitForSelector('.link.live')
  return visit
}

/** The left and right edge of the first element of a selector. */
const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .boundingBox()
    .then((box) => ({ left: box?.x ?? NaN, right: (box?.x ?? NaN) + (box?.width ?? NaN) }))

test.each([
  ['kind=v1/Pod', 'table'],
  ['kind=apps/v1/Deployment&object=shop/web', '.yaml'],
  ['view=problems', '.problem-list'],
  ['view=then', '.sides'],
  ['view=then&show=life', '.life'],
  ['view=then&show=state', '.then-detail table'],
  ['view=then&show=compare', '.differences'],
  ['view=requests', 'table'],
  ['view=requests&request=7', '.facts'],
  ['view=do', '.card'],
])('%s fits a screen of 390 pixels, with %s at least 250 wide', async (place, selector) => {
  const { page, close } = await open(place, 390)
  await page.locator(selector).first().waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  const box = await page.locator(selector).first().boundingBox()
  expect(box?.width).toBeGreaterThan(250)
  expect(await hindrances(page)).toEqual([])
  await close()
})

test('less important columns are hidden on a narrow screen', async () => {
  const { page, close } = await open('view=then', 400)
  await page.locator('.change-list tbody td').first().waitFor()
  expect((await edges(page, '.change-list th:last-child')).right).toBeCloseTo(400, -1)
  expect(await page.locator('.change-list th').filter({ visible: true }).allInnerTexts()).toEqual([
    'Revision',
    'Change',
  ])
  await page.setViewportSize({ width: 1360, height: 800 })
  await expect.poll(() => page.locator('.change-list th').filter({ visible: true }).count()).toBe(4)
  await close()
})

test('the text of a revision does not overlap the slider, however long it is', async () => {
  const { page, close } = await open('view=then', 1360)
  await page.locator('output').waitFor()
  await page.evaluate(`document.querySelector('output').textContent = '2024-01-01 revision 91340062, 04:13:28.344'`)
  const [words, slider] = await Promise.all([edges(page, 'output'), edges(page, '.slider input')])
  expect(words.right).toBeLessThanOrEqual(slider.left + 8)
  await close()
})

test('a column grows with its text', async () => {
  const { page, close } = await open('kind=v1/Pod', 1360)
  const { cluster } = scene.server
  const { items } = await cluster.list('Pod', { namespace: 'shop' })
  const ref = { namespace: 'shop', name: items[0]?.metadata.name ?? '' }
  const reason = 'AVeryLongReasonForAllOfThis'
  await cluster.patch('Pod', ref, { status: { reason } }, { subresource: 'status' })
  const cell = page.getByRole('gridcell', { name: reason })
  await cell.waitFor()
  await expect.poll(() => cell.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await cluster.patch('Pod', ref, { status: { reason: null } }, { subresource: 'status' })
  await close()
})

test('no cell of a table cuts off its text', async () => {
  const { page, close } = await open('kind=v1/Pod', 1360)
  await page.getByRole('gridcell', { name: 'Running' }).first().waitFor()
  const cut = await page.evaluate(
    `[...document.querySelectorAll('td')].filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)`,
  )
  expect(cut).toEqual([])
  await close()
})
