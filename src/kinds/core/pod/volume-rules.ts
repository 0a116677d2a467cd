import { type Issue, duplicate, forbidden, invalid, required, tooLong } from '../../../base/issue.js'
import type { JsonObject } from '../../../base/json.js'
import { quantitySign } from '../../../base/quantity.js'
import { dns1123Label, dns1123Subdomain, qualifiedName } from '../../../base/rules/names.js'
import { labelValue } from '../../../base/rules/labels.js'
import { validateSpec } from '../persistent-volume-claim/validate.js'
import type { ClaimSpec } from '../persistent-volume-claim/schema.js'
import {
  type MemberRule,
  type Rule,
  all,
  first,
  itemsOf,
  forwardPath,
  localPath,
  mode,
  needed,
  said,
  supported,
} from '../../struct/member-rules.js'
import { validateFieldRef, validateResourceRef } from './env-rules.js'
import { OTHER_VOLUMES } from './other-volume-rules.js'
import type { StructRules, StructTable } from '../../struct/struct-table.js'

type Texts = { readonly [member: string]: string | undefined }
type File = Texts & { readonly fieldRef?: JsonObject; readonly resourceFieldRef?: JsonObject; readonly mode?: number }

const driver = all(
  needed,
  (name, field) => (String(name ?? '').length > 63 ? [tooLong(field, 63)] : []),
  (name, field) =>
    dns1123Subdomain(String(name ?? '').toLowerCase()).map((detail) => invalid(field, name ?? '', detail)),
)

const absolute: MemberRule = (path, field) =>
  String(path ?? '').startsWith('/') ? [] : [invalid(field, path ?? '', 'must be an absolute path')]

/** A secret, and the namespace it is in. */
const secretOf: MemberRule = (ref, field) => {
  if (!ref) return []
  const { name, namespace } = ref as Texts // the schema has it so
  return [
    ...first(needed, said(dns1123Subdomain))(name, `${field}.name`, {}),
    ...first(needed, said(dns1123Label))(namespace, `${field}.namespace`, {}),
  ]
}

const NAME: StructRules = { name: needed }
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

/** Exactly one of the members that name a source (validateVolumeSource). */
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

/** Sources that stand in this one sentence as they are called nowhere else, one of them misspelled. */
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
 * The volumes of a pod by their names, in their order: it may have thousands, each of which asks for those before it.
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

/** A name no good volume before has. */
const ownName: Rule = (name, field, volume, { root, faulty }) => {
  const same = volumesByName(root).get(name) ?? []
  const at = same.indexOf(volume)
  const taken = same.some((other, i) => i < at && !faulty.has(other))
  return [...first(needed, said(dns1123Label))(name, field, volume), ...(taken ? [duplicate(field, name)] : [])]
}

/** What a file of a volume shows (validateDownwardAPIVolumeFile). */
function validateFile({ path = '', fieldRef, resourceFieldRef, mode: bits }: File, at: string): readonly Issue[] {
  return [
    ...all(needed, localPath)(path, `${at}.path`, {}),
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

// The files of a volume are told by the volume.
const files: MemberRule = (items, field) =>
  itemsOf<File>(items).flatMap((file) => validateFile(file, field.replace(/\.items$/, '')))

type Projection = { readonly name?: string; readonly items?: readonly Texts[] }
const PROJECTED = ['secret', 'configMap', 'downwardAPI', 'serviceAccountToken']

/** What is put together in one volume (validateProjectionSources). */
const sources: Rule = (list, field, _, { inside }) => {
  const seen = new Set<string>()
  const volume = field.replace(/\.sources$/, '')
  const repeated = (paths: readonly (string | undefined)[], shown: (path: string) => string) =>
    paths.flatMap((path) =>
      !path || seen.size < seen.add(path).size ? [] : [invalid(volume, shown(path), 'conflicting duplicate paths')],
    )
  const issues = itemsOf<{ readonly [source: string]: Projection }>(list).flatMap((source, i) => {
    const given = PROJECTED.flatMap((member) => (source[member] ? [{ member, ...source[member] }] : []))
    return [
      ...given.flatMap(({ member, items = [], name = '' }) =>
        repeated(
          items.map(({ path }) => path),
          (path) => (member === 'downwardAPI' ? path : name),
        ),
      ),
      ...(given.length > 1 ? [forbidden(`${field}[${i}]`, 'may not specify more than 1 volume type per source')] : []),
    ]
  })
  return [...inside('sources'), ...issues]
}

const LEAST_LIFE = 600

const token: Rule = (_, field, { expirationSeconds = 0, path }) => {
  const at = `${field}.expirationSeconds`
  const life = expirationSeconds as number // the schema has it so
  const volume = field.replace(/\.sources\[\d+\]\.serviceAccountToken$/, '')
  return [
    ...(life < LEAST_LIFE ? [invalid(at, life, 'may not specify a duration less than 10 minutes')] : []),
    ...(life > 2 ** 32 ? [invalid(at, life, 'may not specify a duration larger than 2^32 seconds')] : []),
    ...first(needed, localPath)(path, `${volume}.path`, {}),
  ]
}

/** A claim that comes with its pod. */
const claim: MemberRule = (value, field) => {
  if (value === undefined) return [required(field)]
  const { metadata = {}, spec = {} } = value as {
    readonly metadata?: { readonly [member: string]: unknown }
    readonly spec?: ClaimSpec
  } // the schema has it so
  const {
    annotations = {},
    labels = {},
    creationTimestamp: _,
    ...others
  } = metadata as { readonly [member: string]: Texts } // the schema has it so
  return [
    ...Object.keys(annotations).flatMap((key) =>
      qualifiedName(key.toLowerCase()).map((detail) => invalid(`${field}.metadata.annotations`, key, detail)),
    ),
    ...Object.entries(labels).flatMap(([key, text]) => [
      ...qualifiedName(key).map((detail) => invalid(`${field}.metadata.labels`, key, detail)),
      ...labelValue(text ?? '').map((detail) => invalid(`${field}.metadata.labels`, text, detail)),
    ]),
    ...Object.keys(others).map((member) => forbidden(`${field}.metadata.${member}`, 'cannot be set')),
    ...validateSpec(spec, { anySelectorValues: false, anyApiGroup: false, attributesClass: false }).map((issue) => ({
      ...issue,
      field: `${field}.${issue.field}`,
    })),
  ]
}

/** The rules of volumes, and of where they come from. */
export const VOLUMES: StructTable = {
  ...OTHER_VOLUMES,
  'core.v1.CSIVolumeSource': {
    driver,
    nodePublishSecretRef: (ref, field) => {
      if (!ref) return []
      const { name = '' } = ref as Texts // the schema has it so
      const at = field.replace(/\.nodePublishSecretRef$/, '')
      return name
        ? dns1123Subdomain(name).map((detail) => invalid(`${at}.name`, name, detail))
        : [required(`${field}.name`)]
    },
  },
  'core.v1.CSIPersistentVolumeSource': {
    driver,
    volumeHandle: needed,
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
  'core.v1.HostPathVolumeSource': {
    path: first(needed, forwardPath),
    // Without a path nobody asks what is there.
    type: (value, field, owner) => (owner['path'] ? hostPathType(value, field, owner) : []),
  },
  'core.v1.KeyToPath': { key: needed, path: all(needed, localPath), mode },
  'core.v1.LocalVolumeSource': { path: first(needed, forwardPath) },
  'core.v1.NFSVolumeSource': { server: needed, path: all(needed, absolute) },
  'core.v1.PersistentVolumeClaimVolumeSource': { claimName: needed },
  'core.v1.ProjectedVolumeSource': { ...KEYED, sources: { alone: sources } },
  'core.v1.SecretProjection': NAME,
  'core.v1.SecretVolumeSource': { secretName: needed, ...KEYED },
  'core.v1.ServiceAccountTokenProjection': { $: token },
  'core.v1.Volume': { $: { alone: oneSource }, name: ownName },
}
