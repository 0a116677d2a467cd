import { expect, test } from 'vitest'
import { createWatchLog } from '../../src/rest/watch/watch-log.js'

const event = (name: string, revision: number) => ({
  type: 'ADDED' as const,
  object: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', resourceVersion: String(revision) },
  },
})

test('events are recorded only after begin()', () => {
  const told = createWatchLog({ events: 10, bytes: 1e6 })
  told.sent('watch-1', 0, event('a', 1), false)
  expect(told.after(0)).toEqual([])
  told.begin()
  told.sent('watch-1', 5, event('b', 2), true)
  expect(told.after(0)).toEqual([
    { number: 1, watch: 'watch-1', time: 5, type: 'ADDED', namespace: 'default', name: 'b', revision: 2, torn: true },
  ])
})

test.each([
  ['events', { events: 3, bytes: 1e6 }],
  ['bytes', { events: 1000, bytes: 3 * (120 + 2 * 'default'.length + 2) }],
])('the newest events are kept, within the limit of %s', (_, limit) => {
  const told = createWatchLog(limit)
  told.begin()
  for (let i = 1; i <= 50; i++) {
    told.sent('watch-1', i, event('a', i), false)
    expect(told.after(0).map(({ number }) => number)).toEqual([i - 2, i - 1, i].filter((number) => number > 0))
    expect(told.after(i - 1).map(({ number }) => number)).toEqual([i])
    expect(told.after(i)).toEqual([])
  }
})

test('a limit of zero events keeps none', () => {
  const told = createWatchLog({ events: 0, bytes: 1e6 })
  told.begin()
  told.became('watch-1', 0, 'opened', 1)
  expect(told.after(0)).toEqual([])
})
