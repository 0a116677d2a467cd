import { change } from '../change.js'
import type { Steps } from '../../base/turns/steps.js'
import { storedName } from '../../schema/object.js'
import { jsonEqual } from '../../base/json/json.js'
import { type Claim, annotations } from './storage.js'
import type { WorldInSteps } from '../runtime/types.js'
import { isBoundTo } from './volume-match.js'
import type { ClaimRef, Volume } from './volume.js'

/**
 * Binds a claim and a volume to each other: first the volume, then the claim, each its spec before its status. Writes
 * only what differs.
 */
export function* bind(volume: Volume, claim: Claim, world: WorldInSteps): Steps<void> {
  yield* reserve(volume, claim, world)
  yield* setVolumePhase(volume, 'Bound', world)
  const { metadata, spec } = claim
  const took = spec?.volumeName !== volume.metadata.name
  const wanted = { ...(took ? { [annotations.boundByController]: 'yes' } : {}), [annotations.bindCompleted]: 'yes' }
  const missing = Object.fromEntries(
    Object.entries(wanted).filter(([name]) => metadata.annotations?.[name] === undefined),
  )
  if (took || Object.keys(missing).length > 0)
    yield* change(world, 'PersistentVolumeClaim', refOf(claim), {
      metadata: { annotations: missing },
      ...(took ? { spec: { volumeName: volume.metadata.name } } : {}),
    })
  yield* setClaimPhase(claim, 'Bound', volume, world)
}

/** Sets the claimRef of a volume. */
export function* reserve(volume: Volume, claim: Claim, world: WorldInSteps): Steps<void> {
  const { namespace, name, uid, resourceVersion } = claim.metadata
  const before = volume.spec?.claimRef
  if (before?.uid === uid && isBoundTo(volume, claim)) return
  const claimRef = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    namespace,
    name,
    uid,
    resourceVersion,
  } as ClaimRef // stored objects have all of these fields
  const ours = isBoundTo(volume, claim) ? {} : { metadata: { annotations: { [annotations.boundByController]: 'yes' } } }
  yield* change(world, 'v1/PersistentVolume', { name: storedName(volume) }, { ...ours, spec: { claimRef } })
}

/** Writes the phase of a volume, if it differs; returns whether it did. */
export function* setVolumePhase(volume: Volume, phase: string, world: WorldInSteps, message = ''): Steps<boolean> {
  if (volume.status?.phase === phase) return false
  yield* change(
    world,
    'v1/PersistentVolume',
    { name: storedName(volume) },
    { status: { phase, message: message || null } },
    { subresource: 'status' },
  )
  return true
}

/** Writes the phase of a claim, and its volume's capacity and access modes; returns whether anything differed. */
export function* setClaimPhase(
  claim: Claim,
  phase: 'Pending' | 'Bound' | 'Lost',
  volume: Volume | undefined,
  world: WorldInSteps,
): Steps<boolean> {
  const { status = {} } = claim
  const capacity = phase === status.phase && volume ? status.capacity : volume?.spec?.capacity
  const accessModes = volume?.spec?.accessModes
  if (status.phase === phase && jsonEqual(status.accessModes, accessModes) && jsonEqual(status.capacity, capacity))
    return false
  yield* change(
    world,
    'PersistentVolumeClaim',
    refOf(claim),
    { status: { phase, accessModes: accessModes ?? null, capacity: capacity ?? null } },
    { subresource: 'status' },
  )
  return true
}

const refOf = ({ metadata: { namespace = '', name = '' } }: Claim) => ({ namespace, name })
