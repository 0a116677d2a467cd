import { expect, test } from 'vitest'
import { createRecentTexts } from '../../../src/base/lists/recent-texts.js'

const texts = Array.from({ length: 70 }, (_, i) => String(i))

test('what was asked for lately is kept, and the rest forgotten', () => {
  const recent = createRecentTexts<number>()
  recent.set('first', -1)
  for (const [i, text] of texts.entries()) recent.set(text, i)
  // Asked for among the new ones, it stays when the others go.
  expect(recent.get('first')).toBe(-1)
  for (const [i, text] of texts.entries()) recent.set(`${text} again`, i)
  expect(['first', '0', '69 again'].map(recent.get)).toEqual([-1, undefined, 69])
  const long = 'a'.repeat(10_000)
  recent.set(long, 1)
  expect(recent.get(long)).toBeUndefined()
})

test('it is not worth asking for most texts once many were new, until one is known again', () => {
  const recent = createRecentTexts<string>()
  const asked = texts.filter((text) => {
    if (!recent.isPromising()) return false
    if (recent.get(text) === undefined) recent.set(text, text)
    return true
  })
  expect(asked.length).toBeGreaterThan(16)
  expect(asked.length).toBeLessThan(40)
  recent.get(asked[0]!)
  expect(texts.slice(0, 4).map(recent.isPromising)).toEqual([true, true, true, true])
})
