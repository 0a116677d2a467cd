import { GoText, goQuote } from '../base/go-print.js'
import { type Issue, invalid, notSupported, required } from '../base/issue.js'
import { jsonEqual } from '../base/json.js'
import { parseJsonPath } from '../base/json-path.js'
import { dns1035Label, dns1123Subdomain } from '../base/rules/names.js'
import type { ColumnDefinition, Definition, DefinitionVersion } from './definition.js'
import { validateStructural } from './validate-structural.js'

type Spec = Definition['spec']

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string']
const APPROVAL = 'api-approved.kubernetes.io'

/** What is wrong with a definition, in the order a v1.33 server tells (apiextensions: ValidateCustomResourceDefinition). */
export function validateDefinition(definition: Definition, old?: Definition): readonly Issue[] {
  const { metadata, spec } = definition
  const name = metadata.name ?? ''
  const messages = [...dns1123Subdomain(name), ...(name === `${spec.names.plural}.${spec.group}` ? [] : ['must be spec.names.plural+"."+spec.group'])]
  return [...messages.map((message) => invalid('metadata.name', name, message)), ...validateSpec(spec), ...validateApproval(definition, old)]
}

function validateSpec(spec: Spec): readonly Issue[] {
  const { scope, versions } = spec
  // A server keeps a schema that all versions share beside them, and speaks of it there.
  const [first] = versions
  const common = first?.schema && versions.every(({ schema }) => jsonEqual(schema, first.schema)) ? first.schema.openAPIV3Schema : undefined
  return [
    ...validateGroup(spec.group),
    ...(!scope
      ? [required('spec.scope')]
      : scope === 'Cluster' || scope === 'Namespaced'
        ? []
        : [notSupported('spec.scope', scope, ['Cluster', 'Namespaced'])]),
    ...versions.flatMap(({ schema }, i) => (schema?.openAPIV3Schema ? [] : [required(`spec.versions[${i}].schema.openAPIV3Schema`, 'schemas are required')])),
    ...(spec.preserveUnknownFields ? [invalid('spec.preserveUnknownFields', true, 'must be false')] : []),
    ...versions.flatMap((version, i) => validateVersion(version, `spec.versions[${i}]`, common !== undefined)),
    ...validateVersions(versions),
    ...validateNames(spec.names),
    ...(common ? validateStructural(common, 'spec.validation.openAPIV3Schema') : []),
  ]
}

function validateGroup(group: string): readonly Issue[] {
  if (!group) return [required('spec.group')]
  const messages = dns1123Subdomain(group)
  if (messages.length > 0) return [invalid('spec.group', group, messages.join(','))]
  return group.includes('.') ? [] : [invalid('spec.group', group, 'should be a domain with at least one dot')]
}

function validateVersion(version: DefinitionVersion, field: string, hasCommonSchema: boolean): readonly Issue[] {
  const { name, deprecated, deprecationWarning, schema, subresources, additionalPrinterColumns = [] } = version
  const messages = dns1035Label(name)
  return [
    ...(messages.length > 0 ? [invalid(`${field}.name`, name, messages.join(','))] : []),
    ...(!deprecated && deprecationWarning !== undefined
      ? [invalid(`${field}.deprecationWarning`, deprecationWarning, 'can only be set for deprecated versions')]
      : []),
    ...(schema?.openAPIV3Schema && !hasCommonSchema ? validateStructural(schema.openAPIV3Schema, `${field}.schema.openAPIV3Schema`) : []),
    ...validateScalePaths(subresources?.scale ?? {}, subresources?.scale !== undefined, `${field}.subresources.scale`),
    ...additionalPrinterColumns.flatMap((column, i) => validateColumn(column, `${field}.additionalPrinterColumns[${i}]`)),
  ]
}

function validateScalePaths(
  paths: { readonly specReplicasPath?: string; readonly statusReplicasPath?: string },
  present: boolean,
  field: string,
): readonly Issue[] {
  if (!present) return []
  return (
    [
      ['specReplicasPath', '.spec'],
      ['statusReplicasPath', '.status'],
    ] as const
  ).flatMap(([name, root]) => {
    const path = paths[name]
    if (!path) return [required(`${field}.${name}`)]
    return path.startsWith(`${root}.`) ? [] : [invalid(`${field}.${name}`, path, `should be a json path under ${root}`)]
  })
}

function validateColumn({ name, type, jsonPath }: ColumnDefinition, field: string): readonly Issue[] {
  return [
    ...(name ? [] : [required(`${field}.name`)]),
    ...(!type
      ? [required(`${field}.type`, `must be one of ${COLUMN_TYPES.join(',')}`)]
      : COLUMN_TYPES.includes(type)
        ? []
        : [invalid(`${field}.type`, type, `must be one of ${COLUMN_TYPES.join(',')}`)]),
    ...(!jsonPath ? [required(`${field}.JSONPath`)] : parseJsonPath(jsonPath) ? [] : [invalid(`${field}.JSONPath`, jsonPath, 'is an invalid path')]),
  ]
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

function validateNames({
  plural,
  kind,
  singular = kind.toLowerCase(),
  listKind = kind && `${kind}List`,
  shortNames = [],
  categories = [],
}: Spec['names']): readonly Issue[] {
  const label = (field: string, value: string, head = '') => {
    const messages = value ? dns1035Label(head ? value.toLowerCase() : value) : []
    return messages.length > 0 ? [invalid(`spec.names.${field}`, value, head + messages.join(','))] : []
  }
  const mixed = 'may have mixed case, but should otherwise match: '
  const present = Object.entries({ plural, singular, kind, listKind })
  return [
    ...present.flatMap(([name, value]) => (value ? [] : [required(`spec.names.${name}`)])),
    ...label('plural', plural),
    ...label('singular', singular),
    ...label('kind', kind, mixed),
    ...label('listKind', listKind, mixed),
    ...shortNames.flatMap((name, i) => label(`shortNames[${i}]`, name)),
    ...(kind && kind === listKind ? [invalid('spec.names.listKind', listKind, 'kind and listKind may not be the same')] : []),
    ...categories.flatMap((name, i) => label(`categories[${i}]`, name)),
  ]
}

function validateApproval({ metadata, spec: { group } }: Definition, old: Definition | undefined): readonly Issue[] {
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(group)) return []
  const field = `metadata.annotations[${APPROVAL}]`
  const value = metadata.annotations?.[APPROVAL]
  if (old && approvalOf(value) === approvalOf(old.metadata.annotations?.[APPROVAL])) return []
  const link = 'see https://github.com/kubernetes/enhancements/pull/1111'
  if (!value) return [required(field, `protected groups must have approval annotation "${APPROVAL}", ${link}`)]
  if (approvalOf(value) !== 'invalid') return []
  return [
    invalid(field, value, `protected groups must have approval annotation "${APPROVAL}" with either a URL or a reason starting with "unapproved", ${link}`),
  ]
}

function approvalOf(value: string | undefined): 'missing' | 'bypassed' | 'approved' | 'invalid' {
  if (!value) return 'missing'
  if (value.startsWith('unapproved')) return 'bypassed'
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.test(value) ? 'approved' : 'invalid'
}
