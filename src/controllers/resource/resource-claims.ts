import type { ObjectOf } from '../../kinds/object-types.js'
import type { Controller, Key, ObjectChange, Reader } from '../runtime/types.js'
import { claimNamesOf, isDone } from './pod-claims.js'

const NOTHING: readonly Key[] = []

/** Makes claims of devices from the templates that pods name, and frees those that no pod uses any longer. */
export const resourceClaims: Controller<'Pod' | 'ResourceClaim'> = {
  name: 'resource-claims',
  user: 'system:serviceaccount:kube-system:resource-claim-controller',
  watches: { Pod: ofPod, ResourceClaim: ofClaim },
  load: () => import('./sync-resource-claims.js'),
}

function ofPod({ prev, next }: ObjectChange<'Pod'>, world: Reader): readonly Key[] {
  const pod = next ?? prev
  if (!pod?.spec?.resourceClaims || !world.serves('ResourceClaim')) return NOTHING
  const { namespace, deletionTimestamp } = pod.metadata
  const claims = !next || isDone(next) ? claimNamesOf(pod).map((name) => claimKey(namespace, name)) : NOTHING
  return next && deletionTimestamp === undefined ? [...claims, podKey(next)] : claims
}

/** Wakes a claim, and the pods that use it. */
function ofClaim({ prev, next }: ObjectChange<'ResourceClaim'>, world: Reader): readonly Key[] {
  const { namespace = '', name = '' } = (next ?? prev)?.metadata ?? {}
  const users = world.list('v1/Pod', { namespace }).filter((pod) => claimNamesOf(pod).includes(name))
  return [...(next ? [claimKey(namespace, name)] : []), ...users.map(podKey)]
}

const podKey = ({ metadata: { namespace = '', name = '' } }: ObjectOf<'Pod'>): Key => ({
  ...{ apiVersion: 'v1', kind: 'Pod' },
  namespace,
  name,
})

const claimKey = (namespace = '', name: string): Key => ({
  ...{ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim' },
  namespace,
  name,
})
