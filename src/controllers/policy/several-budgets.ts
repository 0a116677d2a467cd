import { type Identity, identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { Key, World } from '../runtime/types.js'

/** The key of a pod for which one budget of several was chosen: no name has a slash. */
export const choiceKey = (pod: KubeObject, { metadata }: KubeObject): Identity => ({
  ...identityOf(pod),
  name: `${pod.metadata.name}/${metadata.name}`,
})

/** Says of a pod, where it is still there, that several budgets select it and which of them counts it now. */
export function tellChoice({ namespace, name }: Key, world: World): void {
  const [podName = '', budget = ''] = name.split('/')
  const pod = world.get('Pod', { namespace, name: podName })
  if (!pod) return
  recordCoreEvent(world, pod, {
    type: 'Warning',
    reason: 'MultiplePodDisruptionBudgets',
    message: `Pod "${namespace}"/"${podName}" matches multiple PodDisruptionBudgets.  Chose "${budget}" arbitrarily.`,
    component: 'controllermanager',
  })
}
