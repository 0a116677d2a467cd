import { GoText, goQuote } from '../../../base/go-print.js'
import { type Issue, forbidden, invalid, notSupported, required } from '../../../base/issue.js'
import type { JsonObject } from '../../../base/json.js'
import { quantitySign } from '../../../base/quantity.js'
import { dns1123Subdomain } from '../../../base/rules/names.js'
import { goQuantity, validateBasicAmount } from '../../shared/resource-list.js'
import { type MemberRule, type Rule, free, oneOf, said, supported } from '../../struct/member-rules.js'
import type { Amounts } from '../pod/pod-types.js'
import type { StructTable } from '../../struct/struct-table.js'

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

const accessModes: MemberRule = (value, field) => {
  const modes = (value ?? []) as readonly string[] // a list of texts
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
          .map((name) => `${goQuote(name)}:${goQuantity(amounts[name]!, amounts[name]).text}`)
          .join(', ')}}`
      : 'core.ResourceList(nil)',
  )

const capacity: MemberRule = (value, field) => {
  const amounts = (value ?? {}) as Amounts // the schema has it so
  const names = Object.keys(amounts)
  return [
    ...(names.length > 0 ? [] : [required(field)]),
    ...(names.length === 1 && names[0] === 'storage'
      ? []
      : [notSupported(field, goAmounts(value as Amounts | undefined), ['storage'])]),
    ...names.flatMap((name): readonly Issue[] => {
      const at = `${field}[${name}]`
      const amount = amounts[name]!
      return [
        ...validateBasicAmount(amount, at),
        ...(quantitySign(amount) > 0 ? [] : [invalid(at, amount, 'must be greater than zero')]),
      ]
    }),
  ]
}

// In the order the server looks for them.
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
  const { path = '' } = (spec['hostPath'] ?? {}) as { readonly path?: string } // the schema has it so
  return [
    ...(found ? inside(found, `${field}.${found === 'gcePersistentDisk' ? 'persistentDisk' : found}`) : []),
    ...(found === 'local' && !spec['nodeAffinity']
      ? [required(`${field}.nodeAffinity`, 'Local volume requires node affinity')]
      : []),
    ...more.map((source) => forbidden(`${field}.${source}`, 'may not specify more than 1 volume type')),
    ...(found ? [] : [required(field, 'must specify a volume type')]),
    ...(/^\/[/.]*$/.test(path) && spec['persistentVolumeReclaimPolicy'] === 'Recycle'
      ? [forbidden(`${field}.persistentVolumeReclaimPolicy`, "may not be 'recycle' for a hostPath mount of '/'")]
      : []),
  ]
}

/** Where a volume comes from, without what else is said of it. */
export const sourcesOf = (spec: JsonObject): JsonObject =>
  Object.fromEntries(SOURCES.flatMap((source) => (spec[source] === undefined ? [] : [[source, spec[source]]])))

/** The rules of a persistent volume (ValidatePersistentVolumeSpec). */
export const PERSISTENT_VOLUME: StructTable = {
  'core.v1.PersistentVolumeSpec': {
    accessModes,
    capacity,
    persistentVolumeReclaimPolicy: oneOf('Delete', 'Recycle', 'Retain'),
    nodeAffinity: free,
    $: { alone: oneSource },
    storageClassName: said(dns1123Subdomain),
    volumeMode: supported('Block', 'Filesystem'),
  },
}
