import type { Controller, Key, ObjectChange } from '../runtime/types.js'
import type { PodWithClaims } from './pod-claims.js'

const NOTHING: readonly Key[] = []

/**
 * Makes the claims of the ephemeral volumes of pods, which go with them, and makes them again where somebody deletes
 * them.
 */
export const ephemeralVolumes: Controller = {
  name: 'ephemeral-volumes',
  user: 'system:serviceaccount:kube-system:ephemeral-volume-controller',
  watches: { Pod: created, PersistentVolumeClaim: lost },
  load: () => import('./sync-ephemeral-volumes.js'),
}

/** The volumes of a pod stay as they are, and so does what they need. */
function created({ prev, next }: ObjectChange): readonly Key[] {
  const pod: PodWithClaims | undefined = prev ? undefined : next
  return pod?.spec?.volumes?.some(({ ephemeral }) => ephemeral)
    ? [keyOf(pod.metadata.namespace, pod.metadata.name)]
    : NOTHING
}

/** A claim of such a volume names the pod it is for as its owner. */
function lost({ prev, next }: ObjectChange): readonly Key[] {
  if (next || !prev) return NOTHING
  const { namespace, ownerReferences = [] } = prev.metadata
  return ownerReferences.flatMap(({ kind, name, controller }) =>
    kind === 'Pod' && controller ? [keyOf(namespace, name)] : [],
  )
}

const keyOf = (namespace = '', name = ''): Key => ({ apiVersion: 'v1', kind: 'Pod', namespace, name })
