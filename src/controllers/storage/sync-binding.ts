import type { Steps } from '../../base/turns/steps.js'
import { identityOf } from '../../schema/identity.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { awaitedClaims } from './awaited-claims.js'
import type { PodWithClaims } from './pod-claims.js'
import { classNameOf } from '../../model/registry/storage-classes.js'
import { isOpen, annotations, claimKey, isDelayed } from './storage.js'
import { syncClaim } from './sync-claim.js'
import type { Volume } from './volume.js'
import { change } from '../change.js'
import { storedName, storedUid } from '../../schema/stored-metadata.js'
import { setVolumePhase } from './bind.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import { findVolume } from './volume-match.js'

/**
 * The resync period of claims, in milliseconds (--pvclaimbinder-sync-period): the real controller is not woken by pods.
 */
const ROUND = 15_000

/** Syncs a claim or a volume; a class that has become the default wakes the claims without a class. */
export function* reconcileInSteps({ kind, namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined> {
  if (kind === 'Pod') return lookNextRound({ namespace, name }, world)
  if (kind === 'PersistentVolume') {
    const volume: Volume | undefined = world.get('v1/PersistentVolume', { name })
    if (volume) yield* syncVolume(volume, world)
  } else if (kind === 'StorageClass') {
    for (const claim of world.list('PersistentVolumeClaim'))
      if (isOpen(claim) && classNameOf(claim) === undefined) world.wake(identityOf(claim))
  } else {
    const claim = world.get('PersistentVolumeClaim', { namespace, name })
    if (claim) yield* syncClaim(claim, world)
  }
  return undefined
}

/** Wakes the claims that a new pod waits for at the next round, if it still waits then. */
function lookNextRound(ref: Pick<Key, 'namespace' | 'name'>, world: WorldInSteps): Again | undefined {
  const pod: PodWithClaims | undefined = world.get('v1/Pod', ref)
  const claims = pod ? awaitedClaims(pod, world) : []
  const now = world.now()
  const due = world.memory as number | undefined // as remembered below
  if (claims.length > 0 && (due === undefined || now < due)) {
    const round = due ?? (Math.floor(now / ROUND) + 1) * ROUND
    world.remember(round)
    return { at: round }
  }
  world.remember(undefined)
  for (const key of claims) world.wake(key)
  return undefined
}

/** Syncs the phase of a volume with its claim. */
export function* syncVolume(volume: Volume, world: WorldInSteps): Steps<void> {
  const { claimRef } = volume.spec ?? {}
  const { name } = volume.metadata
  if (!claimRef?.uid) {
    yield* setVolumePhase(volume, 'Available', world)
    if (claimRef) world.wake(claimKey(claimRef.namespace ?? '', claimRef.name ?? ''))
    else offer(volume, world)
    return
  }
  const { namespace = '', name: claimName = '' } = claimRef
  const found = world.get('PersistentVolumeClaim', { namespace, name: claimName })
  const claim = found?.metadata.uid === claimRef.uid ? found : undefined
  if (!claim) yield* release(volume, world)
  else if (!claim.spec?.volumeName) world.wake(claimKey(namespace, claimName))
  else if (claim.spec.volumeName === name) {
    yield* setVolumePhase(volume, 'Bound', world)
    // A volume that a user has reserved is only bound once the claim says so.
    if (claim.metadata.annotations?.[annotations.bindCompleted] === undefined)
      world.wake(claimKey(namespace, claimName))
  } else if (
    volume.metadata.annotations?.[annotations.provisionedBy] !== undefined &&
    volume.spec?.persistentVolumeReclaimPolicy === 'Delete'
  )
    yield* release(volume, world)
  else yield* unbind(volume, world)
}

/** Wakes the first waiting claim that would choose the volume; the real controller checks every 15 seconds. */
function offer({ metadata: { name } }: Volume, world: WorldInSteps): void {
  for (const claim of world.list('PersistentVolumeClaim')) {
    const named = claim.spec?.volumeName === name && claim.status?.phase !== 'Bound'
    const chosen = () => isOpen(claim) && findVolume(claim, world, isDelayed(claim, world))?.metadata.name === name
    if (!named && !chosen()) continue
    return world.wake(identityOf(claim))
  }
}

function* release(volume: Volume, world: WorldInSteps): Steps<void> {
  const { phase } = volume.status ?? {}
  if (phase !== 'Released' && phase !== 'Failed') yield* setVolumePhase(volume, 'Released', world)
  const { persistentVolumeReclaimPolicy: policy } = volume.spec ?? {}
  if (policy === 'Delete') yield* remove(volume, world)
  else if (policy === 'Recycle') yield* recycle(volume, world)
}

/** Deletes a volume; those of a driver are deleted by its provisioner. */
function* remove(volume: Volume, world: WorldInSteps): Steps<void> {
  const { metadata, spec = {} } = volume
  const provisioner = metadata.annotations?.[annotations.provisionedBy]
  if (metadata.deletionTimestamp || spec.csi || (provisioner && !provisioner.startsWith('kubernetes.io/'))) return
  const path = spec.hostPath?.path
  if (path?.startsWith('/tmp/'))
    return yield* world.delete(
      'v1/PersistentVolume',
      { name: storedName(volume) },
      { preconditions: { uid: storedUid(volume) } },
    )
  const problem =
    path === undefined
      ? `error getting deleter volume plugin for volume "${metadata.name}": no ${spec.nfs ? 'deletable ' : ''}volume plugin matched`
      : `host_path deleter only supports /tmp/.+ but received provided ${path}`
  yield* fail(volume, 'VolumeFailedDelete', problem, world)
}

function* recycle(volume: Volume, world: WorldInSteps): Steps<void> {
  if (!volume.spec?.hostPath && !volume.spec?.nfs)
    return yield* fail(volume, 'VolumeFailedRecycle', 'No recycler plugin found for the volume!', world)
  yield* recordCoreEvent(world, volume, {
    type: 'Normal',
    reason: 'VolumeRecycled',
    message: 'Volume recycled',
    component: 'persistentvolume-controller',
  })
  yield* unbind(volume, world)
}

function* fail(volume: Volume, reason: string, message: string, world: WorldInSteps): Steps<void> {
  if (yield* setVolumePhase(volume, 'Failed', world, message))
    yield* recordCoreEvent(world, volume, {
      type: 'Warning',
      reason,
      message,
      component: 'persistentvolume-controller',
    })
}

/**
 * Makes a volume available again: removes a claimRef that the controller set; one that a user set stays, for any claim
 * of that name.
 */
function* unbind(volume: Volume, world: WorldInSteps): Steps<void> {
  const ours = volume.metadata.annotations?.[annotations.boundByController] !== undefined
  const patch = ours
    ? { metadata: { annotations: { [annotations.boundByController]: null } }, spec: { claimRef: null } }
    : { spec: { claimRef: { uid: null } } }
  yield* change(world, 'v1/PersistentVolume', { name: storedName(volume) }, patch)
  yield* setVolumePhase(volume, 'Available', world)
}
