import { refOf } from '../../pods/owner.js'
import { availableSince, makeStatedPod, nodesForStated } from '../../pods/stated-pod.js'
import type { World } from '../../runtime/types.js'
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
export function makeAsStated(world: World, set: StatefulSet, { replicas }: Members): boolean {
  const { replicas: all = 0, readyReplicas = 0 } = set.status ?? {}
  const wanted = replicas.slice(0, Math.min(replicasOf(set), Math.max(all, readyReplicas)))
  const isVacant = ({ pod, name }: Member) => !pod && !world.get('Pod', { ...refOf(set), name })
  const nodes = nodesForStated(world, set.spec?.template.spec, wanted.length)
  wanted.forEach((member, i) => {
    if (isVacant(member)) makeMember(world, set, member, { ready: i < readyReplicas, node: nodes[i] })
  })
  return wanted.some(({ pod }) => !pod)
}

type Wanted = { readonly ready: boolean; readonly node: string | undefined }

function makeMember(world: World, set: StatefulSet, member: Member, { ready, node }: Wanted): void {
  const { ordinal, revision } = member
  for (const draft of claimsOf(set, ordinal)) makeClaim(world, draft, ready)
  const { spec = { containers: [] }, metadata = {} } = podOfSet(set, ordinal, revision)
  const draft = { metadata, spec: { ...spec, ...(ready && node ? { nodeName: node } : {}) } }
  makeStatedPod(world, draft, { ready, since: availableSince(world, set.spec?.minReadySeconds) })
  for (const claim of claimsThere(world, set, ordinal)) ownClaim(world, holdersOf(set, member), claim)
}

/** Creates a claim that does not exist; that of a ready pod is Bound, to an existing or a new volume. */
function makeClaim(world: World, draft: NamedClaim, bound: boolean): void {
  const { namespace, name } = draft.metadata
  if (world.get(CLAIM, { namespace, name })) return
  world.create(CLAIM, draft)
  if (bound) world.patch(CLAIM, { namespace, name }, { status: { phase: 'Bound' } }, { subresource: 'status' })
}
