import { jsonEqual, withMembers } from '../../base/json/json.js'
import { quantitiesOf, sameQuantities } from '../../base/numbers/quantities.js'
import { scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import { formatTime } from '../../base/time/time.js'
import { takenResources } from '../../kinds/core/pod/pod-resources.js'
import { hasEnded, isSidecar } from '../../kinds/shared/pods.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import type { Node } from '../core/node-taints.js'
import { statusByName } from './kubelet/containers-of.js'
import { type ContainerRemark, resizeRestart } from './kubelet/container-events.js'
import { MOMENT } from './kubelet/life.js'
import type { PodPlan } from './kubelet/plan.js'
import type {
  AgentPod,
  Container,
  ContainerStatus,
  PodCondition,
  PodSpec,
  PodStatus,
  Resources,
} from './kubelet/types.js'

// What clients see of resizes in place: a kubelet allocates what a pod asks for if its node has room for it, gives it
// to the containers a moment later, and tells both in conditions and Events. What is allocated and not given yet is in
// the plan; otherwise it is what the status tells.

/** What a resize depends on. */
export type ResizeContext = {
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
export const isDeferred = ({ status }: AgentPod): boolean =>
  status?.conditions?.some(({ type, reason }) => type === PENDING && reason === 'Deferred') ?? false

/** Allocates what a pod asks for, and gives what was allocated a moment ago to its containers. */
export function resize(place: ResizeContext, status: PodStatus, plan: PodPlan): Resized {
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
export function completed({ version }: ResizeContext, { pod, status, plan, remarks }: Resized): Resized {
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
