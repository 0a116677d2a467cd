import type { Steps } from '../../base/turns/steps.js'
import { jsonEqual, withMembers } from '../../base/json/json.js'
import { formatTime } from '../../base/time/time.js'
import { hasEnded, isSidecar } from '../../kinds/shared/pods.js'
import { identityOf } from '../../schema/object.js'
import type { Node } from '../core/node-taints.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import { observedOf } from '../pods/pod-state.js'
import { eachInATurn } from '../runtime/in-turns.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { hostAddresses, podAddresses } from './kubelet/addresses.js'
import { advance } from './kubelet/advance.js'
import { hasAgent } from './agent.js'
import { conditionsOf } from './kubelet/conditions.js'
import { type Placed, placedOf, reportedStatuses, statusByName } from './kubelet/containers-of.js'
import { exitOnDetach, MOMENT } from './kubelet/life.js'
import { type PodPlan, nextOf } from './kubelet/plan.js'
import type { Progress, Scene } from './kubelet/work.js'
import type { DetachedContainer } from '../../rest/context.js'
import type {
  AgentPod,
  PodStatus,
  Container,
  ContainerStatus,
  PodCondition,
  PodSpec,
  Resources,
} from './kubelet/types.js'
import { quantitiesOf, sameQuantities } from '../../base/numbers/quantities.js'
import { scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import { takenResources } from '../../kinds/core/pod/pod-resources.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import { type ContainerRemark, resizeRestart } from './kubelet/container-events.js'

/**
 * Runs a pod: performs the steps that are due and plans the next. A pod at rest has no plan; nor has one stated by a
 * fixture, until it is deleted.
 */
export function* syncPod({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined> {
  const pod = world.get<AgentPod>('v1/Pod', { namespace, name })
  const nodeName = pod?.spec?.nodeName
  if (!pod || !nodeName) return void world.remember(undefined)
  if (!hasAgent(nodeName, world)) return undefined
  const node = world.get('Node', { name: nodeName })
  if (!node) return undefined
  if (!isPlayed(pod)) return undefined
  const progress = yield* play(pod, node, world)
  const status = yield* write(pod, progress, world)
  const next = nextOf(progress.plan)
  if (isFreed(pod, status))
    for (const other of world.podsOn<AgentPod>(nodeName)) if (isDeferred(other)) world.wake(identityOf(other))
  if (pod.metadata.deletionTimestamp && !isRunning(status)) return yield* end(pod, world)
  world.remember(next === undefined ? undefined : progress.plan)
  return next === undefined ? undefined : { at: next }
}

/** Tells whether a pod has just ended, or is removed next, so that others may get what it had. */
const isFreed = ({ metadata, status = {} }: AgentPod, next: PodStatus): boolean =>
  (metadata.deletionTimestamp !== undefined && !isRunning(next)) ||
  (hasEnded({ status: next }) && !hasEnded({ status }))

/** Returns whether anything can happen in a pod; in a finished one only its deletion can. */
const isPlayed = ({ metadata, status = {} }: AgentPod) =>
  metadata.deletionTimestamp !== undefined || (status.phase !== 'Succeeded' && status.phase !== 'Failed')

function* play(pod: AgentPod, node: Node, world: WorldInSteps): Steps<Progress> {
  const { uid = '', deletionTimestamp } = pod.metadata
  const { status: told = {} } = pod
  const known = world.memory as PodPlan | undefined // as remembered above
  const plan = known?.uid === uid ? known : { uid, containers: {} }
  const isNew = isUntold(told) && told.phase === 'Pending' && told.startTime === undefined
  const status = isNew
    ? withMembers(told, { startTime: formatTime(world.now()), ...hostAddresses(node, pod) })
    : isUntold(told) && deletionTimestamp && told.phase === 'Running'
      ? assumed(pod, told)
      : told
  // Nothing is known of a pod that is stated without container statuses, and one that never started has nothing to
  // stop.
  if (isNew ? deletionTimestamp : isUntold(status)) return { status: told, plan, remarks: [] }
  const others = () => world.podsOn<AgentPod>(pod.spec?.nodeName ?? '')
  let images: ReadonlySet<string> | undefined
  const hasImage = (image: string) => (images ??= imagesOf(others())).has(image)
  const isAdopted = !isNew && plan !== known
  const { random, simulation } = world
  const playOf = ({ container }: Placed) => simulation.playOf(pod, container)
  const place: ResizeContext = {
    pod,
    node,
    others,
    version: world.profile.version,
    now: world.now(),
    observed: observedOf(pod, world),
  }
  const resized = resize(place, status, isAdopted ? plan : limited(plan, pod, status))
  const scene = { pod: resized.pod, now: world.now(), random, playOf, hasImage, isAdopted }
  const due = withDetached(resized.plan, scene, resized.status, world.told)
  const done = yield* eachInATurn(world, advance(scene, resized.status, due))
  const { resize: given, retry } = resized.plan
  const plans = { ...done.plan, ...(given ? { resize: given } : {}), ...(retry === undefined ? {} : { retry }) }
  const remarks = [...resized.remarks, ...done.remarks]
  const progress = completed(place, { pod: resized.pod, status: done.status, plan: plans, remarks })
  if (progress.status.podIP || !hasBegun(progress.status)) return progress
  return { ...progress, status: withMembers(progress.status, podAddresses(node, others())) }
}

/** Adds the exits of containers that end with the sessions that were attached to them. */
function withDetached(plan: PodPlan, scene: Scene, status: PodStatus, told: readonly unknown[]): PodPlan {
  // Nothing else tells this controller of a pod than the end of a session.
  const ids = (told as readonly DetachedContainer[]).map(({ containerID }) => containerID)
  if (ids.length === 0) return plan
  const exits = placedOf(scene.pod, status).flatMap((placed) => {
    const { containerID = '', state } = placed.status
    const exit = state?.running && ids.includes(containerID) ? exitOnDetach(placed, scene) : undefined
    const { name } = placed.container
    return exit ? [[name, { ...plan.containers[name], exit }] as const] : []
  })
  return { ...plan, containers: { ...plan.containers, ...Object.fromEntries(exits) } }
}

/** Adds the pod's activeDeadlineSeconds to a plan. */
function limited(plan: PodPlan, { spec }: AgentPod, { startTime }: PodStatus): PodPlan {
  if (spec?.activeDeadlineSeconds === undefined || startTime === undefined) return plan
  return { ...plan, deadline: Date.parse(startTime) + spec.activeDeadlineSeconds * 1000 }
}

const isUntold = ({ containerStatuses }: PodStatus) => containerStatuses === undefined || containerStatuses.length === 0

const hasBegun = (status: PodStatus) => reportedStatuses(status).some(({ containerID }) => containerID !== undefined)

const isRunning = (status: PodStatus) => reportedStatuses(status).some(({ state }) => state?.running !== undefined)

/** Returns the images that the pods of a node have pulled to it. */
function imagesOf(pods: readonly AgentPod[]): ReadonlySet<string> {
  const images = new Set<string>()
  for (const { status = {} } of pods)
    for (const { image, containerID } of reportedStatuses(status)) if (containerID !== undefined) images.add(image)
  return images
}

/** Returns the status of a running pod with running containers. */
function assumed({ spec, metadata }: AgentPod, status: PodStatus): PodStatus {
  const startedAt = status.startTime ?? metadata.creationTimestamp ?? undefined
  const state = { running: startedAt === undefined ? {} : { startedAt } }
  const containerStatuses = (spec?.containers ?? []).map(({ name, image }) => ({
    ...{ name, image, imageID: '', ready: true, started: true, restartCount: 0, lastState: {}, state },
  }))
  return { ...status, containerStatuses }
}

// Most of many remarks are only counted.
const REMARKS_IN_A_TURN = 500

/** Writes the status if it changed, and records Events. */
function* write(pod: AgentPod, { status, remarks }: Progress, world: WorldInSteps): Steps<PodStatus> {
  const { spec = {} } = pod
  const host = spec.nodeName ?? ''
  for (const [i, remark] of remarks.entries()) {
    if (i > 0 && i % REMARKS_IN_A_TURN === 0) yield* world.pause()
    yield* recordCoreEvent(world, pod, { component: 'kubelet', host, ...remark })
  }
  const { observedGeneration } = pod.status ?? {}
  const observed = observedOf(pod, world)
  // What an earlier status told stays as it is; a generation that was told is told again when it has changed.
  if (status === pod.status && (!observedGeneration || jsonEqual(observed, { observedGeneration }))) return status
  const conditions = conditionsOf(spec, status, formatTime(world.now()), observed)
  const next = withMembers(status, { ...observed, conditions })
  if (jsonEqual(next, pod.status)) return status
  yield* world.update<AgentPod>('v1/Pod', { ...pod, status: next }, { subresource: 'status' })
  return next
}

/** Removes a pod whose containers have all stopped; finalizers may keep it. */
function* end({ metadata }: AgentPod, world: WorldInSteps): Steps<undefined> {
  const { namespace = '', name = '', uid, deletionGracePeriodSeconds } = metadata
  world.remember(undefined)
  if (deletionGracePeriodSeconds === 0) return
  yield* world.delete(
    'v1/Pod',
    { namespace, name },
    { gracePeriodSeconds: 0, ...(uid ? { preconditions: { uid } } : {}) },
  )
}

// What clients see of resizes in place: a kubelet allocates what a pod asks for if its node has room for it, gives it
// to the containers a moment later, and tells both in conditions and Events. What is allocated and not given yet is in
// the plan; otherwise it is what the status tells.

/** What a resize depends on. */
type ResizeContext = {
  readonly pod: AgentPod
  readonly node: Node
  /** The pods of the node. */
  readonly others: () => readonly AgentPod[]
  readonly version: KubernetesVersion
  readonly now: number
  readonly observed: Pick<PodCondition, 'observedGeneration'>
}

/** A pod as it is allocated, and what follows for its status, its plan and its Events. */
type Resized = {
  readonly pod: AgentPod
  readonly status: PodStatus
  readonly plan: PodPlan
  readonly remarks: readonly ContainerRemark[]
}

const PENDING = 'PodResizePending'
const IN_PROGRESS = 'PodResizeInProgress'
const RETRY = 180_000
const LISTS = [
  ['initContainers', 'initContainerStatuses'],
  ['containers', 'containerStatuses'],
] as const

/** Tells whether a pod waits for room on its node. */
const isDeferred = ({ status }: AgentPod): boolean =>
  status?.conditions?.some(({ type, reason }) => type === PENDING && reason === 'Deferred') ?? false

/** Allocates what a pod asks for, and gives what was allocated a moment ago to its containers. */
function resize(place: ResizeContext, status: PodStatus, plan: PodPlan): Resized {
  const { pod, now } = place
  if (pod.metadata.deletionTimestamp !== undefined || hasEnded({ status })) return { pod, status, plan, remarks: [] }
  const told = toldIn(status)
  const isWanted = resizable(pod.spec).every(({ name, resources }) => same(allocatedOf(name, told, plan), resources))
  const asked = isWanted ? settled(place, status, plan) : allocate(place, status, plan)
  const { resize: due } = asked.plan
  if (due?.at === undefined || due.at > now)
    return { ...asked, pod: withAllocated(pod, toldIn(asked.status), asked.plan) }
  const given = give(asked)
  return { ...given, pod: withAllocated(pod, toldIn(given.status), given.plan) }
}

/** Tells that a resize is completed, once all containers have what is allocated. */
function completed({ version }: ResizeContext, { pod, status, plan, remarks }: Resized): Resized {
  const { resize: due, ...rest } = plan
  const told = toldIn(status)
  const isGiven = resizable(pod.spec).every(({ name, resources }) => same(told.get(name)?.resources, resources))
  if (!due || due.at !== undefined || !isGiven) return { pod, status, plan, remarks }
  const said = {
    reason: 'ResizeCompleted',
    message: `Pod resize completed: ${summaryOf(pod, version, due.generation)}`,
  }
  return {
    pod,
    status: withCondition(status, IN_PROGRESS, undefined),
    plan: rest,
    remarks: atLeast(version, '1.34') ? [...remarks, { type: 'Normal', ...said }] : remarks,
  }
}

type Asked = Omit<Resized, 'pod'> & Pick<ResizeContext, 'pod' | 'now'>

/** Nothing more is asked for than is allocated. */
function settled({ pod, now }: ResizeContext, status: PodStatus, { retry: _, ...plan }: PodPlan): Asked {
  return { pod, now, status: withCondition(status, PENDING, undefined), plan, remarks: [] }
}

function allocate(place: ResizeContext, status: PodStatus, { retry: _, ...plan }: PodPlan): Asked {
  const { pod, now, version, observed } = place
  const { generation = 0 } = pod.metadata
  const condition = { status: 'True', lastProbeTime: formatTime(now), lastTransitionTime: formatTime(now), ...observed }
  const tells = atLeast(version, '1.35')
  const refusal = refusalOf(place)
  if (refusal) {
    const before = status.conditions?.find(({ type }) => type === PENDING)
    const { reason, message } = refusal
    const isKnown = before?.reason === reason
    const isTold = isKnown && before.observedGeneration === observed.observedGeneration
    const lastTransitionTime = (isKnown ? before.lastTransitionTime : undefined) ?? condition.lastTransitionTime
    const pending = { ...condition, lastTransitionTime, reason, message }
    const said = `Pod resize ${reason}: ${summaryOf(pod, version, generation, message)}`
    return {
      ...{ pod, now },
      status: isTold && before.message === message ? status : withCondition(status, PENDING, pending),
      plan: { ...plan, ...(reason === 'Deferred' ? { retry: now + RETRY } : {}) },
      remarks: tells && !isTold ? [{ type: 'Warning', reason: `Resize${reason}`, message: said }] : [],
    }
  }
  const containers = Object.fromEntries(resizable(pod.spec).map(({ name, resources = {} }) => [name, resources]))
  const said = { reason: 'ResizeStarted', message: `Pod resize started: ${summaryOf(pod, version, generation)}` }
  const begun = withCondition(withCondition(status, PENDING, undefined), IN_PROGRESS, condition)
  return {
    ...{ pod, now },
    status: withTold(begun, (each) => {
      const { requests } = containers[each.name] ?? {}
      return each.resources && requests ? withMembers(each, { allocatedResources: requests }) : each
    }),
    plan: { ...plan, resize: { at: now + MOMENT, generation, containers } },
    remarks: tells ? [{ type: 'Normal', ...said }] : [],
  }
}

/** Gives containers what is allocated: running ones at once, or in a restart if their policy is to. */
function give({ pod, now, status, plan, remarks }: Asked): Asked {
  const { resize: due, ...rest } = plan
  const told = toldIn(status)
  const restarts = resizable(pod.spec).filter((container) => {
    const known = told.get(container.name)
    const next = due?.containers[container.name]
    return known?.state?.running && next && restartsFor(container, known.resources, next)
  })
  const exit = { at: now + MOMENT, code: 0, reason: 'Completed', restarts: true } as const
  const isRestarted = new Set(restarts.map(({ name }) => name))
  return {
    ...{ pod, now },
    status: withTold(status, (each) => {
      const next = due?.containers[each.name]
      return each.resources && next && !isRestarted.has(each.name) ? withMembers(each, { resources: next }) : each
    }),
    plan: {
      ...rest,
      containers: { ...rest.containers, ...Object.fromEntries(restarts.map(({ name }) => [name, { exit }])) },
      ...(due ? { resize: { generation: due.generation, containers: due.containers } } : {}),
    },
    remarks: [
      ...remarks,
      ...restarts.map((container) => resizeRestart({ group: groupOf(pod.spec, container), container })),
    ],
  }
}

const groupOf = (spec: PodSpec | undefined, container: Container) =>
  spec?.containers?.includes(container) ? 'containers' : 'initContainers'

/** The containers whose resources may change: main ones and sidecars. */
const resizable = ({ containers = [], initContainers = [] }: PodSpec = {}): readonly Container[] => [
  ...initContainers.filter(isSidecar),
  ...containers,
]

const toldIn = (status: PodStatus): ReadonlyMap<string, ContainerStatus> =>
  statusByName(LISTS.flatMap(([, list]) => status[list] ?? []))

/** Returns what is allocated to a container; undefined if that is what it asks for, as it has not started. */
const allocatedOf = (name: string, told: ReadonlyMap<string, ContainerStatus>, { resize: due }: PodPlan) =>
  due?.containers[name] ?? told.get(name)?.resources

const same = (a: Resources | undefined, b: Resources = {}): boolean =>
  a === undefined ||
  (['requests', 'limits'] as const).every(
    (bound) => jsonEqual(a[bound], b[bound]) || sameQuantities(quantitiesOf(a[bound]), quantitiesOf(b[bound])),
  )

function restartsFor({ resizePolicy = [] }: Container, had: Resources | undefined, next: Resources): boolean {
  const differs = (name: string) =>
    (['requests', 'limits'] as const).some((bound) => had?.[bound]?.[name] !== next[bound]?.[name])
  return resizePolicy.some(
    ({ resourceName, restartPolicy }) => restartPolicy === 'RestartContainer' && differs(resourceName),
  )
}

/** Replaces the resources of containers by those allocated to them, as a kubelet sees its pods. */
function withAllocated(pod: AgentPod, told: ReadonlyMap<string, ContainerStatus>, plan: PodPlan): AgentPod {
  const { spec } = pod
  if (!spec) return pod
  const allocated = (container: Container): Container => {
    const resources = allocatedOf(container.name, told, plan)
    return same(resources, container.resources) ? container : { ...container, ...(resources ? { resources } : {}) }
  }
  const isAsked = resizable(spec).every((container) => allocated(container) === container)
  if (isAsked) return pod
  const lists = LISTS.flatMap(([list]) => (spec[list] ? [[list, spec[list].map(allocated)]] : []))
  return { ...pod, spec: { ...spec, ...(Object.fromEntries(lists) as Partial<PodSpec>) } } // lists of containers
}

/** Returns why a node has no room for what a pod asks for; undefined if it has. */
function refusalOf({
  pod,
  node,
  others,
  version,
}: ResizeContext): { readonly reason: string; readonly message: string } | undefined {
  const room = quantitiesOf(node.status?.allocatable)
  const asked = amountsOf({ spec: pod.spec ?? {} })
  const capacity = { cpu: amount(room, 'cpu'), memory: amount(room, 'memory') }
  if (!atLeast(version, '1.36'))
    for (const name of ['memory', 'cpu'] as const)
      if (asked[name] > capacity[name]) {
        const numbers = `requested: ${asked[name]}, capacity: ${capacity[name]}`
        return { reason: 'Infeasible', message: `Node didn't have enough capacity: ${name}, ${numbers}` }
      }
  const used = { cpu: 0, memory: 0 }
  for (const other of others()) {
    if (other.metadata.uid === pod.metadata.uid || hasEnded(other)) continue
    const { status = {} } = other
    const taken = amountsOf(
      isDeferred(other) ? withAllocated(other, toldIn(status), { uid: '', containers: {} }) : other,
    )
    used.cpu += taken.cpu
    used.memory += taken.memory
  }
  for (const name of ['cpu', 'memory'] as const)
    if (asked[name] > capacity[name] - used[name]) {
      const numbers = `requested: ${asked[name]}, used: ${used[name]}, capacity: ${capacity[name]}`
      return { reason: 'Deferred', message: `Node didn't have enough resource: ${name}, ${numbers}` }
    }
  return undefined
}

type Quantities = ReturnType<typeof quantitiesOf>

/** Returns what a pod requests: CPU in millis, memory in bytes. */
function amountsOf(pod: Parameters<typeof takenResources>[0]): { readonly cpu: number; readonly memory: number } {
  const taken = takenResources(pod, 'requests')
  return { cpu: amount(taken, 'cpu'), memory: amount(taken, 'memory') }
}

function amount(quantities: Quantities, name: 'cpu' | 'memory'): number {
  const quantity = quantities.get(name)
  return quantity ? Number(scaledQuantity(quantity, name === 'cpu' ? -3 : 0)) : 0
}

/** Prints the resources of the containers of a pod as Events tell them. */
function summaryOf({ spec = {} }: AgentPod, version: KubernetesVersion, generation: number, error?: string): string {
  const list = (containers: readonly Container[] = []) =>
    containers.map(({ name, resources = {} }) => ({ name, resources }))
  return JSON.stringify({
    ...(spec.initContainers?.length ? { initContainers: list(spec.initContainers) } : {}),
    ...(spec.containers?.length ? { containers: list(spec.containers) } : {}),
    ...(atLeast(version, '1.35') ? { generation, ...(error === undefined ? {} : { error }) } : {}),
  })
}

/** Sets a condition of a resize, or removes it; they come after those of others. */
function withCondition(status: PodStatus, type: string, condition: Omit<PodCondition, 'type'> | undefined): PodStatus {
  const { conditions = [] } = status
  if (!condition && !conditions.some((each) => each.type === type)) return status
  const others = conditions.filter((each) => each.type !== type)
  return withMembers(status, { conditions: condition ? [...others, { type, ...condition }] : others })
}

function withTold(status: PodStatus, change: (told: ContainerStatus) => ContainerStatus): PodStatus {
  const lists = LISTS.flatMap(([, list]) => (status[list] ? [[list, status[list].map(change)]] : []))
  return withMembers(status, Object.fromEntries(lists) as Partial<PodStatus>) // lists of statuses
}
