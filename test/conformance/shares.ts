import { readFileSync, writeFileSync } from 'node:fs'
import type { Compared, Verdict } from './compare.js'
import { groupBy } from './group-by.js'

/** The number of replies, and of those that are identical with and without managedFields. */
export type Share = { readonly all: number; readonly same: number; readonly sameButOwners: number }

/**
 * The result of a run: shares by kind and by topic, and the steps that differ, by story (`3` differs, `3m` in
 * managedFields only).
 */
export type Reached = {
  readonly kind: Readonly<Record<string, Share>>
  readonly topic: Readonly<Record<string, Share>>
  readonly differing: Readonly<Record<string, string>>
}

/** The result of every run, by its name. */
export type Shares = Readonly<Record<string, Reached>>

const file = new URL('shares.json', import.meta.url)

/** Reads shares.json. */
export const readShares = (): Shares => JSON.parse(readFileSync(file, 'utf8')) as Shares // written by writeShares

/** Writes shares.json, with a line for each share. */
export function writeShares(shares: Shares): void {
  const lines = (members: Readonly<Record<string, unknown>>) =>
    Object.entries(members)
      .map(([name, value]) => `      ${JSON.stringify(name)}: ${spaced(value)}`)
      .join(',\n')
  const part = ([name, members]: readonly [string, Readonly<Record<string, unknown>>]) =>
    Object.keys(members).length === 0 ? `    "${name}": {}` : `    "${name}": {\n${lines(members)}\n    }`
  const text = Object.entries(shares).map(
    ([name, reached]) => `  ${JSON.stringify(name)}: {\n${Object.entries(reached).map(part).join(',\n')}\n  }`,
  )
  writeFileSync(file, `{\n${text.join(',\n')}\n}\n`)
}

// As Prettier formats a short object.
const spaced = (value: unknown) =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : JSON.stringify(value).replace('{', '{ ').replace('}', ' }').replaceAll(':', ': ').replaceAll(',', ', ')

/** Counts replies by kind and by topic. */
export function countShares(compared: readonly Compared[]): Reached {
  const by = (part: 0 | 1) => {
    const groups = groupBy(compared, ({ story }) => story.split('/')[part]!)
    return Object.fromEntries(
      [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, group]) => [name, shareOf(group)]),
    )
  }
  const differing = groupBy(
    compared.filter(({ verdict }) => verdict !== 'same'),
    ({ story }) => story,
  )
  return {
    kind: by(0),
    topic: by(1),
    differing: Object.fromEntries([...differing].map(([story, replies]) => [story, replies.map(marked).join(' ')])),
  }
}

/** Counts a group of replies. */
export const shareOf = (compared: readonly Compared[]): Share => ({
  all: compared.length,
  same: compared.filter(({ verdict }) => verdict === 'same').length,
  sameButOwners: compared.filter(({ verdict }) => verdict !== 'differs').length,
})

const marked = ({ step, verdict }: Compared) => `${step}${verdict === 'owners' ? 'm' : ''}`

/** Lists the shares that are lower than those of shares.json. */
export function fallen(before: Reached, now: Reached): readonly string[] {
  return (['kind', 'topic'] as const).flatMap((part) =>
    Object.entries(before[part]).flatMap(([name, then]) => {
      const { all, same, sameButOwners } = now[part][name] ?? { all: 0, same: 0, sameButOwners: 0 }
      return same < then.same || sameButOwners < then.sameButOwners || all < then.all
        ? [`${name}: ${text(then)} → ${text({ all, same, sameButOwners })}`]
        : []
    }),
  )
}

const text = ({ all, same, sameButOwners }: Share) => `${same} of ${all} (${sameButOwners} without managedFields)`

const RANK: { readonly [verdict in Verdict]: number } = { same: 0, owners: 1, differs: 2 }

/** Lists the replies that differ more from the real server than shares.json says. */
export function newlyDiffering({ differing }: Reached, compared: readonly Compared[]): readonly Compared[] {
  return compared.filter(({ story, step, verdict }) => RANK[verdict] > RANK[writtenVerdict(differing[story], step)])
}

function writtenVerdict(steps: string | undefined, step: number): Verdict {
  const marks = steps?.split(' ') ?? []
  return marks.includes(`${step}`) ? 'differs' : marks.includes(`${step}m`) ? 'owners' : 'same'
}
