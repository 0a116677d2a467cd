import { baselineChecks } from './baseline.js'
import { restrictedChecks } from './restricted.js'
import type { SecurityCheck, CheckedPod, LevelVersion, Violation } from './types.js'

const all: readonly SecurityCheck[] = [...baselineChecks, ...restrictedChecks]

/** What a pod does that a level does not allow, in the order it is told. */
export function violations({ metadata, spec = {} }: CheckedPod, asked: LevelVersion): readonly Violation[] {
  return checksOf(asked).flatMap(({ check }) => check(spec, metadata?.annotations ?? {}) ?? [])
}

/**
 * The checks of a level as they were in a version: of each the newest that was there, without those that others make
 * idle.
 */
function checksOf({ level, minor }: LevelVersion): readonly SecurityCheck[] {
  if (level === 'privileged') return []
  const known = all.filter(({ since }) => minor === 'latest' || since <= minor)
  const current = known.filter(
    (check) =>
      (level === 'restricted' || check.level === 'baseline') &&
      !known.some(({ id, since }) => id === check.id && since > check.since),
  )
  const idle = new Set(current.map(({ overrides }) => overrides))
  return current.filter(({ id }) => !idle.has(id))
}

/** What is wrong, with who does it: `hostPort (container "a" uses hostPort 80), privileged (…)`. */
export const detailed = (found: readonly Violation[]): string =>
  found.map(({ reason, detail }) => (detail ? `${reason} (${detail})` : reason)).join(', ')
