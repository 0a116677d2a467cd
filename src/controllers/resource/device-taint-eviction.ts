import { jsonEqual } from '../../base/json/json.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { identityOf } from '../../schema/object.js'
import type { Controller, Key, ObjectChange, Reader } from '../runtime/types.js'
import { claimNamesOf } from './pod-claims.js'

/**
 * Deletes pods that use devices with `NoExecute` taints, of their slices or by DeviceTaintRules; tells in the status of
 * a rule how far that is.
 */
export const deviceTaintEviction: Controller<'Pod' | 'ResourceClaim' | 'ResourceSlice' | 'DeviceTaintRule'> = {
  name: 'device-taint-eviction',
  user: 'system:serviceaccount:kube-system:device-taint-eviction-controller',
  watches: { Pod: ofPod, ResourceClaim: ofClaim, ResourceSlice: ofSlice, DeviceTaintRule: ofRule },
  load: () => import('./sync-device-taint-eviction.js'),
}

const NOTHING: readonly Key[] = []

type Claim = ObjectOf<'ResourceClaim'>

const podsOf = ({ metadata: { namespace = '' }, status }: Claim): readonly Key[] =>
  (status?.reservedFor ?? [])
    .filter(({ apiGroup = '', resource }) => apiGroup === '' && resource === 'pods')
    .map(({ name }) => ({ apiVersion: 'v1', kind: 'Pod', namespace, name }))

const isAllocated = ({ status }: Claim) => status?.allocation !== undefined

function ofPod({ prev, next }: ObjectChange<'Pod'>, { featureGates }: Reader): readonly Key[] {
  const pod = next ?? prev
  if (!pod?.spec?.resourceClaims || !pod.spec.nodeName || !featureGates.DRADeviceTaints) return NOTHING
  const isSame = next && prev?.spec?.nodeName === pod.spec.nodeName && jsonEqual(claimNamesOf(prev), claimNamesOf(next))
  return isSame ? NOTHING : [identityOf(pod)]
}

function ofClaim({ prev, next }: ObjectChange<'ResourceClaim'>, { featureGates }: Reader): readonly Key[] {
  if (!featureGates.DRADeviceTaints) return NOTHING
  return [prev, next].flatMap((claim) => (claim && (isAllocated(claim) || next !== claim) ? podsOf(claim) : []))
}

const evicting = (slice: ObjectOf<'ResourceSlice'> | undefined) =>
  (slice?.spec.devices ?? []).flatMap(({ name, taints = [] }) =>
    taints.filter(({ effect }) => effect === 'NoExecute').map((taint) => ({ name, taint })),
  )

function ofSlice({ prev, next }: ObjectChange<'ResourceSlice'>, world: Reader): readonly Key[] {
  const slice = next ?? prev
  if (!slice || !world.featureGates.DRADeviceTaints || jsonEqual(evicting(prev), evicting(next))) return NOTHING
  const { driver, pool } = slice.spec
  return podsUsing(world, (result) => result.driver === driver && result.pool === pool.name)
}

function ofRule({ prev, next }: ObjectChange<'DeviceTaintRule'>, world: Reader): readonly Key[] {
  if (prev && next && jsonEqual(prev.spec, next.spec)) return NOTHING
  return [...(next ? [identityOf(next)] : []), ...podsUsing(world, () => true)]
}

type Result = NonNullable<NonNullable<NonNullable<Claim['status']>['allocation']>['devices']>['results']

function podsUsing(world: Reader, isMeant: (result: NonNullable<Result>[number]) => boolean): readonly Key[] {
  return world
    .list('ResourceClaim')
    .filter(({ status }) => status?.allocation?.devices?.results?.some(isMeant))
    .flatMap(podsOf)
}
