import type { Steps } from '../../base/turns/steps.js'
import { StatusError, failure } from '../../base/errors/status.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { strangeClaim } from './pod-claims.js'

type Pod = ObjectOf<'Pod'>
type Volume = NonNullable<NonNullable<Pod['spec']>['volumes']>[number]

/**
 * Creates the missing claims of a pod's ephemeral volumes (kube-controller-manager, pkg/controller/volume/ephemeral).
 */
export function* reconcileInSteps({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined | void> {
  const pod = world.get('Pod', { namespace, name })
  if (!pod || pod.metadata.deletionTimestamp) return
  for (const volume of pod.spec?.volumes ?? []) if (volume.ephemeral) yield* claimFor(pod, volume, world)
}

function* claimFor(pod: Pod, volume: Volume, world: WorldInSteps): Steps<void> {
  try {
    yield* makeClaim(pod, volume, world)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const message = `ephemeral volume ${volume.name}: ${error.message}`
    const remark = { type: 'Warning', reason: 'FailedBinding', message, component: 'ephemeral_volume' } as const
    yield* recordCoreEvent(world, { ...pod, apiVersion: 'v1', kind: 'Pod' }, remark)
    throw error
  }
}

function* makeClaim(pod: Pod, volume: Volume, world: WorldInSteps) {
  const { namespace = '', name: podName = '', uid = '' } = pod.metadata
  const name = `${podName}-${volume.name}`
  const found = world.get('PersistentVolumeClaim', { namespace, name })
  if (found) {
    const strange = strangeClaim(pod, found)
    if (strange === undefined) return
    throw failure(409, 'Conflict', strange)
  }
  const { metadata: { annotations, labels } = {}, spec } = volume.ephemeral?.volumeClaimTemplate ?? {}
  const owner = { apiVersion: 'v1', kind: 'Pod', name: podName, uid, controller: true, blockOwnerDeletion: true }
  try {
    yield* world.create('PersistentVolumeClaim', {
      metadata: {
        name,
        namespace,
        ownerReferences: [owner],
        ...(annotations ? { annotations } : {}),
        ...(labels ? { labels } : {}),
      },
      ...(spec ? { spec } : {}),
    })
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    throw new StatusError({ ...error.status, message: `create PVC ${name}: ${error.message}` })
  }
}
