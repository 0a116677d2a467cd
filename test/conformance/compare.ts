import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../src/base/json/json.js'
import { byOwner } from '../../tools/record/normalize.js'
import type { Reply, Story } from '../../tools/record/story.js'

/** How a reply compares with that of the real server: identical, identical except for managedFields, or different. */
export type Verdict = 'same' | 'owners' | 'differs'

/** The comparison of one reply. */
export type Compared = {
  readonly story: string
  readonly step: number
  readonly verdict: Verdict
  /** The differences, field by field; those of managedFields only if there are no others. */
  readonly differences: readonly string[]
}

/**
 * Compares the replies of a story with the recorded ones, without steps that `skips` selects or that have no reply on
 * either side.
 */
export function compareStory(
  story: Story,
  got: readonly (Reply | undefined)[],
  skips: (step: Story['steps'][number]) => boolean,
): readonly Compared[] {
  return story.replies.flatMap((want, step) => {
    const reply = got[step]
    if (want === null || reply === undefined || skips(story.steps[step]!)) return []
    return [{ story: story.story, step, ...compareReply(want, reply) }]
  })
}

function compareReply(want: Reply, got: Reply): Pick<Compared, 'verdict' | 'differences'> {
  const differences = diff(plain(want, false), plain(got, false), '')
  if (differences.length > 0) return { verdict: 'differs', differences }
  const owners = diff(plain(want, true), plain(got, true), '')
  return owners.length > 0 ? { verdict: 'owners', differences: owners } : { verdict: 'same', differences: [] }
}

// By way of JSON, which drops undefined fields. Owners are sorted, as the recorder once sorted them under other names.
const plain = (value: Reply, owners: boolean): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, member: unknown) => {
      if (key !== 'managedFields') return member
      return owners && Array.isArray(member) ? byOwner(member) : undefined
    }),
  )

/** Returns the differences between two values, field by field. */
export function diff(want: unknown, got: unknown, path: string): readonly string[] {
  if (isDeepStrictEqual(want, got)) return []
  const members = membersOf(want)
  const others = membersOf(got)
  if (!members || !others || Array.isArray(want) !== Array.isArray(got))
    return [`${path || '.'}: want ${brief(want)}, got ${brief(got)}`]
  return [...new Set([...Object.keys(members), ...Object.keys(others)])].flatMap((name) =>
    diff(members[name], others[name], `${path}.${name}`),
  )
}

const membersOf = (value: unknown) =>
  isObject(value) ? value : Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : undefined

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
