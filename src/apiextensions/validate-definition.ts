import { GoText, goQuote } from '../base/go-print.js'
import { type Issue, immutable, invalid, notSupported, required } from '../base/issue.js'
import { jsonEqual } from '../base/json.js'
import { dns1035Label, dns1123Subdomain, maskTrailingDash } from '../base/rules/names.js'
import type { AcceptedNames, Definition, DefinitionVersion, RawSchema } from './definition.js'
import { APPROVAL, approvalOf, isProtected } from './approval.js'
import { conditionIsTrue } from './definition-status.js'
import { validateConversion } from './validate-conversion.js'
import { validateVersionSchema } from './validate-version-schema.js'
import { validateColumns, validateDeprecation, validateSelectable, validateSubresources } from './validate-version.js'

type Spec = Definition['spec']

/** What is wrong with a definition, in the order a v1.33 server tells (apiextensions: ValidateCustomResourceDefinition and …Update). */
export function validateDefinition(definition: Definition, old?: Definition): readonly Issue[] {
  const { metadata, spec } = definition
  return [
    ...(old
      ? []
      : [
          ...validateName(metadata.generateName, 'metadata.generateName', spec),
          ...validateName(metadata.name, 'metadata.name', spec),
        ]),
    ...validateSpec(spec),
    ...(old ? validateFixed(definition, old) : []),
    ...validateAccepted(definition),
    ...validateStored(definition),
    ...validateApproval(definition, old),
    ...(spec.preserveUnknownFields ? [invalid('spec.preserveUnknownFields', true, OPEN_SCHEMAS)] : []),
  ]
}

// That there must be a name is told elsewhere.
function validateName(name: string | undefined, field: string, { names, group }: Spec): readonly Issue[] {
  if (!name) return []
  const messages = dns1123Subdomain(field.endsWith('generateName') ? maskTrailingDash(name) : name)
  const fits = name === `${names.plural}.${group}`
  return [...messages, ...(fits ? [] : ['must be spec.names.plural+"."+spec.group'])].map((message) =>
    invalid(field, name, message),
  )
}

/** What is wrong with the names a definition was accepted under. */
export const validateAccepted = ({ status }: Definition): readonly Issue[] =>
  status?.acceptedNames ? validateNames(status.acceptedNames, 'status.acceptedNames') : []

const OPEN_SCHEMAS =
  'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'

/** What is stored under names that cannot change. */
function validateFixed({ spec }: Definition, old: Definition): readonly Issue[] {
  const unchanged = (field: string, value: string, before: string) =>
    value === before ? [] : [immutable(field, value)]
  return [
    ...(conditionIsTrue(old, 'Established')
      ? [
          ...unchanged('spec.scope', spec.scope, old.spec.scope),
          ...unchanged('spec.names.kind', spec.names.kind, old.spec.names.kind),
        ]
      : []),
    ...unchanged('spec.group', spec.group, old.spec.group),
    ...unchanged('spec.names.plural', spec.names.plural, old.spec.names.plural),
  ]
}

function validateStored({ spec, status }: Definition): readonly Issue[] {
  const field = 'status.storedVersions'
  const stored = status?.storedVersions ?? []
  const versions = spec.versions ?? []
  const shown = new GoText(stored.length > 0 ? `[]string{${stored.map(goQuote).join(', ')}}` : '[]string(nil)')
  if (stored.length === 0) return [invalid(field, shown, 'must have at least one stored version')]
  return [
    ...versions.flatMap(({ name, storage }) =>
      storage && !stored.includes(name) ? [invalid(field, shown, `must have the storage version ${name}`)] : [],
    ),
    ...stored.flatMap((name, i) =>
      stored.lastIndexOf(name) > i || versions.some((version) => version.name === name)
        ? []
        : [invalid(`${field}[${i}]`, name, missingVersion(name))],
    ),
  ]
}

const missingVersion = (name: string) =>
  `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`

function validateSpec(spec: Spec): readonly Issue[] {
  const { scope } = spec
  const versions = spec.versions ?? []
  // What all versions share a server keeps beside them, and speaks of it there.
  const [first] = versions
  const shared = (name: 'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields') =>
    first !== undefined && versions.every((version) => jsonEqual(version[name], first[name]))
  const own = {
    schema: !shared('schema'),
    subresources: !shared('subresources'),
    columns: !shared('additionalPrinterColumns'),
    selectable: !shared('selectableFields'),
  }
  return [
    ...validateGroup(spec.group),
    ...(!scope
      ? [required('spec.scope')]
      : scope === 'Cluster' || scope === 'Namespaced'
        ? []
        : [notSupported('spec.scope', scope, ['Cluster', 'Namespaced'])]),
    ...versions.flatMap(({ schema }, i) =>
      schema?.openAPIV3Schema ? [] : [required(`spec.versions[${i}].schema.openAPIV3Schema`, 'schemas are required')],
    ),
    ...(spec.preserveUnknownFields &&
    versions.some(({ schema }) => schema?.openAPIV3Schema && hasDefault(schema.openAPIV3Schema))
      ? [invalid('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema')]
      : []),
    ...versions.flatMap((version, i) => {
      const field = `spec.versions[${i}]`
      return [
        ...validateVersionName(version.name, `${field}.name`),
        ...validateDeprecation(version, field),
        ...(own.schema
          ? validateVersionSchema(version, `${field}.schema`, version.subresources?.status !== undefined)
          : []),
        ...(own.subresources ? validateSubresources(version, field) : []),
        ...(own.columns ? validateColumns(version, field) : []),
        ...(own.selectable
          ? validateSelectable(
              version.selectableFields,
              own.schema ? version.schema?.openAPIV3Schema : undefined,
              field,
              NO_OWN_SCHEMA,
            )
          : []),
      ]
    }),
    ...validateVersions(versions),
    ...(first ? validateVersionName(first.name, 'spec.version', true) : []),
    ...validateRequiredNames(spec.names),
    ...validateNames(spec.names, 'spec.names'),
    ...(first && !own.schema
      ? validateVersionSchema(
          first,
          'spec.validation',
          versions.some(({ subresources }) => subresources?.status !== undefined),
        )
      : []),
    ...(first && !own.subresources ? validateSubresources(first, 'spec') : []),
    ...(first && !own.columns ? validateColumns(first, 'spec') : []),
    ...(first && !own.selectable
      ? validateSelectable(
          first.selectableFields,
          own.schema ? undefined : first.schema?.openAPIV3Schema,
          'spec',
          NO_SHARED_SCHEMA,
        )
      : []),
    ...(spec.preserveUnknownFields && spec.conversion && spec.conversion.strategy !== 'None'
      ? [
          invalid(
            'spec.conversion.strategy',
            spec.conversion.strategy,
            'must be None if spec.preserveUnknownFields is true',
          ),
        ]
      : []),
    ...validateConversion(spec.conversion),
  ]
}

const NO_OWN_SCHEMA = 'selectableFields may only be set when version.schema.openAPIV3Schema is not included'
const NO_SHARED_SCHEMA = 'selectableFields may only be set when validations.schema is included'

/** The first version is also the one a definition without a list of them would name. */
function validateVersionName(name: string, field: string, optional = false): readonly Issue[] {
  const messages = optional && name === '' ? [] : dns1035Label(name)
  return messages.length > 0 ? [invalid(field, name, messages.join(','))] : []
}

const hasDefault = (schema: RawSchema): boolean =>
  JSON.stringify(schema, (key, value: unknown) => (key === 'example' ? undefined : value)).includes('"default":')

function validateGroup(group: string): readonly Issue[] {
  if (!group) return [required('spec.group')]
  const messages = dns1123Subdomain(group)
  if (messages.length > 0) return [invalid('spec.group', group, messages.join(','))]
  return group.includes('.') ? [] : [invalid('spec.group', group, 'should be a domain with at least one dot')]
}

function validateVersions(versions: readonly DefinitionVersion[]): readonly Issue[] {
  // A server prints the whole list with the addresses of its parts; the names say what matters.
  const shown = new GoText(
    `[]apiextensions.CustomResourceDefinitionVersion{${versions.map(({ name }) => `apiextensions.CustomResourceDefinitionVersion{Name:${goQuote(name)}}`).join(', ')}}`,
  )
  const unique = new Set(versions.map(({ name }) => name)).size === versions.length
  return [
    ...(unique ? [] : [invalid('spec.versions', shown, 'must contain unique version names')]),
    ...(versions.filter(({ storage }) => storage).length === 1
      ? []
      : [invalid('spec.versions', shown, 'must have exactly one version marked as storage version')]),
  ]
}

function validateRequiredNames({ plural, singular, kind, listKind }: AcceptedNames): readonly Issue[] {
  return Object.entries({ plural, singular, kind, listKind }).flatMap(([name, value]) =>
    value ? [] : [required(`spec.names.${name}`)],
  )
}

function validateNames(
  { plural, kind, singular = '', listKind = '', shortNames, categories }: AcceptedNames,
  field: string,
): readonly Issue[] {
  const label = (at: string, value: string, head = '') => {
    const messages = dns1035Label(head ? value.toLowerCase() : value)
    return messages.length > 0 ? [invalid(`${field}.${at}`, value, head + messages.join(','))] : []
  }
  const given = (at: string, value: string, head = '') => (value ? label(at, value, head) : [])
  const mixed = 'may have mixed case, but should otherwise match: '
  return [
    ...given('plural', plural),
    ...given('singular', singular),
    ...given('kind', kind, mixed),
    ...given('listKind', listKind, mixed),
    ...(shortNames ?? []).flatMap((name, i) => label(`shortNames[${i}]`, name)),
    ...(kind && kind === listKind
      ? [invalid(`${field}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
    ...(categories ?? []).flatMap((name, i) => label(`categories[${i}]`, name)),
  ]
}

function validateApproval({ metadata, spec: { group } }: Definition, old: Definition | undefined): readonly Issue[] {
  if (!isProtected(group)) return []
  const value = metadata.annotations?.[APPROVAL]
  const { state, reason } = approvalOf(value)
  if (old && state === approvalOf(old.metadata.annotations?.[APPROVAL]).state) return []
  const field = `metadata.annotations[${APPROVAL}]`
  if (state === 'missing') return [required(field, reason)]
  return state === 'invalid' ? [invalid(field, value, reason)] : []
}
