import type { Controller } from '../runtime/types.js'

/** Scales what HorizontalPodAutoscalers name, every 15 seconds, by what scripts of containers say that these use. */
export const horizontalPodAutoscaling: Controller = {
  name: 'horizontal-pod-autoscaling',
  user: 'system:serviceaccount:kube-system:horizontal-pod-autoscaler',
  watches: { HorizontalPodAutoscaler: 'own' },
  load: () => import('./sync-autoscaler.js'),
}
