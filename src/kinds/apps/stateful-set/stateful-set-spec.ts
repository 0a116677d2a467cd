import { structOf } from '../../../model/registry/struct-schema.js'
import { inWireOrder } from '../../../schema/order.js'
import { fillTemplate, dropDisabledTemplateFields } from '../../core/pod/pod-template.js'
import { fillPodStruct } from '../../core/pod/pod-struct-defaults.js'
import type { ClaimTemplate, StatefulSet, StatefulSetSpec } from './stateful-set-types.js'

/** Sets the defaults of a StatefulSet's spec (SetDefaults_StatefulSet). */
export function fillStatefulSet(spec: StatefulSetSpec = {}): StatefulSetSpec {
  const { volumeClaimTemplates: claims, persistentVolumeClaimRetentionPolicy: retention } = spec
  return {
    ...spec,
    replicas: spec.replicas ?? 1,
    template: fillTemplate(spec.template),
    ...(claims ? { volumeClaimTemplates: claims.map(fillClaim) } : {}),
    podManagementPolicy: spec.podManagementPolicy || 'OrderedReady',
    updateStrategy: fillStrategy(spec.updateStrategy),
    revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
    persistentVolumeClaimRetentionPolicy: {
      whenDeleted: retention?.whenDeleted || 'Retain',
      whenScaled: retention?.whenScaled || 'Retain',
    },
  }
}

function fillStrategy({ type = '', rollingUpdate }: StatefulSetSpec['updateStrategy'] = {}): NonNullable<
  StatefulSetSpec['updateStrategy']
> {
  const rolling = rollingUpdate ?? (type ? undefined : {})
  if (!rolling) return { type }
  const isRolling = !type || type === 'RollingUpdate'
  return {
    type: type || 'RollingUpdate',
    rollingUpdate: isRolling ? { ...rolling, partition: rolling.partition ?? 0 } : rolling,
  }
}

/** Completes a volumeClaimTemplate, which is served with kind, apiVersion and status. */
const fillClaim = (claim: ClaimTemplate): ClaimTemplate =>
  inWireOrder(structOf('core.v1.PersistentVolumeClaim'), {
    ...claim,
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    spec: fillPodStruct('core.v1.PersistentVolumeClaimSpec', claim.spec ?? {}),
    status: { ...claim.status, phase: claim.status?.phase || 'Pending' },
  })

/**
 * Drops the fields of feature gates that are off by default, unless the stored object uses them
 * (dropStatefulSetDisabledFields).
 */
export function dropDisabledStatefulSetFields(object: StatefulSet, old?: StatefulSet): StatefulSet {
  const { spec = {} } = object
  const { updateStrategy: strategy } = spec
  const drops = strategy?.rollingUpdate && old?.spec?.updateStrategy?.rollingUpdate?.maxUnavailable === undefined
  const { maxUnavailable: _, ...rollingUpdate } = strategy?.rollingUpdate ?? {}
  return {
    ...object,
    spec: {
      ...spec,
      ...(spec.template ? { template: dropDisabledTemplateFields(spec.template, old?.spec?.template) } : {}),
      ...(drops ? { updateStrategy: { ...strategy, rollingUpdate } } : {}),
    },
  }
}
