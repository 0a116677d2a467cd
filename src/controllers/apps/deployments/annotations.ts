import { type Deployment, type ReplicaSet, wantedBy } from './deployment.js'
import { resolveFenceposts } from './fenceposts.js'

/** The annotations of an object. */
type Annotations = { readonly [name: string]: string }

/** The annotation with the revision of a Deployment, on it and on its ReplicaSets. */
export const REVISION = 'deployment.kubernetes.io/revision'
/** The annotation with the earlier revisions of a ReplicaSet. */
const HISTORY = 'deployment.kubernetes.io/revision-history'
/** The annotation with the replicas of the Deployment when the ReplicaSet was last scaled. */
export const DESIRED = 'deployment.kubernetes.io/desired-replicas'
/** The same plus maxSurge. */
export const MOST = 'deployment.kubernetes.io/max-replicas'

/** Longest revision history, in characters. */
const LONGEST = 2000
/** Annotations that are not copied to ReplicaSets. */
const OWN: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  HISTORY,
  DESIRED,
  MOST,
  'deprecated.deployment.rollback.to',
])

/** Returns whether an annotation is the Deployment's own, and not copied to its ReplicaSets. */
export const isOwn = (name: string): boolean => OWN.has(name)

/** Returns the revision of a ReplicaSet: 0 if it has none, undefined if the annotation is not a number. */
export function revisionOf({ metadata }: Pick<ReplicaSet, 'metadata'>): number | undefined {
  const text = metadata.annotations?.[REVISION]
  return text === undefined ? 0 : integer(text)
}

const integer = (text: string) => (/^[+-]?\d+$/.test(text) ? Number(text) : undefined)

/** Returns a count from an annotation; undefined if it is not a number. */
export function countIn({ metadata }: ReplicaSet, name: string): number | undefined {
  const text = metadata.annotations?.[name] ?? ''
  return /^\d+$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined
}

/** Returns the annotations of a ReplicaSet for the size of its Deployment. */
export const sizeAnnotations = (deployment: Deployment): Annotations => ({
  [DESIRED]: String(wantedBy(deployment)),
  [MOST]: String(wantedBy(deployment) + resolveFenceposts(deployment).surge),
})

/**
 * Returns the annotations of a Deployment's current ReplicaSet: those of the Deployment, and the revision, which never
 * decreases. An earlier revision is added to the history.
 */
export function annotationsOf(deployment: Deployment, before: Annotations, revision: number): Annotations {
  const handed = Object.entries(deployment.metadata.annotations ?? {}).filter(([name]) => !isOwn(name))
  const copied: Annotations = { ...before, ...Object.fromEntries(handed) }
  const old = before[REVISION]
  const oldRevision = old ? integer(old) : 0
  if (oldRevision === undefined || oldRevision >= revision) return copied
  const history = old === undefined ? {} : withRevision(before[HISTORY] ?? '', old)
  return { ...copied, [REVISION]: String(revision), ...history }
}

/** Appends a revision to a history; drops the oldest if it gets too long. */
function withRevision(history: string, revision: string): Annotations {
  const most = LONGEST - revision.length - 1
  let start = 0
  while (history.length - start > most && start < history.length)
    start = history.indexOf(',', start) + 1 || history.length
  return { [HISTORY]: start === history.length ? revision : `${history.slice(start)},${revision}` }
}
