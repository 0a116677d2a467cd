import { MIRROR } from '../../kinds/core/pod/annotation-keys.js'
import { getPath } from '../../base/json/json.js'
import type { Container, Pod } from '../../kinds/core/pod/pod-types.js'

/** Tells whether a pod is a mirror pod, which represents a static pod of a node. */
export const isMirror = ({ metadata }: Pod): boolean => Object.hasOwn(metadata.annotations ?? {}, MIRROR)

/** Returns why a pod cannot be a mirror pod: static pods cannot use the API. */
export function whyNoMirror(object: Pod): string | undefined {
  const { spec = {} } = object
  if (spec.serviceAccountName) return 'a mirror pod may not reference service accounts'
  if (secretsOf(object).some(Boolean)) return 'a mirror pod may not reference secrets'
  const projects = (spec.volumes ?? []).some((volume) =>
    sourcesOf(volume).some((each) => 'serviceAccountToken' in each),
  )
  return projects ? 'a mirror pod may not use ServiceAccountToken volume projections' : undefined
}

// The paths at which volumes name a secret (VisitPodSecretNames).
const NAMED_BY = [
  'azureFile.secretName',
  'cephfs.secretRef.name',
  'cinder.secretRef.name',
  'flexVolume.secretRef.name',
  'rbd.secretRef.name',
  'secret.secretName',
  'scaleIO.secretRef.name',
  'iscsi.secretRef.name',
  'storageos.secretRef.name',
  'csi.nodePublishSecretRef.name',
].map((path) => path.split('.'))

type Volume = { readonly [source: string]: unknown }
type Projection = { readonly secret?: { readonly name?: string }; readonly serviceAccountToken?: object }

const sourcesOf = (volume: Volume): readonly Projection[] =>
  (getPath(volume, ['projected', 'sources']) ?? []) as readonly Projection[] // the type in the schema

function secretsOf({ spec = {} }: Pod): readonly unknown[] {
  const { containers, initContainers, ephemeralContainers, imagePullSecrets = [], volumes = [] } = spec
  return [
    ...imagePullSecrets.map(({ name }) => name),
    ...[initContainers, containers, ephemeralContainers].flatMap((list) => (list ?? []).flatMap(namedInEnvironment)),
    ...volumes.flatMap((volume) => NAMED_BY.map((path) => getPath(volume, path))),
    ...volumes.flatMap((volume) => sourcesOf(volume).map(({ secret }) => secret?.name)),
  ]
}

const namedInEnvironment = ({ env = [], envFrom = [] }: Container): readonly unknown[] => [
  ...envFrom.map(({ secretRef }) => secretRef?.name),
  ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
]
