import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chromium, startChromium } from '../chromium.js'
import { type Scene, playScene } from './scene.js'

let chromium: Chromium
let scene: Scene
beforeAll(async () => {
  ;[chromium, scene] = await Promise.all([startChromium(), playScene()])
})
afterAll(async () => {
  await Promise.all([chromium?.close(), scene?.close()])
})

async function open(place: string) {
  const visit = await chromium.open(`${scene.page}#${place}`, { viewport: { width: 1360, height: 800 } })
  await visit.page.waitForSelector('.link.live')
  return visit
}

/**
 * Describes the focused element by role or tag and name, with UNMARKED or UNSEEN if its focus is not visible; empty if
 * there is none.
 */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const it = document.activeElement
    if (!it || it === document.body) return ''
    const frame = it.closest('.table:has(table:focus-visible), .text-with-lines')
    const isMarked = [it, frame].some((each) => each && getComputedStyle(each).outlineStyle !== 'none')
    const { top, left, bottom, right } = (frame ?? it).getBoundingClientRect()
    const isInSight = right > left && bottom > top && top < innerHeight && bottom > 0 && left < innerWidth && right > 0
    const name = it.getAttribute('aria-label') ?? it.textContent.trim()
    return [it.getAttribute('role') ?? it.localName, name, isMarked ? '' : 'UNMARKED', isInSight ? '' : 'UNSEEN'].filter(Boolean).join(' ')
  })()`)

async function press(page: Page, ...keys: readonly string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

/** Presses a key until the wanted element has the focus; returns all elements that had it on the way. */
async function walkTo(page: Page, wanted: string, key = 'Tab'): Promise<readonly string[]> {
  const stops: string[] = []
  while (stops.length < 100) {
    await page.keyboard.press(key)
    const stop = await focused(page)
    stops.push(stop)
    if (stop === wanted) return stops
  }
  throw new Error(`no ${wanted} in ${stops.join(', ')}`)
}

test.each([
  ['kind=apps/v1/Deployment&object=shop/web&tab=family', ['grid Deployment', 'treeitem Deployment web']],
  ['kind=apps/v1/Deployment&object=shop/web', ['tab Object', 'region YAML']],
  ['view=then', ['input Revision', 'grid Changes', 'region Before and after']],
  ['view=then&show=compare', ['button Compare with this moment', 'region Before and after']],
  ['view=requests&request=7', ['grid Requests', 'button Close', 'region Reply']],
  ['view=do', ['button Advance', 'button Cut watch-1', 'textarea Script', 'button Add the script']],
])('Tab and Shift+Tab reach all of %s with a visible focus, and leave it again', async (place, among) => {
  const { page, close } = await open(place)
  const stops = await walkTo(page, '')
  expect(stops).toEqual(expect.arrayContaining([...among]))
  expect(stops.filter((stop) => stop.endsWith('UNMARKED') || stop.endsWith('UNSEEN'))).toEqual([])
  // A long list is a single tab stop.
  expect(stops.length).toBeLessThan(40)
  const back: string[] = []
  for (const _ of stops.slice(1)) {
    await press(page, 'Shift+Tab')
    back.unshift(await focused(page))
  }
  expect(back).toEqual(stops.slice(0, -1))
  await close()
})

test('the keyboard leads from a kind to an object, its panel, its family and back', async () => {
  const { page, close } = await open('kind=v1/Pod')
  await walkTo(page, 'button Pod5')
  await press(page, 'ArrowDown')
  expect(await focused(page)).toBe('button Service1')
  await walkTo(page, 'button Deployment1', 'ArrowDown')
  await press(page, 'Enter')
  await walkTo(page, 'grid Deployment')
  await press(page, 'ArrowDown')
  const panel = page.getByRole('complementary', { name: 'apps/v1/Deployment shop/web' })
  await panel.waitFor()
  const row = await page.getByRole('grid').getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${row}"]`).getAttribute('aria-selected')).toBe('true')
  await press(page, 'Enter')
  expect(await focused(page)).toContain('aside apps/v1/Deployment shop/web')
  await walkTo(page, 'tab Object')
  await walkTo(page, 'tab Family', 'ArrowRight')
  await walkTo(page, 'treeitem Deployment web')
  await press(page, 'End')
  expect(await focused(page)).toMatch(/^treeitem Pod web-/)
  await press(page, 'Home', 'ArrowDown', 'Enter')
  await page.getByRole('complementary', { name: /ReplicaSet/ }).waitFor()
  await press(page, 'Escape')
  await expect.poll(() => page.getByRole('complementary').count()).toBe(0)
  expect(await focused(page)).toBe('grid ReplicaSet')
  await close()
})

test('arrow keys choose a view and a revision; links to another view move the focus there', async () => {
  const { page, close } = await open('kind=v1/Pod')
  await walkTo(page, 'tab Now')
  await press(page, 'ArrowRight')
  expect(await focused(page)).toMatch(/^tab Problems/)
  await press(page, 'ArrowRight')
  expect(await focused(page)).toBe('tab Then')
  await walkTo(page, 'input Revision')
  const slider = page.getByRole('slider', { name: 'Revision' })
  const last = Number(await slider.inputValue())
  await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowRight')
  await expect.poll(() => slider.inputValue()).toBe(String(last - 1))
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^revision \d+, \d\d:/)
  await press(page, 'Home')
  await expect.poll(() => slider.inputValue()).toBe('0')
  await walkTo(page, 'grid Changes')
  await press(page, 'End', 'Enter')
  expect(await focused(page)).toMatch(/^tabpanel /)
  await page.evaluate('location.hash = "view=requests&request=9"')
  const link = page.getByRole('complementary').getByRole('button', { name: /^\d+$/ }).first()
  await link.focus()
  await press(page, 'Enter')
  await page.getByRole('slider', { name: 'Revision' }).waitFor()
  expect(await focused(page)).toMatch(/^tabpanel /)
  await close()
})

test('an object is edited by keyboard; Escape keeps the text', async () => {
  const { page, close } = await open('kind=apps/v1/Deployment&object=shop/web')
  await walkTo(page, 'button Edit')
  await press(page, 'Enter')
  await page.getByRole('textbox', { name: 'Object as YAML' }).waitFor()
  await walkTo(page, 'textarea Object as YAML')
  await press(page, 'Control+Home', 'x', 'Escape')
  expect(await page.getByRole('textbox', { name: 'Object as YAML' }).inputValue()).toMatch(/^xapiVersion/)
  await press(page, 'Backspace')
  await walkTo(page, 'button Check')
  await press(page, 'Enter')
  await page.getByText('The server would take it.').waitFor()
  await close()
})

test.each(['kind=v1/Pod', 'view=problems', 'view=then', 'view=requests'])(
  '/ moves to the filter of %s, Escape empties and leaves it, ? shows the keys',
  async (place) => {
    const { page, close } = await open(place)
    await press(page, '/')
    expect(await focused(page)).toMatch(/^input Text/)
    await page.keyboard.type('a?/')
    const field = page.locator('input:focus')
    expect(await field.inputValue()).toBe('a?/')
    await press(page, 'Escape')
    expect(await field.inputValue()).toBe('')
    await press(page, 'Escape')
    expect(await focused(page)).toBe('')
    await press(page, '?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await press(page, 'Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await close()
  },
)

test.each([
  'kind=apps/v1/Deployment&object=shop/web',
  'view=problems&kind=v1/Pod&object=shop/none',
  'view=requests&request=7',
])('Escape closes what is open at %s wherever the focus is', async (place) => {
  const { page, close } = await open(place)
  await page.getByRole('complementary').waitFor()
  await press(page, 'Escape')
  await expect.poll(() => page.getByRole('complementary').count()).toBe(0)
  await close()
})
