import type { Controller, Key, ObjectChange } from '../runtime/types.js'
import type { PodWithClaims } from './pod-claims.js'

const NOTHING: readonly Key[] = []

/** Creates the claims of pods' ephemeral volumes, which are deleted along with the pods, and recreates deleted ones. */
export const ephemeralVolumes: Controller = {
  name: 'ephemeral-volumes',
  user: 'system:serviceaccount:kube-system:ephemeral-volume-controller',
  watches: { Pod: created, PersistentVolumeClaim: lost },
  load: () => import('./sync-ephemeral-volumes.js'),
}

/** Wakes new pods only: the volumes of a pod never change. */
function created({ prev, next }: ObjectChange): readonly Key[] {
  const pod: PodWithClaims | undefined = prev ? undefined : next
  return pod?.spec?.volumes?.some(({ ephemeral }) => ephemeral)
    ? [keyOf(pod.metadata.namespace, pod.metadata.name)]
    : NOTHING
}

/** Wakes the pod that owns a deleted claim. */
function lost({ prev, next }: ObjectChange): readonly Key[] {
  if (next || !prev) return NOTHING
  const { namespace, ownerReferences = [] } = prev.metadata
  return ownerReferences.flatMap(({ kind, name, controller }) =>
    kind === 'Pod' && controller ? [keyOf(namespace, name)] : [],
  )
}

const keyOf = (namespace = '', name = ''): Key => ({ apiVersion: 'v1', kind: 'Pod', namespace, name })
