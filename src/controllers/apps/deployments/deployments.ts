import type { LabelSelector } from '../../../registry/label-selector.js'
import { identityOf } from '../../../schema/identity.js'
import type { KubeObject } from '../../../schema/object.js'
import { controllerOf, refOf } from '../../pods/owner.js'
import { concernedOwners } from '../../pods/wake-owners.js'
import type { Controller, Key, ObjectChange, Reader, ToldKey } from '../../runtime/types.js'

/** Brings the pods of a Deployment to its template, by ReplicaSets: one for each template it has had. */
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
 * Whoever loses a ReplicaSet is told which: that the others of a collection go with it is not known when the first has
 * gone.
 */
function* ownersOfSet(change: ObjectChange, world: Reader): Iterable<Key | ToldKey> {
  const { prev, next } = change
  for (const key of concernedOwners(change, world, { kind: 'Deployment', selectorOf }))
    yield prev && !next ? { key, told: prev } : key
}

// Of a Deployment.
const selectorOf = ({ spec }: KubeObject) => (spec as { selector?: LabelSelector } | undefined)?.selector

/** A Deployment that is recreated waits for its last pod to go. */
function* goneFromRecreated({ prev, next }: ObjectChange, world: Reader): Iterable<Key> {
  const setRef = prev && !next ? ownerRef(prev, 'ReplicaSet') : undefined
  const set = setRef && world.get('ReplicaSet', setRef)
  const ref = set && set.metadata.uid === setRef.uid ? ownerRef(set, 'Deployment') : undefined
  const deployment = ref && world.get('Deployment', ref)
  if (deployment?.metadata.uid === ref?.uid && deployment?.spec?.strategy?.type === 'Recreate')
    yield identityOf(deployment)
}

/** Where the controller of an object is, if it is of a kind. */
function ownerRef(object: KubeObject, kind: string) {
  const ref = controllerOf(object)
  return ref?.kind === kind ? { namespace: refOf(object).namespace, name: ref.name, uid: ref.uid } : undefined
}
