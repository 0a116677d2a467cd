import { highestOf } from '../../../base/lists/lists.js'
import { type Quantities, quantitiesOf, sumOf } from '../../../base/numbers/quantities.js'
import { uuidFrom } from '../../../base/time/env.js'
import { formatTime } from '../../../base/time/time.js'
import type { Steps } from '../../../base/turns/steps.js'
import { atLeast } from '../../../model/registry/kubernetes-version.js'
import type { ObjectOf } from '../../../kinds/object-types.js'
import { taintRulesIn, taintedSlice } from '../../resource/device-taints.js'
import { CLAIM_FINALIZER, claimOf, isForPod, isReservable, isReservedFor } from '../../resource/pod-claims.js'
import type { Reader, WorldInSteps } from '../../runtime/types.js'
import type { Diagnosis } from '../framework/diagnosis.js'
import { type Plugin, type Refusal, final } from '../framework/filter.js'
import { type SelectableNode, matchesNodeSelector } from '../framework/node-selector.js'
import type { SchedulablePod } from '../framework/types.js'
import { InvalidPools, allocationOf, chooseDevices } from './allocate.js'
import { type DeviceSight, deviceKey } from './pools.js'

type Claim = ObjectOf<'ResourceClaim'>

/** Tells whether a pod names claims of devices. */
export const usesDevices = (pod: SchedulablePod, world: Reader): boolean =>
  entriesOf(pod).length > 0 && world.serves('ResourceClaim')

const entriesOf = (pod: SchedulablePod) => pod.spec?.resourceClaims ?? []

/** Returns the claims of a pod, or why it has to wait for one. */
function claimsOf(pod: SchedulablePod, world: Reader): readonly Claim[] | string {
  const { namespace = '', name = '' } = pod.metadata
  const found: Claim[] = []
  for (const entry of entriesOf(pod)) {
    const named = claimOf(pod, entry)
    if (named === 'none') continue
    if (!named)
      return `waiting for dynamic resource controller to create the resourceclaim for pod "${namespace}/${name}"`
    const claim = world.get('ResourceClaim', { namespace, name: named.name })
    if (!claim) return `could not find ResourceClaim "${named.name}"`
    if (claim.metadata.deletionTimestamp !== undefined) return `resourceclaim "${named.name}" is being deleted`
    if (named.isMade && !isForPod(pod, claim))
      return `ResourceClaim ${namespace}/${named.name} was not created for pod ${namespace}/${name} (pod is not owner)`
    found.push(claim)
  }
  return found
}

/** Tells whether a pod is not tried at all, as a claim of it is not there yet, or no longer (PreEnqueue). */
export const waitsForClaims = (pod: SchedulablePod, world: Reader): boolean =>
  usesDevices(pod, world) && typeof claimsOf(pod, world) === 'string'

/** DynamicResources: the node can reach the devices of the pod's claims, or such that can be allocated to them. */
export const dynamicResources =
  (world: Reader): Plugin =>
  ({ pod }) => {
    if (!usesDevices(pod, world)) return undefined
    const claims = claimsOf(pod, world)
    if (typeof claims === 'string') return { refused: final(claims) }
    const allocated = claims.filter(({ status }) => status?.allocation)
    const open = claims.filter(({ status }) => !status?.allocation)
    if (allocated.some((claim) => !isReservedFor(pod, claim) && !isReservable(claim)))
      return { refused: final('resourceclaim in use') }
    const unknown = unknownClass(open, world)
    if (unknown !== undefined) return { refused: final(unknown) }
    const sight = sightOf(world)
    return {
      check({ node }) {
        if (allocated.some((claim) => !isThere(claim, node))) return final('resourceclaim not available on the node')
        return tried(open, node, sight)
      },
    }
  }

/**
 * Returns what DynamicResources tells of a pod that fits nowhere (PostFilter). It is the end of what other plug-ins
 * could do if one that comes before it refused all nodes, as it then knows nothing of the pod.
 */
export function sayOfDevices(
  pod: SchedulablePod,
  { everywhere, by }: Pick<Diagnosis, 'everywhere' | 'by'>,
  { featureGates, profile }: Pick<Reader, 'featureGates' | 'profile'>,
): { readonly reasons: readonly string[]; readonly isEnd?: boolean } {
  const hasClaims = entriesOf(pod).length > 0
  // Before 1.34 it passes over pods without claims.
  if (!featureGates.DynamicResourceAllocation || !(hasClaims || atLeast(profile.version, '1.34')))
    return { reasons: [] }
  const isRefused = everywhere?.isFinal === true
  if (isRefused && !by.has('DynamicResources')) return { reasons: ['not found'], isEnd: true }
  if (atLeast(profile.version, '1.37')) return { reasons: [] }
  return { reasons: [hasClaims && !isRefused ? 'still not schedulable' : 'no new claims to deallocate'] }
}

function tried(open: readonly Claim[], node: SelectableNode, sight: DeviceSight): Refusal | undefined {
  try {
    return chooseDevices(open, node, sight) ? undefined : final('cannot allocate all claims')
  } catch (error) {
    if (!(error instanceof InvalidPools)) throw error
    return final(error.message)
  }
}

const isThere = ({ status }: Claim, node: SelectableNode): boolean => {
  const selector = status?.allocation?.nodeSelector
  return !selector || matchesNodeSelector(selector, node)
}

function unknownClass(claims: readonly Claim[], world: Reader): string | undefined {
  for (const { spec } of claims)
    for (const { name, exactly, firstAvailable = [] } of spec.devices?.requests ?? [])
      for (const choice of exactly
        ? [{ ...exactly, name }]
        : firstAvailable.map((one) => ({ ...one, name: `${name}/${one.name}` })))
        if (!world.get('DeviceClass', { name: choice.deviceClassName }))
          return `request ${choice.name}: device class ${choice.deviceClassName} does not exist`
  return undefined
}

function sightOf(world: Reader): DeviceSight {
  const results = world
    .list('ResourceClaim')
    .flatMap(({ status }) => status?.allocation?.devices?.results ?? [])
    .filter(({ adminAccess }) => !adminAccess)
  const shares = new Map<string, Quantities>()
  for (const result of results.filter(({ shareID }) => shareID !== undefined))
    shares.set(
      deviceKey(result),
      sumOf(shares.get(deviceKey(result)) ?? new Map(), quantitiesOf(result.consumedCapacity)),
    )
  const rules = taintRulesIn(world)
  return {
    slices: world.list('ResourceSlice').map((slice) => taintedSlice(slice, rules)),
    classOf: (name) => world.get('DeviceClass', { name }),
    taken: new Set(results.filter(({ shareID }) => shareID === undefined).map(deviceKey)),
    shares,
    gates: world.featureGates,
    version: world.profile.version,
  }
}

// The most alternatives of a request.
const MOST_ALTERNATIVES = 8
const BEST = 100

/** Scores nodes by how early the alternatives come that claims can have there; undefined if there are none (Score). */
export function alternativeScores(
  pod: SchedulablePod,
  nodes: readonly SelectableNode[],
  world: Reader,
): readonly number[] | undefined {
  const isScored = world.featureGates.DRAPrioritizedList && atLeast(world.profile.version, '1.35')
  const claims = isScored && usesDevices(pod, world) ? claimsOf(pod, world) : ''
  if (typeof claims === 'string' || !claims.some((claim) => alternativesOf(claim).length > 0)) return undefined
  const sight = sightOf(world)
  const open = claims.filter(({ status }) => !status?.allocation)
  const sums = nodes.map((node) => {
    const chosen = chooseDevices(open, node, sight) ?? []
    const ranks = claims.map((claim) => {
      const results =
        claim.status?.allocation?.devices?.results ??
        (chosen[open.indexOf(claim)] ?? []).map(({ way }) => ({ request: way.name }))
      const names = new Set(results.map(({ request }) => request))
      return alternativesOf(claim).map(({ name, rank }) => (names.has(name) ? MOST_ALTERNATIVES - rank : 0))
    })
    return ranks.flat().reduce((sum, rank) => sum + rank, 0)
  })
  const most = highestOf(sums)
  return most === 0 ? undefined : sums.map((sum) => Math.floor((BEST * sum) / most))
}

const alternativesOf = ({ spec: { devices } }: Claim) =>
  (devices?.requests ?? []).flatMap(({ name: request, firstAvailable = [] }) =>
    firstAvailable.map(({ name }, rank) => ({ name: `${request}/${name}`, rank })),
  )

/** Writes the allocations of a pod's claims on its node, and reserves them for it, before it is bound (PreBind). */
export function* bindClaims(pod: SchedulablePod, node: SelectableNode, world: WorldInSteps): Steps<void> {
  if (!usesDevices(pod, world)) return
  const claims = claimsOf(pod, world)
  if (typeof claims === 'string') return
  const open = claims.filter(({ status }) => !status?.allocation)
  const sight = sightOf(world)
  const chosen = chooseDevices(open, node, sight) ?? []
  const newId = () => uuidFrom(world.random)
  const { name = '', uid = '' } = pod.metadata
  for (const claim of claims) {
    const devices = chosen[open.indexOf(claim)]
    const allocation = claim.status?.allocation ?? (devices && allocationOf(claim, devices, node, { sight, newId }))
    if (!allocation || isReservedFor(pod, claim)) continue
    const held = claim.status?.allocation ? claim : yield* protect(claim, world)
    const reservedFor = [...(claim.status?.reservedFor ?? []), { resource: 'pods', name, uid }]
    const timed = world.featureGates.DRADeviceBindingConditions
      ? { allocationTimestamp: formatTime(world.now()), ...allocation }
      : allocation
    const status = { ...held.status, allocation: timed, reservedFor }
    yield* world.update('ResourceClaim', { ...held, status }, { subresource: 'status' })
  }
}

const protect = (claim: Claim, world: WorldInSteps): Steps<Claim> =>
  world.update('ResourceClaim', {
    ...claim,
    metadata: { ...claim.metadata, finalizers: [...(claim.metadata.finalizers ?? []), CLAIM_FINALIZER] },
  })
