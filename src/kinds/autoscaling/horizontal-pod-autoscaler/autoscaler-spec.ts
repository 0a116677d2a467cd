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

const SIDES = ['scaleUp', 'scaleDown'] as const

/** Drops the tolerance, whose feature gate is off by default, unless the stored object has one. */
export function dropDisabledAutoscalerFields(object: Autoscaler, old?: Autoscaler): Autoscaler {
  const { behavior } = object.spec ?? {}
  const isOpen = SIDES.some((side) => old?.spec?.behavior?.[side]?.tolerance !== undefined)
  if (!behavior || isOpen) return object
  const closed = SIDES.flatMap((side) => {
    const { tolerance: _, ...rules } = behavior[side] ?? {}
    return behavior[side] ? [[side, rules] as const] : []
  })
  return { ...object, spec: { ...object.spec, behavior: Object.fromEntries(closed) } }
}

/** The status of a new HorizontalPodAutoscaler. */
/** Tells whether autoscalers count changes of their spec (the gate HPAGeneration, on since 1.37). */
export const countsGeneration = (version: KubernetesVersion): boolean => atLeast(version, '1.37')

export const NEW_STATUS = { currentMetrics: null, desiredReplicas: 0 } as const
