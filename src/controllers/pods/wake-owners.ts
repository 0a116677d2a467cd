import { hasEnded } from '../../kinds/shared/pods.js'
import { jsonEqual } from '../../base/json/json.js'
import { type LabelSelector, selects } from '../../model/registry/label-selector.js'
import { type KubeObject, changedObject, identityOf } from '../../schema/object.js'
import type { OwnerReference } from '../../schema/metadata.js'
import type { Key, ObjectChange, Reader } from '../runtime/types.js'
import { controllerOf } from './owner.js'
import { readiness } from './pod-state.js'

/** The kind of the owners of some objects, and their selectors. */
export type Owners = {
  readonly kind: string
  readonly selectorOf: (owner: KubeObject) => LabelSelector | undefined
}

/**
 * Returns the owners affected by a change of an object: its controller, its previous controller and, if it is an orphan
 * whose labels or owners have changed, all owners that may adopt it.
 */
export function* concernedOwners(change: Pick<ObjectChange, 'prev' | 'next'>, world: Reader, owners: Owners) {
  const { prev, next } = change
  const before = prev && controllerOf(prev)
  const after = next && controllerOf(next)
  const { namespace = '' } = changedObject(change).metadata
  if (after?.kind === owners.kind) yield keyOf(after, namespace)
  if (before?.kind === owners.kind && before.uid !== after?.uid) yield keyOf(before, namespace)
  if (!next || after || next.metadata.deletionTimestamp) return
  const { labels } = next.metadata
  if (prev && before?.uid === undefined && jsonEqual(labels, prev.metadata.labels)) return
  for (const owner of world.list<KubeObject>(owners.kind, { namespace }))
    if (selects(owners.selectorOf(owner), labels)) yield identityOf(owner)
}

const keyOf = ({ apiVersion, kind, name }: OwnerReference, namespace: string): Key => ({
  apiVersion,
  kind,
  namespace,
  name,
})

/**
 * Returns whether a change of a pod matters to the owners of replicas: its creation or deletion, and changes of its
 * readiness, end, labels or owners. Its node and other status do not matter.
 */
export function changesCount({ prev, next }: Pick<ObjectChange, 'prev' | 'next'>): boolean {
  if (!prev || !next) return true
  const [a, b] = [prev.metadata, next.metadata]
  return (
    (prev['status'] !== next['status'] && changesReadiness(prev, next)) ||
    a.deletionTimestamp !== b.deletionTimestamp ||
    (a.labels !== b.labels && !jsonEqual(a.labels, b.labels)) ||
    (a.ownerReferences !== b.ownerReferences && !jsonEqual(a.ownerReferences, b.ownerReferences))
  )
}

function changesReadiness(prev: KubeObject, next: KubeObject): boolean {
  const [before, after] = [readiness(prev), readiness(next)]
  return (
    hasEnded(prev) !== hasEnded(next) ||
    (before === undefined) !== (after === undefined) ||
    before?.lastTransitionTime !== after?.lastTransitionTime
  )
}
