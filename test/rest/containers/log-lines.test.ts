import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog, createLogs } from '../../../src/rest/containers/log-lines.js'
import type { LogLine } from '../../../src/rest/containers/types.js'

const line: fc.Arbitrary<string | LogLine> = fc.oneof(
  fc.constant('begun'),
  fc.record({ text: fc.constantFrom('a', 'b'), after: fc.nat(15_000) }),
  fc.record({
    text: fc.constantFrom('tick', 'x'.repeat(3000)),
    after: fc.nat(50),
    every: fc.integer({ min: 1, max: 7 }),
  }),
)

test('a log that is read several times has the same lines as one that is read once', () => {
  const times = fc.array(fc.integer({ min: -10, max: 20_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), times, (logs, asked) => {
      const run = { id: 'a', start: 0 }
      const log = createLog({ logs }, run)
      for (const now of asked) expect(log.upTo(now)).toEqual(createLog({ logs }, run).upTo(now))
    }),
    { numRuns: 60 },
  )
})

test('lines that are kept are not made again, also once older ones have been dropped', () => {
  const log = createLog({ logs: [{ text: 'tick', every: 1 }] }, { id: 'a', start: 0 })
  const before = log.upTo(30_000)
  const after = log.upTo(30_001)
  expect(before).toHaveLength(10_000)
  expect(after).toHaveLength(10_000)
  expect(after[0]).toBe(before[1])
  expect(after.at(-2)).toBe(before.at(-1))
})

test('logs are remembered for all readers, until the script changes', () => {
  const logOf = createLogs()
  const run = { id: 'a', start: 0 }
  const play = { logs: [{ text: 'tick', every: '1s' }] }
  const first = logOf(play, run).upTo(5000)
  expect(logOf({ ...play }, run).upTo(5000)).toBe(first)
  expect(logOf({ logs: [{ text: 'tock', every: '1s' }] }, run).upTo(5000)[0]?.text).toBe('tock')
})
