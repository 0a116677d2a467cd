import { aggregateText, notSupported } from '../../../base/errors/issue.js'
import { forbiddenStatus, plainError } from '../../../base/errors/status.js'
import { isExtendedResource } from '../../../base/rules/names.js'
import type { Container, EphemeralContainer, Pod, PodSpec, Toleration } from '../../../model/generated/types/core-v1.js'
import type { KubeObject } from '../../../schema/object.js'
import { refused } from '../define.js'
import type { AdmissionAttributes } from '../types.js'
import { CONTAINER_LISTS } from '../../../kinds/core/pod/pod-types.js'

const specOf = (object: KubeObject | undefined): Partial<PodSpec> => (object as Pod | undefined)?.spec ?? {} // a pod

const HOSTNAME = 'kubernetes.io/hostname'

/** @throws StatusError 403 for a pod that must not run beside others in anything but one node */
export function limitAntiAffinity(object: KubeObject): void {
  const terms = specOf(object).affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
  const other = terms.find(({ topologyKey }) => topologyKey !== HOSTNAME)
  if (other)
    throw forbiddenStatus(
      { group: '', resource: 'pods' },
      object.metadata.name ?? '',
      `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${other.topologyKey} but only key ${HOSTNAME} is allowed`,
    )
}

const ALWAYS = 'Always'

const containersOf = (spec: Partial<PodSpec>): readonly (Container | EphemeralContainer)[] =>
  CONTAINER_LISTS.flatMap((list): readonly (Container | EphemeralContainer)[] => spec[list] ?? [])

/** Returns the pod with all its images to be pulled at each start. */
export function pullingAlways({ object, oldObject }: AdmissionAttributes): KubeObject {
  const spec = specOf(object)
  if (!hasNewImage(spec, oldObject)) return object
  const pulling = <C extends object>(containers: readonly C[]) =>
    containers.map((container) => ({ ...container, imagePullPolicy: ALWAYS }))
  return {
    ...object,
    spec: {
      ...spec,
      ...(spec.initContainers ? { initContainers: pulling(spec.initContainers) } : {}),
      ...(spec.containers ? { containers: pulling(spec.containers) } : {}),
      ...(spec.ephemeralContainers ? { ephemeralContainers: pulling(spec.ephemeralContainers) } : {}),
      ...(spec.volumes
        ? {
            volumes: spec.volumes.map((volume) =>
              volume.image ? { ...volume, image: { ...volume.image, pullPolicy: ALWAYS } } : volume,
            ),
          }
        : {}),
    },
  }
}

/** @throws StatusError for images that are not pulled at each start */
export function mustPullAlways(attributes: AdmissionAttributes): void {
  const spec = specOf(attributes.object)
  if (!hasNewImage(spec, attributes.oldObject)) return
  const policies = [
    ...CONTAINER_LISTS.flatMap((list) =>
      (spec[list] ?? []).map(
        ({ imagePullPolicy }, i) => [`spec.${list}[${i}].imagePullPolicy`, imagePullPolicy] as const,
      ),
    ),
    ...(spec.volumes ?? []).flatMap(({ image }, i) =>
      image ? [[`spec.volumes[${i}].image.pullPolicy`, image.pullPolicy] as const] : [],
    ),
  ]
  const faults = policies.flatMap(([field, policy = '']) => {
    if (policy === ALWAYS) return []
    const { message } = notSupported(field, policy, [ALWAYS])
    return [refused(attributes, `${field}: ${message}`).message]
  })
  if (faults.length > 0) throw plainError(aggregateText(faults))
}

function hasNewImage(spec: Partial<PodSpec>, old: KubeObject | undefined): boolean {
  if (!old) return true
  const known = new Set(containersOf(specOf(old)).map(({ image }) => image))
  return containersOf(spec).some(({ image }) => !known.has(image))
}

/** Returns the pod with tolerations of the taints that are named like the extended resources it requests. */
export function toleratingResources(object: KubeObject): KubeObject {
  const spec = specOf(object)
  const requested = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].flatMap(({ resources }) =>
    Object.keys(resources?.requests ?? {}).filter(isExtendedResource),
  )
  if (requested.length === 0) return object
  let tolerations: readonly Toleration[] = spec.tolerations ?? []
  for (const key of [...new Set(requested)].sort()) tolerations = withToleration(tolerations, key)
  return { ...object, spec: { ...spec, tolerations } }
}

function withToleration(all: readonly Toleration[], key: string): readonly Toleration[] {
  const toleration = { key, operator: 'Exists', effect: 'NoSchedule' }
  const isSame = (each: Toleration) =>
    each.key === key && each.operator === 'Exists' && each.effect === 'NoSchedule' && !each.value
  return all.some(isSame) ? all.map((each) => (isSame(each) ? toleration : each)) : [...all, toleration]
}
