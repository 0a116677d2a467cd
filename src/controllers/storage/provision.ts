import type { Steps } from '../../base/turns/steps.js'
import { storedName, storedUid } from '../../schema/object.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import { type Claim, annotations, classOf, isDelayed, isOpen, provisionerOf, sourceOf } from './storage.js'
import type { Key, WorldInSteps } from '../runtime/types.js'
import type { Volume } from './volume.js'

const FINALIZER = 'external-provisioner.volume.kubernetes.io/finalizer'

/** Provisions the volume of a claim, or deletes a released one. */
export function* reconcileInSteps({ kind, namespace, name }: Key, world: WorldInSteps): Steps<void> {
  if (kind === 'PersistentVolume') {
    const volume: Volume | undefined = world.get('v1/PersistentVolume', { name })
    if (volume?.metadata.annotations?.[annotations.provisionedBy] !== undefined) yield* letGo(volume, world)
  } else {
    const claim = world.get('PersistentVolumeClaim', { namespace, name })
    if (claim && isOpen(claim) && !claim.metadata.deletionTimestamp) yield* provision(claim, world)
  }
}

function* provision(claim: Claim, world: WorldInSteps): Steps<void> {
  const driver = provisionerOf(claim)
  const storageClass = classOf(claim, world)
  if (!driver || storageClass?.provisioner !== driver) return
  const { namespace = '', name = '', uid = '', resourceVersion, annotations: notes } = claim.metadata
  if (isDelayed(claim, world) && notes?.[annotations.selectedNode] === undefined) return
  const volume = `pvc-${uid}`
  if (world.get('v1/PersistentVolume', { name: volume })) return
  const say = (type: 'Normal' | 'Warning', reason: string, message: string) =>
    recordCoreEvent(world, claim, { type, reason, message, component: driver })
  yield* say('Normal', 'Provisioning', `External provisioner is provisioning volume for claim "${namespace}/${name}"`)
  const { accessModes, resources, selector, volumeMode } = claim.spec ?? {}
  if (selector)
    return yield* say(
      'Warning',
      'ProvisioningFailed',
      `failed to provision volume with StorageClass "${storageClass.metadata.name}": claim Selector is not supported`,
    )
  const { reclaimPolicy = 'Delete', mountOptions } = storageClass
  yield* world.create('v1/PersistentVolume', {
    metadata: {
      name: volume,
      annotations: { [annotations.provisionedBy]: driver },
      ...(reclaimPolicy === 'Delete' ? { finalizers: [FINALIZER] } : {}),
    },
    spec: {
      capacity: { storage: resources?.requests?.['storage'] },
      accessModes,
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid, resourceVersion },
      persistentVolumeReclaimPolicy: reclaimPolicy,
      storageClassName: storageClass.metadata.name,
      ...(mountOptions ? { mountOptions } : {}),
      volumeMode,
      ...sourceOf(driver, volume),
    },
  })
  yield* say('Normal', 'ProvisioningSucceeded', `Successfully provisioned volume ${volume}`)
}

/** Deletes a released volume; its finalizer protects the backing storage until then. */
function* letGo(released: Volume, world: WorldInSteps): Steps<void> {
  const { metadata, spec, status } = released
  const ref = { name: storedName(released) }
  const deletes = spec?.persistentVolumeReclaimPolicy === 'Delete'
  if (deletes && status?.phase !== 'Released') return
  if (deletes && !metadata.deletionTimestamp)
    yield* world.delete('v1/PersistentVolume', ref, { preconditions: { uid: storedUid(released) } })
  const volume = world.get('v1/PersistentVolume', ref)
  const finalizers = volume?.metadata.finalizers ?? []
  if (!volume || !finalizers.includes(FINALIZER)) return
  const left = finalizers.filter((each) => each !== FINALIZER)
  yield* world.patch('v1/PersistentVolume', ref, {
    metadata: { uid: volume.metadata.uid, finalizers: left.length > 0 ? left : null },
  })
}
