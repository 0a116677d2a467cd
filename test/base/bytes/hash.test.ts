import { expect, test } from 'vitest'
import { contentHash } from '../../../src/base/bytes/hash.js'

test('the hash of a text is always the same', () => {
  expect(contentHash('')).toBe(contentHash(''))
  expect(contentHash('abc')).toMatchInlineSnapshot(`"1CC93DBC4F1EBFD07BB9130407C3CCB4"`)
})

test('similar texts have hashes that differ in each part', () => {
  const texts = Array.from({ length: 5000 }, (_, i) => `{"paths":{"a${i}":${i % 7}}}`)
  for (const part of [0, 8, 16, 24])
    expect(new Set(texts.map((text) => contentHash(text).slice(part, part + 8))).size).toBe(texts.length)
  expect(texts.every((text) => /^[0-9A-F]{32}$/.test(contentHash(text)))).toBe(true)
})
