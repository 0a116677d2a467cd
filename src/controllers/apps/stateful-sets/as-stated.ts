import type { Steps } from '../../../base/turns/steps.js'
import { refOf } from '../../pods/owner.js'
import { availableSince, makeStatedPod, nodesForStated } from '../../pods/stated-pod.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { type NamedClaim, claimsOf, claimsThere } from './claims.js'
import { holdersOf, ownClaim } from './member-control.js'
import type { Member, Members } from './members.js'
import { podOfSet } from './pod-of-set.js'
import { type StatefulSet, replicasOf } from './stateful-set.js'

const CLAIM = 'PersistentVolumeClaim'

/**
 * Creates the pods and claims that the status of a StatefulSet counts, as a fixture states it: first the ready ones,
 * from the first ordinal on, with bound claims, then those that are not ready. Returns whether any pods were missing.
 */
export function* makeAsStated(world: WorldInSteps, set: StatefulSet, { replicas }: Members): Steps<boolean> {
  const { replicas: all = 0, readyReplicas = 0 } = set.status ?? {}
  const wanted = replicas.slice(0, Math.min(replicasOf(set), Math.max(all, readyReplicas)))
  const isVacant = ({ pod, name }: Member) => !pod && !world.get('Pod', { ...refOf(set), name })
  const nodes = nodesForStated(world, set.spec?.template.spec, wanted.length)
  for (const [i, member] of wanted.entries())
    if (isVacant(member)) yield* makeMember(world, set, member, { ready: i < readyReplicas, node: nodes[i] })
  return wanted.some(({ pod }) => !pod)
}

type Wanted = { readonly ready: boolean; readonly node: string | undefined }

function* makeMember(world: WorldInSteps, set: StatefulSet, member: Member, { ready, node }: Wanted): Steps<void> {
  const { ordinal, revision } = member
  for (const draft of claimsOf(set, ordinal)) yield* makeClaim(world, draft, ready)
  const { spec = { containers: [] }, metadata = {} } = podOfSet(set, ordinal, revision)
  const draft = { metadata, spec: { ...spec, ...(ready && node ? { nodeName: node } : {}) } }
  yield* makeStatedPod(world, draft, { ready, since: availableSince(world, set.spec?.minReadySeconds) })
  for (const claim of claimsThere(world, set, ordinal)) yield* ownClaim(world, holdersOf(set, member), claim)
}

/** Creates a claim that does not exist; that of a ready pod is Bound, to an existing or a new volume. */
function* makeClaim(world: WorldInSteps, draft: NamedClaim, bound: boolean): Steps<void> {
  const { namespace, name } = draft.metadata
  if (world.get(CLAIM, { namespace, name })) return
  yield* world.create(CLAIM, draft)
  if (bound)
    yield* world.assumed().patch(CLAIM, { namespace, name }, { status: { phase: 'Bound' } }, { subresource: 'status' })
}
