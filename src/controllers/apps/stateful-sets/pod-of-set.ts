import type { Draft } from '../../../kinds/object-types.js'
import { podFromTemplate } from '../../pods/from-template.js'
import type { Pod } from '../../pods/pod-state.js'
import { claimName, claimTemplatesOf } from './claims.js'
import { REVISION_LABEL, type StatefulSet, placeOfPod, podName } from './stateful-set.js'

const NAME_LABEL = 'statefulset.kubernetes.io/pod-name'
const INDEX_LABEL = 'apps.kubernetes.io/pod-index'

type Volumes = NonNullable<NonNullable<Pod['spec']>['volumes']>

/** Returns the pod to create for an ordinal, with its name, identity labels, and claims as volumes. */
export function podOfSet(set: StatefulSet, ordinal: number, revision: string): Draft<'Pod'> {
  const draft = podFromTemplate(set.spec?.template ?? {}, set)
  const name = podName(set, ordinal)
  const labels = { ...draft.metadata?.labels, ...identityLabels(name, ordinal), [REVISION_LABEL]: revision }
  return {
    metadata: { ...draft.metadata, name, labels },
    spec: {
      ...draft.spec,
      // Required by the type; the draft has the same ones.
      containers: set.spec?.template.spec?.containers ?? [],
      hostname: name,
      subdomain: set.spec?.serviceName ?? '',
      volumes: withClaims(set, ordinal, set.spec?.template.spec?.volumes),
    },
  }
}

const identityLabels = (name: string, ordinal: number) => ({ [NAME_LABEL]: name, [INDEX_LABEL]: String(ordinal) })

/** Adds a volume for each claim of a StatefulSet, replacing those of the same names. */
function withClaims(set: StatefulSet, ordinal: number, volumes: Volumes = []): Volumes {
  const templates = claimTemplatesOf(set)
  const names = new Set(templates.map(({ metadata }) => metadata?.name))
  return [
    ...templates.map((template) => ({
      name: template.metadata?.name ?? '',
      persistentVolumeClaim: { claimName: claimName(set, template, ordinal) },
    })),
    ...volumes.filter(({ name }) => !names.has(name)),
  ]
}

/** Returns whether a pod has its identity labels. */
export function hasIdentity(set: StatefulSet, pod: Pod): boolean {
  const place = placeOfPod(pod)
  return (
    place !== undefined &&
    pod.metadata.name === podName(set, place.ordinal) &&
    pod.metadata.labels?.[NAME_LABEL] === pod.metadata.name
  )
}

/** Returns whether a pod has a volume for each claim of its StatefulSet. */
export function hasStorage(set: StatefulSet, pod: Pod): boolean {
  const ordinal = placeOfPod(pod)?.ordinal
  if (ordinal === undefined) return false
  const templates = claimTemplatesOf(set)
  if (templates.length === 0) return true
  const volumes = new Map(pod.spec?.volumes?.map((volume) => [volume.name, volume.persistentVolumeClaim?.claimName]))
  return templates.every((template) => volumes.get(template.metadata?.name ?? '') === claimName(set, template, ordinal))
}

/** Returns a pod with its identity labels. */
export const withIdentity = (pod: Pod, ordinal: number): Pod => ({
  ...pod,
  metadata: {
    ...pod.metadata,
    labels: { ...pod.metadata.labels, ...identityLabels(pod.metadata.name ?? '', ordinal) },
  },
})

/** Returns a pod with a volume for each claim of its StatefulSet. */
export const withStorage = (set: StatefulSet, pod: Pod, ordinal: number): Pod =>
  pod.spec ? { ...pod, spec: { ...pod.spec, volumes: withClaims(set, ordinal, pod.spec.volumes) } } : pod
