import type { Glance } from '../../cluster/bundle/bundle-parts.js'
import type { Bundle, BundleKind, BundleRequest } from '../../cluster/bundle/types.js'
import { type Past, createPast } from './past.js'
import { type World, changedWorld, kindId, worldOf } from './rows.js'

/** A Bundle with the worlds derived from it. Immutable; newer data results in a new session. */
export type Session = {
  readonly bundle: Bundle
  readonly past: Past
  readonly now: World
  /**
   * The number of objects per kind while the Bundle is still being loaded; until then `now` has the objects of the
   * first view only.
   */
  readonly counts?: Glance['counts']
}

/** The query for what is newer than a Bundle. */
export type Newer = { readonly since: number; readonly requests: number; readonly told: number }

/** Opens a Bundle. */
export function openBundle(bundle: Bundle): Session {
  return { bundle, past: createPast(bundle), now: changedWorld(worldOf(bundle.start), bundle.changes) }
}

/** Opens the first part of a Bundle that is still being loaded. */
export function glanceAt(bundle: Bundle, { counts, objects }: Glance): Session {
  return { bundle, past: createPast(bundle), now: worldOf(objects), counts }
}

/** Returns the query for later data; requests are queried again from the oldest that was unanswered. */
export function newerThan({ to, requests, told }: Bundle): Newer {
  const open = requests.find(({ duration }) => duration === undefined)
  return {
    since: to,
    requests: open ? open.sequence - 1 : (requests.at(-1)?.sequence ?? 0),
    told: told.at(-1)?.number ?? 0,
  }
}

/**
 * Adds newer data. If the cluster was restored to another state, or the history does not reach back far enough, the
 * server sends everything, which is opened anew.
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
  // Newer requests are in order and complete from their first one on.
  return [...before.filter(({ sequence }) => sequence < first.sequence), ...newer]
}
