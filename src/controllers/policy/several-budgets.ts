import { type Identity, identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { Key, ObjectChange, World } from '../runtime/types.js'

/** The key of what became of a pod for which one budget of several was chosen: no name has a slash. */
export const choiceKey = ({ next }: ObjectChange, pod: KubeObject, { metadata }: KubeObject): Identity => {
  const { uid = '', resourceVersion = '' } = pod.metadata
  return { ...identityOf(pod), name: [pod.metadata.name, metadata.name, uid, next ? resourceVersion : ''].join('/') }
}

/**
 * The oldest of several budgets: the real controller takes the first of a map, which is that one seven times of eight.
 */
export const oldestOf = <T extends KubeObject>(budgets: readonly T[]): T | undefined =>
  budgets.reduce((oldest: T | undefined, each) => (oldest && madeAt(oldest) <= madeAt(each) ? oldest : each), undefined)

const madeAt = ({ metadata }: KubeObject) => metadata.creationTimestamp ?? ''

/** Says of a pod, though it may be gone, that several budgets select it and which of them counts it now. */
export function tellChoice({ namespace, name }: Key, world: World): void {
  const [pod = '', budget = '', uid, resourceVersion] = name.split('/')
  const metadata = {
    name: pod,
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid ? { uid } : {}),
    ...(resourceVersion ? { resourceVersion } : {}),
  }
  recordCoreEvent(
    world,
    { apiVersion: 'v1', kind: 'Pod', metadata },
    {
      type: 'Warning',
      reason: 'MultiplePodDisruptionBudgets',
      message: `Pod "${namespace}"/"${pod}" matches multiple PodDisruptionBudgets.  Chose "${budget}" arbitrarily.`,
      component: 'controllermanager',
    },
  )
}
