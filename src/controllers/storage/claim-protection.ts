import { hasEnded } from '../../kinds/shared/pods.js'
import type { Steps } from '../../base/turns/steps.js'
import { formatTime } from '../../base/time/time.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import { changedObject } from '../../schema/object.js'
import { type PodWithClaims, claimNamesOf } from './pod-claims.js'
import { keepFinalizer } from './protect.js'
import type { Controller, Key, ObjectChange, Reader, WorldInSteps } from '../runtime/types.js'

const FINALIZER = 'kubernetes.io/pvc-protection'
const NOTHING: readonly Key[] = []

/** Keeps a deleted PersistentVolumeClaim while a scheduled pod uses it. */
export const claimProtection: Controller = {
  name: 'claim-protection',
  user: 'system:serviceaccount:kube-system:pvc-protection-controller',
  watches: { PersistentVolumeClaim: 'own', Pod: freed },
  *reconcileInSteps({ namespace, name }, world) {
    const claim = world.get('PersistentVolumeClaim', { namespace, name })
    if (!claim) return
    const isUsed = (uses: (pod: PodWithClaims) => boolean) =>
      world.list('v1/Pod', { namespace }).some((pod) => uses(pod) && claimNamesOf(pod).includes(name))
    if (tellsUse(world)) yield* tellUse(claim, world, () => isUsed((pod) => !hasEnded(pod)))
    yield* keepFinalizer('PersistentVolumeClaim', claim, FINALIZER, world, () =>
      isUsed(({ spec }) => Boolean(spec?.nodeName)),
    )
  },
}

/** Tells whether claims say that no pod uses them (PersistentVolumeClaimUnusedSinceTime, on since 1.37). */
export const tellsUse = ({ profile }: Pick<Reader, 'profile'>): boolean => atLeast(profile.version, '1.37')

const UNUSED = 'Unused'

/** Returns the condition of a bound claim that tells whether pods use it. */
export const useCondition = (isUsed: boolean, time: number) => ({
  type: UNUSED,
  lastTransitionTime: formatTime(time),
  ...(isUsed
    ? { status: 'False', reason: 'PodUsingPVC', message: 'A pod is currently referencing this PVC' }
    : { status: 'True', reason: 'NoPodsUsingPVC', message: 'No pods are currently referencing this PVC' }),
})

/** Tells in the condition Unused of a bound claim whether pods that have not finished use it, scheduled or not. */
function* tellUse(claim: ObjectOf<'PersistentVolumeClaim'>, world: WorldInSteps, isUsed: () => boolean): Steps<void> {
  const { metadata, status } = claim
  if (metadata.deletionTimestamp || status?.phase !== 'Bound') return
  const { conditions = [] } = status
  const before = conditions.find(({ type }) => type === UNUSED)
  const condition = useCondition(isUsed(), world.now())
  if (before && (before.status === 'True') === (condition.status === 'True')) return
  const next = before ? conditions.map((each) => (each === before ? condition : each)) : [...conditions, condition]
  yield* world.update(
    'PersistentVolumeClaim',
    { ...claim, status: { ...status, conditions: next } },
    { subresource: 'status' },
  )
}

/** Wakes the claims of a pod that was deleted or has finished; those of any pod if they tell of their use. */
function freed({ prev, next }: ObjectChange, world: Reader): readonly Key[] {
  const pod: PodWithClaims = changedObject({ prev, next })
  if (next && !hasEnded(next) && !(tellsUse(world) && !prev)) return NOTHING
  return claimNamesOf(pod).map((name) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    namespace: pod.metadata.namespace ?? '',
    name,
  }))
}
