import { compareSemver } from '../../base/rules/semver.js'
import type { ObjectOf } from '../../kinds/object-types.js'

/** A candidate for a Lease. */
export type Candidate = ObjectOf<'LeaseCandidate'>

const binary = ({ spec }: Candidate) => spec?.binaryVersion ?? ''
const emulation = ({ spec }: Candidate) => spec?.emulationVersion ?? ''

/** Returns the strategy of the candidates with the newest binary version; undefined if they disagree. */
export function strategyOf(candidates: readonly Candidate[]): NonNullable<Candidate['spec']>['strategy'] | undefined {
  const newest = candidates.filter((each) =>
    candidates.every((other) => compareSemver(binary(each), binary(other)) >= 0),
  )
  const [strategy, ...others] = new Set(newest.map(({ spec }) => spec?.strategy))
  return others.length === 0 ? strategy : undefined
}

/**
 * Returns the candidate with the oldest emulation version, then the oldest binary version, then the oldest creation
 * time.
 */
export function bestCandidate(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>(
    (best, each) => (best && compare(best, each) <= 0 ? best : each),
    undefined,
  )
}

const compare = (a: Candidate, b: Candidate): number =>
  compareSemver(emulation(a), emulation(b)) ||
  compareSemver(binary(a), binary(b)) ||
  Date.parse(a.metadata.creationTimestamp ?? '') - Date.parse(b.metadata.creationTimestamp ?? '')

/** Parses a time to milliseconds since 1970; NaN if it is absent, which is neither before nor after any other. */
export const timeOf = (time: string | null | undefined): number => (time ? Date.parse(time) : NaN)
