import type { LabelSelector } from '../../../model/registry/label-selector.js'
import { type KubeObject, identityOf } from '../../../schema/object.js'
import { controllerOf, refOf } from '../../pods/owner.js'
import { concernedOwners } from '../../pods/wake-owners.js'
import type { Controller, Key, ObjectChange, Reader, ToldKey } from '../../runtime/types.js'

/** Rolls a Deployment's template out to its pods, with a ReplicaSet for each template it has had. */
export const deployments: Controller = {
  name: 'deployments',
  user: 'system:serviceaccount:kube-system:deployment-controller',
  retries: { most: 15 },
  watches: {
    Deployment: 'own',
    ReplicaSet: ownersOfSet,
    Pod: goneFromRecreated,
  },
  load: () => import('./sync-deployment.js'),
}

/**
 * Passes a deleted ReplicaSet to its owner: when the first of a deleted collection is handled, it is not known yet that
 * others are deleted with it.
 */
function* ownersOfSet(change: ObjectChange, world: Reader): Iterable<Key | ToldKey> {
  const { prev, next } = change
  for (const key of concernedOwners(change, world, { kind: 'Deployment', selectorOf }))
    yield prev && !next ? { key, told: prev } : key
}

// of a Deployment
const selectorOf = ({ spec }: KubeObject) => (spec as { selector?: LabelSelector } | undefined)?.selector

/** Wakes a Deployment with strategy Recreate, which waits for its last old pod to be removed. */
function* goneFromRecreated({ prev, next }: ObjectChange, world: Reader): Iterable<Key> {
  const setRef = prev && !next ? ownerRef(prev, 'ReplicaSet') : undefined
  const set = setRef && world.get('ReplicaSet', setRef)
  const ref = set && set.metadata.uid === setRef.uid ? ownerRef(set, 'Deployment') : undefined
  const deployment = ref && world.get('Deployment', ref)
  if (deployment?.metadata.uid === ref?.uid && deployment?.spec?.strategy?.type === 'Recreate')
    yield identityOf(deployment)
}

/** Returns a reference to the controller of an object, if it is of a kind. */
function ownerRef(object: KubeObject, kind: string) {
  const ref = controllerOf(object)
  return ref?.kind === kind ? { namespace: refOf(object).namespace, name: ref.name, uid: ref.uid } : undefined
}
