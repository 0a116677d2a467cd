import type { Steps } from '../../base/turns/steps.js'
import { identityOf, storedName, storedUid } from '../../schema/object.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import {
  type Claim,
  awaitedClaims,
  isOpen,
  annotations,
  claimKey,
  isDelayed,
  classOf,
  defaultClass,
  sourceOf,
} from './storage.js'
import { type PodWithClaims, claimNamesOf } from './pod-claims.js'
import { classNameOf } from '../../model/registry/storage-classes.js'
import type { Volume } from './volume.js'
import { change } from '../change.js'
import { setVolumePhase, bind, setClaimPhase } from './bind.js'
import { type Remark, recordCoreEvent } from '../core/record-core-event.js'
import { findVolume, isBoundTo, misfit } from './volume-match.js'

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
function* syncVolume(volume: Volume, world: WorldInSteps): Steps<void> {
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

/** Syncs a claim. */
function* syncClaim(claim: Claim, world: WorldInSteps): Steps<void> {
  const completed = claim.metadata.annotations?.[annotations.bindCompleted] !== undefined
  // A fixture or a script may state that a claim is Bound without naming a volume.
  if (claim.status?.phase === 'Bound' && (world.stated || !completed) && (yield* bindAsStated(claim, world))) return
  if (isOpen(claim)) return yield* findOrProvision(claim, world)
  const { volumeName } = claim.spec ?? {}
  const volume: Volume | undefined = volumeName ? world.get('v1/PersistentVolume', { name: volumeName }) : undefined
  if (!completed) return yield* takeNamed(claim, volume, world)
  if (!volumeName)
    return yield* lose(
      claim,
      'ClaimLost',
      'Bound claim has lost reference to PersistentVolume. Data on the volume is lost!',
      world,
    )
  if (!volume)
    return yield* lose(
      claim,
      'ClaimLost',
      'Bound claim has lost its PersistentVolume. Data on the volume is lost!',
      world,
    )
  const { claimRef } = volume.spec ?? {}
  if (claimRef && claimRef.uid !== claim.metadata.uid)
    return yield* lose(
      claim,
      'ClaimMisbound',
      'Two claims are bound to the same volume, this one is bound incorrectly',
      world,
    )
  yield* bind(volume, claim, world)
}

function* findOrProvision(claim: Claim, world: WorldInSteps): Steps<void> {
  const delayed = isDelayed(claim, world)
  const volume = findVolume(claim, world, delayed)
  if (volume) return yield* bind(volume, claim, world)
  if (classNameOf(claim) === undefined) {
    const byDefault = defaultClass(world)
    const { namespace = '', name = '' } = claim.metadata
    if (byDefault)
      return void (yield* change(
        world,
        'PersistentVolumeClaim',
        { namespace, name },
        { spec: { storageClassName: byDefault.metadata.name } },
      ))
  }
  if (delayed && claim.metadata.annotations?.[annotations.selectedNode] === undefined) yield* sayDelayed(claim, world)
  else if (classNameOf(claim)) return yield* askProvisioner(claim, world)
  else
    yield* say(
      claim,
      world,
      'Normal',
      'FailedBinding',
      'no persistent volumes available for this claim and no storage class is set',
    )
  yield* setClaimPhase(claim, 'Pending', undefined, world)
}

function* takeNamed(claim: Claim, volume: Volume | undefined, world: WorldInSteps): Steps<void> {
  if (volume && isBoundTo(volume, claim)) return yield* bind(volume, claim, world)
  if (volume?.spec?.claimRef)
    yield* say(
      claim,
      world,
      'Warning',
      'FailedBinding',
      `volume "${volume.metadata.name}" already bound to a different claim.`,
    )
  else if (volume) {
    const problem = misfit(volume, claim)
    if (problem === undefined) return yield* bind(volume, claim, world)
    yield* say(
      claim,
      world,
      'Warning',
      'VolumeMismatch',
      `Cannot bind to requested volume "${volume.metadata.name}": ${problem}`,
    )
  }
  yield* setClaimPhase(claim, 'Pending', undefined, world)
}

function* sayDelayed(claim: Claim, world: WorldInSteps): Steps<void> {
  const { namespace = '', name = '' } = claim.metadata
  const pods: readonly PodWithClaims[] = world.list('v1/Pod', { namespace })
  const names = pods
    .filter((pod) => !pod.spec?.nodeName && claimNamesOf(pod).includes(name))
    .map(({ metadata }) => metadata.name)
  if (names.length === 0)
    yield* say(
      claim,
      world,
      'Normal',
      'WaitForFirstConsumer',
      'waiting for first consumer to be created before binding',
    )
  else
    yield* say(
      claim,
      world,
      'Normal',
      'WaitForPodScheduled',
      `waiting for pod${names.length > 1 ? 's' : ''} ${names.join(',')} to be scheduled`,
    )
}

function* askProvisioner(claim: Claim, world: WorldInSteps): Steps<void> {
  const provisioner = classOf(claim, world)?.provisioner
  if (provisioner === undefined)
    return yield* say(
      claim,
      world,
      'Warning',
      'ProvisioningFailed',
      `storageclass.storage.k8s.io "${classNameOf(claim)}" not found`,
    )
  if (provisioner.startsWith('kubernetes.io/'))
    return yield* say(claim, world, 'Warning', 'ProvisioningFailed', `no volume plugin matched name: ${provisioner}`)
  // The real controller repeats the Event at every sync of the claim; once is enough.
  if (claim.metadata.annotations?.[annotations.provisioner] === provisioner) return
  const { namespace = '', name = '' } = claim.metadata
  const asked = { [annotations.betaProvisioner]: provisioner, [annotations.provisioner]: provisioner }
  yield* change(world, 'PersistentVolumeClaim', { namespace, name }, { metadata: { annotations: asked } })
  yield* say(
    world.get('PersistentVolumeClaim', { namespace, name }) ?? claim,
    world,
    'Normal',
    'ExternalProvisioning',
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. ` +
      'If volume creation is delayed, please verify that the provisioner is running and correctly registered.',
  )
}

function* lose(claim: Claim, reason: string, message: string, world: WorldInSteps): Steps<void> {
  if (claim.status?.phase === 'Lost') return
  yield* setClaimPhase(claim, 'Lost', undefined, world)
  yield* say(claim, world, 'Warning', reason, message)
}

function* say(claim: Claim, world: WorldInSteps, type: Remark['type'], reason: string, message: string): Steps<void> {
  yield* recordCoreEvent(world, claim, { type, reason, message, component: 'persistentvolume-controller' })
}

/**
 * Binds a claim whose status is Bound, as a fixture or a script may state it, to the volume it names, to an existing
 * one that fits, or else to a new one. Returns whether it is bound: a volume that belongs to another claim is not taken
 * away.
 */
function* bindAsStated(claim: Claim, world: WorldInSteps): Steps<boolean> {
  const volume = yield* volumeOf(claim, world)
  if (!volume) return false
  // Missing fields of the status are filled from the volume.
  const { capacity, accessModes } = claim.status ?? {}
  const partly: Claim = capacity && accessModes ? claim : { ...claim, status: { ...claim.status, phase: 'Pending' } }
  yield* bind(volume, partly, world)
  return true
}

function* volumeOf(claim: Claim, world: WorldInSteps): Steps<Volume | undefined> {
  const name = claim.spec?.volumeName
  if (!name) return findVolume(claim, world, false) ?? (yield* makeVolume(claim, `pvc-${claim.metadata.uid}`, world))
  const volume: Volume | undefined = world.get('v1/PersistentVolume', { name })
  if (!volume) return yield* makeVolume(claim, name, world)
  return !volume.spec?.claimRef || isBoundTo(volume, claim) ? volume : undefined
}

/** Creates a volume as the claim's provisioner would have; a hostPath volume if it has none. */
function* makeVolume(claim: Claim, name: string, world: WorldInSteps): Steps<Volume> {
  const { metadata, spec = {}, status = {} } = claim
  const storageClass = classOf(claim, world)
  const driver = metadata.annotations?.[annotations.provisioner] ?? storageClass?.provisioner
  return yield* world.create('v1/PersistentVolume', {
    metadata: { name, ...(driver ? { annotations: { [annotations.provisionedBy]: driver } } : {}) },
    spec: {
      capacity: { storage: status.capacity?.['storage'] ?? spec.resources?.requests?.['storage'] },
      accessModes: status.accessModes ?? spec.accessModes,
      persistentVolumeReclaimPolicy: storageClass?.reclaimPolicy ?? 'Delete',
      ...(spec.storageClassName ? { storageClassName: spec.storageClassName } : {}),
      volumeMode: spec.volumeMode,
      ...sourceOf(driver, name),
    },
  })
}
