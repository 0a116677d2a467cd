import type { ObjectOf } from '../../kinds/object-types.js'
import type { LabelSelector } from '../../model/registry/label-selector.js'
import { type KubeObject, type Identity, identityOf } from '../../schema/object.js'
import type { Steps } from '../../base/turns/steps.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { Key, ObjectChange, WorldInSteps } from '../runtime/types.js'

export type Budget = ObjectOf<'PodDisruptionBudget'>

/** Returns the selector of a budget. */
export const selectorOf = ({ spec }: Budget) => spec?.selector as LabelSelector | undefined // validated by its schema

/** Returns the desired replicas of an object; undefined if its kind has none. */
export function replicasOf(object: KubeObject | undefined): number | undefined {
  // A spec is an object in every kind that has one.
  const { replicas } = (object?.['spec'] ?? {}) as { replicas?: unknown }
  return typeof replicas === 'number' ? replicas : undefined
}

/** Returns a key that stands for the choice of one of several budgets for a pod: no object's name contains a slash. */
export const choiceKey = ({ next }: ObjectChange, pod: KubeObject, { metadata }: KubeObject): Identity => {
  const { uid = '', resourceVersion = '' } = pod.metadata
  return { ...identityOf(pod), name: [pod.metadata.name, metadata.name, uid, next ? resourceVersion : ''].join('/') }
}

/**
 * Returns the oldest of several budgets: the real controller takes the first of a Go map, which is the oldest seven
 * times out of eight.
 */
export const oldestOf = <T extends KubeObject>(budgets: readonly T[]): T | undefined =>
  budgets.reduce((oldest: T | undefined, each) => (oldest && madeAt(oldest) <= madeAt(each) ? oldest : each), undefined)

const madeAt = ({ metadata }: KubeObject) => metadata.creationTimestamp ?? ''

/** Records an Event about a pod, even a deleted one: several budgets select it, and which one was chosen. */
export function* tellChoice({ namespace, name }: Key, world: WorldInSteps): Steps<void> {
  const [pod = '', budget = '', uid, resourceVersion] = name.split('/')
  const metadata = {
    name: pod,
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid ? { uid } : {}),
    ...(resourceVersion ? { resourceVersion } : {}),
  }
  yield* recordCoreEvent(
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
