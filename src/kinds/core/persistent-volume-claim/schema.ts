import type { ObjectOf } from '../../../registry/define.js'
import { always, array, atomic, map, named, nullable, pointer, string, struct, time } from '../../../schema/builders.js'
import { described } from '../../../schema/described.js'
import type { Infer } from '../../../schema/types.js'
import { labelSelector } from '../../shared/label-selector.js'
import { resourceList } from '../../shared/resource-list.js'
import { claimTexts } from './texts.js'

const CORE = 'io.k8s.api.core.v1'

const accessModes = array(
  named('v1.PersistentVolumeAccessMode', ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']),
)

const condition = struct(
  `${CORE}.PersistentVolumeClaimCondition`,
  {
    type: always(named('v1.PersistentVolumeClaimConditionType')),
    status: always(named('v1.ConditionStatus')),
    lastProbeTime: always(time()),
    lastTransitionTime: always(time()),
    reason: string(),
    message: string(),
  },
  { required: ['type', 'status'] },
)

const dataSource = atomic(
  struct(
    `${CORE}.TypedLocalObjectReference`,
    { apiGroup: nullable(string()), kind: always(string()), name: always(string()) },
    { required: ['kind', 'name'] },
  ),
)

const dataSourceRef = struct(
  `${CORE}.TypedObjectReference`,
  { apiGroup: nullable(string()), kind: always(string()), name: always(string()), namespace: pointer(string()) },
  { required: ['kind', 'name'] },
)

const modifyVolumeStatus = struct(
  `${CORE}.ModifyVolumeStatus`,
  {
    targetVolumeAttributesClassName: string(),
    status: always(named('v1.PersistentVolumeClaimModifyVolumeStatus', ['InProgress', 'Infeasible', 'Pending'])),
  },
  { required: ['status'] },
)

const resizeStatus = named('v1.ClaimResourceStatus', [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
])

/** A PersistentVolumeClaim's own members. */
export const claimMembers = described(
  {
    spec: always(
      struct(`${CORE}.PersistentVolumeClaimSpec`, {
        accessModes,
        selector: pointer(labelSelector),
        resources: always(
          struct(`${CORE}.VolumeResourceRequirements`, { limits: resourceList, requests: resourceList }),
        ),
        volumeName: string(),
        storageClassName: pointer(string()),
        volumeMode: pointer(named('v1.PersistentVolumeMode', ['Block', 'Filesystem'])),
        dataSource: pointer(dataSource),
        dataSourceRef: pointer(dataSourceRef),
        volumeAttributesClassName: pointer(string()),
      }),
    ),
    status: always(
      struct(`${CORE}.PersistentVolumeClaimStatus`, {
        phase: named('v1.PersistentVolumeClaimPhase', ['Bound', 'Lost', 'Pending']),
        accessModes,
        capacity: resourceList,
        conditions: array(condition, { list: 'map', keys: ['type'], merge: 'type' }),
        allocatedResources: resourceList,
        allocatedResourceStatuses: { ...map(resizeStatus), 'x-kubernetes-map-type': 'granular' as const },
        currentVolumeAttributesClassName: pointer(string()),
        modifyVolumeStatus: pointer(modifyVolumeStatus),
      }),
    ),
  },
  claimTexts,
)

/** A PersistentVolumeClaim as clients see it. */
export type Claim = ObjectOf<typeof claimMembers>
/** What a claim asks for. */
export type ClaimSpec = Infer<(typeof claimMembers)['spec']>
/** A data source of the claim's own namespace. */
export type DataSource = Infer<typeof dataSource>
/** A data source, of another namespace too. */
export type DataSourceRef = Infer<typeof dataSourceRef>
