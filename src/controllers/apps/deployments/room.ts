import { type Deployment, isRolling, wantedBy } from './deployment.js'

/** A number of pods, or a share of all as `25%`. */
type Amount = number | string

/** By how many pods a rollout may be above what is asked for (`surge`), and how many of these may be unavailable. */
type Room = { readonly surge: number; readonly unavailable: number }

/**
 * The room of a Deployment's rollout (ResolveFenceposts): a share of its surge is rounded up, of what may be
 * unavailable down; where both come to nothing one may be unavailable, as else nothing could ever happen.
 */
export function roomOf(deployment: Deployment): Room {
  if (!isRolling(deployment)) return { surge: 0, unavailable: 0 }
  const wanted = wantedBy(deployment)
  const { maxUnavailable = 0 } = deployment.spec?.strategy?.rollingUpdate ?? {}
  const surge = surgeOf(deployment)
  const down = amountOf(maxUnavailable, wanted, Math.floor)
  const unavailable = surge === 0 && down === 0 ? 1 : down
  return { surge, unavailable: Math.min(wanted, unavailable) }
}

/** By how many pods a Deployment may be above what it asks for. */
export const surgeOf = (deployment: Deployment): number =>
  amountOf(deployment.spec?.strategy?.rollingUpdate?.maxSurge ?? 0, wantedBy(deployment), Math.ceil)

const amountOf = (amount: Amount, of: number, round: (value: number) => number) =>
  typeof amount === 'number' ? amount : round((Number(amount.slice(0, -1)) * of) / 100)
