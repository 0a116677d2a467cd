import { StatusError } from '../../base/errors/status.js'
import { formatTime } from '../../base/time/time.js'
import type { Steps } from '../../base/turns/steps.js'
import { conditionsOf } from '../../controllers/agents/kubelet/conditions.js'
import type { AgentPod, ContainerStatus, PodStatus } from '../../controllers/agents/kubelet/types.js'
import { recordCoreEvent } from '../../controllers/core/record-core-event.js'
import { controllerOf, refOf } from '../../controllers/pods/owner.js'
import { isActive, isReady, observedOf } from '../../controllers/pods/pod-state.js'
import type { Again, Controller, Key, WorldInSteps } from '../../controllers/runtime/types.js'
import { containerIdOf } from '../../rest/containers/runtime-ids.js'
import { type Chance, createChance } from './chance.js'

/** The objects that churn changes. */
type Kept = {
  /** The nodes whose pods change, and the Deployments that roll out. */
  readonly nodes: readonly string[]
  readonly deployments: readonly { readonly namespace: string; readonly name: string }[]
  /** Whether there are controllers that replace deleted pods. */
  readonly isKept: boolean
}

/** The context of a change. */
type Scene = { readonly churn: Kept; readonly world: WorldInSteps; readonly chance: Chance }

/** A pod that is not ready until a time in milliseconds since 1970. */
type Flipped = {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly until: number
}

const KIND = 'v1/Pod'

/** Returns a random pod on one of the nodes that fits; undefined if a few tries find none. */
function pickPod({ churn, world, chance }: Scene, wants: (pod: AgentPod) => boolean): AgentPod | undefined {
  for (let tried = 0; tried < 8; tried++) {
    const pods = world.podsOn<AgentPod>(chance.pick(churn.nodes)).filter(wants)
    if (pods.length > 0) return chance.pick(pods)
  }
  return undefined
}

const isOfSet = (pod: AgentPod): boolean => isActive(pod) && controllerOf(pod)?.kind === 'ReplicaSet'

/** Records an Event about a random running pod. */
function* remark(scene: Scene): Steps<void> {
  const pod = pickPod(scene, (each) => isActive(each) && each.status?.phase === 'Running')
  const container = pod?.spec?.containers?.[0]
  if (!pod || !container) return
  const { name, image } = container
  const said = scene.chance.pick([
    { type: 'Warning', reason: 'Unhealthy', message: 'Readiness probe failed: HTTP probe failed with statuscode: 503' },
    { type: 'Warning', reason: 'Unhealthy', message: 'Liveness probe failed: context deadline exceeded' },
    { type: 'Normal', reason: 'Pulled', message: `Container image "${image}" already present on machine` },
  ] as const)
  const host = pod.spec?.nodeName ?? ''
  yield* recordCoreEvent(scene.world, pod, {
    ...said,
    component: 'kubelet',
    host,
    fieldPath: `spec.containers{${name}}`,
  })
}

/** Makes a ready pod unready for five to sixty seconds, and returns it. */
function* flip(scene: Scene, flipped: readonly Flipped[]): Steps<Flipped | undefined> {
  const { world, chance } = scene
  const pod = pickPod(
    scene,
    (each) => isOfSet(each) && isReady(each) && !flipped.some(({ uid }) => uid === each.metadata.uid),
  )
  if (!pod) return undefined
  yield* writeReady(world, pod, false)
  const { uid = '' } = pod.metadata
  return { ...refOf(pod), uid, until: world.now() + chance.whole(5000, 60_000) }
}

/** Makes a pod ready again, if it still exists. */
function* flipBack({ world }: Scene, { namespace, name, uid }: Flipped): Steps<void> {
  const pod = world.get<AgentPod>(KIND, { namespace, name })
  if (pod && pod.metadata.uid === uid && isActive(pod) && !isReady(pod)) yield* writeReady(world, pod, true)
}

/** Sets the readiness of a pod's first container. */
function* writeReady(world: WorldInSteps, pod: AgentPod, ready: boolean): Steps<void> {
  const { spec = {}, status = {} } = pod
  const first = spec.containers?.[0]?.name
  const containerStatuses = status.containerStatuses?.map((each) => (each.name === first ? { ...each, ready } : each))
  const next: PodStatus = { ...status, ...(containerStatuses ? { containerStatuses } : {}) }
  const conditions = conditionsOf(spec, next, formatTime(world.now()), observedOf(pod, world))
  yield* world.update<AgentPod>(KIND, { ...pod, status: { ...next, conditions } }, { subresource: 'status' })
}

/** Deletes a pod of a ReplicaSet. If no controller replaces it, a replacement is created at once. */
function* replace(scene: Scene): Steps<void> {
  const { world, churn } = scene
  const pod = pickPod(scene, isOfSet)
  if (!pod) return
  yield* world.delete(KIND, refOf(pod), churn.isKept ? {} : { gracePeriodSeconds: 0 })
  if (!churn.isKept) yield* makeAnother(world, pod)
}

function* makeAnother(world: WorldInSteps, { metadata, spec = {}, status = {} }: AgentPod): Steps<void> {
  const { namespace = '', generateName = '', labels, annotations, ownerReferences } = metadata
  const made = yield* world.create<AgentPod>(KIND, {
    metadata: { namespace, generateName, labels, annotations, ownerReferences },
    spec,
  })
  const startTime = formatTime(world.now())
  const run = (each: ContainerStatus): ContainerStatus => ({
    ...each,
    containerID: containerIdOf(made, each.name, 0),
    state: { running: { startedAt: startTime } },
    lastState: {},
    ready: true,
    restartCount: 0,
  })
  const { containerStatuses = [], conditions: _, ...others } = status
  const observed = observedOf(made, world)
  const next = { ...others, ...observed, startTime, containerStatuses: containerStatuses.map(run) }
  const conditions = conditionsOf(spec, next, startTime, observed)
  yield* world.update<AgentPod>(KIND, { ...made, status: { ...next, conditions } }, { subresource: 'status' })
}

/** Rolls a Deployment out with its next version; returns the number of pods this replaces. */
function* roll({ churn, world, chance }: Scene): Steps<number> {
  if (churn.deployments.length === 0) return 0
  const ref = chance.pick(churn.deployments)
  const deployment = world.get('Deployment', ref)
  const template = deployment?.spec?.template
  const [container] = template?.spec?.containers ?? []
  const [, image, version] = /^(.*):([\d.]+)$/.exec(container?.image ?? '') ?? []
  if (!deployment || !container || image === undefined || version === undefined) return 0
  const [major = '1', minor = '0', patch = '0'] = version.split('.')
  const next = chance.percent(30) ? `${major}.${Number(minor) + 1}.0` : `${major}.${minor}.${Number(patch) + 1}`
  const labels = { 'app.kubernetes.io/version': next }
  yield* world.patch(
    'Deployment',
    ref,
    {
      metadata: { labels },
      spec: {
        template: { metadata: { labels }, spec: { containers: [{ name: container.name, image: `${image}:${next}` }] } },
      },
    },
    { type: 'strategic' },
  )
  return deployment.spec?.replicas ?? 1
}

/** The ongoing changes in a generated world. */
type Churn = Kept & {
  /** The name of its controller. */
  readonly name: string
  /** Changes per second. */
  readonly rate: number
  readonly seed: number
}

/**
 * The memory of the controller: the number of changes so far, when the next is due, and the pods that are unready for a
 * while.
 */
type Memory = { readonly turn: number; readonly next: number; readonly flipped: readonly Flipped[] }

/** The maximum number of changes in one run: if the clock jumps further ahead, the rest is skipped. */
const MOST_AT_ONCE = 100
/** The maximum number of pods that are unready at once. */
const MOST_FLIPPED = 20

const KEY: Key = { apiVersion: 'v1', kind: 'Namespace', namespace: '', name: 'default' }

/** Creates the controller that makes the changes; they follow from its seed and the existing objects. */
export function createChurn(churn: Churn): Controller {
  return {
    name: churn.name,
    user: 'fakecluster:churn',
    manager: 'fakecluster-churn',
    // The controller has to be triggered once.
    watches: { Namespace: ({ prev, next }) => (!prev && next?.metadata.name === KEY.name ? [KEY] : []) },
    reconcileInSteps: (_key, world) => goOn(churn, world),
  }
}

function* goOn(churn: Churn, world: WorldInSteps): Steps<Again> {
  const now = world.now()
  const interval = 1000 / churn.rate
  // The type stored below.
  let memory = (world.memory as Memory | undefined) ?? { turn: 0, next: now + interval, flipped: [] }
  for (let i = 0; i < MOST_AT_ONCE && memory.next <= now; i++) {
    const { changes, flipped } = yield* act(churn, memory, world)
    memory = { turn: memory.turn + 1, next: memory.next + interval * changes, flipped }
  }
  if (memory.next <= now) memory = { ...memory, next: now + interval }
  world.remember(memory)
  return { at: Math.max(now + 1, memory.next) }
}

type Acted = { readonly changes: number; readonly flipped: readonly Flipped[] }

/** Makes one change. A rejected write counts as a change. */
function* act(churn: Churn, { turn, flipped }: Memory, world: WorldInSteps): Steps<Acted> {
  const scene = { churn, world, chance: createChance(seedOf(churn.seed, turn)) }
  const due = flipped.find(({ until }) => until <= world.now())
  const kind = scene.chance.random()
  const left = due ? flipped.filter((each) => each !== due) : flipped
  try {
    if (due) yield* flipBack(scene, due)
    else if (kind < 0.03 && churn.isKept) return { changes: Math.max(1, yield* roll(scene)), flipped }
    else if (kind < 0.2) yield* replace(scene)
    else if (kind < 0.45 && flipped.length < MOST_FLIPPED) {
      const pod = yield* flip(scene, flipped)
      return { changes: 1, flipped: pod ? [...flipped, pod] : flipped }
    } else yield* remark(scene)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
  }
  return { changes: 1, flipped: left }
}

/** Returns a seed for each turn, so that no turn depends on how much randomness the others used. */
const seedOf = (seed: number, turn: number): number =>
  (Math.imul(seed ^ 0x2545f491, 0x9e3779b1) ^ Math.imul(turn + 1, 0x85ebca6b)) >>> 0
