import { StatusError, failure } from '../../base/errors/status.js'
import type { Steps } from '../../base/turns/steps.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { Key, WorldInSteps } from '../runtime/types.js'
import {
  CLAIM_FINALIZER,
  type PodClaim,
  type ResourceClaim,
  claimOf,
  isDone,
  isForPod,
  isReservable,
  isReservedFor,
} from './pod-claims.js'

type Pod = ObjectOf<'Pod'>

/** Brings a pod or a claim to its desired state (kube-controller-manager, pkg/controller/resourceclaim). */
export function* reconcileInSteps({ kind, namespace, name }: Key, world: WorldInSteps): Steps<void> {
  if (kind === 'Pod') {
    const pod = world.get('v1/Pod', { namespace, name })
    if (pod && pod.metadata.deletionTimestamp === undefined) yield* syncPod(pod, world)
  } else {
    const claim = world.get('ResourceClaim', { namespace, name })
    if (claim) yield* syncClaim(claim, world)
  }
}

function* syncPod(pod: Pod, world: WorldInSteps): Steps<void> {
  const { namespace = '', name = '' } = pod.metadata
  const made: { readonly name: string; readonly resourceClaimName: string }[] = []
  for (const entry of pod.spec?.resourceClaims ?? []) {
    const claim = yield* claimFor(pod, entry, world)
    if (claim !== undefined) made.push({ name: entry.name, resourceClaimName: claim })
  }
  if (made.length > 0)
    yield* world.apply(
      'v1/Pod',
      { metadata: { namespace, name }, status: { resourceClaimStatuses: made } },
      { subresource: 'status', fieldManager: 'ResourceClaimController' },
    )
  if (pod.spec?.nodeName) yield* reserveClaims(pod, world)
}

/** Makes the claim of an entry of a pod, if it has none, and returns its name if that is not known yet. */
function* claimFor(pod: Pod, entry: PodClaim, world: WorldInSteps): Steps<string | undefined> {
  try {
    return yield* madeClaim(pod, entry, world)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const message = `PodResourceClaim ${entry.name}: ${error.message}`
    const [reason, component] = ['FailedResourceClaimCreation', 'resource_claim']
    const remark = { type: 'Warning', reason, message, component } as const
    yield* recordCoreEvent(world, { ...pod, apiVersion: 'v1', kind: 'Pod' }, remark)
    throw error
  }
}

function* madeClaim(pod: Pod, entry: PodClaim, world: WorldInSteps): Steps<string | undefined> {
  const { namespace = '' } = pod.metadata
  const named = claimOf(pod, entry)
  const { resourceClaimTemplateName: template } = entry
  if (named === 'none' || template === undefined) return undefined
  const known = named && world.get('ResourceClaim', { namespace, name: named.name })
  if (known && isForPod(pod, known)) return undefined
  const own = world
    .list('ResourceClaim', { namespace })
    .find((claim) => isForPod(pod, claim) && claim.metadata.annotations?.[POD_CLAIM] === entry.name)
  const claim = own ?? (yield* createClaim(pod, entry.name, template, world))
  return claim.metadata.name
}

const POD_CLAIM = 'resource.kubernetes.io/pod-claim-name'

function* createClaim(pod: Pod, entry: string, template: string, world: WorldInSteps): Steps<ResourceClaim> {
  const { namespace = '', name = '', uid = '' } = pod.metadata
  const found = world.get('ResourceClaimTemplate', { namespace, name: template })
  if (!found)
    throw failure(
      404,
      'NotFound',
      `resource claim template "${template}": resourceclaimtemplate.resource.k8s.io "${template}" not found`,
    )
  const { metadata: { annotations = {}, labels } = {}, spec } = found.spec
  try {
    return yield* world.create('ResourceClaim', {
      metadata: {
        namespace,
        generateName: generatedName(name, entry),
        ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name, uid, controller: true }],
        annotations: { ...annotations, [POD_CLAIM]: entry },
        ...(labels ? { labels } : {}),
      },
      spec,
    })
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    throw new StatusError({ ...error.status, message: `create ResourceClaim : ${error.message}` })
  }
}

// The five random characters, and the hyphen before them, fit into a label too.
const LONGEST = 57

function generatedName(pod: string, entry: string): string {
  const name = `${pod}-${entry}-`
  if (name.length <= LONGEST) return name
  const cut = (text: string) => text.slice(0, Math.floor((text.length * LONGEST) / name.length))
  // The second is cut by the length of what is left, as there.
  const first = `${cut(pod)}-`
  return `${first}${cut(entry)}`
}

function* reserveClaims(pod: Pod, world: WorldInSteps): Steps<void> {
  const { namespace = '', name = '', uid = '' } = pod.metadata
  for (const entry of pod.spec?.resourceClaims ?? []) {
    const named = claimOf(pod, entry)
    if (typeof named !== 'object') continue
    const claim = world.get('ResourceClaim', { namespace, name: named.name })
    if (!claim || (named.isMade && !isForPod(pod, claim))) return
    if (claim.status?.allocation && !isReservedFor(pod, claim) && isReservable(claim)) {
      const reservedFor = [...(claim.status.reservedFor ?? []), { resource: 'pods', name, uid }]
      yield* writeStatus(claim, { ...claim.status, reservedFor }, world)
    }
  }
}

type Status = NonNullable<ResourceClaim['status']>

const writeStatus = (claim: ResourceClaim, status: Status, world: WorldInSteps): Steps<ResourceClaim> =>
  world.update('ResourceClaim', { ...claim, status }, { subresource: 'status' })

function* withoutFinalizer(claim: ResourceClaim, world: WorldInSteps): Steps<void> {
  const finalizers = (claim.metadata.finalizers ?? []).filter((finalizer) => finalizer !== CLAIM_FINALIZER)
  yield* world.update('ResourceClaim', { ...claim, metadata: { ...claim.metadata, finalizers } })
}

/**
 * Ends the reservations of pods that are done, frees the devices of a claim that none uses, and deletes one that was
 * made for such a pod.
 */
function* syncClaim(claim: ResourceClaim, world: WorldInSteps): Steps<void> {
  const { namespace = '', name = '', finalizers = [], deletionTimestamp } = claim.metadata
  const { reservedFor = [], ...status } = claim.status ?? {}
  const valid = reservedFor.filter((consumer) => isInUse(consumer, namespace, world))
  const isProtected = finalizers.includes(CLAIM_FINALIZER)
  const { allocation, ...freed } = status
  const isFreed = isProtected && valid.length === 0
  if (valid.length < reservedFor.length) {
    const left = isFreed ? freed : { ...status, ...(valid.length > 0 ? { reservedFor: valid } : {}) }
    const updated = yield* writeStatus(claim, left, world)
    if (isProtected && !updated.status?.allocation) yield* withoutFinalizer(updated, world)
  } else if (isFreed && deletionTimestamp !== undefined)
    yield* withoutFinalizer(allocation ? yield* writeStatus(claim, freed, world) : claim, world)
  if (valid.length === 0 && isUnused(claim, world)) yield* world.delete('ResourceClaim', { namespace, name })
}

type Consumer = NonNullable<Status['reservedFor']>[number]

function isInUse({ apiGroup = '', resource, name, uid }: Consumer, namespace: string, world: WorldInSteps): boolean {
  if (apiGroup !== '' || resource !== 'pods')
    throw failure(500, 'InternalError', `unsupported ReservedFor entry: {${apiGroup} ${resource} ${name} ${uid}}`)
  const pod = world.get('v1/Pod', { namespace, name })
  return pod !== undefined && pod.metadata.uid === uid && !isDone(pod)
}

/** Tells whether a claim was made for a pod that is done, or was replaced; without its pod it is garbage. */
function isUnused({ metadata }: ResourceClaim, world: WorldInSteps): boolean {
  const owner = (metadata.ownerReferences ?? []).find(
    ({ controller, apiVersion, kind }) => controller && apiVersion === 'v1' && kind === 'Pod',
  )
  const pod = owner && world.get('v1/Pod', { namespace: metadata.namespace ?? '', name: owner.name })
  return pod !== undefined && (pod.metadata.uid !== owner?.uid || isDone(pod))
}
