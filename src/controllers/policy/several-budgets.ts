import { type Identity, identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { Key, World } from '../runtime/types.js'

/** The key of a pod for which one budget of several was chosen: no name has a slash. */
export const choiceKey = (pod: KubeObject, { metadata }: KubeObject): Identity => ({
  ...identityOf(pod),
  name: `${pod.metadata.name}/${metadata.name}`,
})

/** Up to so many entries a map of Go has places for, of which it goes through all from one by chance. */
const PLACES = 8

/** Budgets as the real controller meets them, by a number from 0 to 1: the oldest first seven times of eight, as it keeps them in a map. */
export function inSomeOrder<T extends KubeObject>(budgets: readonly T[], chance: number): readonly T[] {
  const made = ({ metadata }: T) => metadata.creationTimestamp ?? ''
  const byAge = [...budgets].sort((a, b) => (made(a) < made(b) ? -1 : made(a) > made(b) ? 1 : 0))
  const first = Math.floor(chance * Math.max(PLACES, byAge.length))
  return first < byAge.length ? [...byAge.slice(first), ...byAge.slice(0, first)] : byAge
}

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
