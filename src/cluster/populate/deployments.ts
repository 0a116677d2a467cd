import { mustHave } from '../../base/must-have.js'
import { formatTime } from '../../base/time/time.js'
import { draftOf } from '../../controllers/apps/deployments/create-replica-set.js'
import type { Deployment } from '../../controllers/apps/deployments/deployment.js'
import { controllerRef } from '../../controllers/pods/owner.js'
import { podFromTemplate } from '../../controllers/pods/from-template.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { KubeObject } from '../../schema/object.js'
import type { Draft, PopulateContext } from './populate-context.js'
import type { Placing } from './placing.js'
import type { Health } from './pod-status.js'
import { type Slot, storePods } from './pods.js'
import { type App, labelsOf, selectorOf, templateOf } from './templates.js'

/** The state of a Deployment's rollout. */
export type Fate = 'fine' | 'crashing' | 'stuck' | 'unschedulable'

/** The specification of a Deployment to create. */
type Rollout = {
  readonly app: App
  /** The number of its pods. */
  readonly pods: number
  readonly fate: Fate
  /** The message of its unschedulable pods. */
  readonly unschedulable: string
}

/** A stored Deployment with its pods. */
export type Deployed = { readonly app: App; readonly pods: readonly KubeObject[]; readonly fate: Fate }

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The number of batches of a rollout, and the time between them, in milliseconds. */
const BATCHES = 4
const BETWEEN = 20_000
/** The time from one crash of a container to the next, in milliseconds: the longest back-off, and a few seconds. */
const RESTARTING = 304_000

/** A template that was rolled out: its version, the time, and the number of its current pods. */
type Step = { readonly version: string; readonly at: number; readonly pods: number; readonly ready: number }

/** Stores a Deployment, the ReplicaSets of its revisions, and its pods. */
export function makeDeployment(making: PopulateContext, placing: Placing, rollout: Rollout): Deployed {
  const { app, fate } = rollout
  const steps = stepsOf(making, rollout)
  const deployment = storeDeployment(making, placing, rollout, steps)
  const pods = steps.flatMap((step, i) => {
    const set = storeReplicaSet(making, deployment, step, i + 1)
    return step.pods === 0 ? [] : storePods(making, podDraft(set), slotsOf(making, placing, rollout, step))
  })
  return { app, pods, fate }
}

function stepsOf(making: PopulateContext, { app, pods, fate }: Rollout): readonly Step[] {
  const { chance, now } = making
  const isHalt = isHalted(fate)
  const count = chance.whole(isHalt ? 2 : 1, 4)
  const versions = versionsTo(app.version, count)
  const first = app.home.at + chance.whole(HOUR, 20 * DAY)
  const last = now - (isHalt ? chance.whole(HOUR, 6 * HOUR) : chance.whole(HOUR, 14 * DAY))
  const failing = failingOf(pods, fate)
  const current = isHalt ? failing : pods
  return versions.map((version, i) => {
    if (i === count - 1) return { version, at: last, pods: current, ready: current - failing }
    const rest = i === count - 2 ? pods - current : 0
    return { version, at: first + Math.floor(((last - first) * i) / count), pods: rest, ready: rest }
  })
}

/** Whether the pods of the current version fail, so that the others are still of the version before. */
const isHalted = (fate: Fate): boolean => fate === 'stuck' || fate === 'crashing'

/** Returns the number of failing pods of a Deployment. */
function failingOf(pods: number, fate: Fate): number {
  if (fate === 'unschedulable') return pods
  if (fate === 'stuck') return 1
  // As many as its strategy allows.
  return fate === 'crashing' ? Math.max(1, Math.floor(pods / 10)) : 0
}

/** Returns a number of successive versions, up to the last one. */
function versionsTo(last: string, count: number): readonly string[] {
  const [major = '1', minor = '0', patch = '0'] = last.split('.')
  return Array.from(
    { length: count },
    (_, i) => `${major}.${Number(minor)}.${Math.max(0, Number(patch) - count + 1 + i)}`,
  )
}

function storeDeployment(
  making: PopulateContext,
  placing: Placing,
  rollout: Rollout,
  steps: readonly Step[],
): Deployment {
  const { app, fate } = rollout
  const { chance } = making
  const [first, last] = [mustHave(steps[0], 'a step'), mustHave(steps.at(-1), 'a step')]
  const replicas = fate === 'stuck' ? rollout.pods - 1 : rollout.pods
  const isGpu = fate === 'unschedulable'
  const template = templateOf(making, app, placing.budget, {
    ...(isGpu ? { nodeSelector: { accelerator: 'gpu' } } : {}),
    ...(chance.percent(30) ? { topologySpreadConstraints: [spreadOf(app)] } : {}),
    ...(chance.percent(40) ? { terminationGracePeriodSeconds: chance.pick([10, 45, 60]) } : {}),
  })
  const object = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: app.name,
      namespace: app.home.namespace,
      uid: chance.uuid(),
      generation: steps.length,
      labels: {
        ...labelsOf(app),
        'app.kubernetes.io/version': app.version,
        'helm.sh/chart': `${app.component}-0.${steps.length}.0`,
      },
      annotations: {
        'deployment.kubernetes.io/revision': String(steps.length),
        'meta.helm.sh/release-name': app.name,
        'meta.helm.sh/release-namespace': app.home.namespace,
      },
    },
    spec: {
      replicas,
      selector: { matchLabels: selectorOf(app) },
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: strategyOf(fate),
      },
      template,
    },
  }
  const { version } = making.context.registry.profile
  // By its kind.
  const set = draftOf(withVersion(making.filled(object) as Deployment, app.version), 0, 1, version).metadata?.name
  return making.store(
    { ...object, status: deploymentStatus(rollout, steps, String(set)) },
    {
      by: 'helm',
      at: first.at,
      status: { by: 'kube-controller-manager', at: last.at + BATCHES * BETWEEN },
    },
  ) as Deployment // by its kind
}

function strategyOf(fate: Fate): object {
  if (fate === 'stuck') return { maxSurge: 1, maxUnavailable: 0 }
  return fate === 'crashing' ? { maxSurge: 0, maxUnavailable: '10%' } : { maxSurge: '25%', maxUnavailable: '25%' }
}

const spreadOf = (app: App) => ({
  maxSkew: 2,
  topologyKey: 'topology.kubernetes.io/zone',
  whenUnsatisfiable: 'ScheduleAnyway',
  labelSelector: { matchLabels: selectorOf(app) },
})

function deploymentStatus({ pods, fate }: Rollout, steps: readonly Step[], set: string): object {
  const last = mustHave(steps.at(-1), 'a step')
  const ready = steps.reduce((sum, step) => sum + step.ready, 0)
  const wanted = fate === 'stuck' ? pods - 1 : pods
  const spared = fate === 'stuck' ? 0 : fate === 'crashing' ? failingOf(pods, fate) : Math.floor(wanted / 4)
  const done = formatTime(last.at + BATCHES * BETWEEN)
  const counts = {
    replicas: pods,
    updatedReplicas: last.pods,
    readyReplicas: ready,
    availableReplicas: ready,
    unavailableReplicas: pods - ready,
  }
  const [available, progressing] = [availability(ready >= wanted - spared), progressOf(fate, set)]
  return {
    observedGeneration: steps.length,
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
    conditions: [
      { type: 'Available', lastUpdateTime: done, lastTransitionTime: done, ...available },
      { type: 'Progressing', lastUpdateTime: done, lastTransitionTime: formatTime(last.at), ...progressing },
    ],
  }
}

const availability = (isEnough: boolean) =>
  isEnough
    ? { status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
    : {
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      }

/** Returns the condition `Progressing` of a rollout. */
const progressOf = (fate: Fate, set: string) =>
  isHalted(fate) || fate === 'unschedulable'
    ? { status: 'False', reason: 'ProgressDeadlineExceeded', message: `ReplicaSet "${set}" has timed out progressing.` }
    : { status: 'True', reason: 'NewReplicaSetAvailable', message: `ReplicaSet "${set}" has successfully progressed.` }

function storeReplicaSet(
  making: PopulateContext,
  deployment: Deployment,
  { version, at, pods, ready }: Step,
  revision: number,
): KubeObject {
  const draft = draftOf(
    withVersion(deployment, version),
    pods,
    revision,
    making.context.registry.profile.version,
  ) as Draft // as a client would send it
  const status = {
    replicas: pods,
    ...(pods > 0 ? { fullyLabeledReplicas: pods } : {}),
    ...(ready > 0 ? { readyReplicas: ready, availableReplicas: ready } : {}),
    observedGeneration: 1,
  }
  return making.store(
    { ...draft, apiVersion: 'apps/v1', kind: 'ReplicaSet', status },
    { by: 'kube-controller-manager', at, status: { by: 'kube-controller-manager', at: at + BATCHES * BETWEEN } },
  )
}

/** Returns a Deployment as it was with another version. */
function withVersion(deployment: Deployment, version: string): Deployment {
  const { spec } = deployment
  const label = 'app.kubernetes.io/version'
  const { template } = mustHave(spec, 'the spec of a Deployment')
  const labels = { ...template?.metadata?.labels, [label]: version }
  const current = template?.metadata?.labels?.[label] ?? ''
  const retag = <T extends { readonly image?: string }>(container: T): T =>
    container.image?.endsWith(`:${current}`)
      ? { ...container, image: `${container.image.slice(0, -current.length)}${version}` }
      : container
  const { containers = [], initContainers } = template?.spec ?? {}
  const podSpec = {
    ...template?.spec,
    ...(initContainers ? { initContainers: initContainers.map(retag) } : {}),
    containers: containers.map(retag),
  }
  return {
    ...deployment,
    spec: { ...spec, template: { ...template, metadata: { ...template?.metadata, labels }, spec: podSpec } },
  } as Deployment // only strings differ
}

/** Returns a pod of a ReplicaSet, as it would be created. */
function podDraft(set: KubeObject): Draft {
  const { spec } = set as ObjectOf<'ReplicaSet'> // by its kind
  const { metadata, ...rest } = podFromTemplate(spec?.template ?? {}, set)
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    ...rest,
    metadata: { ...metadata, ownerReferences: [controllerRef(set)] },
  } as Draft // the draft contains no Dates
}

function slotsOf(
  making: PopulateContext,
  placing: Placing,
  { fate, unschedulable }: Rollout,
  step: Step,
): readonly Slot[] {
  const { now } = making
  const failing = step.pods - step.ready
  // Some pods were moved later, when nodes were drained.
  const moved = step.at + Math.floor((now - step.at) * 0.6)
  const size = Math.ceil(step.pods / BATCHES)
  return Array.from({ length: step.pods }, (_, i): Slot => {
    const at = step.pods > 8 && i % 10 === 9 ? moved : step.at + Math.floor(i / size) * BETWEEN
    const isFailing = i >= step.pods - failing
    const health = isFailing ? ailing(fate, Math.ceil((now - at) / RESTARTING), unschedulable) : running(making)
    return { at, health, node: isFailing && fate === 'unschedulable' ? undefined : placing.next() }
  })
}

function ailing(fate: Fate, restarts: number, message: string): Health {
  if (fate === 'unschedulable') return { type: 'unschedulable', message }
  return fate === 'stuck' ? { type: 'unpullable' } : { type: 'crashing', restarts }
}

const running = ({ chance }: PopulateContext): Health => ({
  type: 'running',
  restarts: chance.percent(3) ? chance.whole(1, 4) : 0,
})
