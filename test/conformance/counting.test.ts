import { expect, test } from 'vitest'
import { type Compared, compareStory } from './compare.js'
import { countShares, fallen, newlyDiffering } from './shares.js'
import type { Story } from '../../tools/record/story.js'

const reply = (name: string, manager: string) => ({
  status: 200,
  body: { metadata: { name, managedFields: [{ manager }] } },
})
const story: Story = {
  story: 'Lease/life',
  kind: 'Lease',
  steps: [{ method: 'GET' }, { method: 'GET' }, { method: 'GET' }, { method: 'GET' }, { method: 'DELETE' }],
  replies: [reply('a', 'm'), reply('a', 'm'), reply('a', 'm'), null, reply('a', 'm')],
}
const compare = (...got: readonly ReturnType<typeof reply>[]) =>
  compareStory(story, got, ({ method }) => method === 'DELETE')

test('replies are identical, differ in managedFields alone, or differ', () => {
  const want: readonly Compared[] = [
    { story: 'Lease/life', step: 0, verdict: 'same', differences: [] },
    {
      story: 'Lease/life',
      step: 1,
      verdict: 'owners',
      differences: ['.body.metadata.managedFields.0.manager: want "m", got "other"'],
    },
    { story: 'Lease/life', step: 2, verdict: 'differs', differences: ['.body.metadata.name: want "a", got "b"'] },
  ]
  expect(compare(reply('a', 'm'), reply('a', 'other'), reply('b', 'other'), reply('x', 'x'), reply('x', 'x'))).toEqual(
    want,
  )
})

test('a share that falls is named, and so are the replies that brought it down', () => {
  const before = compare(reply('a', 'm'), reply('a', 'other'), reply('b', 'm'))
  const now = compare(reply('a', 'other'), reply('b', 'm'), reply('a', 'm'))
  const written = countShares(before)
  const share = { all: 3, same: 1, sameButOwners: 2 }
  expect(written).toEqual({ kind: { Lease: share }, topic: { life: share }, differing: { 'Lease/life': '1m 2' } })
  expect(fallen(written, countShares(now))).toEqual([])
  expect(newlyDiffering(written, now).map(({ step }) => step)).toEqual([0, 1])
  const worse = compare(reply('a', 'm'), reply('b', 'm'), reply('b', 'm'))
  expect(fallen(written, countShares(worse))).toEqual(
    ['Lease', 'life'].map((name) => `${name}: 1 of 3 (2 without managedFields) → 1 of 3 (1 without managedFields)`),
  )
})
