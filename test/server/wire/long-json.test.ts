import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeJson } from '../../../src/base/json/json.js'
import { longJson } from '../../../src/server/wire/long-json.js'

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

const decoded = (pieces: readonly Uint8Array[] = []): string => Buffer.concat(pieces).toString()

/** A text that is a little longer than what is encoded at once. */
const longText = (part: string) => `a${part.repeat(Math.ceil(40_000 / part.length))}`
const long = fc.oneof(
  fc.constantFrom('"', '\\', '<&>', '\u2028', '😀', 'é', '\n', 'x').map(longText),
  fc.string({ unit: 'binary' }).map((part) => longText(`${part}-`)),
)
const part = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), long)
const name = fc.oneof(fc.string(), fc.nat().map(String), fc.constant('__proto__'))
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    part,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(name, tie('any'), { maxKeys: 4 }),
  ),
})).any

test('pieces of a long value are the bytes of its JSON', () => {
  fc.assert(
    fc.property(value, long, (member, filler) => {
      const whole = { member, filler, last: [member, 1, member] }
      // A failure would print megabytes.
      expect(decoded(longJson(whole, '\n')) === `${encodeJson(whole)}\n`).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('names that are integers are in byte order in long maps too', () => {
  const map = Object.fromEntries(range(20_000).map((i) => [i % 3 === 0 ? `k${i}` : String(i), `v${i}`]))
  const text = decoded(longJson({ map }, ''))
  expect(text).toBe(encodeJson({ map }))
  expect(text.indexOf('"10000":')).toBeLessThan(text.indexOf('"2":'))
})

test('bigints in a long list are written as numbers', () => {
  const list = range(20_000).map((i) => BigInt(i) + 2n ** 60n)
  expect(decoded(longJson({ list }, ''))).toBe(encodeJson({ list }))
})

test('a short value has no pieces', () => {
  expect(longJson({ a: ['b'] }, '\n')).toBeUndefined()
})
