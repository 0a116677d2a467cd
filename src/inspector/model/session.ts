import type { Glance } from '../../bundle/parts.js'
import type { Bundle, BundleKind, BundleRequest } from '../../bundle/types.js'
import { type Past, createPast } from './past.js'
import { type World, changedWorld, kindId, worldOf } from './rows.js'

/** A bundle with the worlds that can be made of it. Never changed; what is newer makes another. */
export type Session = {
  readonly bundle: Bundle
  readonly past: Past
  readonly now: World
  /**
   * While the bundle is still coming: how many objects there are of each kind. Of them `now` has those of the first
   * view only.
   */
  readonly counts?: Glance['counts']
}

/** What is to be asked for to learn what is newer than a bundle. */
export type Newer = { readonly since: number; readonly requests: number; readonly told: number }

/** Opens a bundle. */
export function openBundle(bundle: Bundle): Session {
  return { bundle, past: createPast(bundle), now: changedWorld(worldOf(bundle.start), bundle.changes) }
}

/** Opens what there is of a bundle that is still coming. */
export function glanceAt(bundle: Bundle, { counts, objects }: Glance): Session {
  return { bundle, past: createPast(bundle), now: worldOf(objects), counts }
}

/** What to ask for next: what came later, and again the requests from the oldest that had no answer. */
export function newerThan({ to, requests, told }: Bundle): Newer {
  const open = requests.find(({ duration }) => duration === undefined)
  return {
    since: to,
    requests: open ? open.sequence - 1 : (requests.at(-1)?.sequence ?? 0),
    told: told.at(-1)?.number ?? 0,
  }
}

/**
 * Adds what was told as newer. Where the cluster has gone back to an earlier state, or no longer holds what comes
 * after, all was told: that is opened anew.
 */
export function addNewer(session: Session, newer: Bundle): Session {
  const { bundle } = session
  const told = newer.told.length > 0 ? [...bundle.told, ...newer.told] : bundle.told
  if (newer.from !== bundle.to) {
    const requests = mergeRequests(bundle.requests, newer.requests)
    return openBundle({ ...newer, requests, told })
  }
  const next: Bundle = {
    ...newer,
    kinds: mergeKinds(bundle.kinds, newer.kinds),
    from: bundle.from,
    start: bundle.start,
    changes: newer.changes.length > 0 ? [...bundle.changes, ...newer.changes] : bundle.changes,
    requests: mergeRequests(bundle.requests, newer.requests),
    told,
  }
  if (newer.changes.length === 0) return { ...session, bundle: next }
  return { bundle: next, past: createPast(next, session.past), now: changedWorld(session.now, newer.changes) }
}

function mergeKinds(before: readonly BundleKind[], newer: readonly BundleKind[]): readonly BundleKind[] {
  const known = new Set(before.map(kindId))
  const added = newer.filter((kind) => !known.has(kindId(kind)))
  return added.length > 0 ? [...before, ...added] : before
}

function mergeRequests(before: readonly BundleRequest[], newer: readonly BundleRequest[]): readonly BundleRequest[] {
  const [first] = newer
  if (!first) return before
  // They come in order, each with all that is known of it by now.
  return [...before.filter(({ sequence }) => sequence < first.sequence), ...newer]
}
