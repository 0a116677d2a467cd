import type { Steps } from '../../base/turns/steps.js'
import { type KubeObject, storedName, storedUid } from '../../schema/object.js'
import { mustHave } from '../../base/must-have.js'
import { setCondition, withDisruptionAllowed } from '../../model/registry/status-condition.js'
import { jsonEqual } from '../../base/json/json.js'
import { formatTime } from '../../base/time/time.js'
import { formatSelector, selects } from '../../model/registry/label-selector.js'
import type { Pod } from '../core/pods.js'
import { isReady } from '../pods/pod-state.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import { type Budget, selectorOf, replicasOf, tellChoice } from './budgets.js'
import type { Again, Key, Reader, WorldInSteps } from '../runtime/types.js'
import { StatusError } from '../../base/errors/status.js'

type Status = NonNullable<Budget['status']>

/** For how long a pod whose eviction was granted counts as gone although it still exists, in milliseconds. */
const DELETION_TIMEOUT = 120_000

/** Syncs the status of a budget with its pods and the scale of their owners. */
export function* reconcileInSteps(key: Key, world: WorldInSteps): Steps<Again | undefined | void> {
  if (key.kind === 'Pod') return void (yield* tellChoice(key, world))
  const { namespace, name } = key
  const budget = world.get('PodDisruptionBudget', { namespace, name })
  if (!budget || (world.stated && budget.status?.observedGeneration)) return
  const pods = podsOf(budget, world)
  if (pods.length === 0) yield* say(world, budget, 'Normal', 'NoPods', 'No matching pods found')
  const expected = expectedPods(budget, pods, world)
  if ('fault' in expected) {
    yield* say(
      world,
      budget,
      'Warning',
      'CalculateExpectedPodCountFailed',
      `Failed to calculate the number of expected pods: ${expected.fault}`,
    )
    return yield* writeStatus(world, budget, failed(budget, expected.fault, world))
  }
  if (expected.unmanaged) yield* say(world, budget, 'Warning', 'UnmanagedPods', unmanagedText(budget))
  const { disruptedPods, recheck } = yield* stillDisrupted(budget, pods, world)
  const healthy = pods.filter(
    (pod) => !pod.metadata.deletionTimestamp && !Object.hasOwn(disruptedPods, storedName(pod)) && isReady(pod),
  ).length
  yield* writeStatus(world, budget, counted(budget, { ...expected, healthy, disruptedPods }, world))
  return recheck === undefined ? undefined : { at: recheck }
}

const podsOf = (budget: Budget, world: Reader): readonly Pod[] =>
  budget.spec?.selector
    ? world
        .list('v1/Pod', { namespace: mustHave(budget.metadata.namespace, 'the namespace in a budget') })
        .filter(({ metadata }) => selects(selectorOf(budget), metadata.labels))
    : []

/** Returns the pods whose eviction was granted and that still exist, and when the first of these entries expires. */
function* stillDisrupted({ metadata, status }: Budget, pods: readonly Pod[], world: WorldInSteps) {
  const disruptedPods: Record<string, string> = {}
  let recheck: number | undefined
  for (const pod of pods) {
    const name = storedName(pod)
    const since = status?.disruptedPods?.[name]
    if (!since || pod.metadata.deletionTimestamp) continue
    const ends = Date.parse(since) + DELETION_TIMEOUT
    if (ends > world.now()) {
      disruptedPods[name] = since
      recheck = Math.min(recheck ?? ends, ends)
    } else
      yield* say(
        world,
        pod,
        'Warning',
        'NotDeleted',
        `Pod was expected by PDB ${metadata.namespace}/${metadata.namespace} to be deleted but it wasn't`,
      )
  }
  return { disruptedPods, recheck }
}

type Counts = {
  readonly healthy: number
  readonly expected: number
  readonly desired: number
  readonly disruptedPods: { readonly [pod: string]: string }
}

function counted(
  { metadata: { generation = 0 }, status }: Budget,
  { healthy, expected, desired, disruptedPods }: Counts,
  world: Reader,
): Status {
  const next = {
    observedGeneration: generation,
    ...(Object.keys(disruptedPods).length > 0 ? { disruptedPods } : {}),
    // A budget without pods allows no disruptions, so that its first pods are protected before they are counted.
    disruptionsAllowed: expected <= 0 ? 0 : Math.max(0, healthy - desired),
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    ...(status?.conditions ? { conditions: status.conditions } : {}),
  }
  return withDisruptionAllowed(next, generation, formatTime(world.now())) as Status // its conditions are complete
}

function failed({ status }: Budget, fault: string, world: Reader): Status {
  const observedGeneration = status?.observedGeneration ?? 0
  const condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    reason: 'SyncFailed',
    message: fault,
    lastTransitionTime: formatTime(world.now()),
  }
  const conditions = setCondition(status?.conditions ?? [], {
    ...condition,
    ...(observedGeneration ? { observedGeneration } : {}),
  })
  return { ...status, disruptionsAllowed: 0, conditions } as Status // as above
}

function* writeStatus(world: WorldInSteps, budget: Budget, status: Status): Steps<void> {
  if (!jsonEqual(status, budget.status))
    yield* world.update('PodDisruptionBudget', { ...budget, status }, { subresource: 'status' })
}

function* say(
  world: WorldInSteps,
  { apiVersion, kind, metadata }: KubeObject,
  type: 'Normal' | 'Warning',
  reason: string,
  message: string,
): Steps<void> {
  yield* recordCoreEvent(
    world,
    { apiVersion, kind, metadata },
    { type, reason, message, component: 'controllermanager' },
  )
}

const unmanagedText = (budget: Budget) =>
  `Pods selected by this PodDisruptionBudget (selector: ${formatSelector(mustHave(selectorOf(budget), 'the selector in a budget that selects pods'))}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.`

type Owner = NonNullable<KubeObject['metadata']['ownerReferences']>[number]

type Expected =
  { readonly expected: number; readonly desired: number; readonly unmanaged: boolean } | { readonly fault: string }

/** Returns how many pods a budget expects, and how many of them must be healthy. */
export function expectedPods(
  { spec: { minAvailable, maxUnavailable } = {} }: Budget,
  pods: readonly Pod[],
  world: Reader,
): Expected {
  const wanted = maxUnavailable ?? minAvailable
  if (wanted === undefined) return { expected: 0, desired: 0, unmanaged: false }
  if (maxUnavailable === undefined && typeof minAvailable === 'number')
    return { expected: pods.length, desired: minAvailable, unmanaged: false }
  const scale = scaleOf(pods, world)
  if ('fault' in scale) return scale
  const amount = share(wanted, scale.expected)
  return { ...scale, desired: maxUnavailable === undefined ? amount : Math.max(0, scale.expected - amount) }
}

const share = (amount: number | string, of: number) =>
  typeof amount === 'number' ? amount : Math.ceil((Number(amount.slice(0, -1)) * of) / 100)

/** Returns the total desired replicas of the pods' owners. */
function scaleOf(
  pods: readonly Pod[],
  world: Reader,
): { readonly expected: number; readonly unmanaged: boolean } | { readonly fault: string } {
  const scales = new Map<string, number>()
  const counts = new Map<string, number>()
  let unmanaged = false
  for (const pod of pods) {
    const ref = controllerOf(pod)
    if (!ref) unmanaged = true
    else if (!world.serves(`${ref.apiVersion}/${ref.kind}`)) counts.set(ref.uid, (counts.get(ref.uid) ?? 0) + 1)
    else {
      const owner = ownerOf(pod, world)
      const top = owner?.kind === 'ReplicaSet' ? (ownerOf(owner, world) ?? owner) : owner
      const replicas = replicasOf(top)
      if (!top || replicas === undefined) return { fault: faultOf(pod, ref, world) }
      scales.set(storedUid(top), replicas)
    }
  }
  const expected = [...scales.values(), ...counts.values()].reduce((sum, each) => sum + each, 0)
  return { expected, unmanaged }
}

/** Returns why the desired replicas of a pod's owner are unknown: it does not exist, or its kind has no scale. */
function faultOf({ metadata }: Pod, { apiVersion, kind, name }: Owner, world: Reader): string {
  const type = `${apiVersion}/${kind}`
  const ref = { namespace: metadata.namespace ?? '', name }
  const owner = world.get(type, ref)
  if (!owner || hasScale(type, ref, world)) return `found no controllers for pod "${metadata.name}"`
  const { group, resource } = world.resourceOf(owner)
  return `${group ? `${resource}.${group}` : resource} does not implement the scale subresource`
}

function hasScale(type: string, ref: { readonly namespace: string; readonly name: string }, world: Reader): boolean {
  try {
    return world.scaleOf(type, ref) !== undefined
  } catch (error) {
    if (error instanceof StatusError) return false
    throw error
  }
}

const controllerOf = ({ metadata }: KubeObject) => metadata.ownerReferences?.find(({ controller }) => controller)

/** Returns the controller of an object, if its kind is served, it exists and has desired replicas. */
function ownerOf(object: KubeObject, world: Reader): KubeObject | undefined {
  const ref = controllerOf(object)
  const type = ref && `${ref.apiVersion}/${ref.kind}`
  if (!type || !world.serves(type)) return undefined
  const { namespace = '' } = object.metadata
  const owner = world.get(type, { namespace, name: ref.name })
  return owner?.metadata.uid === ref.uid && replicasOf(owner) !== undefined ? owner : undefined
}
