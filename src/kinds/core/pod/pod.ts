import { type Issue, forbidden } from '../../../base/issue.js'
import type { SubresourceName } from '../../../registry/define.js'
import type { RuntimeClass } from '../../node/runtime-class.js'
import { companion, objectReplies, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { bindingAct } from './pod-binding.js'
import { podColumns } from './pod-columns.js'
import { appArmorAnnotations } from './pod-annotations.js'
import { admitPodSpec, admitPriority, readmitPodSpec, fillPodSpec, qosClassOf } from './pod-defaults.js'
import { evictionAct } from './pod-eviction.js'
import { withoutGated } from './pod-gates.js'
import { adviceOfName, adviceOfPod } from './pod-warnings.js'
import { validatePod } from './pod-rules.js'
import { validatePodChange } from './pod-update.js'
import { admitRuntimeClass } from './pod-runtime-class.js'
import type { Condition, Container, Pod } from './pod-types.js'

/** Pod: containers on a node. Nothing runs them here; their status is what clients write. */
export const pod = companion<Pod>('core.v1.Pod', (profile) => ({
  kind: 'Pod',
  plural: 'pods',
  storageVersionHash: 'xPOwRZ+Yhw8=',
  shortNames: ['po'],
  categories: ['all'],
  group: '',
  scope: 'Namespaced',
  generation: true,
  replies: objectReplies(profile),
  subresources: {
    main: mainSubresource,
    status: statusSubresource,
    binding: { verbs: ['create'], resetFields: [], tables: false, act: bindingAct(profile) },
    ephemeralcontainers: { verbs: ['get', 'patch', 'update'], resetFields: ['status'], tables: false },
    eviction: { verbs: ['create'], resetFields: [], tables: false, act: evictionAct(profile) },
    resize: { verbs: ['get', 'patch', 'update'], resetFields: ['status'], tables: false },
  },
  selectable: {
    'spec.nodeName': ({ spec }) => spec?.nodeName ?? '',
    'spec.restartPolicy': ({ spec }) => spec?.restartPolicy ?? '',
    'spec.schedulerName': ({ spec }) => spec?.schedulerName ?? '',
    'spec.serviceAccountName': ({ spec }) => spec?.serviceAccountName ?? '',
    'spec.hostNetwork': ({ spec }) => String(spec?.hostNetwork ?? false),
    'status.phase': ({ status }) => status?.phase ?? '',
    'status.podIP': ({ status }) => status?.podIP ?? '',
    'status.nominatedNodeName': ({ status }) => status?.nominatedNodeName ?? '',
  },
  columns: podColumns,
  example: {
    metadata: { name: 'web', namespace: 'default' },
    spec: { containers: [{ name: 'web', image: 'example.io/web:1' }] },
  },
  defaults: (object) => ({
    ...object,
    spec: fillPodSpec(object.spec),
    status: { ...object.status },
  }),
  admitCreate(object, _, find) {
    // A fixture states what its classes made of it.
    const ranked = find ? admitPriority(object, (name) => find('scheduling.k8s.io/priorityclasses', name)) : object
    const admitted = { ...ranked, spec: admitPodSpec(ranked.spec ?? {}) }
    return find
      ? admitRuntimeClass(
          admitted,
          (name) => find(`${profile.group('node')}/runtimeclasses`, name) as RuntimeClass | undefined,
        )
      : admitted
  },
  prepareCreate: newStatus,
  prepareUpdate(next, old, { subresource }) {
    if (subresource === 'ephemeralcontainers' || subresource === 'resize') return partOf(next, old, subresource)
    if (subresource === 'main')
      return { ...next, spec: readmitPodSpec(withoutGated(next.spec ?? {}, old.spec), old.spec) }
    if (subresource !== 'status') return next
    const { qosClass } = old.status ?? {}
    return next.status?.qosClass || !qosClass ? next : { ...next, status: { ...next.status, qosClass } }
  },
  validate: (object) => [...validatePod(object), ...validateNew(object)],
  // Who changes a pod is a machine mostly: a server gives it no advice.
  warnings: ({ metadata, spec }, old) =>
    old ? [] : [...adviceOfName(metadata.name, "the Pod's hostname"), ...adviceOfPod(spec, metadata.annotations)],
  validateUpdate: (next, old, { subresource }) => validatePodChange(next, old, subresource),
}))

const GATED: Condition = {
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  lastTransitionTime: null,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling featureGates',
}

function validateNew({ spec: { ephemeralContainers, nodeName, schedulingGates } = {} }: Pod): readonly Issue[] {
  return [
    ...(ephemeralContainers ? [forbidden('spec.ephemeralContainers', 'cannot be set on create')] : []),
    ...(nodeName && schedulingGates?.length
      ? [forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')]
      : []),
  ]
}

/** Of a pod to come only its class is known, and whether it may be put on a node. */
function newStatus(object: Pod, { now }: { readonly now: string }): Pod {
  const spec = withoutGated(object.spec ?? {})
  const { annotations } = object.metadata
  const told = appArmorAnnotations(spec, annotations)
  const metadata =
    Object.keys(told).length > 0 ? { ...object.metadata, annotations: { ...annotations, ...told } } : object.metadata
  const conditions = spec.schedulingGates?.length ? { conditions: [{ ...GATED, lastTransitionTime: now }] } : {}
  return { ...object, metadata, spec, status: { phase: 'Pending', ...conditions, qosClass: qosClassOf(spec) } }
}

/** The stored pod with what an subresource is for. */
function partOf({ metadata, spec: next = {} }: Pod, old: Pod, subresource: SubresourceName): Pod {
  const { managedFields, resourceVersion } = metadata
  const whole = {
    ...old,
    metadata: {
      ...old.metadata,
      ...(managedFields ? { managedFields } : {}),
      ...(resourceVersion ? { resourceVersion } : {}),
    },
  }
  if (subresource === 'ephemeralcontainers') {
    const { ephemeralContainers } = next
    return ephemeralContainers ? { ...whole, spec: { ...old.spec, ephemeralContainers } } : whole
  }
  const sized = (stored: readonly Container[] = [], sent: readonly Container[] = []) =>
    stored.map((container) => {
      const resources = sent.find(({ name }) => name === container.name)?.resources
      return resources ? { ...container, resources } : container
    })
  const { initContainers } = old.spec ?? {}
  return {
    ...whole,
    spec: {
      ...old.spec,
      ...(initContainers ? { initContainers: sized(initContainers, next.initContainers) } : {}),
      containers: sized(old.spec?.containers ?? [], next.containers ?? []),
    },
  }
}
