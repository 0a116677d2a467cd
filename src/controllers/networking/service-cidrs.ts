import { jsonEqual } from '../../base/json/json.js'
import type { Steps } from '../../base/turns/steps.js'
import { changedObject, storedName, identityOf } from '../../schema/object.js'
import { cidrContains, cidrHasHost } from '../../base/rules/ip.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import {
  ALLOCATOR,
  MANAGED_BY,
  RANGE_CONTROLLER,
  RANGE_FINALIZER,
  readyRange,
} from '../../model/registry/service-address.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import type { Controller, WorldInSteps } from '../runtime/types.js'
import { cidrsOf } from '../../kinds/networking/service-cidr.js'

type ServiceCIDR = ObjectOf<'ServiceCIDR'>

/** How long a deleted ServiceCIDR is kept, so that all allocators have seen the deletion, in milliseconds. */
const GRACE = 10_000

/**
 * Sets the condition Ready of ServiceCIDRs, and keeps deleted ones while they contain addresses that no other range
 * does.
 */
export const serviceCidrs: Controller = {
  name: 'service-cidrs',
  user: 'system:serviceaccount:kube-system:service-cidrs-controller',
  watches: {
    *ServiceCIDR({ prev, next }, world) {
      const changed = (next ?? prev) as ServiceCIDR // the kind that is watched
      yield identityOf(changed)
      // The new range may contain the addresses of one that is being deleted.
      if (!prev)
        for (const other of world.list('ServiceCIDR'))
          if (other !== changed && overlap(changed, other)) yield identityOf(other)
    },
    *IPAddress({ prev, next }, world) {
      const { name = '', labels } = changedObject({ prev, next }).metadata
      if ((prev && next) || labels?.[MANAGED_BY] !== ALLOCATOR) return
      for (const range of world.list('ServiceCIDR')) if (gives(range, name)) yield identityOf(range)
    },
  },
  *reconcileInSteps({ name }, world) {
    const range = world.get('ServiceCIDR', { name })
    if (!range) return
    const { deletionTimestamp, finalizers = [] } = range.metadata
    if (!deletionTimestamp) {
      const isProtected = finalizers.includes(RANGE_FINALIZER)
      const ready = range.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')
      // The status that a fixture states is kept when the finalizer is added.
      const isLeft = ready && (world.stated || world.memory === AS_STATED)
      world.remember(isLeft && !isProtected ? AS_STATED : undefined)
      if (!isProtected)
        yield* world.patch(
          'ServiceCIDR',
          { name },
          { metadata: { finalizers: [RANGE_FINALIZER] } },
          { type: 'strategic' },
        )
      return isLeft ? undefined : yield* setReady(world, range)
    }
    if (!isFree(world, range))
      return yield* setReady(world, range, { status: 'False', reason: 'Terminating', message: IN_USE })
    const end = Date.parse(deletionTimestamp) + GRACE
    if (end > world.now()) return { at: end }
    if (finalizers.includes(RANGE_FINALIZER))
      yield* world.patch(
        'ServiceCIDR',
        { name },
        { metadata: { '$deleteFromPrimitiveList/finalizers': [RANGE_FINALIZER] } },
        { type: 'strategic' },
      )
    return undefined
  },
}

const AS_STATED = 'as stated'
const IN_USE = 'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR'

const overlap = (a: ServiceCIDR, b: ServiceCIDR) =>
  cidrsOf(a).some((x) => cidrsOf(b).some((y) => cidrContains(x, y) || cidrContains(y, x)))

const gives = (range: ServiceCIDR, address: string) => cidrsOf(range).some((cidr) => cidrHasHost(cidr, address))

/** How a range is not ready. */
type NotReady = { readonly status: string; readonly reason: string; readonly message: string }

function* setReady(world: WorldInSteps, range: ServiceCIDR, instead?: NotReady): Steps<undefined> {
  // Since 1.34 a condition that says the same is left as it is, and an empty reason is applied, too.
  const isCompared = atLeast(world.profile.version, '1.34')
  const ready = { ...readyRange(world.now()), ...(isCompared ? { reason: '' } : {}), ...instead }
  const before = range.status?.conditions?.find(({ type }) => type === ready.type)
  if (isCompared && before && jsonEqual({ ...before, lastTransitionTime: ready.lastTransitionTime }, ready)) return
  yield* world.apply(
    'ServiceCIDR',
    { metadata: { name: storedName(range) }, status: { conditions: [ready] } },
    { subresource: 'status', fieldManager: RANGE_CONTROLLER },
  )
}

/** Returns whether every address would still be in a range. */
function isFree(world: WorldInSteps, range: ServiceCIDR): boolean {
  const all = world.list('ServiceCIDR')
  const others = all.filter(({ metadata }) => metadata.name !== range.metadata.name)
  if (cidrsOf(range).every((cidr) => others.some((other) => cidrsOf(other).some((outer) => cidrContains(outer, cidr)))))
    return true
  return world
    .list('IPAddress', { labelSelector: `${MANAGED_BY}=${ALLOCATOR}` })
    .every(({ metadata: { name = '' } }) => !gives(range, name) || others.some((other) => gives(other, name)))
}
