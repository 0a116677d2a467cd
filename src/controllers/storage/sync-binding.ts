import type { Steps } from '../../base/turns/steps.js'
import { identityOf } from '../../schema/identity.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { awaitedClaims } from './awaited-claims.js'
import type { PodWithClaims } from './pod-claims.js'
import { classNameOf } from '../../model/registry/storage-classes.js'
import { isOpen } from './storage.js'
import { syncClaim } from './sync-claim.js'
import { syncVolume } from './sync-volume.js'
import type { Volume } from './volume.js'

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
