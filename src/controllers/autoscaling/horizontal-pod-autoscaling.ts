import type { Controller } from '../runtime/types.js'

/** Scales the targets of HorizontalPodAutoscalers every 15 seconds, by the usage that container scripts state. */
export const horizontalPodAutoscaling: Controller = {
  name: 'horizontal-pod-autoscaling',
  user: 'system:serviceaccount:kube-system:horizontal-pod-autoscaler',
  watches: { HorizontalPodAutoscaler: 'own' },
  load: () => import('./sync-autoscaler.js'),
}
