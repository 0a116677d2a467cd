import type { Container, PodSpec, Volume } from '../../../model/generated/types/core-v1.js'

/** The names of the objects that a pod refers to in its namespace. */
export type PodReferences = {
  readonly secrets: ReadonlySet<string>
  readonly configMaps: ReadonlySet<string>
  readonly claims: ReadonlySet<string>
  readonly account: ReadonlySet<string>
}

type Referring = { readonly metadata?: { readonly name?: string }; readonly spec?: PodSpec | undefined }

/** Returns what a pod refers to (pkg/api/pod: VisitPodSecretNames, VisitPodConfigmapNames). */
export function referencesOf({ metadata, spec }: Referring): PodReferences {
  const { volumes, containers, initContainers, ephemeralContainers, imagePullSecrets } = spec ?? {}
  const ephemeral = (ephemeralContainers ?? []) as readonly Container[] // with the members of others
  const all = [...(containers ?? []), ...(initContainers ?? []), ...ephemeral]
  const envOf = ({ env, envFrom }: Container) => ({
    secrets: [
      ...(env ?? []).map(({ valueFrom }) => valueFrom?.secretKeyRef),
      ...(envFrom ?? []).map(({ secretRef }) => secretRef),
    ],
    configMaps: [
      ...(env ?? []).map(({ valueFrom }) => valueFrom?.configMapKeyRef),
      ...(envFrom ?? []).map(({ configMapRef }) => configMapRef),
    ],
  })
  return {
    secrets: named([
      ...(imagePullSecrets ?? []),
      ...all.flatMap((each) => envOf(each).secrets),
      ...(volumes ?? []).flatMap(secretsOfVolume),
    ]),
    configMaps: named([...all.flatMap((each) => envOf(each).configMaps), ...(volumes ?? []).flatMap(configMapsOf)]),
    claims: named(
      (volumes ?? []).map(({ name, persistentVolumeClaim, ephemeral }) => ({
        name: persistentVolumeClaim?.claimName ?? (ephemeral ? `${metadata?.name}-${name}` : ''),
      })),
    ),
    account: named([{ name: spec?.serviceAccountName ?? '' }]),
  }
}

type Named = { readonly name?: string } | undefined

const named = (references: readonly Named[]): ReadonlySet<string> =>
  new Set(references.flatMap((each) => (each?.name ? [each.name] : [])))

function secretsOfVolume(volume: Volume): readonly Named[] {
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
