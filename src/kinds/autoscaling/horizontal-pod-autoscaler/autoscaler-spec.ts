import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { type GatedFields, withoutGatedFields } from '../../struct/gated-fields.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import { structOf } from '../../../model/registry/struct-schema.js'
import { inWireOrder } from '../../../schema/order.js'
import type { Autoscaler, AutoscalerSpec, Metric, ScalingRules } from './autoscaler-types.js'

const UTILIZATION = 80

/** The default metric: average CPU utilization. */
export const processorMetric = (averageUtilization = UTILIZATION): Metric => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})

const SCALE_UP: ScalingRules = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
}
const SCALE_DOWN: ScalingRules = {
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
}

/** Sets the defaults of a HorizontalPodAutoscaler's spec (SetDefaults_HorizontalPodAutoscaler). */
export function fillAutoscaler(spec: AutoscalerSpec = {}): AutoscalerSpec {
  const { behavior } = spec
  return {
    ...spec,
    minReplicas: spec.minReplicas ?? 1,
    metrics: spec.metrics?.length ? spec.metrics : [processorMetric()],
    ...(behavior
      ? {
          behavior: {
            scaleUp: inWireOrder(structOf('autoscaling.v2.HPAScalingRules'), { ...SCALE_UP, ...behavior.scaleUp }),
            scaleDown: inWireOrder(structOf('autoscaling.v2.HPAScalingRules'), {
              ...SCALE_DOWN,
              ...behavior.scaleDown,
            }),
          },
        }
      : {}),
  }
}

const GATED: readonly GatedFields[] = [
  {
    gate: 'HPAConfigurableTolerance',
    fields: ['spec.behavior.scaleUp.tolerance', 'spec.behavior.scaleDown.tolerance'],
  },
]

/** Drops the tolerance if its feature gate is off, unless the stored object has one. */
export const dropDisabledAutoscalerFields = (object: Autoscaler, gates: FeatureGates, old?: Autoscaler): Autoscaler =>
  withoutGatedFields(object, old, GATED, gates)

/** Tells whether autoscalers count changes of their spec (the gate HPAGeneration, on since 1.37). */
export const countsGeneration = (version: KubernetesVersion): boolean => atLeast(version, '1.37')

/** The status of a new HorizontalPodAutoscaler. */
export const NEW_STATUS = { currentMetrics: null, desiredReplicas: 0 } as const
