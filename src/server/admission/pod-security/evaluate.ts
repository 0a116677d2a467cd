import { baselineChecks } from './baseline.js'
import { restrictedChecks } from './restricted.js'
import type { SecurityCheck, CheckedPod, LevelVersion, Violation } from './types.js'

const all: readonly SecurityCheck[] = [...baselineChecks, ...restrictedChecks]

/** Returns the violations of a level by a pod, in the order they are reported. */
export function violations({ metadata, spec = {} }: CheckedPod, asked: LevelVersion): readonly Violation[] {
  return checksOf(asked).flatMap(({ check }) => check(spec, metadata?.annotations ?? {}) ?? [])
}

/**
 * Returns the checks of a level in a version: the newest version of each that existed, without those that another check
 * overrides.
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

/** Formats violations with their details: `hostPort (container "a" uses hostPort 80), privileged (…)`. */
export const detailed = (found: readonly Violation[]): string =>
  found.map(({ reason, detail }) => (detail ? `${reason} (${detail})` : reason)).join(', ')
