import { formOf, givenOf } from '../../../base/json/as-given.js'
import { GoText, goQuote } from '../../../base/go/printable.js'
import { type Issue, forbidden, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { type JsonObject, isObject } from '../../../base/json/json.js'
import { quantitySign } from '../../../base/numbers/quantity.js'
import { dns1123Subdomain } from '../../../base/rules/names.js'
import { goResource, validateBasicAmount } from '../../shared/resource-list.js'
import { type MemberRule, type Rule, anyValue, itemsOf, oneOf, ifSet, supported } from '../../struct/member-rules.js'
import type { Amounts } from '../pod/pod-types.js'
import { VOLUME_DEFAULTS } from '../pod/pod-struct-defaults.js'
import { SCHEDULING } from '../pod/scheduling-rules.js'
import { VOLUMES } from '../pod/volume-rules.js'
import { structFiller } from '../../struct/struct-defaults.js'
import { structValidator } from '../../struct/struct-rules.js'

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

const accessModes: MemberRule = (value, field) => {
  const modes = itemsOf<string>(value)
  const alone =
    modes.includes('ReadWriteOncePod') && modes.some((mode) => mode !== 'ReadWriteOncePod' && MODES.includes(mode))
  return [
    ...(modes.length > 0 ? [] : [required(field)]),
    ...modes.filter((mode) => !MODES.includes(mode)).map((mode) => notSupported(field, mode, MODES)),
    ...(alone ? [forbidden(field, 'may not use ReadWriteOncePod with other access modes')] : []),
  ]
}

const goAmounts = (amounts: Amounts | undefined) =>
  new GoText(
    amounts
      ? `core.ResourceList{${Object.keys(amounts)
          .sort()
          .map((name) => `${goQuote(name)}:${goResource(formOf(amounts, name) ?? '').text}`)
          .join(', ')}}`
      : 'core.ResourceList(nil)',
  )

const capacity: MemberRule = (value, field, owner) => {
  const given = value as Amounts | undefined // ensured by the schema
  const amounts = given ?? {}
  const names = Object.keys(amounts)
  return [
    ...(names.length > 0 ? [] : [required(field)]),
    ...(names.length === 1 && names[0] === 'storage'
      ? []
      : [notSupported(field, goAmounts(givenOf(owner, 'capacity', given, {})), ['storage'])]),
    ...Object.entries(amounts).flatMap(([name, amount]): readonly Issue[] => {
      const at = `${field}[${name}]`
      return [
        ...validateBasicAmount(amount, at),
        ...(quantitySign(amount) > 0 ? [] : [invalid(at, amount, 'must be greater than zero')]),
      ]
    }),
  ]
}

/** Tells whether a path is `/` (`path.Clean` of Go). */
function isRoot(path: string): boolean {
  const depth = (at: number, part: string) =>
    part === '..' ? Math.max(0, at - 1) : part === '' || part === '.' ? at : at + 1
  return path.startsWith('/') && path.split('/').reduce(depth, 0) === 0
}

// In the order the server checks them.
const SOURCES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
]

const oneSource: Rule = (_, field, spec, { inside }) => {
  const [found, ...more] = SOURCES.filter((source) => spec[source] !== undefined)
  const { path = '' } = (spec['hostPath'] ?? {}) as { readonly path?: string } // ensured by the schema
  return [
    ...(found ? inside(found, `${field}.${found === 'gcePersistentDisk' ? 'persistentDisk' : found}`) : []),
    ...(found === 'local' && !spec['nodeAffinity']
      ? [required(`${field}.nodeAffinity`, 'Local volume requires node affinity')]
      : []),
    ...more.flatMap((source) =>
      // flexVolume alone may follow another source without an error, as on the server.
      source === 'flexVolume'
        ? inside(source, `${field}.${source}`)
        : [forbidden(`${field}.${source === 'cephfs' ? 'cephFS' : source}`, 'may not specify more than 1 volume type')],
    ),
    ...(found ? [] : [required(field, 'must specify a volume type')]),
    ...(isRoot(path) && spec['persistentVolumeReclaimPolicy'] === 'Recycle'
      ? [forbidden(`${field}.persistentVolumeReclaimPolicy`, "may not be 'recycle' for a hostPath mount of '/'")]
      : []),
  ]
}

/** Returns the source of a volume: its spec without all other fields. */
export const sourcesOf = (spec: JsonObject): JsonObject =>
  Object.fromEntries(SOURCES.flatMap((source) => (spec[source] === undefined ? [] : [[source, spec[source]]])))

/** Validates a PersistentVolume's spec (ValidatePersistentVolumeSpec). */
export const validateVolumeStruct = structValidator({
  ...SCHEDULING,
  ...VOLUMES,
  'core.v1.PersistentVolumeSpec': {
    accessModes,
    capacity,
    persistentVolumeReclaimPolicy: oneOf('Delete', 'Recycle', 'Retain'),
    nodeAffinity: anyValue,
    $: { alone: oneSource },
    storageClassName: ifSet(dns1123Subdomain),
    volumeMode: supported('Block', 'Filesystem'),
  },
})

const INLINE = 'in the context of inline volumes'

/** Validates the inline volume spec of a VolumeAttachment. */
export function validateInlineVolume(spec: JsonObject, field: string): readonly Issue[] {
  const { claimRef, capacity: amounts, csi, persistentVolumeReclaimPolicy: policy, volumeMode } = spec
  const misplaced = (member: string) => forbidden(`${field}.${member}`, `may not be specified ${INLINE}`)
  return [
    ...(claimRef ? [misplaced('claimRef')] : []),
    ...(isObject(amounts) && Object.keys(amounts).length > 0 ? [misplaced('capacity')] : []),
    ...(csi ? [] : [required(`${field}.csi`, `has to be specified ${INLINE}`)]),
    ...accessModes(spec['accessModes'], `${field}.accessModes`, spec),
    ...(policy && policy !== 'Retain'
      ? [forbidden(`${field}.persistentVolumeReclaimPolicy`, `may only be Retain ${INLINE}`)]
      : []),
    ...(spec['nodeAffinity'] ? [misplaced('nodeAffinity')] : []),
    ...validateSources('core.v1.PersistentVolumeSpec', spec, field),
    ...(spec['storageClassName'] ? [misplaced('storageClassName')] : []),
    ...(volumeMode !== undefined && volumeMode !== 'Filesystem'
      ? [forbidden(`${field}.volumeMode`, `may not specify volumeMode other than Filesystem ${INLINE}`)]
      : []),
  ]
}

const validateSources = structValidator({ ...VOLUMES, 'core.v1.PersistentVolumeSpec': { $: { alone: oneSource } } })

/** Sets the defaults of a PersistentVolume's spec (pkg/apis/core/v1/defaults.go). */
export const fillVolumeStruct = structFiller({
  ...VOLUME_DEFAULTS,
  'core.v1.PersistentVolumeSpec': { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
})
