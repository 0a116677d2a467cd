import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { partsBetween, placesOf } from '../../../src/cel/functions/text-search.js'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\ud800'), maxLength: 30 })
const search = fc.string({ unit: fc.constantFrom('a', 'b', '\ud800'), minLength: 1, maxLength: 5 })

test('placesOf and partsBetween agree with indexOf and split', () => {
  fc.assert(
    fc.property(search, letters, fc.nat({ max: 5 }), (what, text, most) => {
      const places = placesOf(what, text)
      expect([places[0] ?? -1, places.at(-1) ?? -1]).toEqual([text.indexOf(what), text.lastIndexOf(what)])
      expect(places.every((at) => text.startsWith(what, at))).toBe(true)
      const parts = text.split(what)
      expect(partsBetween(text, what)).toEqual(parts)
      const some = partsBetween(text, what, most + 1)
      expect([some.length, some.join(what)]).toEqual([Math.min(parts.length, most + 1), text])
    }),
  )
})

test('placesOf takes a number of steps linear in both texts', () => {
  const read = vi.spyOn(String.prototype, 'charCodeAt')
  const stepsOf = (what: string, text: string) => {
    read.mockClear()
    expect(placesOf(what, text)).toEqual([])
    return read.mock.calls.length
  }
  const [a, half] = ['a'.repeat(2000), 'a'.repeat(1000)]
  try {
    for (const what of [`b${half}`, `${half}b`, `${half}b${half}`, `${'ab'.repeat(500)}b`])
      expect(stepsOf(what, a)).toBeLessThan(10 * (a.length + what.length))
  } finally {
    read.mockRestore()
  }
})
