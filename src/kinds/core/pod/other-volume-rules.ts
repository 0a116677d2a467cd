import { type Issue, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { dns1123Label } from '../../../base/rules/names.js'
import {
  type MemberRule,
  type Rule,
  type StructRules,
  type StructTable,
  between,
  descendingPath,
  first,
  requiredValue,
  ifSet,
  supported,
} from '../../struct/member-rules.js'

const byte = between(0, 255)
const partition: MemberRule = (value, field) =>
  byte(value ?? 0, field, {}).map(() => invalid(field, value, 'must be between 1 and 255, inclusive'))

const FORMS = [
  { prefix: 'iqn', form: /iqn\.\d{4}-\d{2}\.([a-zA-Z0-9.-]+)(:[^,;*&$|\s]+)$/ },
  { prefix: 'eui', form: /^eui.[a-zA-Z0-9]{16}$/ },
  { prefix: 'naa', form: /^naa.[a-zA-Z0-9]{32}$/ },
]
const formOf = (name: string) => FORMS.find(({ prefix }) => name.startsWith(prefix))?.form

const initiator =
  (other: string): MemberRule =>
  (name, field) => {
    if (typeof name !== 'string') return []
    const form = formOf(name)
    return form?.test(name)
      ? []
      : [invalid(inLowerCase(field), name, form ? 'must be valid format' : `must be valid format${other}`)]
  }

/** Returns a path with its last member in lower case. */
const inLowerCase = (field: string) => {
  const end = field.lastIndexOf('.') + 1
  return `${field.slice(0, end)}${field.slice(end).toLowerCase()}`
}

const iscsi = (other: string): StructRules => ({
  targetPortal: requiredValue,
  iqn: first(requiredValue, initiator(other)),
  lun: byte,
  secretRef: (ref, field, { chapAuthDiscovery, chapAuthSession }) => [
    ...((chapAuthDiscovery || chapAuthSession) && !ref ? [required(field)] : []),
    ...named(ref, field, {}),
  ],
  initiatorName: initiator(other),
})

const named: MemberRule = (ref, field) =>
  ref && !(ref as { readonly name?: string }).name ? [required(`${field}.name`)] : [] // ensured by the schema
const placed: MemberRule = (ref, field) => [
  ...named(ref, field, {}),
  // Ensured by the schema.
  ...(ref && !(ref as { readonly namespace?: string }).namespace ? [required(`${field}.namespace`)] : []),
]

const options: MemberRule = (given, field) =>
  Object.keys(given ?? {}).flatMap((key) =>
    /\.(kubernetes|k8s)\.io$/i.test(`.${key.split('/')[0]}`)
      ? [invalid(`${field}[${key}]`, key, 'kubernetes.io and k8s.io namespaces are reserved')]
      : [],
  )

const datasets: Rule = (_, field, { datasetName = '', datasetUUID = '' }): readonly Issue[] => [
  ...(datasetName || datasetUUID ? [] : [required(field, 'one of datasetName and datasetUUID is required')]),
  ...(datasetName && datasetUUID
    ? [invalid(field, 'resource', 'datasetName and datasetUUID can not be specified simultaneously')]
    : []),
  ...(String(datasetName).includes('/') ? [invalid(`${field}.datasetName`, datasetName, "must not contain '/'")] : []),
]

const fibre: Rule = (_, field, { targetWWNs = [], wwids = [], lun }): readonly Issue[] => {
  const targets = targetWWNs as readonly string[] // ensured by the schema
  const ids = wwids as readonly string[] // ensured by the schema
  const at = `${field}.targetWWNs`
  return [
    ...(targets.length + ids.length > 0 ? [] : [required(at, 'must specify either targetWWNs or wwids, but not both')]),
    ...(targets.length > 0 && ids.length > 0
      ? [invalid(at, targets, 'targetWWNs and wwids can not be specified simultaneously')]
      : []),
    ...(targets.length > 0
      ? lun === undefined
        ? [required(`${field}.lun`, 'lun is required if targetWWNs is specified')]
        : byte(lun, `${field}.lun`, {})
      : []),
  ]
}

const CEPH: StructRules = { monitors: requiredValue }
const RBD: StructRules = { monitors: requiredValue, image: requiredValue }
const GLUSTER: StructRules = { endpoints: requiredValue, path: requiredValue }
const endpointsNamespace: MemberRule = (value, field) =>
  value === ''
    ? [invalid(field, value, 'if the endpointnamespace is set, it must be a valid namespace name')]
    : ifSet(dns1123Label)(value, field, {})
const SCALE_IO: StructRules = { gateway: requiredValue, system: requiredValue, volumeName: requiredValue }
const storageOs = (secretRef: MemberRule): StructRules => ({
  volumeName: first(requiredValue, ifSet(dns1123Label)),
  volumeNamespace: ifSet(dns1123Label),
  secretRef,
})

const HOST_AND_PORT = /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/
const REGISTRY_TEXT = 'must be a host:port pair or multiple pairs separated by commas'
const LONGEST_TENANT = 64

const quobyteRegistry: MemberRule = (value, field, { tenant = '' }) => {
  const registry = String(value ?? '')
  if (!registry) return [required(field, REGISTRY_TEXT)]
  if (String(tenant).length > LONGEST_TENANT)
    return [
      required(
        field.replace(/registry$/, 'tenant'),
        `must be a UUID and may not exceed a length of ${LONGEST_TENANT} characters`,
      ),
    ]
  return registry
    .split(',')
    .flatMap((pair) => (HOST_AND_PORT.test(pair) ? [] : [invalid(field, registry, REGISTRY_TEXT)]))
}

const MANAGED_DISK = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'
const BLOB_DISK = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'

const diskForm: Rule = (_, field, { kind, diskURI }) => {
  const uri = String(diskURI ?? '')
  const at = `${field}.diskURI`
  if (kind === undefined) return []
  if (kind === 'Managed') return uri.startsWith('/subscriptions/') ? [] : [notSupported(at, uri, [MANAGED_DISK])]
  return uri.startsWith('https://') ? [] : [notSupported(at, uri, [BLOB_DISK])]
}

/** The validation rules of in-tree volume sources other than those in volume-rules.ts, most of which predate CSI. */
export const OTHER_VOLUMES: StructTable = {
  'core.v1.AWSElasticBlockStoreVolumeSource': { volumeID: requiredValue, partition },
  'core.v1.AzureDiskVolumeSource': {
    diskName: requiredValue,
    diskURI: requiredValue,
    cachingMode: supported('None', 'ReadOnly', 'ReadWrite'),
    kind: supported('Dedicated', 'Managed', 'Shared'),
    $: diskForm,
  },
  'core.v1.AzureFilePersistentVolumeSource': {
    secretName: requiredValue,
    shareName: requiredValue,
    secretNamespace: (value, field) => (value === '' ? [required(field)] : []),
  },
  'core.v1.AzureFileVolumeSource': { secretName: requiredValue, shareName: requiredValue },
  'core.v1.CephFSPersistentVolumeSource': CEPH,
  'core.v1.CephFSVolumeSource': CEPH,
  'core.v1.CinderPersistentVolumeSource': { volumeID: requiredValue, secretRef: placed },
  'core.v1.CinderVolumeSource': { volumeID: requiredValue, secretRef: named },
  'core.v1.FCVolumeSource': { $: fibre },
  'core.v1.FlexPersistentVolumeSource': { driver: requiredValue, options },
  'core.v1.FlexVolumeSource': { driver: requiredValue, options },
  'core.v1.FlockerVolumeSource': { $: datasets },
  'core.v1.GCEPersistentDiskVolumeSource': { pdName: requiredValue, partition },
  'core.v1.GitRepoVolumeSource': { repository: requiredValue, directory: descendingPath },
  'core.v1.GlusterfsPersistentVolumeSource': { ...GLUSTER, endpointsNamespace },
  'core.v1.GlusterfsVolumeSource': GLUSTER,
  'core.v1.ISCSIPersistentVolumeSource': iscsi(''),
  'core.v1.ISCSIVolumeSource': iscsi(' starting with iqn, eui, or naa'),
  'core.v1.PhotonPersistentDiskVolumeSource': { pdID: requiredValue },
  'core.v1.PortworxVolumeSource': { volumeID: requiredValue },
  'core.v1.QuobyteVolumeSource': { registry: quobyteRegistry, volume: requiredValue },
  'core.v1.RBDPersistentVolumeSource': RBD,
  'core.v1.RBDVolumeSource': RBD,
  'core.v1.ScaleIOPersistentVolumeSource': SCALE_IO,
  'core.v1.ScaleIOVolumeSource': SCALE_IO,
  'core.v1.StorageOSPersistentVolumeSource': storageOs(placed),
  'core.v1.StorageOSVolumeSource': storageOs(named),
  'core.v1.VsphereVirtualDiskVolumeSource': { volumePath: requiredValue },
}
