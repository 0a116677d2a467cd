import { type Issue, forbidden, immutable, invalid, required, tooLong } from '../../base/errors/issue.js'
import { mustHave } from '../../base/must-have.js'
import { append } from '../../base/lists/lists.js'
import { issuesOfItems, issuesOfMembers } from '../../base/errors/issues-in-parts.js'
import { inMembers } from '../../base/turns/work-in-parts.js'
import { GoText, goJson, goQuote } from '../../base/go/printable.js'
import { encodeJson } from '../../base/json/json.js'
import { validateFieldManager } from '../../base/rules/field-manager.js'
import { labelValue, dns1123Label, pathSegmentName, qualifiedName } from '../../base/rules/names.js'
import { isLonger } from '../../base/rules/texts.js'
import { goTimeString } from '../../base/time/time.js'
import type { KindDef } from './kind-def.js'
import { type KubernetesVersion, type Lifetime, isThere } from './kubernetes-version.js'
import type { ObjectMeta, OwnerReference } from '../../schema/metadata.js'

const MAX_ANNOTATIONS = 262144
const STANDARD_FINALIZERS = new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

/** IsStandardFinalizerName of the core group: the finalizers that need no domain prefix. */
export const isStandardFinalizer = (name: string): boolean => STANDARD_FINALIZERS.has(name)

type NameCheck = (name: string, prefix: boolean) => readonly string[]

/** The name rule of the generic validation, for every kind. */
export const pathSegment: NameCheck = (name, prefix) => pathSegmentName(name, prefix)

/**
 * Validates metadata with the rules and in the order of apimachinery's ValidateObjectMetaAccessor. `name` is the kind's
 * rule in the validation of its strategy, {@link pathSegment} in the generic one. Labels, annotations, owner references
 * and managedFields shared with `old`, a stored object, are skipped: they were validated when it was stored.
 */
export function validateMetadata(
  meta: ObjectMeta,
  def: Pick<KindDef, 'scope' | 'serverVersion'>,
  name: NameCheck,
  old: ObjectMeta = NEW,
): readonly Issue[] {
  const issues = [...validateName(meta, name)]
  if (def.scope === 'Namespaced') {
    if (!meta.namespace) issues.push(required('metadata.namespace'))
    else
      for (const detail of dns1123Label(meta.namespace))
        issues.push(invalid('metadata.namespace', meta.namespace, detail))
  }
  if ((meta.generation ?? 0) < 0)
    issues.push(invalid('metadata.generation', meta.generation, 'must be greater than or equal to 0'))
  pushCommon(issues, meta, old, def.serverVersion)
  if (meta.finalizers) pushFinalizers(issues, meta.finalizers)
  if (meta.managedFields !== old.managedFields) pushManagedFields(issues, meta)
  return issues
}

/** Validates name and generateName: the part of {@link validateMetadata} that depends on the name rule. */
export function validateName(meta: ObjectMeta, name: NameCheck): readonly Issue[] {
  const issues: Issue[] = []
  if (meta.generateName)
    for (const detail of name(meta.generateName, true))
      issues.push(invalid('metadata.generateName', meta.generateName, detail))
  if (!meta.name) issues.push(required('metadata.name', 'name or generateName is required'))
  else for (const detail of name(meta.name, false)) issues.push(invalid('metadata.name', meta.name, detail))
  return issues
}

/** The finalizer rule of the core and networking groups: an unqualified finalizer must be a standard one. */
export function validateQualifiedFinalizers(meta: ObjectMeta): readonly Issue[] {
  const { finalizers } = meta
  if (!finalizers) return NONE
  return issuesOfItems(finalizers, validateQualifiedFinalizers, (finalizer, i) => {
    if (finalizer.includes('/') || isStandardFinalizer(finalizer)) return []
    const detail = 'name is neither a standard finalizer name nor is it fully qualified'
    return [invalid(`metadata.finalizers[${i}]`, finalizer, detail)]
  })
}

const shownTime = (time: string | null | undefined): GoText | undefined =>
  time === undefined
    ? undefined
    : new GoText(goTimeString(time ?? '0001-01-01T00:00:00Z'), () => goJson(time?.replace(/\.\d+/, '')))

/** Validates immutable metadata, in the order of apimachinery's ValidateObjectMetaAccessorUpdate. */
export function validateMetadataUpdate(
  next: ObjectMeta,
  old: ObjectMeta,
  { serverVersion }: Pick<KindDef, 'serverVersion'>,
): readonly Issue[] {
  const issues: Issue[] = []
  if (old.deletionTimestamp) {
    const added = [...new Set(next.finalizers)].filter((f) => !old.finalizers?.includes(f)).sort()
    if (added.length > 0)
      issues.push(
        forbidden(
          'metadata.finalizers',
          `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map(goQuote).join(', ')}}`,
        ),
      )
  }
  if (!next.resourceVersion) issues.push(invalid('metadata.resourceVersion', '', 'must be specified for an update'))
  if ((next.generation ?? 0) < (old.generation ?? 0))
    issues.push(invalid('metadata.generation', next.generation ?? 0, 'must not be decremented'))
  pushChange(issues, 'name', next, old)
  pushChange(issues, 'namespace', next, old)
  pushChange(issues, 'uid', next, old)
  if ((next.creationTimestamp ?? null) !== (old.creationTimestamp ?? null))
    issues.push(immutable('metadata.creationTimestamp', shownTime(next.creationTimestamp || undefined)))
  // A zero time, which is written as null, counts as a time here.
  if (next.deletionTimestamp !== old.deletionTimestamp)
    issues.push(immutable('metadata.deletionTimestamp', shownTime(next.deletionTimestamp)))
  if (next.deletionGracePeriodSeconds !== old.deletionGracePeriodSeconds)
    issues.push(immutable('metadata.deletionGracePeriodSeconds', next.deletionGracePeriodSeconds))
  pushCommon(issues, next, old, serverVersion)
  if (next.managedFields !== old.managedFields) pushManagedFields(issues, next)
  return issues
}

function pushChange(issues: Issue[], member: 'name' | 'namespace' | 'uid', next: ObjectMeta, old: ObjectMeta): void {
  if ((next[member] ?? '') !== (old[member] ?? '')) issues.push(immutable(`metadata.${member}`, next[member] ?? ''))
}

const NEW: ObjectMeta = {}
const NONE: readonly Issue[] = []

function pushCommon(issues: Issue[], meta: ObjectMeta, old: ObjectMeta, version: KubernetesVersion): void {
  if (meta.labels && meta.labels !== old.labels) pushLabels(issues, meta.labels)
  if (meta.annotations && meta.annotations !== old.annotations) pushAnnotations(issues, meta.annotations)
  if (meta.ownerReferences && meta.ownerReferences !== old.ownerReferences)
    pushOwnerReferences(issues, meta.ownerReferences, version)
}

/** Validates labels and annotations that are not those of a request. */
export function validateTexts({ labels, annotations }: Pick<ObjectMeta, 'labels' | 'annotations'>): readonly Issue[] {
  const issues: Issue[] = []
  if (labels) pushLabels(issues, labels)
  if (annotations) pushAnnotations(issues, annotations)
  return issues
}

type Texts = { readonly [key: string]: string }

const invalidAll = (field: string, text: string, rule: (text: string) => readonly string[]): readonly Issue[] =>
  rule(text).map((detail) => invalid(field, text, detail))

function pushFinalizers(issues: Issue[], finalizers: readonly string[]): void {
  const found = issuesOfItems(finalizers, validateMetadata, (finalizer) =>
    invalidAll('metadata.finalizers', finalizer, qualifiedName),
  )
  append(issues, found)
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion'))
    issues.push(
      invalid('metadata.finalizers', finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'),
    )
}

function pushLabels(issues: Issue[], labels: Texts): void {
  const found = issuesOfMembers(labels, pushLabels, (key, value) => [
    ...invalidAll('metadata.labels', key, qualifiedName),
    ...invalidAll('metadata.labels', value, labelValue),
  ])
  append(issues, found)
}

function pushAnnotations(issues: Issue[], annotations: Texts): void {
  const found = issuesOfMembers(annotations, pushAnnotations, (name) =>
    qualifiedName(name.toLowerCase()).map((detail) => invalid('metadata.annotations', name, detail)),
  )
  append(issues, found)
  const begin = () => ({ text: '' })
  const { text } = inMembers(annotations, isLonger, begin, (all, key) => {
    all.text += key + (annotations[key] ?? '')
  })
  if (isLonger(text, MAX_ANNOTATIONS)) issues.push(tooLong('metadata.annotations', MAX_ANNOTATIONS))
}

/** How a version words what owner references lack: since 1.37 with the index of the reference. */
type OwnerWords = {
  readonly fieldOf: (index: number) => string
  readonly empty: (field: string, member: string) => Issue
  readonly noVersion: (field: string, apiVersion: string) => Issue
}

const ownerWords = (empty: (member: string) => string): OwnerWords => ({
  fieldOf: () => 'metadata.ownerReferences',
  empty: (field, member) => invalid(`${field}.${member}`, '', empty(member)),
  noVersion: (field, apiVersion) => invalid(`${field}.apiVersion`, apiVersion, 'version must not be empty'),
})

const OWNER_WORDS: readonly (Lifetime & OwnerWords)[] = [
  { until: '1.34', ...ownerWords((member) => `${member} must not be empty`) },
  { since: '1.34', until: '1.37', ...ownerWords(() => 'must not be empty') },
  {
    since: '1.37',
    fieldOf: (index) => `metadata.ownerReferences[${index}]`,
    empty: (field, member) => required(`${field}.${member}`, 'must not be empty'),
    noVersion: (field, apiVersion) =>
      apiVersion === ''
        ? required(`${field}.apiVersion`, 'must not be empty')
        : invalid(`${field}.apiVersion`, apiVersion, 'must be <group>/<version> or <version>'),
  },
]

function pushOwnerReferences(issues: Issue[], references: readonly OwnerReference[], version: KubernetesVersion): void {
  const words = mustHave(
    OWNER_WORDS.find((each) => isThere(each, version)),
    `the words of ${version}`,
  )
  let controller: OwnerReference | undefined
  for (const [i, reference] of references.entries()) {
    const { apiVersion = '', kind, name, uid } = reference
    const field = words.fieldOf(i)
    if (apiVersion.split('/').length > 2 || !apiVersion.split('/').at(-1))
      issues.push(words.noVersion(field, apiVersion))
    for (const [member, text] of Object.entries({ kind, name, uid })) if (!text) issues.push(words.empty(field, member))
    if (apiVersion === 'v1' && kind === 'Event')
      issues.push(
        invalid(
          field,
          new GoText(goOwner(reference), () => encodeJson(reference)),
          '/v1, Kind=Event is disallowed from being an owner',
        ),
      )
    if (!reference.controller) continue
    if (controller)
      issues.push(
        invalid(
          'metadata.ownerReferences',
          new GoText(`[]v1.OwnerReference{${references.map(goOwner).join(', ')}}`, () => encodeJson(references)),
          `Only one reference can have Controller set to true. Found "true" in references for ${controller.kind}/${controller.name} and ${kind}/${name}`,
        ),
      )
    controller ??= reference
  }
}

const goFlag = (flag: boolean | undefined) => `(*bool)(${flag === undefined ? 'nil' : '0xc000000000'})`

const goOwner = ({ apiVersion = '', kind = '', name = '', uid = '', controller, blockOwnerDeletion }: OwnerReference) =>
  `v1.OwnerReference{APIVersion:${goQuote(apiVersion)}, Kind:${goQuote(kind)}, Name:${goQuote(name)}, UID:${goQuote(uid)}, Controller:${goFlag(controller)}, BlockOwnerDeletion:${goFlag(blockOwnerDeletion)}}`

// Most names of managers are found valid at once.
const PLAIN_MANAGER = /^[ -~]{0,128}$/

function pushManagedFields(issues: Issue[], { managedFields = [] }: ObjectMeta): void {
  for (const [i, { manager = '', operation = '', fieldsType = '', subresource = '' }] of managedFields.entries()) {
    const field = `metadata.managedFields[${i}]`
    if (operation !== 'Apply' && operation !== 'Update')
      issues.push(invalid(`${field}.operation`, operation, 'must be `Apply` or `Update`'))
    if (fieldsType && fieldsType !== 'FieldsV1')
      issues.push(invalid(`${field}.fieldsType`, fieldsType, 'must be `FieldsV1`'))
    if (!PLAIN_MANAGER.test(manager)) append(issues, validateFieldManager(manager, `${field}.manager`))
    if (subresource && isLonger(subresource, 256)) issues.push(tooLong(`${field}.subresource`, 256))
  }
}
