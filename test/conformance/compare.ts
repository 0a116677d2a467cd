import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../src/base/json.js'
import { byOwner } from '../../tools/record/normalize.js'
import type { Reply, Story } from '../../tools/record/story.js'

/** How a reply compares with the real server's: identical, identical but for managedFields, or different. */
export type Verdict = 'same' | 'owners' | 'differs'

/** One reply that was compared. */
export type Compared = {
  readonly story: string
  readonly step: number
  readonly verdict: Verdict
  /** What differs, member by member; managedFields only where nothing else does. */
  readonly differences: readonly string[]
}

/** Compares the replies of a story with the recorded ones; those not recorded or not asked are passed over, and those `skips` names. */
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

// Through text, so that members that are undefined are absent. The recorder once sorted owners under other names.
const plain = (value: Reply, owners: boolean): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, member: unknown) => {
      if (key !== 'managedFields') return member
      return owners && Array.isArray(member) ? byOwner(member) : undefined
    }),
  )

/** What differs between two values, member by member. */
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
