import { hasEnded, isSidecar } from '../../shared/pods.js'
import {
  type Container,
  type ContainerStatus,
  type Pod,
  type PodCondition,
  type PodSpec,
  KEPT_EMPTY_OF_PODS,
  podStructOf,
} from './pod-types.js'
import { type KubernetesVersion, atLeast, runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { type RuleContext, withObjectMeta, withObjectMetaUpdate } from '../../../model/registry/rule-context.js'
import { type Issue, forbidden } from '../../../base/errors/issue.js'
import type { Selectable } from '../../../model/registry/kind-def.js'
import { defineStructKind, mainSubresource, objectReplies, statusSubresource } from '../../struct/struct-kind.js'
import { bindingAct } from './pod-binding.js'
import { validateProfiles, withAppArmorProfiles } from './pod-annotations.js'
import { fillPodSpec, noteFilled, qosClassOf } from './pod-defaults.js'
import { evictionAct } from './pod-eviction.js'
import { gatedStatus, withoutGated } from './pod-gates.js'
import { knownSpec } from './known-specs.js'
import { withLabelKeys } from './label-keys.js'
import { withPodLevelDefaults } from './later-rules.js'
import { warningsOfName, warningsOfPod } from './pod-warnings.js'
import { validatePod } from './pod-rules.js'
import { warningsOfIp } from '../../shared/ip-addresses.js'
import { inWireOrder } from '../../../schema/order.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { loadDifferences } from '../../struct/go-formats.js'
import { createLateLibrary, loadAll } from '../../../base/turns/late-library.js'
import { type Column, type RowCondition, docOf } from '../../../model/registry/column.js'
import { ageColumn, nameColumn, sinceText } from '../../../model/registry/columns.js'

// Loaded with the first update: a page's first reply needs none.
const updates = createLateLibrary(() => import('./pod-update.js'))

/** The summary of a pod's containers in a table row. */
type PodSummary = {
  readonly ready: number
  readonly total: number
  readonly reason: string
  /** The same since v1.35: of the first container that failed, where the others are completed or not ready. */
  readonly outcome: string
  readonly restarts: number
  /** When the last restarted container terminated; empty if none was restarted. */
  readonly restarted: string
}

type Counted = { restarts: number; restarted: string }

const known = new WeakMap<Pod, PodSummary>()

/** Returns the summary of a pod's containers in a row of `kubectl get` (printPod). */
function summaryOf(pod: Pod): PodSummary {
  let summary = known.get(pod)
  if (!summary) known.set(pod, (summary = summarized(pod)))
  return summary
}

function summarized({ metadata, spec: { containers, initContainers = [] } = {}, status = {} }: Pod): PodSummary {
  const { phase = '', conditions = [], containerStatuses = [] } = status
  const gated = conditions.some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated')
  const sidecars = new Set(initContainers.filter(isSidecar).map(({ name }) => name))
  const begun = gated ? 'SchedulingGated' : status.reason || phase
  const init = initialized(status.initContainerStatuses ?? [], sidecars, initContainers.length)
  let { ready } = init
  let reason = init.reason || begun
  let outcome = ''
  let counted = init.all
  if (!init.reason || conditions.find(({ type }) => type === 'Initialized')?.status === 'True') {
    counted = init.sidecars
    for (const container of containerStatuses) count(counted, container)
    const running = containerStatuses.filter((container) => isRunning(container))
    ready += running.length
    reason = containerStatuses.map(endText).find((text) => text !== '') ?? reason
    if (reason === 'Completed') {
      const isReady = conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True')
      if (running.length > 0) reason = isReady ? 'Running' : 'NotReady'
      const failed = reason !== 'Running' && containerStatuses.find(hasFailed)
      if (failed) outcome = endText(failed)
    }
  }
  if (metadata.deletionTimestamp && status.reason === 'NodeLost') reason = outcome = 'Unknown'
  else if (metadata.deletionTimestamp && phase !== 'Succeeded' && phase !== 'Failed') reason = outcome = 'Terminating'
  return { ready, total: (containers ?? []).length + sidecars.size, reason, outcome: outcome || reason, ...counted }
}

/** Returns the progress of init containers: a reason unless all of them are initialized. */
function initialized(statuses: readonly ContainerStatus[], sidecars: ReadonlySet<string>, most: number) {
  const all: Counted = { restarts: 0, restarted: '' }
  const ofSidecars: Counted = { restarts: 0, restarted: '' }
  let ready = 0
  for (const [i, status] of statuses.entries()) {
    const staying = sidecars.has(status.name ?? '')
    count(all, status)
    if (staying) count(ofSidecars, status)
    if (status.state?.terminated && !status.state.terminated.exitCode) continue
    if (!staying || !status.started) return { all, sidecars: ofSidecars, ready, reason: initText(status, i, most) }
    if (status.ready) ready += 1
  }
  return { all, sidecars: ofSidecars, ready, reason: '' }
}

function count(counted: Counted, { restartCount = 0, lastState }: ContainerStatus): void {
  const ended = lastState?.terminated?.finishedAt ?? ''
  counted.restarts += restartCount
  if (ended > counted.restarted) counted.restarted = ended
}

function initText({ state: { waiting, terminated } = {} }: ContainerStatus, at: number, most: number): string {
  if (terminated) return `Init:${exitText(terminated)}`
  return waiting?.reason && waiting.reason !== 'PodInitializing' ? `Init:${waiting.reason}` : `Init:${at}/${most}`
}

const isRunning = ({ state: { waiting, terminated, running } = {}, ready }: ContainerStatus) =>
  Boolean(!waiting?.reason && !terminated && ready && running)

function endText({ state: { waiting, terminated } = {} }: ContainerStatus): string {
  return waiting?.reason || (terminated ? exitText(terminated) : '')
}

const hasFailed = ({ state: { waiting, terminated } = {} }: ContainerStatus) =>
  !waiting?.reason && Boolean(terminated?.exitCode)

type Terminated = { readonly reason?: string; readonly exitCode?: number; readonly signal?: number }

const exitText = ({ reason, signal, exitCode = 0 }: Terminated) =>
  reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`)

/** The table columns of pods in a version. */
export const podColumns = (version: KubernetesVersion): readonly Column<Pod>[] => [
  nameColumn,
  {
    name: 'Ready',
    description: 'The aggregate readiness state of this pod for accepting traffic.',
    cell: (pod) => `${summaryOf(pod).ready}/${summaryOf(pod).total}`,
  },
  {
    name: 'Status',
    description: 'The aggregate status of the containers in this pod.',
    cell: (pod) => summaryOf(pod)[atLeast(version, '1.35') ? 'outcome' : 'reason'],
  },
  {
    name: 'Restarts',
    description:
      'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
    cell: restartsText,
  },
  ageColumn,
  {
    name: 'IP',
    priority: 1,
    description: docOf('core.v1.PodStatus', 'podIP'),
    cell: ({ status }) => (status?.podIPs?.[0]?.ip ?? status?.podIP) || '<none>',
  },
  {
    name: 'Node',
    priority: 1,
    description: docOf('core.v1.PodSpec', 'nodeName'),
    cell: ({ spec }) => spec?.nodeName || '<none>',
  },
  {
    name: 'Nominated Node',
    priority: 1,
    description: docOf('core.v1.PodStatus', 'nominatedNodeName'),
    cell: ({ status }) => status?.nominatedNodeName || '<none>',
  },
  {
    name: 'Readiness Gates',
    priority: 1,
    description: docOf('core.v1.PodSpec', 'readinessGates'),
    cell: gatesText,
  },
]

function restartsText(pod: Pod, now: number): string {
  const { restarts, restarted } = summaryOf(pod)
  return restarts !== 0 && restarted ? `${restarts} (${sinceText(restarted, now)} ago)` : String(restarts)
}

function gatesText({ spec, status }: Pod): string {
  const featureGates = spec?.readinessGates ?? []
  if (featureGates.length === 0) return '<none>'
  const met = featureGates.filter(
    ({ conditionType }) => status?.conditions?.find(({ type }) => type === conditionType)?.status === 'True',
  )
  return `${met.length}/${featureGates.length}`
}

const COMPLETED = { Succeeded: 'The pod has completed successfully.', Failed: 'The pod failed.' }

/** Returns the row conditions of a finished pod. */
export function endedConditions({ status: { phase } = {} }: Pod): readonly RowCondition[] {
  if (phase !== 'Succeeded' && phase !== 'Failed') return []
  return [{ type: 'Completed', status: 'True', reason: phase, message: COMPLETED[phase] }]
}

/** Pod: containers that run together on a node. The kind itself runs nothing. */
export const pod = defineStructKind<Pod>(
  'core.v1.Pod',
  ({ version }) => ({
    group: '',
    scope: 'Namespaced',
    names: { kind: 'Pod', plural: 'pods', shortNames: ['po'], categories: ['all'] },
    schema: {
      defaults: (object) => ({
        ...object,
        spec: fillPodSpec(object.spec),
        status: withSameAddresses(object.status),
      }),
    },
    metadata: { generation: true },
    subresources: {
      main: mainSubresource,
      status: { ...statusSubresource, resetFields: ['spec', 'metadata.deletionTimestamp', 'metadata.ownerReferences'] },
      binding: { verbs: ['create'], resetFields: [], tables: false, act: bindingAct },
      ephemeralcontainers: { verbs: ['get', 'patch', 'update'], resetFields: [], tables: false },
      eviction: { verbs: ['create'], resetFields: [], tables: false, act: evictionAct },
      resize: { verbs: ['get', 'patch', 'update'], resetFields: [], tables: false },
    },
    create: {
      prepare: newStatus,
      validate: withObjectMeta((object) => [...validatePod(object), ...validateNew(object)]),
      // Updates return no warnings: most are made by controllers.
      warnings: ({ metadata, spec }) => [
        ...warningsOfName(metadata.name, "the Pod's hostname"),
        ...warningsOfPod(spec, metadata.annotations),
      ],
    },
    update: {
      ready: (subresource) => (subresource === 'status' ? updates.load() : loadAll([loadDifferences, updates.load])),
      prepare: (next, old, context) => prepareUpdate(next, old, context),
      validate: withObjectMetaUpdate((next, old, { subresource, featureGates, validateObjectMeta }) => [
        // validatePodMetadataAndSpec validates the metadata like that of a new pod.
        ...(subresource === 'status' ? [] : validateObjectMeta(next)),
        ...updates.needed().validatePodChange(next, old, { subresource, version, featureGates }),
      ]),
      statusWarnings: ({ status: { podIPs = NONE, hostIPs = NONE } = {} }) =>
        warningsOfIps(podIPs, 'status.podIPs').concat(warningsOfIps(hostIPs, 'status.hostIPs')),
    },
    delete: { replies: objectReplies, gracePeriod: gracePeriodOf },
    selectable,
    table: { columns: podColumns(version), rowConditions: endedConditions },
    example: {
      metadata: { name: 'web', namespace: 'default' },
      spec: { containers: [{ name: 'web', image: 'example.io/web:1' }] },
    },
  }),
  KEPT_EMPTY_OF_PODS,
)

const NONE: readonly never[] = []

const warningsOfIps = (ips: readonly { readonly ip?: string }[], field: string): readonly string[] =>
  ips.flatMap(({ ip = '' }, i) => warningsOfIp(ip, `${field}[${i}].ip`))

const selectable: Selectable<Pod> = {
  fields: {
    'spec.nodeName': nodeOf,
    // As clients before v1 call it.
    'spec.host': nodeOf,
    'spec.restartPolicy': ({ spec }) => spec?.restartPolicy ?? '',
    'spec.schedulerName': ({ spec }) => spec?.schedulerName ?? '',
    'spec.serviceAccountName': ({ spec }) => spec?.serviceAccountName ?? '',
    'spec.hostNetwork': ({ spec }) => String(spec?.hostNetwork ?? false),
    'status.phase': ({ status }) => status?.phase ?? '',
    'status.podIP': ({ status }) => status?.podIP ?? '',
    // A known label without values.
    'status.podIPs': () => '',
    'status.nominatedNodeName': ({ status }) => status?.nominatedNodeName ?? '',
  },
}

function nodeOf({ spec }: Pod): string {
  return spec?.nodeName ?? ''
}

function prepareUpdate(
  next: Pod,
  old: Pod,
  { subresource, featureGates }: Pick<RuleContext<Pod>, 'subresource' | 'featureGates'>,
): Pod {
  const gated = (pod: Pod): Pod =>
    pod.spec === old.spec ? pod : { ...pod, spec: withoutGated(pod.spec ?? {}, featureGates, old.spec) }
  // Clients that do not know the resources of pods leave them out.
  const isKept = featureGates.PodLevelResourcesFixDefaulting
  if (subresource === 'ephemeralcontainers') return gated(withDebugContainers(next, old))
  if (subresource === 'resize')
    return gated(withResources(isKept ? withOwnResources(next, old) : next, old, featureGates))
  if (subresource === 'main') return gated(isKept ? withOwnResources(next, old) : next)
  if (subresource !== 'status') return next
  const { qosClass } = old.status ?? {}
  const kept = withStoredOwners(next, old)
  const status = gatedStatus(kept, old, featureGates)
  return { ...kept, status: status.qosClass || !qosClass ? status : { ...status, qosClass } }
}

/**
 * Keeps ownerReferences and deletionTimestamp, which a status update cannot change (PrepareForUpdate of the status).
 */
function withStoredOwners(next: Pod, { metadata: { ownerReferences, deletionTimestamp } }: Pod): Pod {
  const { metadata: sent } = next
  if (sent.ownerReferences === ownerReferences && sent.deletionTimestamp === deletionTimestamp) return next
  const { ownerReferences: _, deletionTimestamp: __, ...metadata } = sent
  return {
    ...next,
    metadata: {
      ...metadata,
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
      ...(ownerReferences === undefined ? {} : { ownerReferences }),
    },
  }
}

/** Returns the grace period of a pod: 0 if it has no node, or has finished (CheckGracefulDelete). */
function gracePeriodOf(pod: Pod, asked?: number): number {
  const { spec = {} } = pod
  const period = asked ?? spec.terminationGracePeriodSeconds ?? 0
  if (!spec.nodeName || hasEnded(pod)) return 0
  return period < 0 ? 1 : Number(period)
}

const GATED: PodCondition = {
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  lastTransitionTime: null,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
}

function* validateNew({ metadata, spec = {} }: Pod): Iterable<Issue> {
  const { ephemeralContainers, nodeName, schedulingGates } = spec
  if (ephemeralContainers) yield forbidden('spec.ephemeralContainers', 'cannot be set on create')
  if (nodeName && schedulingGates?.length)
    yield forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')
  yield* validateProfiles(metadata.annotations, spec, 'spec')
}

/** Prepares a new pod. Its status has the phase, the QoS class, and a condition if there are scheduling gates. */
function newStatus(
  object: Pod,
  { now, warn, featureGates }: Pick<RuleContext<Pod>, 'now' | 'warn' | 'featureGates'>,
): Pod {
  const spec = noteFilled(withLabelKeys(settled(object.spec ?? {}, featureGates), object.metadata.labels, featureGates))
  const conditions = spec.schedulingGates?.length ? { conditions: [{ ...GATED, lastTransitionTime: now() }] } : {}
  // Until v1.37 a stated QoS class is kept (qos.GetPodQOS).
  const qosClass = (!runsAtLeast('1.37') && object.status?.qosClass) || qosClassOf(spec)
  return withAppArmorProfiles({ ...object, spec, status: { phase: 'Pending', ...conditions, qosClass } }, warn)
}

/** Returns what of a new pod's spec depends on nothing else, in the order in which it is stored. */
function settled(given: PodSpec, gates: FeatureGates): PodSpec {
  const spec = inSpecOrder(given)
  const known = knownSpec(spec)
  if (known.settledBy === gates) return spec
  const full = withPodLevelDefaults(withoutGated(spec, gates))
  if (full === spec) known.settledBy = gates
  return full
}

type Status = NonNullable<Pod['status']>

/** Returns a pod with the resources that the stored one has as a whole, if it has none. */
function withOwnResources(next: Pod, { spec: { resources } = {} }: Pod): Pod {
  return next.spec?.resources || !resources ? next : { ...next, spec: inSpecOrder({ ...next.spec, resources }) }
}

/** Makes podIP and podIPs[0] equal; podIP wins if they differ. */
function withSameAddresses(status: Status = {}): Status {
  const { podIP = '', podIPs = [] } = status
  const [first] = podIPs
  if (podIP && first?.ip !== podIP) return { ...status, podIPs: [{ ip: podIP }] }
  return first && !podIP ? { ...status, podIP: first.ip } : { ...status }
}

/** Returns the stored pod with the ephemeral containers of the request (dropNonEphemeralContainerUpdates). */
function withDebugContainers(next: Pod, old: Pod): Pod {
  const { ephemeralContainers: sent } = next.spec ?? {}
  const { ephemeralContainers: _, ...spec } = old.spec ?? {}
  return { ...wholeOf(next, old), spec: sent ? { ...spec, ephemeralContainers: sent } : spec }
}

/**
 * Returns the stored pod with the container resources of the request (dropNonResizeUpdates). If the containers differ,
 * it returns the request's pod, for ValidatePodResize to reject.
 */
function withResources(next: Pod, old: Pod, featureGates: FeatureGates): Pod {
  const containers = resized(next.spec?.containers ?? [], old.spec?.containers ?? [])
  const initContainers = resized(next.spec?.initContainers ?? [], old.spec?.initContainers ?? [])
  if (containers.length !== old.spec?.containers?.length) return next
  if (initContainers.length !== (old.spec.initContainers ?? []).length) return next
  const { resources, ...stored } = old.spec
  const own = featureGates.InPlacePodLevelResourcesVerticalScaling ? next.spec?.resources : resources
  const spec = inSpecOrder({
    ...stored,
    ...(initContainers.length > 0 ? { initContainers } : {}),
    containers,
    ...(own ? { resources: own } : {}),
  })
  return {
    ...wholeOf(next, old),
    spec: featureGates.PodLevelResourcesFixDefaulting ? withPodLevelDefaults(spec) : spec,
  }
}

const inSpecOrder = (spec: PodSpec): PodSpec => inWireOrder(podStructOf('core.v1.PodSpec'), spec)

/** Returns the stored pod with the managedFields and resourceVersion of the request. */
function wholeOf({ metadata: { managedFields, resourceVersion } }: Pod, old: Pod): Pod {
  return {
    ...old,
    metadata: {
      ...old.metadata,
      ...(managedFields ? { managedFields } : {}),
      ...(resourceVersion ? { resourceVersion } : {}),
    },
  }
}

function resized(sent: readonly Container[], stored: readonly Container[]): readonly Container[] {
  if (sent.length !== stored.length || sent.some(({ name }, i) => name !== stored[i]?.name)) return sent
  return sent.map(({ resources, resizePolicy }, i) => {
    const { resources: _, resizePolicy: __, ...rest } = stored[i] ?? { name: '' }
    return inWireOrder(podStructOf('core.v1.Container'), {
      ...rest,
      ...(resources ? { resources } : {}),
      ...(resizePolicy ? { resizePolicy } : {}),
    })
  })
}
