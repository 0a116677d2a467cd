import { StatusError } from '../../base/errors/status.js'
import { storedUid } from '../../schema/stored-metadata.js'
import type { KubeObject } from '../../schema/object.js'
import type { Pod } from '../core/pods.js'
import type { Reader } from '../runtime/types.js'
import { type Budget, replicasOf } from './budget.js'

type Owner = NonNullable<KubeObject['metadata']['ownerReferences']>[number]

type Expected =
  { readonly expected: number; readonly desired: number; readonly unmanaged: boolean } | { readonly fault: string }

/** Returns how many pods a budget expects, and how many of them must be healthy. */
export function expectedPods(
  { spec: { minAvailable, maxUnavailable } = {} }: Budget,
  pods: readonly Pod[],
  world: Reader,
): Expected {
  const wanted = maxUnavailable ?? minAvailable
  if (wanted === undefined) return { expected: 0, desired: 0, unmanaged: false }
  if (maxUnavailable === undefined && typeof minAvailable === 'number')
    return { expected: pods.length, desired: minAvailable, unmanaged: false }
  const scale = scaleOf(pods, world)
  if ('fault' in scale) return scale
  const amount = share(wanted, scale.expected)
  return { ...scale, desired: maxUnavailable === undefined ? amount : Math.max(0, scale.expected - amount) }
}

const share = (amount: number | string, of: number) =>
  typeof amount === 'number' ? amount : Math.ceil((Number(amount.slice(0, -1)) * of) / 100)

/** Returns the total desired replicas of the pods' owners. */
function scaleOf(
  pods: readonly Pod[],
  world: Reader,
): { readonly expected: number; readonly unmanaged: boolean } | { readonly fault: string } {
  const scales = new Map<string, number>()
  const counts = new Map<string, number>()
  let unmanaged = false
  for (const pod of pods) {
    const ref = controllerOf(pod)
    if (!ref) unmanaged = true
    else if (!world.serves(`${ref.apiVersion}/${ref.kind}`)) counts.set(ref.uid, (counts.get(ref.uid) ?? 0) + 1)
    else {
      const owner = ownerOf(pod, world)
      const top = owner?.kind === 'ReplicaSet' ? (ownerOf(owner, world) ?? owner) : owner
      const replicas = replicasOf(top)
      if (!top || replicas === undefined) return { fault: faultOf(pod, ref, world) }
      scales.set(storedUid(top), replicas)
    }
  }
  const expected = [...scales.values(), ...counts.values()].reduce((sum, each) => sum + each, 0)
  return { expected, unmanaged }
}

/** Returns why the desired replicas of a pod's owner are unknown: it does not exist, or its kind has no scale. */
function faultOf({ metadata }: Pod, { apiVersion, kind, name }: Owner, world: Reader): string {
  const type = `${apiVersion}/${kind}`
  const ref = { namespace: metadata.namespace ?? '', name }
  const owner = world.get(type, ref)
  if (!owner || hasScale(type, ref, world)) return `found no controllers for pod "${metadata.name}"`
  const { group, resource } = world.resourceOf(owner)
  return `${group ? `${resource}.${group}` : resource} does not implement the scale subresource`
}

function hasScale(type: string, ref: { readonly namespace: string; readonly name: string }, world: Reader): boolean {
  try {
    return world.scaleOf(type, ref) !== undefined
  } catch (error) {
    if (error instanceof StatusError) return false
    throw error
  }
}

const controllerOf = ({ metadata }: KubeObject) => metadata.ownerReferences?.find(({ controller }) => controller)

/** Returns the controller of an object, if its kind is served, it exists and has desired replicas. */
function ownerOf(object: KubeObject, world: Reader): KubeObject | undefined {
  const ref = controllerOf(object)
  const type = ref && `${ref.apiVersion}/${ref.kind}`
  if (!type || !world.serves(type)) return undefined
  const { namespace = '' } = object.metadata
  const owner = world.get(type, { namespace, name: ref.name })
  return owner?.metadata.uid === ref.uid && replicasOf(owner) !== undefined ? owner : undefined
}
