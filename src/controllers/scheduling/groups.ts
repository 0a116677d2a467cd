import type { ObjectOf } from '../../kinds/object-types.js'
import type { PodInfo } from './framework/pod-info.js'
import { type Spread, spreadsOf, usualSpreads } from './framework/spread-constraints.js'
import { fromLabelSelectorObject } from '../../model/select/label-selector-object.js'
import type { LabelSelector } from '../../model/select/labels.js'
import type { WorldInSteps } from '../runtime/types.js'

/** How pods are spread by default, depending on the pods they belong with. */
export type Groups = { readonly spreadsFor: (pod: PodInfo) => readonly Spread[] }

type Service = ObjectOf<'Service'>
const NONE: readonly Spread[] = []
const OWNERS: readonly string[] = ['ReplicaSet', 'StatefulSet']

/**
 * Creates a lookup of the soft topology spread constraints of pods: their own, or the default ones for the pods of a
 * Service or a controller.
 */
export function createGroups(world: WorldInSteps): Groups {
  const services = new Map<string, readonly Service[]>()
  const owners = new Map<string, LabelSelector | undefined>()
  const servicesIn = (namespace: string) => {
    let found = services.get(namespace)
    if (!found) services.set(namespace, (found = world.list('Service', { namespace })))
    return found
  }
  return {
    spreadsFor(pod) {
      if (pod.pod.spec?.topologySpreadConstraints?.length) return spreadsOf(pod, 'ScheduleAnyway')
      const selector = [...selectedBy(servicesIn(pod.namespace), pod), ...(ownerSelector(pod, world, owners) ?? [])]
      return selector.length > 0 ? usualSpreads(selector, pod.namespace) : NONE
    },
  }
}

/** Returns the combined selector of the Services of a pod. */
function selectedBy(services: readonly Service[], { labels }: PodInfo): LabelSelector {
  const all = new Map<string, string>()
  for (const { spec } of services) {
    const wanted = Object.entries(spec?.selector ?? {})
    if (wanted.length > 0 && wanted.every(([label, value]) => labels[label] === value))
      for (const [label, value] of wanted) all.set(label, value)
  }
  return requirementsOf(Object.fromEntries(all))
}

const requirementsOf = (matchLabels: { readonly [label: string]: string }): LabelSelector =>
  fromLabelSelectorObject({ matchLabels }) ?? []

/** Returns the selector of the pod's controller. */
function ownerSelector(
  { pod: { metadata }, namespace }: PodInfo,
  world: WorldInSteps,
  known: Map<string, LabelSelector | undefined>,
): LabelSelector | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller)
  if (!owner) return undefined
  const { uid, apiVersion, kind, name } = owner
  if (known.has(uid)) return known.get(uid)
  const ref = { namespace, name }
  const selector =
    apiVersion === 'v1' && kind === 'ReplicationController'
      ? requirementsOf(world.get('ReplicationController', ref)?.spec?.selector ?? {})
      : apiVersion === 'apps/v1' && OWNERS.includes(kind)
        ? fromLabelSelectorObject(world.get<OwnerOfPods>(`apps/v1/${kind}`, ref)?.spec?.selector)
        : undefined
  known.set(uid, selector)
  return selector
}

type OwnerOfPods = ObjectOf<'ReplicaSet'>
