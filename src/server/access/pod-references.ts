import type { Container, Pod, Volume } from '../../model/generated/types/core-v1.js'

/** The names of the objects that a pod refers to in its namespace. */
type PodReferences = {
  readonly secrets: ReadonlySet<string>
  readonly configMaps: ReadonlySet<string>
  readonly claims: ReadonlySet<string>
  readonly account: ReadonlySet<string>
}

const NONE: PodReferences = { secrets: new Set(), configMaps: new Set(), claims: new Set(), account: new Set() }
const MIRROR = 'kubernetes.io/config.mirror'

/** Returns what a pod refers to; a mirror pod, which its node makes by itself, gives that node no rights. */
export function podReferences(pod: Pod): PodReferences {
  if (pod.metadata?.annotations?.[MIRROR] !== undefined) return NONE
  let found = known.get(pod)
  if (!found) known.set(pod, (found = referencesOf(pod)))
  return found
}

// Stored objects do not change.
const known = new WeakMap<Pod, PodReferences>()

function referencesOf({ metadata, spec }: Pod): PodReferences {
  const {
    volumes = [],
    containers = [],
    initContainers = [],
    ephemeralContainers = [],
    imagePullSecrets = [],
  } = spec ?? {}
  // An ephemeral container has the members of others.
  const all = [...containers, ...initContainers, ...(ephemeralContainers as readonly Container[])]
  const envOf = ({ env = [], envFrom = [] }: Container) => ({
    secrets: [...env.map(({ valueFrom }) => valueFrom?.secretKeyRef), ...envFrom.map(({ secretRef }) => secretRef)],
    configMaps: [
      ...env.map(({ valueFrom }) => valueFrom?.configMapKeyRef),
      ...envFrom.map(({ configMapRef }) => configMapRef),
    ],
  })
  return {
    secrets: named([...imagePullSecrets, ...all.flatMap((each) => envOf(each).secrets), ...volumes.flatMap(secretsOf)]),
    configMaps: named([...all.flatMap((each) => envOf(each).configMaps), ...volumes.flatMap(configMapsOf)]),
    claims: named(
      volumes.map(({ name, persistentVolumeClaim, ephemeral }) => ({
        name: persistentVolumeClaim?.claimName ?? (ephemeral ? `${metadata?.name}-${name}` : ''),
      })),
    ),
    account: named([{ name: spec?.serviceAccountName ?? '' }]),
  }
}

type Named = { readonly name?: string } | undefined

const named = (references: readonly Named[]): ReadonlySet<string> =>
  new Set(references.flatMap((each) => (each?.name ? [each.name] : [])))

function secretsOf(volume: Volume): readonly Named[] {
  const { azureFile, secret, projected, csi } = volume
  const sources = [volume.cephfs, volume.cinder, volume.flexVolume, volume.rbd, volume.scaleIO, volume.iscsi]
  return [
    ...[...sources, volume.storageos].map((source) => source?.secretRef),
    ...(projected?.sources ?? []).map((source) => source.secret),
    csi?.nodePublishSecretRef,
    { name: azureFile?.secretName ?? '' },
    { name: secret?.secretName ?? '' },
  ]
}

const configMapsOf = ({ configMap, projected }: Volume): readonly Named[] => [
  configMap,
  ...(projected?.sources ?? []).map((source) => source.configMap),
]
