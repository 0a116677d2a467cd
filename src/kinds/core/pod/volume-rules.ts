import { type Issue, duplicate, forbidden, invalid, required } from '../../../base/errors/issue.js'
import type { JsonObject } from '../../../base/json/json.js'
import { quantitySign } from '../../../base/numbers/quantity.js'
import { dns1123Label, dns1123Subdomain } from '../../../base/rules/names.js'
import { templateMetaIssues } from '../../shared/label-issues.js'
import { validateTemplateSpec } from '../persistent-volume-claim/validate.js'
import type { ClaimSpec } from '../persistent-volume-claim/schema.js'
import {
  type MemberRule,
  type Rule,
  type StructRules,
  type StructTable,
  all,
  first,
  itemsOf,
  forwardPath,
  localPath,
  mode,
  oneOf,
  requiredValue,
  ifSet,
  supported,
} from '../../struct/member-rules.js'
import { validateFieldRef, validateResourceRef } from './env-rules.js'
import { validateDriverName } from '../../storage/csi-driver-name.js'
import { certificate, trustBundle } from './later-rules.js'
import { OTHER_VOLUMES } from './other-volume-rules.js'
import type { VolumeProjection } from '../../../model/generated/types/core-v1.js'
import type { Unchecked } from '../../struct/unchecked.js'

type Texts = { readonly [member: string]: string | undefined }
type File = Texts & { readonly fieldRef?: JsonObject; readonly resourceFieldRef?: JsonObject; readonly mode?: number }

const driver: MemberRule = (name, field) => [...validateDriverName(String(name ?? ''), field)]

const absolute: MemberRule = (path, field) =>
  String(path ?? '').startsWith('/') ? [] : [invalid(field, path ?? '', 'must be an absolute path')]

/** Validates a reference to a Secret and its namespace. */
const secretOf: MemberRule = (ref, field) => {
  if (!ref) return []
  const { name, namespace } = ref as Texts // ensured by the schema
  return [
    ...first(requiredValue, ifSet(dns1123Subdomain))(name, `${field}.name`, {}),
    ...first(requiredValue, ifSet(dns1123Label))(namespace, `${field}.namespace`, {}),
  ]
}

const NAME: StructRules = { name: requiredValue }
const KEYED: StructRules = { defaultMode: mode }

const GO_ORDER = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
]
const rank = (source: string) => (GO_ORDER.indexOf(source) + GO_ORDER.length + 1) % (GO_ORDER.length + 1)

/** Validates that exactly one volume source is set (validateVolumeSource). */
const oneSource: Rule = (_, field, volume, { inside }) => {
  const [found, ...more] = Object.keys(volume)
    .filter((member) => member !== 'name')
    .sort((a, b) => rank(a) - rank(b))
  if (!found) return [required(field, 'must specify a volume type')]
  const at = found === 'gcePersistentDisk' ? 'persistentDisk' : found
  return [
    ...inside(found, `${field}.${at}`),
    ...more.map((source) =>
      forbidden(`${field}.${ANOTHER_NAME[source] ?? source}`, 'may not specify more than 1 volume type'),
    ),
  ]
}

/** Names that the server gives to sources in this message only; one is misspelled. */
const ANOTHER_NAME: { readonly [source: string]: string } = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' }

const hostPathType = supported(
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
)

const known = new WeakMap<JsonObject, ReadonlyMap<unknown, readonly JsonObject[]>>()

/**
 * Returns the volumes of a pod by name, in their order. Cached: a pod may have thousands, and each is checked against
 * those before it.
 */
function volumesByName(spec: JsonObject): ReadonlyMap<unknown, readonly JsonObject[]> {
  const found = known.get(spec)
  if (found) return found
  const named = new Map<unknown, JsonObject[]>()
  for (const volume of itemsOf(spec['volumes'])) {
    const same = named.get(volume['name'])
    if (same) same.push(volume)
    else named.set(volume['name'], [volume])
  }
  known.set(spec, named)
  return named
}

/** Validates that no earlier valid volume has the same name. */
const ownName: Rule = (name, field, volume, { root, faulty }) => {
  const same = volumesByName(root).get(name) ?? []
  const at = same.indexOf(volume)
  const taken = same.some((other, i) => i < at && !faulty.has(other))
  return [...first(requiredValue, ifSet(dns1123Label))(name, field, volume), ...(taken ? [duplicate(field, name)] : [])]
}

/** Validates a file of a downward API volume (validateDownwardAPIVolumeFile). */
function validateFile({ path = '', fieldRef, resourceFieldRef, mode: bits }: File, at: string): readonly Issue[] {
  return [
    ...all(requiredValue, localPath)(path, `${at}.path`, {}),
    ...(fieldRef
      ? validateFieldRef(fieldRef, `${at}.fieldRef`, true)
      : resourceFieldRef
        ? validateResourceRef(resourceFieldRef, `${at}.resourceFieldRef`, true)
        : []),
    ...(fieldRef && resourceFieldRef
      ? [invalid(at, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')]
      : []),
    ...(fieldRef || resourceFieldRef ? [] : [required(at, 'one of fieldRef and resourceFieldRef is required')]),
    ...mode(bits, `${at}.mode`, {}),
  ]
}

// As on the server, issues of files have the path of the volume.
const files: MemberRule = (items, field) =>
  itemsOf<File>(items).flatMap((file) => validateFile(file, field.replace(/\.items$/, '')))

type Source = Unchecked<VolumeProjection>

/** The paths that a source writes, each with what is shown where another source writes it too. */
function* pathsOf({ secret, configMap, downwardAPI, clusterTrustBundle, podCertificate }: Source) {
  for (const source of [secret, configMap])
    for (const { path } of source?.items ?? []) yield [path, source?.name ?? ''] as const
  const { credentialBundlePath, keyPath, certificateChainPath } = podCertificate ?? {}
  const files = (downwardAPI?.items ?? []).map(({ path }) => path)
  for (const path of [...files, clusterTrustBundle?.path, credentialBundlePath, keyPath, certificateChainPath])
    yield [path, path] as const
}

/** Validates the sources of a projected volume (validateProjectionSources). */
const projectedSources: Rule = (list, field, _, { inside }) => {
  const seen = new Set<string>()
  const volume = field.replace(/\.sources$/, '')
  const issues = itemsOf<Source>(list).flatMap((source, i) => [
    ...[...pathsOf(source)].flatMap(([path, shown]) =>
      !path || seen.size < seen.add(path).size ? [] : [invalid(volume, shown, 'conflicting duplicate paths')],
    ),
    ...(Object.values(source).filter(Boolean).length > 1
      ? [forbidden(`${field}[${i}]`, 'may not specify more than 1 volume type per source')]
      : []),
  ])
  return [...inside('sources'), ...issues]
}

const LEAST_LIFE = 600

const token: Rule = (_, field, { expirationSeconds = 0, path }) => {
  const at = `${field}.expirationSeconds`
  const life = expirationSeconds as number // ensured by the schema
  const volume = field.replace(/\.sources\[\d+\]\.serviceAccountToken$/, '')
  return [
    ...(life < LEAST_LIFE ? [invalid(at, life, 'may not specify a duration less than 10 minutes')] : []),
    ...(life > 2 ** 32 ? [invalid(at, life, 'may not specify a duration larger than 2^32 seconds')] : []),
    ...first(requiredValue, localPath)(path, `${volume}.path`, {}),
  ]
}

/** Validates the claim template of an ephemeral volume. */
const claim: MemberRule = (value, field) => {
  if (value === undefined) return [required(field)]
  const { metadata = {}, spec = {} } = value as {
    readonly metadata?: { readonly [member: string]: unknown }
    readonly spec?: ClaimSpec
  } // ensured by the schema
  return [...templateMetaIssues(metadata, `${field}.metadata`), ...validateTemplateSpec(spec, field)]
}

/** The validation rules of volumes and their sources. */
export const VOLUMES: StructTable = {
  ...OTHER_VOLUMES,
  'core.v1.CSIVolumeSource': {
    driver,
    nodePublishSecretRef: (ref, field) => {
      if (!ref) return []
      const { name = '' } = ref as Texts // ensured by the schema
      const at = field.replace(/\.nodePublishSecretRef$/, '')
      return name
        ? dns1123Subdomain(name).map((detail) => invalid(`${at}.name`, name, detail))
        : [required(`${field}.name`)]
    },
  },
  'core.v1.CSIPersistentVolumeSource': {
    driver,
    volumeHandle: requiredValue,
    controllerPublishSecretRef: secretOf,
    controllerExpandSecretRef: secretOf,
    nodePublishSecretRef: secretOf,
    nodeExpandSecretRef: secretOf,
  },
  'core.v1.ConfigMapProjection': NAME,
  'core.v1.ConfigMapVolumeSource': { ...NAME, ...KEYED },
  'core.v1.DownwardAPIProjection': { items: files },
  'core.v1.DownwardAPIVolumeSource': { ...KEYED, items: files },
  'core.v1.EmptyDirVolumeSource': {
    sizeLimit: (limit, field) =>
      limit !== undefined && quantitySign(String(limit)) < 0
        ? [forbidden(field, 'SizeLimit field must be a valid resource quantity')]
        : [],
  },
  'core.v1.EphemeralVolumeSource': { volumeClaimTemplate: claim },
  'core.v1.ImageVolumeSource': {
    // Templates may leave it out.
    reference: (value, field) => (field.startsWith('spec.volumes') ? requiredValue(value, field, {}) : []),
    pullPolicy: first(requiredValue, oneOf('Always', 'IfNotPresent', 'Never')),
  },
  'core.v1.HostPathVolumeSource': {
    path: first(requiredValue, forwardPath),
    // Without a path the type is not checked.
    type: (value, field, owner) => (owner['path'] ? hostPathType(value, field, owner) : []),
  },
  'core.v1.KeyToPath': { key: requiredValue, path: all(requiredValue, localPath), mode },
  'core.v1.LocalVolumeSource': { path: first(requiredValue, forwardPath) },
  'core.v1.NFSVolumeSource': { server: requiredValue, path: all(requiredValue, absolute) },
  'core.v1.PersistentVolumeClaimVolumeSource': { claimName: requiredValue },
  'core.v1.ClusterTrustBundleProjection': { $: trustBundle },
  'core.v1.PodCertificateProjection': { $: certificate },
  'core.v1.ServiceAccountTokenProjection': { $: token },
  'core.v1.ProjectedVolumeSource': { ...KEYED, sources: { alone: projectedSources } },
  'core.v1.SecretProjection': NAME,
  'core.v1.SecretVolumeSource': { secretName: requiredValue, ...KEYED },
  'core.v1.Volume': { $: { alone: oneSource }, name: ownName },
}
