import { type Deployment, isRolling, wantedBy } from './deployment.js'

/** A number of pods, or a percentage such as `25%`. */
type Amount = number | string

/** How many pods a rollout may have above the desired number (`surge`), and how many of these may be unavailable. */
type Fenceposts = { readonly surge: number; readonly unavailable: number }

/**
 * Resolves maxSurge and maxUnavailable (ResolveFenceposts): percentages of maxSurge are rounded up, of maxUnavailable
 * down; if both are zero, one pod may be unavailable, as otherwise nothing could proceed.
 */
export function resolveFenceposts(deployment: Deployment): Fenceposts {
  if (!isRolling(deployment)) return { surge: 0, unavailable: 0 }
  const wanted = wantedBy(deployment)
  const { maxUnavailable = 0 } = deployment.spec?.strategy?.rollingUpdate ?? {}
  const surge = surgeOf(deployment)
  const down = amountOf(maxUnavailable, wanted, Math.floor)
  const unavailable = surge === 0 && down === 0 ? 1 : down
  return { surge, unavailable: Math.min(wanted, unavailable) }
}

/** Returns the maxSurge of a Deployment, as a number of pods. */
export const surgeOf = (deployment: Deployment): number =>
  amountOf(deployment.spec?.strategy?.rollingUpdate?.maxSurge ?? 0, wantedBy(deployment), Math.ceil)

/** Returns a number of pods that may be a percentage of others. */
export const amountOf = (amount: Amount, of: number, round: (value: number) => number) =>
  typeof amount === 'number' ? amount : round((Number(amount.slice(0, -1)) * of) / 100)
