import type { Steps } from '../../base/turns/steps.js'
import { type KubeObject, changedObject, identityOf } from '../../schema/object.js'
import type { ResourceQuota } from '../../kinds/core/resource-quota.js'
import { growthOf, only, quantitiesOf, resourceListOf, sameQuantities } from '../../base/numbers/quantities.js'
import { type Evaluator, type QuotaContext, isInScope } from '../../kinds/quota/evaluator.js'
import { evaluatorOf } from '../../kinds/quota/evaluators.js'
import { evaluatorsOf, recount } from '../../kinds/quota/recount.js'
import { madeInTurns, restAfter } from '../runtime/in-turns.js'
import type { Controller, Key, ObjectChange, Reader, WorldInSteps } from '../runtime/types.js'

const NOTHING: readonly Key[] = []
const KIND = 'v1/ResourceQuota'

type Limits = NonNullable<ResourceQuota['spec']>['hard']

/**
 * Computes the usage of ResourceQuotas: of new ones, of those whose limits change, and when an object is deleted or
 * shrinks.
 */
export const resourceQuotas: Controller = {
  name: 'resource-quotas',
  user: 'system:serviceaccount:kube-system:resourcequota-controller',
  watches: {
    ResourceQuota: (change, world) => [...(hasNewLimits(change) ? ownKey(change) : NOTHING), ...freed(change, world)],
    Pod: freed,
    Service: freed,
    PersistentVolumeClaim: freed,
    CustomResourceDefinition: defined,
    '*': (change, world) => (change.next && !change.stated ? NOTHING : freed(change, world)),
  },
  reconcileInSteps({ namespace, name }, world) {
    const quota = world.get<ResourceQuota>(KIND, { namespace, name })
    if (!quota) return world.remember(undefined)
    // Usage that a fixture states is left alone until the quota has been counted once.
    if (world.stated && world.memory === undefined && hasItsLimits(quota)) return
    world.remember('counted')
    return writeUse(quota, world)
  },
}

/** Writes the limits of a quota and their usage to its status, if they differ. */
export function* writeUse(quota: ResourceQuota, world: WorldInSteps): Steps<void> {
  const { spec, status } = quota
  const { namespace } = identityOf(quota)
  const hard = yield* madeInTurns(world, () => quantitiesOf(spec?.hard))
  const before = yield* madeInTurns(world, () => quantitiesOf(status?.used))
  const evaluators = yield* madeInTurns(world, () => evaluatorsOf(quota))
  const known = new Map([...before, ...recount(quota, evaluators, listIn(namespace, world), contextOf(world))])
  yield* restAfter(world, hard.size)
  const used = only(known, (resource) => hard.has(resource))
  if (hasItsLimits(quota) && sameQuantities(used, before)) return
  yield* restAfter(world, hard.size)
  const next = { hard: resourceListOf(hard), used: resourceListOf(used) }
  yield* restAfter(world, hard.size)
  yield* world.update(KIND, { ...quota, status: next }, { subresource: 'status' })
}

const sameLimits = (a: Limits, b: Limits) => a === b || sameQuantities(quantitiesOf(a), quantitiesOf(b))

/** Returns whether a quota's status has the limits of its spec, and has their usage. */
export const hasItsLimits = ({ spec, status }: ResourceQuota): boolean =>
  status?.hard !== undefined && status.used !== undefined && sameLimits(spec?.hard, status.hard)

function hasNewLimits({ prev, next }: ObjectChange): boolean {
  const limitsOf = (object: KubeObject) => (object as ResourceQuota).spec?.hard // the watched kind is ResourceQuota
  return next !== undefined && (!prev || !sameLimits(limitsOf(prev), limitsOf(next)))
}

const ownKey = (change: ObjectChange): readonly Key[] => [identityOf(changedObject(change))]

const contextOf = ({ now, featureGates }: Reader): QuotaContext => ({ now: now(), featureGates })

const listIn = (namespace: string, world: WorldInSteps) => (resource: Pick<Evaluator, 'group' | 'resource'>) => {
  const found = world.kindOf(resource)
  return found?.namespaced ? world.list<KubeObject>(`${found.apiVersion}/${found.kind}`, { namespace }) : undefined
}

/** Returns the quotas that count objects of a new CustomResourceDefinition, which can be counted from now on. */
function defined({ next }: ObjectChange, world: Reader): readonly Key[] {
  const counted = `count/${next?.metadata.name}`
  const quotas = next ? world.list<ResourceQuota>(KIND) : []
  return quotas.filter(({ spec }) => Object.hasOwn(spec?.hard ?? {}, counted)).map(identityOf)
}

/**
 * Returns the quotas to recount because an object was deleted or uses less than before, or because a fixture states it.
 */
function freed(change: ObjectChange, world: Reader): readonly Key[] {
  const { prev, next, stated } = change
  const object = changedObject(change)
  const { namespace } = object.metadata
  if (!namespace || change.heartbeat || (!prev && !stated)) return NOTHING
  const quotas = world.list<ResourceQuota>(KIND, { namespace })
  if (quotas.length === 0 || !world.serves(`${object.apiVersion}/${object.kind}`)) return NOTHING
  const { group, resource } = world.resourceOf(object)
  const evaluator = evaluatorOf(group, resource)
  if (!evaluator) return NOTHING
  const context = contextOf(world)
  return quotas
    .filter((quota) => Object.keys(quota.status?.hard ?? {}).some(evaluator.counts))
    .filter((quota) => stated || !prev || !next || takesLess(quota, evaluator, prev, next, context))
    .map(identityOf)
}

function takesLess(
  quota: ResourceQuota,
  evaluator: Evaluator,
  prev: KubeObject,
  next: KubeObject,
  context: QuotaContext,
): boolean {
  if (isInScope(quota, evaluator, prev, context) !== isInScope(quota, evaluator, next, context)) return true
  const lost = growthOf(evaluator.usage(prev, context), evaluator.usage(next, context))
  return [...lost.values()].some(({ unscaled }) => unscaled !== 0n)
}
