import { formatTime } from '../base/time.js'
import { type Placed, isSidecar, placedOf, toldOf, withPlaced } from './containers-of.js'
import { containerIdOf, imageIdOf } from './ids.js'
import { type Life, MOMENT } from './life.js'
import { phaseOf } from './phase.js'
import type { ContainerPlan, PodPlan } from './plan.js'
import type { AgentPod, ContainerStatus, PodStatus } from './types.js'
import { type ContainerRemark, killing, startRemarks } from './remarks.js'

/** What an agent goes by. */
export type Scene = {
  readonly pod: AgentPod
  /** The time, in milliseconds since 1970. */
  readonly now: number
  readonly lifeOf: (placed: Placed) => Life
  /** Whether the pod's status is not the agent's own: what waits in it goes on waiting. */
  readonly isAdopted: boolean
  /** Whether an image is on the node. */
  readonly hasImage: (image: string) => boolean
}

/** What has come of a pod, what is planned of it, and what its agent has to say. */
export type Progress = {
  readonly status: PodStatus
  readonly plan: PodPlan
  readonly remarks: readonly ContainerRemark[]
}

type Work = {
  readonly scene: Scene
  readonly placed: Placed[]
  readonly plans: Map<string, ContainerPlan>
  readonly remarks: ContainerRemark[]
  readonly isEnding: boolean
  /** Names of containers that are left waiting. */
  readonly left: ReadonlySet<string>
}

/** Lets everything happen in a pod that is due, and plans what follows. */
export function advance(scene: Scene, before: PodStatus, plan: PodPlan): Progress {
  const { pod } = scene
  const work: Work = {
    scene,
    placed: [...placedOf(pod, before)],
    plans: new Map(Object.entries(plan.containers)),
    remarks: [],
    isEnding: pod.metadata.deletionTimestamp !== undefined,
    left: new Set(scene.isAdopted ? toldOf(before).map(({ name }) => name) : []),
  }
  if (work.isEnding) stopAll(work)
  // What ends lets others begin.
  while (work.placed.some((_, i) => happen(work, i))) continue
  const isOver = work.isEnding && !work.placed.some(({ status }) => status.state?.running)
  const phase = phaseOf(work.placed, pod.spec?.restartPolicy ?? 'Always', isOver)
  return {
    status: { ...withPlaced(before, work.placed), phase: isFinal(before.phase) ? before.phase : phase },
    plan: { uid: plan.uid, containers: Object.fromEntries(work.plans) },
    remarks: work.remarks,
  }
}

const isFinal = (phase: string | undefined): phase is string => phase === 'Succeeded' || phase === 'Failed'

/** Does what is due of one container; whether anything was. */
function happen(work: Work, i: number): boolean {
  const placed = work.placed[i]
  if (!placed) return false
  const { now } = work.scene
  const { status, container } = placed
  const plan = work.plans.get(container.name) ?? {}
  if (status.state?.waiting) {
    if (work.isEnding || work.left.has(container.name)) return false
    if (plan.start === undefined) return mayStart(work, i) && planStart(work, placed)
    return plan.start <= now && start(work, i, placed)
  }
  if (!status.state?.running) return false
  if (plan.exit && plan.exit.at <= now) return end(work, i, placed, plan)
  if (plan.started !== undefined && plan.started <= now) return say(work, i, placed, { started: true }, 'started')
  if (plan.ready !== undefined && plan.ready <= now) return say(work, i, placed, { ready: true }, 'ready')
  return false
}

/** Init containers go one after the other, the others when all of them have done their part. */
function mayStart({ placed }: Work, i: number): boolean {
  const isInit = placed[i]?.group === 'initContainers'
  return placed.every(({ group, container, status }, other) => {
    if (group !== 'initContainers' || (isInit && other >= i)) return true
    return isSidecar(container) ? status.started === true : status.state?.terminated?.exitCode === 0
  })
}

function planStart({ placed, plans, scene: { now } }: Work, { container }: Placed): true {
  const isFirst = placed.every(({ status }) => status.containerID === undefined)
  plans.set(container.name, { start: now + (isFirst ? MOMENT : 0) })
  return true
}

function start(work: Work, i: number, placed: Placed): true {
  const { scene, plans } = work
  const { now, pod } = scene
  const { container, status } = placed
  const { started, ready, exit } = scene.lifeOf(placed)
  work.remarks.push(...startRemarks(placed, scene.hasImage(container.image)))
  const isAsked = placed.group !== 'initContainers' || isSidecar(container)
  const running: ContainerStatus = {
    ...status,
    image: container.image,
    imageID: imageIdOf(container.image),
    containerID: containerIdOf(pod, container.name, status.restartCount),
    state: { running: { startedAt: formatTime(now) } },
    started: started === 0,
    ready: isAsked && ready === 0,
    ...resourcesOf(placed),
  }
  work.placed[i] = { ...placed, status: running }
  plans.set(container.name, {
    ...(started > 0 ? { started: now + started } : {}),
    ...(isAsked && ready > 0 ? { ready: now + ready } : {}),
    ...(exit ? { exit: exitAt(now, exit) } : {}),
  })
  return true
}

const exitAt = (now: number, { after, ...exit }: NonNullable<Life['exit']>) => ({ ...exit, at: now + after })

const resourcesOf = ({ container: { resources = {} } }: Placed) => ({
  resources,
  ...(resources.requests ? { allocatedResources: resources.requests } : {}),
})

function end(work: Work, i: number, placed: Placed, { exit }: ContainerPlan): true {
  const { status, container, group } = placed
  const { code = 0, reason = 'Completed', message } = exit ?? {}
  const terminated = {
    exitCode: code,
    reason,
    ...(message === undefined ? {} : { message }),
    ...(status.state?.running?.startedAt ? { startedAt: status.state.running.startedAt } : {}),
    finishedAt: formatTime(work.scene.now),
    ...(status.containerID ? { containerID: status.containerID } : {}),
  }
  const ready = group === 'initContainers' && !isSidecar(container) && code === 0
  work.placed[i] = { ...placed, status: { ...status, state: { terminated }, ready, started: false } }
  work.plans.delete(container.name)
  return true
}

function say(work: Work, i: number, placed: Placed, said: Partial<ContainerStatus>, done: 'started' | 'ready'): true {
  const { name } = placed.container
  work.placed[i] = { ...placed, status: { ...placed.status, ...said } }
  const { [done]: _, ...left } = work.plans.get(name) ?? {}
  if (Object.keys(left).length === 0) work.plans.delete(name)
  else work.plans.set(name, left)
  return true
}

/** Tells everything that runs to stop, and plans nothing else. */
function stopAll(work: Work): void {
  const { plans, scene } = work
  const { now, pod } = scene
  const deadline = Date.parse(pod.metadata.deletionTimestamp ?? '')
  for (const placed of work.placed) {
    const { name } = placed.container
    const known = plans.get(name)?.exit
    plans.delete(name)
    if (!placed.status.state?.running) continue
    const { stop } = scene.lifeOf(placed)
    const left = Math.max(now, deadline)
    const end = known?.told ? known : now + stop > left ? { ...KILLED, at: left } : { ...STOPPED, at: now + stop }
    plans.set(name, { exit: { ...end, at: Math.min(end.at, left) } })
    if (!known?.told) work.remarks.push(killing(placed))
  }
}

/** What a container ends with that stops when it is told to, and one that has to be made to. */
const STOPPED = { code: 0, reason: 'Completed', told: true } as const
const KILLED = { code: 137, reason: 'Error', told: true } as const
