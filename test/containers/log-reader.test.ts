import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLogReader, linesUpTo } from '../../src/containers/log-lines.js'
import type { LogLine } from '../../src/containers/types.js'

const line: fc.Arbitrary<string | LogLine> = fc.oneof(
  fc.constant('begun'),
  fc.record({ text: fc.constantFrom('a', 'b'), after: fc.nat(50) }),
  fc.record({
    text: fc.constantFrom('tick', 'x'.repeat(3000)),
    after: fc.nat(50),
    every: fc.integer({ min: 1, max: 7 }),
  }),
)

test('a reader that continues from its cache returns the same lines as a fresh one', () => {
  const times = fc.array(fc.integer({ min: -10, max: 20_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), times, (logs, asked) => {
      const read = createLogReader()
      const run = { id: 'a', start: 0 }
      for (const now of asked) expect(read({ logs }, run, now)).toEqual(linesUpTo({ logs }, run, now))
    }),
    { numRuns: 60 },
  )
})

test('a log is computed once for all readers at a time, and again when the script changes', () => {
  const read = createLogReader()
  const run = { id: 'a', start: 0 }
  const play = { logs: [{ text: 'tick', every: '1s' }] }
  const first = read(play, run, 5000)
  expect(read({ ...play }, run, 5000)).toBe(first)
  expect(read({ logs: [{ text: 'tock', every: '1s' }] }, run, 5000)[0]?.text).toBe('tock')
})
