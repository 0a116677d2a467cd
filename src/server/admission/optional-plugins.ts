import { createLateLibrary } from '../../base/turns/late-library.js'
import type { Service } from '../../model/generated/types/core-v1.js'
import type { KubeObject } from '../../schema/object.js'
import { nodeOf } from '../access/users.js'
import { defineAdmissionPlugin, refused } from './define.js'
import { writesOf } from './handles.js'
import type { AdmissionTarget } from './types.js'

// The plug-ins that are off unless somebody enables them. What they do is loaded by a cluster that has them.
const pods = createLateLibrary(() => import('./optional/pods.js'))
const nodes = createLateLibrary(() => import('./optional/node-restriction.js'))
const owners = createLateLibrary(() => import('./optional/owner-references.js'))
const events = createLateLibrary(() => import('./optional/event-rate-limit.js'))
const tolerations = createLateLibrary(() => import('./optional/pod-toleration-restriction.js'))

const onPods = writesOf({ operations: ['create', 'update'], resource: 'pods' })

/** LimitPodHardAntiAffinityTopology: pods are kept apart by nodes only. */
export const limitPodHardAntiAffinityTopology = defineAdmissionPlugin({
  name: 'LimitPodHardAntiAffinityTopology',
  load: pods.load,
  handles: onPods,
  validate: ({ object }) => pods.needed().limitAntiAffinity(object),
})

/** The groups of the resources that a node may write some objects of. */
const RESTRICTED: { readonly [resource in string]?: string } = {
  pods: '',
  nodes: '',
  persistentvolumeclaims: '',
  serviceaccounts: '',
  csinodes: 'storage.k8s.io',
  resourceslices: 'resource.k8s.io',
  certificatesigningrequests: 'certificates.k8s.io',
}

/** NodeRestriction: the kubelet of a node writes only what is about that node. */
export const nodeRestriction = defineAdmissionPlugin({
  name: 'NodeRestriction',
  load: nodes.load,
  handles: ({ operation, group, resource }, profile) =>
    operation !== 'connect' && group === (resource === 'leases' ? profile.group('coordination') : RESTRICTED[resource]),
  admit(attributes, context) {
    const node = nodeOf(attributes.user)
    if (node !== undefined) nodes.needed().restrictNode(node, attributes, context)
    return attributes.object
  },
})

/** AlwaysPullImages: images are pulled, with the credentials of their pod, however often they were before. */
export const alwaysPullImages = defineAdmissionPlugin({
  name: 'AlwaysPullImages',
  load: pods.load,
  handles: onPods,
  admit: (attributes) => pods.needed().pullingAlways(attributes),
  validate: (attributes) => pods.needed().mustPullAlways(attributes),
})

/** PodTolerationRestriction: pods get the tolerations of their namespace, and have none that it does not list. */
export const podTolerationRestriction = defineAdmissionPlugin({
  name: 'PodTolerationRestriction',
  load: tolerations.load,
  handles: onPods,
  admit: (attributes, context) => tolerations.needed().withDefaultTolerations(attributes, context),
  validate: (attributes, context) => tolerations.needed().mustBeListed(attributes, context),
})

/** EventRateLimit: no more Events are taken than the configuration of the plug-in says. */
export const eventRateLimit = defineAdmissionPlugin({
  name: 'EventRateLimit',
  load: events.load,
  handles: writesOf({ operations: ['create', 'update'], resource: 'events' }),
  validate: (attributes, context) => events.needed().limitEvent(attributes, context),
})

/** ExtendedResourceToleration: pods tolerate the taints of nodes that are kept for the resources they request. */
export const extendedResourceToleration = defineAdmissionPlugin({
  name: 'ExtendedResourceToleration',
  load: pods.load,
  handles: onPods,
  admit: ({ object }) => pods.needed().toleratingResources(object),
})

const isStored = ({ operation }: AdmissionTarget) => operation === 'create' || operation === 'update'

/** OwnerReferencesPermissionEnforcement: who sets owners must have rights to the object, and to what it blocks. */
export const ownerReferencesPermissionEnforcement = defineAdmissionPlugin({
  name: 'OwnerReferencesPermissionEnforcement',
  load: owners.load,
  handles: (target) =>
    isStored(target) && !(target.group === '' && target.resource === 'pods' && target.subresource === 'status'),
  validate(attributes, context) {
    const { object, oldObject } = attributes
    if (hasOwners(object) || hasOwners(oldObject)) owners.needed().mustOwn(attributes, context)
  },
})

const hasOwners = (object: KubeObject | undefined) => (object?.metadata?.ownerReferences ?? []).length > 0

/** DenyServiceExternalIPs: Services get no new external addresses. */
export const denyServiceExternalIPs = defineAdmissionPlugin({
  name: 'DenyServiceExternalIPs',
  handles: writesOf({ operations: ['create', 'update'], resource: 'services' }),
  validate(attributes) {
    const old = addressesOf(attributes.oldObject)
    if (addressesOf(attributes.object).some((address) => !old.includes(address)))
      throw refused(attributes, 'Use of external IPs is denied by admission control')
  },
})

const addressesOf = (object: KubeObject | undefined): readonly string[] =>
  (object as Service | undefined)?.spec?.externalIPs ?? [] // the plug-in handles Services
