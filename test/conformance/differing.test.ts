import { expect, test } from 'vitest'
import type { Reply, Story } from '../../tools/record/story.js'
import { differingOf, withDiffering } from './versions/differing.js'

const story = (replies: readonly (Reply | null)[]): readonly Story[] => [
  { story: 'Lease/life', kind: 'Lease', steps: replies.map(() => ({})), replies },
]

test('only what differs from v1.33 is kept of another version', () => {
  const before = story([{ a: 1 }, { b: 1 }, null, { d: 1 }])
  const recorded = story([{ a: 1 }, { b: 2 }, { c: 2 }, null])
  const differing = differingOf(before, recorded)
  expect(differing).toEqual({ 'Lease/life': { 1: { b: 2 }, 3: null } })
  expect(withDiffering(before, differing)).toEqual(story([{ a: 1 }, { b: 2 }, null, null]))
})

test('what a server of v1.33 gives otherwise too is not compared; warnings of a build without a version do not count', () => {
  const before = story([{ a: 1 }, { b: 1 }])
  const recorded = story([{ a: 2 }, { b: 1, warning: 'deprecated' }])
  const control = story([{ a: 3 }, { b: 1, warning: 'deprecated' }])
  expect(differingOf(before, recorded, control)).toEqual({
    'Lease/life': { 0: null, 1: { b: 1, warning: 'deprecated' } },
  })
})

test('a story that was not recorded is told', () => {
  expect(() => differingOf(story([]), [])).toThrow('Lease/life is not recorded')
})
