import { jsonEqual } from '../../base/json/json.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import type { Column } from '../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind, objectReplies } from '../struct/struct-kind.js'
import type { CSIDriver } from './csi-driver-rules.js'

// Loaded on demand: only writes of a CSIDriver need its rules.
const rules = createLateLibrary(() => import('./csi-driver-rules.js'))

const fill = structFiller({
  'storage.v1.CSIDriverSpec': {
    attachRequired: true,
    podInfoOnMount: false,
    volumeLifecycleModes: ['Persistent'],
    storageCapacity: false,
    fsGroupPolicy: 'ReadWriteOnceWithFSType',
    requiresRepublish: false,
    seLinuxMount: false,
  },
})

/** CSIDriver: what a CSI driver of the cluster needs and supports. */
export const csiDriver = defineStructKind<CSIDriver>('storage.v1.CSIDriver', () => ({
  group: 'storage.k8s.io',
  scope: 'Cluster',
  names: { kind: 'CSIDriver', plural: 'csidrivers' },
  schema: { ready: rules.load, defaults: (object) => fill('storage.v1.CSIDriver', object) },
  create: {
    prepare: (object) => withoutPeriod(object),
    validate: withObjectMeta((object) => [...rules.needed().validateSpec(object)]),
  },
  update: {
    allowUnconditional: false,
    prepare: (next, old) => withCounted(withoutPeriod(next, old), old),
    validate: withObjectMetaUpdate((next, old) => rules.needed().validateChanged(next, old)),
  },
  delete: { replies: objectReplies },
  table: { columns },
  example: { metadata: { name: 'disk.example.io' }, spec: {} },
}))

const columns: readonly Column<CSIDriver>[] = [
  nameColumn,
  {
    name: 'AttachRequired',
    type: 'boolean',
    description:
      'attachRequired indicates this CSI volume driver requires an attach operation (because it implements the CSI ControllerPublishVolume() method), and that the Kubernetes attach detach controller should call the attach volume interface which checks the volumeattachment status and waits until the volume is attached before proceeding to mounting. The CSI external-attacher coordinates with CSI volume driver and updates the volumeattachment status when the attach operation is complete. If the CSIDriverRegistry feature gate is enabled and the value is specified to false, the attach operation will be skipped. Otherwise the attach operation will be called.\n\nThis field is immutable.',
    cell: ({ spec }) => spec?.attachRequired ?? true,
  },
  {
    name: 'PodInfoOnMount',
    type: 'boolean',
    description:
      'podInfoOnMount indicates this CSI volume driver requires additional pod information (like podName, podUID, etc.) during mount operations, if set to true. If set to false, pod information will not be passed on mount. Default is false.\n\nThe CSI driver specifies podInfoOnMount as part of driver deployment. If true, Kubelet will pass pod information as VolumeContext in the CSI NodePublishVolume() calls. The CSI driver is responsible for parsing and validating the information passed in as VolumeContext.\n\nThe following VolumeContext will be passed if podInfoOnMount is set to true. This list might grow, but the prefix will be used. "csi.storage.k8s.io/pod.name": pod.Name "csi.storage.k8s.io/pod.namespace": pod.Namespace "csi.storage.k8s.io/pod.uid": string(pod.UID) "csi.storage.k8s.io/ephemeral": "true" if the volume is an ephemeral inline volume\n                                defined by a CSIVolumeSource, otherwise "false"\n\n"csi.storage.k8s.io/ephemeral" is a new feature in Kubernetes 1.16. It is only required for drivers which support both the "Persistent" and "Ephemeral" VolumeLifecycleMode. Other drivers can leave pod info disabled and/or ignore this field. As Kubernetes 1.15 doesn\'t support this field, drivers can only support one mode when deployed on such a cluster and the deployment determines which mode that is, for example via a command line parameter of the driver.\n\nThis field was immutable in Kubernetes < 1.29 and now is mutable.',
    cell: ({ spec }) => spec?.podInfoOnMount ?? false,
  },
  {
    name: 'StorageCapacity',
    type: 'boolean',
    description:
      'storageCapacity indicates that the CSI volume driver wants pod scheduling to consider the storage capacity that the driver deployment will report by creating CSIStorageCapacity objects with capacity information, if set to true.\n\nThe check can be enabled immediately when deploying a driver. In that case, provisioning new volumes with late binding will pause until the driver deployment has published some suitable CSIStorageCapacity object.\n\nAlternatively, the driver can be deployed with the field unset or false and it can be flipped later when storage capacity information has been published.\n\nThis field was immutable in Kubernetes <= 1.22 and now is mutable.',
    cell: ({ spec }) => spec?.storageCapacity ?? false,
  },
  {
    name: 'TokenRequests',
    description:
      'tokenRequests indicates the CSI driver needs pods\' service account tokens it is mounting volume for to do necessary authentication. Kubelet will pass the tokens in VolumeContext in the CSI NodePublishVolume calls. The CSI driver should parse and validate the following VolumeContext: "csi.storage.k8s.io/serviceAccount.tokens": {\n  "<audience>": {\n    "token": <token>,\n    "expirationTimestamp": <expiration timestamp in RFC3339>,\n  },\n  ...\n}\n\nNote: Audience in each TokenRequest should be different and at most one token is empty string. To receive a new token after expiry, RequiresRepublish can be used to trigger NodePublishVolume periodically.',
    cell: audiencesText,
  },
  {
    name: 'RequiresRepublish',
    type: 'boolean',
    description:
      'requiresRepublish indicates the CSI driver wants `NodePublishVolume` being periodically called to reflect any possible change in the mounted volume. This field defaults to false.\n\nNote: After a successful initial NodePublishVolume call, subsequent calls to NodePublishVolume should only update the contents of the volume. New mount points will not be seen by a running container.',
    cell: ({ spec }) => spec?.requiresRepublish ?? false,
  },
  {
    name: 'Modes',
    description:
      'volumeLifecycleModes defines what kind of volumes this CSI volume driver supports. The default if the list is empty is "Persistent", which is the usage defined by the CSI specification and implemented in Kubernetes via the usual PV/PVC mechanism.\n\nThe other mode is "Ephemeral". In this mode, volumes are defined inline inside the pod spec with CSIVolumeSource and their lifecycle is tied to the lifecycle of that pod. A driver has to be aware of this because it is only going to get a NodePublishVolume call for such a volume.\n\nFor more information about implementing this mode, see https://kubernetes-csi.github.io/docs/ephemeral-local-volumes.html A driver can support one or more of these modes and more modes may be added in the future.\n\nThis field is beta. This field is immutable.',
    cell: ({ spec }) => spec?.volumeLifecycleModes?.join(',') || '<none>',
  },
  ageColumn,
]

function audiencesText({ spec }: CSIDriver): string {
  return spec?.tokenRequests?.map(({ audience = '' }) => audience).join(',') ?? '<unset>'
}

/** Drops nodeAllocatableUpdatePeriodSeconds, whose feature gate is off, unless the stored driver has it. */
function withoutPeriod(next: CSIDriver, old?: CSIDriver): CSIDriver {
  if (next.spec?.nodeAllocatableUpdatePeriodSeconds === undefined) return next
  if (old?.spec?.nodeAllocatableUpdatePeriodSeconds !== undefined) return next
  const { nodeAllocatableUpdatePeriodSeconds: _, ...spec } = next.spec
  return { ...next, spec }
}

// Counts the generation: a new driver has none, and its first change is 1.
function withCounted(next: CSIDriver, old: CSIDriver): CSIDriver {
  if (jsonEqual(next.spec, old.spec)) return next
  return { ...next, metadata: { ...next.metadata, generation: (old.metadata.generation ?? 0) + 1 } }
}
