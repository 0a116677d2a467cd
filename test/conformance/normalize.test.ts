import { describe, expect, test } from 'vitest'
import { normalize } from '../../tools/record/normalize.js'
import { readStories } from './recorded.js'
import type { Reply } from '../../tools/record/story.js'

const now = Date.UTC(2025, 5, 1)
const body = (value: unknown): Reply => ({ status: 200, body: value })

const cases: readonly { readonly what: string; readonly replies: readonly Reply[]; readonly want: readonly Reply[] }[] =
  [
    {
      what: 'uids are numbered as they appear, the same one alike',
      replies: [
        body({ b: '00000000-0000-4000-8000-000000000002', a: 'x 00000000-0000-4000-8000-000000000001 y' }),
        body('00000000-0000-4000-8000-000000000002'),
      ],
      want: [body({ a: 'x uid0 y', b: 'uid1' }), body('uid1')],
    },
    {
      what: 'revisions are ranked by number within the story, and only where they are resourceVersions',
      replies: [
        body({ resourceVersion: '1000', count: '1000' }),
        body({ resourceVersion: '999' }),
        body({ resourceVersion: 'x' }),
      ],
      want: [
        body({ resourceVersion: 'rv1', count: '1000' }),
        body({ resourceVersion: 'rv0' }),
        body({ resourceVersion: 'x' }),
      ],
    },
    {
      what: 'times of the run are masked, others stay',
      replies: [body({ a: '2025-06-01T00:00:01Z', b: '2025-06-01T00:00:01.000001Z', c: '2024-05-01T10:00:00Z' })],
      want: [body({ a: '<time>', b: '<microtime>', c: '2024-05-01T10:00:00Z' })],
    },
    {
      what: 'random suffixes, tokens and ages are masked',
      replies: [body({ name: 'gen-x7k2q', continue: 'eyJ2Ij', cells: ['a', '3s', '5d'] })],
      want: [body({ cells: ['a', '<age>', '<age>'], continue: '<continue>', name: 'gen-<suffix>' })],
    },
    {
      what: 'managers come in the order of their names',
      replies: [
        body({
          managedFields: [
            { manager: 'b', operation: 'Update', apiVersion: 'v1' },
            { manager: 'a', operation: 'Update', apiVersion: 'v1' },
          ],
        }),
      ],
      want: [
        body({
          managedFields: [
            { apiVersion: 'v1', manager: 'a', operation: 'Update' },
            { apiVersion: 'v1', manager: 'b', operation: 'Update' },
          ],
        }),
      ],
    },
    {
      what: 'a list printed in an error is masked, a string is not',
      replies: [
        body({
          message: 'm',
          details: { causes: [{ message: 'Invalid value: []string{"a"}: no' }, { message: 'Invalid value: "a": no' }] },
        }),
      ],
      want: [
        body({
          details: { causes: [{ message: 'Invalid value: <value>: no' }, { message: 'Invalid value: "a": no' }] },
          message: '<message with a value masked>',
        }),
      ],
    },
  ]

test.each(cases)('$what', ({ replies, want }) => {
  expect(normalize(replies, now)).toEqual(want)
})

// The recorder has normalized these already: normalizing them again must change nothing.
describe.each(['stories', 'gates'] as const)('recorded %s', (folder) => {
  test('stay as they are', () => {
    const whole = readStories(folder, 'kubernetes').flatMap(({ story, replies }) => {
      const known = replies.filter((reply) => reply !== null)
      return known.length === replies.length ? [{ story, replies: known }] : []
    })
    expect(whole.length).toBeGreaterThan(2)
    for (const { story, replies } of whole)
      expect({ story, replies: normalize(replies, now) }).toEqual({ story, replies })
  })
})
