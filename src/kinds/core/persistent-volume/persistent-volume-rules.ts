import { formOf, givenOf } from '../../../base/json/as-given.js'
import { GoText, goJson, goQuote } from '../../../base/go/printable.js'
import { type Issue, forbidden, immutable, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { type JsonObject, isObject, jsonEqual } from '../../../base/json/json.js'
import { quantitySign } from '../../../base/numbers/quantity.js'
import { dns1123Subdomain } from '../../../base/rules/names.js'
import { goResource, validateBasicAmount } from '../../shared/resource-list.js'
import { type MemberRule, type Rule, anyValue, itemsOf, oneOf, ifSet, supported } from '../../struct/member-rules.js'
import type { RuleContext } from '../../../model/registry/rule-context.js'
import type { KubeObject } from '../../../schema/object.js'
import type { warningsOfTerm } from '../../shared/deprecated-labels.js'
import { formatDiff, formatGoSyntax } from '../../struct/go-formats.js'
import type { Amounts } from '../pod/pod-types.js'
import { SCHEDULING } from '../pod/scheduling-rules.js'
import { VOLUMES } from '../pod/volume-rules.js'
import { structValidator } from '../../struct/struct-rules.js'
import { ACCESS_MODES } from '../persistent-volume-claim/validate.js'

export type Volume = KubeObject & {
  readonly spec?: {
    readonly capacity?: Amounts
    readonly accessModes?: readonly string[]
    readonly claimRef?: { readonly namespace?: string; readonly name?: string }
    readonly persistentVolumeReclaimPolicy?: string
    readonly storageClassName?: string
    readonly volumeMode?: string
    readonly volumeAttributesClassName?: string
    readonly nodeAffinity?: {
      readonly required?: { readonly nodeSelectorTerms?: readonly Parameters<typeof warningsOfTerm>[0][] | null }
    }
    readonly csi?: { readonly controllerExpandSecretRef?: object }
  }
  readonly status?: { readonly phase?: string; readonly reason?: string; readonly lastPhaseTransitionTime?: string }
}

const accessModes: MemberRule = (value, field) => {
  const modes = itemsOf<string>(value)
  const alone =
    modes.includes('ReadWriteOncePod') &&
    modes.some((mode) => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode))
  return [
    ...(modes.length > 0 ? [] : [required(field)]),
    ...modes.filter((mode) => !ACCESS_MODES.includes(mode)).map((mode) => notSupported(field, mode, ACCESS_MODES)),
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
    () => goJson(amounts ?? null),
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

// Without its feature gate the field is dropped before.
const attributesClass: MemberRule = (name, field, { csi }) =>
  typeof name === 'string'
    ? [
        ...(name ? dns1123Subdomain(name).map((detail) => invalid(field, name, detail)) : [required(field, NO_NAME)]),
        ...(csi ? [] : [required('spec.csi', 'has to be specified when using volumeAttributesClassName')]),
      ]
    : []

const NO_NAME = 'an empty string is disallowed'

/** Returns the source of a volume: its spec without all other fields. */
const sourcesOf = (spec: JsonObject): JsonObject =>
  Object.fromEntries(SOURCES.flatMap((source) => (spec[source] === undefined ? [] : [[source, spec[source]]])))

/** Validates a PersistentVolume's spec (ValidatePersistentVolumeSpec). */
const validateVolumeStruct = structValidator({
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
    volumeAttributesClassName: attributesClass,
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

/** Validates a new PersistentVolume. */
export const validateVolume = ({ spec = {} }: Volume): readonly Issue[] =>
  validateVolumeStruct('core.v1.PersistentVolumeSpec', spec, 'spec')

/** Validates a change of a PersistentVolume (ValidatePersistentVolumeUpdate), apart from the rules of a create. */
export function* validateChange(volume: Volume, stored: Volume, context: RuleContext<Volume>): Iterable<Issue> {
  const [{ spec: next = {} }, { spec: old = {} }] = [volume, stored]
  const { nodeAffinity = null } = next
  const [now, before] = [withoutExpansion(sourcesOf(next), old), sourcesOf(old)]
  if (!jsonEqual(now, before))
    yield forbidden(
      'spec.persistentvolumesource',
      `spec.persistentvolumesource is immutable after creation\n${formatDiff('core.PersistentVolumeSource', before, now)}`,
    )
  if (next.volumeMode !== old.volumeMode) yield immutable('volumeMode', next.volumeMode)
  if (!(!old.nodeAffinity || jsonEqual(nodeAffinity, withRenamedLabels(old.nodeAffinity, nodeAffinity))))
    yield invalid(
      'nodeAffinity',
      formatGoSyntax('core.VolumeNodeAffinity', nodeAffinity) ?? null,
      'field is immutable, except for updating from beta label to GA',
    )
  yield* validateClassKept(volume, stored, context)
}

function validateClassKept(
  { spec: next }: Volume,
  { spec: old }: Volume,
  { featureGates }: RuleContext<Volume>,
): readonly Issue[] {
  const field = 'spec.volumeAttributesClassName'
  const [name, before] = [next?.volumeAttributesClassName, old?.volumeAttributesClassName]
  if (name === before) return []
  if (!featureGates.VolumeAttributesClass)
    return [forbidden(field, 'update is forbidden when the VolumeAttributesClass feature gate is disabled')]
  return name === undefined ? [forbidden(field, 'update from non-nil value to nil is forbidden')] : []
}

const STABLE: { readonly [beta: string]: string } = {
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
}

const stableOf = (label: string) => (Object.hasOwn(STABLE, label) ? STABLE[label] : '')

/**
 * Returns the old node affinity with each beta label key replaced by its stable counterpart where the new affinity does
 * so. A label that has no counterpart may lose its key, as on a real server.
 */
function withRenamedLabels(before: unknown, next: unknown): unknown {
  if (Array.isArray(before))
    return Array.isArray(next) ? before.map((item, i) => withRenamedLabels(item, next[i])) : before
  if (!isObject(before) || !isObject(next)) return before
  const { key, operator } = before
  if (operator !== undefined && typeof key === 'string' && key !== next['key'] && stableOf(key) === (next['key'] ?? ''))
    return { ...before, key: next['key'] ?? '' }
  return Object.fromEntries(Object.entries(before).map(([name, value]) => [name, withRenamedLabels(value, next[name])]))
}

/** Ignores a new controllerExpandSecretRef: it may be set later. */
function withoutExpansion(
  next: { readonly [source: string]: unknown },
  { csi: old }: NonNullable<Volume['spec']>,
): object {
  const csi = next['csi'] as NonNullable<Volume['spec']>['csi'] // ensured by the schema
  if (!csi || !old || old.controllerExpandSecretRef) return next
  const { controllerExpandSecretRef: _, ...others } = csi
  return { ...next, csi: others }
}
