import type { RuntimeClass } from '../runtime-class.js'
import { companion, objectReplies, specEndpoint, statusEndpoint } from './companion.js'
import { bindingAct } from './pod-binding.js'
import { podColumns } from './pod-columns.js'
import { admitPodSpec, fillPodSpec, qosClassOf } from './pod-defaults.js'
import { evictionAct } from './pod-eviction.js'
import { validatePodSpec, validatePodUpdate } from './pod-rules.js'
import { admitRuntimeClass } from './pod-runtime-class.js'
import type { Pod } from './pod-types.js'

/** Pod: containers on a node. Nothing runs them here; their status is what clients write. */
export const pod = companion<Pod>('core.v1.Pod', (profile) => ({
  kind: 'Pod',
  plural: 'pods',
  shortNames: ['po'],
  categories: ['all'],
  group: '',
  scope: 'Namespaced',
  generation: true,
  replies: objectReplies(profile),
  endpoints: {
    main: specEndpoint,
    status: statusEndpoint,
    binding: { verbs: ['create'], keep: [], act: bindingAct(profile) },
    eviction: { verbs: ['create'], keep: [], act: evictionAct(profile) },
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
  example: { metadata: { name: 'web', namespace: 'default' }, spec: { containers: [{ name: 'web', image: 'example.io/web:1' }] } },
  defaults: (object) => ({
    ...object,
    spec: fillPodSpec(object.spec),
    status: { ...object.status },
  }),
  admitCreate(object, _, find) {
    const admitted = { ...object, spec: admitPodSpec(object.spec ?? {}) }
    // A fixture states what its class made of it.
    return find ? admitRuntimeClass(admitted, (name) => find(`${profile.group('node')}/runtimeclasses`, name) as RuntimeClass | undefined) : admitted
  },
  prepareCreate: (object) => ({ ...object, status: { phase: 'Pending', qosClass: qosClassOf(object.spec ?? {}) } }),
  validate: ({ spec }) => validatePodSpec(spec),
  validateUpdate: (next, old, { endpoint }) => (endpoint === 'main' ? validatePodUpdate(next, old) : []),
}))
