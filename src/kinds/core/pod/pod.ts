import { hasEnded } from '../../shared/ended-pods.js'
import { KEPT_EMPTY_OF_PODS } from './kept-empty.js'
import { type RuleContext, withObjectMeta, withObjectMetaUpdate } from '../../../model/registry/rule-context.js'
import { type Issue, forbidden } from '../../../base/errors/issue.js'
import type { Selectable } from '../../../model/registry/kind-parts.js'
import type { SubresourceName } from '../../../model/registry/subresource-name.js'
import { defineStructKind, objectReplies, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { bindingAct } from './pod-binding.js'
import { withoutGatedStatus } from './pod-status-gates.js'
import { endedConditions, podColumns } from './pod-columns.js'
import { withAppArmorProfiles } from './pod-annotations.js'
import { fillPodSpec, qosClassOf } from './pod-defaults.js'
import { evictionAct } from './pod-eviction.js'
import { withoutGated } from './pod-gates.js'
import { warningsOfName, warningsOfPod } from './pod-warnings.js'
import { withDebugContainers, withResources } from './pod-parts.js'
import { validatePod } from './pod-rules.js'
import { loadUpdateRules, validatePodChange } from './pod-update.js'
import type { PodCondition, Pod } from './pod-types.js'

/** Pod: containers that run together on a node. The kind itself runs nothing. */
export const pod = defineStructKind<Pod>(
  'core.v1.Pod',
  () => ({
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
      ready: loadUpdateRules,
      prepare: (next, old, { subresource }) => prepareUpdate(next, old, subresource),
      validate: withObjectMetaUpdate((next, old, { subresource, validateObjectMeta }) => [
        // validatePodMetadataAndSpec validates the metadata like that of a new pod.
        ...(subresource === 'status' ? [] : validateObjectMeta(next)),
        ...validatePodChange(next, old, subresource),
      ]),
    },
    delete: { replies: objectReplies, gracePeriod: gracePeriodOf },
    selectable,
    table: { columns: podColumns, rowConditions: endedConditions },
    example: {
      metadata: { name: 'web', namespace: 'default' },
      spec: { containers: [{ name: 'web', image: 'example.io/web:1' }] },
    },
  }),
  KEPT_EMPTY_OF_PODS,
)

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

function prepareUpdate(next: Pod, old: Pod, subresource: SubresourceName): Pod {
  if (subresource === 'ephemeralcontainers') return withDebugContainers(next, old)
  if (subresource === 'resize') return withResources(next, old)
  if (subresource === 'main')
    return next.spec === old.spec ? next : { ...next, spec: withoutGated(next.spec ?? {}, old.spec) }
  if (subresource !== 'status') return next
  const { qosClass } = old.status ?? {}
  const kept = withStoredOwners(next, old)
  // Ensured by the schema.
  const claims = Boolean((old.spec as { readonly resourceClaims?: readonly object[] } | undefined)?.resourceClaims)
  const status = withoutGatedStatus(kept.status ?? {}, old.status ?? {}, claims)
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

function validateNew({ spec: { ephemeralContainers, nodeName, schedulingGates } = {} }: Pod): readonly Issue[] {
  return [
    ...(ephemeralContainers ? [forbidden('spec.ephemeralContainers', 'cannot be set on create')] : []),
    ...(nodeName && schedulingGates?.length
      ? [forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')]
      : []),
  ]
}

/** Prepares a new pod. Its status has the phase, the QoS class, and a condition if there are scheduling gates. */
function newStatus(object: Pod, { now, warn }: Pick<RuleContext<Pod>, 'now' | 'warn'>): Pod {
  const spec = withoutGated(object.spec ?? {})
  const conditions = spec.schedulingGates?.length ? { conditions: [{ ...GATED, lastTransitionTime: now }] } : {}
  // A stated QoS class is kept (qos.GetPodQOS).
  const qosClass = object.status?.qosClass || qosClassOf(spec)
  return withAppArmorProfiles({ ...object, spec, status: { phase: 'Pending', ...conditions, qosClass } }, warn)
}

type Status = NonNullable<Pod['status']>

/** Makes podIP and podIPs[0] equal; podIP wins if they differ. */
function withSameAddresses(status: Status = {}): Status {
  const { podIP = '', podIPs = [] } = status
  const [first] = podIPs
  if (podIP && first?.ip !== podIP) return { ...status, podIPs: [{ ip: podIP }] }
  return first && !podIP ? { ...status, podIP: first.ip } : { ...status }
}
