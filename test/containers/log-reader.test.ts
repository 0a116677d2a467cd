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

test('a reader that goes on from what it knows says what the log is', () => {
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

test('a log is worked out once for all who read it at a time, and anew where the script has changed', () => {
  const read = createLogReader()
  const run = { id: 'a', start: 0 }
  const play = { logs: [{ text: 'tick', every: '1s' }] }
  const first = read(play, run, 5000)
  expect(read({ ...play }, run, 5000)).toBe(first)
  expect(read({ logs: [{ text: 'tock', every: '1s' }] }, run, 5000)[0]?.text).toBe('tock')
})
