import { type Deployment, type ReplicaSet, wantedBy } from './deployment.js'
import { roomOf } from './room.js'

/** Annotations of an object. */
type Annotations = { readonly [name: string]: string }

/** The annotation that counts the templates of a Deployment, of it and of its ReplicaSets. */
export const REVISION = 'deployment.kubernetes.io/revision'
/** Revisions that a ReplicaSet was before. */
const HISTORY = 'deployment.kubernetes.io/revision-history'
/** What the Deployment asked for when its ReplicaSet was last given a size. */
export const DESIRED = 'deployment.kubernetes.io/desired-replicas'
/** That, and what it could be above it. */
export const MOST = 'deployment.kubernetes.io/max-replicas'

/** The most characters that a history of revisions has. */
const LONGEST = 2000
/** Annotations that are no affair of ReplicaSets. */
const OWN: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  HISTORY,
  DESIRED,
  MOST,
  'deprecated.deployment.rollback.to',
])

/** Tells whether an annotation is a Deployment's own, which it does not share with its ReplicaSets. */
export const isOwn = (name: string): boolean => OWN.has(name)

/** The revision of a ReplicaSet: 0 where it has none, undefined where what it has is no number. */
export function revisionOf({ metadata }: Pick<ReplicaSet, 'metadata'>): number | undefined {
  const text = metadata.annotations?.[REVISION]
  return text === undefined ? 0 : integer(text)
}

const integer = (text: string) => (/^[+-]?\d+$/.test(text) ? Number(text) : undefined)

/** A count in an annotation; undefined where it is no number. */
export function countIn({ metadata }: ReplicaSet, name: string): number | undefined {
  const text = metadata.annotations?.[name] ?? ''
  return /^\d+$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined
}

/** What the annotations of a ReplicaSet say of the size of its Deployment. */
export const sizeAnnotations = (deployment: Deployment): Annotations => ({
  [DESIRED]: String(wantedBy(deployment)),
  [MOST]: String(wantedBy(deployment) + roomOf(deployment).surge),
})

/**
 * The annotations of the ReplicaSet of a Deployment's template: those of the Deployment, and its revision, which only
 * grows. A revision it had before is added to its history.
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

/** A history with one more revision; the oldest go where it gets too long. */
function withRevision(history: string, revision: string): Annotations {
  if (history === '') return { [HISTORY]: revision }
  let kept = history.split(',')
  const length = () => [...kept, revision].join(',').length
  while (kept.length > 0 && length() > LONGEST) kept = kept.slice(1)
  return { [HISTORY]: [...kept, revision].join(',') }
}
