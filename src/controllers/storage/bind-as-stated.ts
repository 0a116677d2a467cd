import type { Steps } from '../../base/turns/steps.js'
import { bind } from './bind.js'
import { type Claim, annotations, classOf, sourceOf } from './storage.js'
import type { WorldInSteps } from '../runtime/types.js'
import { findVolume, isBoundTo } from './volume-match.js'
import type { Volume } from './volume.js'

/**
 * Binds a claim whose status is Bound, as a fixture or a script may state it, to the volume it names, to an existing
 * one that fits, or else to a new one. Returns whether it is bound: a volume that belongs to another claim is not taken
 * away.
 */
export function* bindAsStated(claim: Claim, world: WorldInSteps): Steps<boolean> {
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
