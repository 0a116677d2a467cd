import { GoText, goQuote } from '../base/go-print.js'
import { type Issue, forbidden, invalid, notSupported, required } from '../base/issue.js'
import { jsonEqual } from '../base/json.js'
import { dns1035Label, dns1123Subdomain } from '../base/rules/names.js'
import type { Definition, DefinitionVersion } from './definition.js'
import { validateStructural } from './validate-structural.js'
import { validateColumns, validateDeprecation, validateSelectable, validateSubresources } from './validate-version.js'

type Spec = Definition['spec']

const APPROVAL = 'api-approved.kubernetes.io'

/** What is wrong with a definition, in the order a v1.33 server tells (apiextensions: ValidateCustomResourceDefinition). */
export function validateDefinition(definition: Definition, old?: Definition): readonly Issue[] {
  const { metadata, spec } = definition
  const name = metadata.name ?? ''
  const messages = [...dns1123Subdomain(name), ...(name === `${spec.names.plural}.${spec.group}` ? [] : ['must be spec.names.plural+"."+spec.group'])]
  return [...messages.map((message) => invalid('metadata.name', name, message)), ...validateSpec(spec), ...validateApproval(definition, old)]
}

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
    ...versions.flatMap(({ schema }, i) => (schema?.openAPIV3Schema ? [] : [required(`spec.versions[${i}].schema.openAPIV3Schema`, 'schemas are required')])),
    ...(spec.preserveUnknownFields ? [invalid('spec.preserveUnknownFields', true, 'must be false')] : []),
    ...versions.flatMap((version, i) => {
      const field = `spec.versions[${i}]`
      const messages = dns1035Label(version.name)
      return [
        ...(messages.length > 0 ? [invalid(`${field}.name`, version.name, messages.join(','))] : []),
        ...validateDeprecation(version, field),
        ...(own.schema ? validateVersionSchema(version, `${field}.schema`) : []),
        ...(own.subresources ? validateSubresources(version, field) : []),
        ...(own.columns ? validateColumns(version, field) : []),
        ...(own.selectable ? validateSelectable(version, field) : []),
      ]
    }),
    ...validateVersions(versions),
    ...validateNames(spec.names),
    ...(first && !own.schema ? validateVersionSchema(first, 'spec.validation') : []),
    ...(first && !own.subresources ? validateSubresources(first, 'spec') : []),
    ...(first && !own.columns ? validateColumns(first, 'spec') : []),
    ...(first && !own.selectable ? validateSelectable(first, 'spec') : []),
    ...validateConversion(spec.conversion),
  ]
}

function validateVersionSchema({ schema, subresources }: DefinitionVersion, field: string): readonly Issue[] {
  const root = schema?.openAPIV3Schema
  if (!root) return []
  const at = `${field}.openAPIV3Schema`
  const stray = subresources?.status ? BESIDE_STATUS.find((word) => root[word] !== undefined) : undefined
  return [
    ...(stray === undefined ? [] : [invalid(at, new GoText('apiextensions.JSONSchemaProps{…}'), ALLOWED_AT_ROOT)]),
    ...(root.nullable ? [forbidden(`${at}.nullable`, 'nullable cannot be true at the root')] : []),
    ...validateStructural(root, at),
  ]
}

// The part of a schema that is about the status must be all there is about it.
const BESIDE_STATUS = ['allOf', 'anyOf', 'oneOf', 'not', 'additionalProperties', 'enum', 'default', 'nullable', 'minProperties', 'maxProperties'] as const
const ALLOWED_AT_ROOT =
  'only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled'

function validateConversion(conversion: Spec['conversion']): readonly Issue[] {
  const field = 'spec.conversion'
  if (!conversion) return []
  const { strategy, webhook } = conversion
  if (strategy !== 'None' && strategy !== 'Webhook')
    return [strategy ? notSupported(`${field}.strategy`, strategy, ['None', 'Webhook']) : required(`${field}.strategy`)]
  if (strategy === 'None') return webhook ? [forbidden(`${field}.webhookClientConfig`, 'should not be set when strategy is not set to Webhook')] : []
  const { clientConfig, conversionReviewVersions = [] } = webhook ?? {}
  const client = `${field}.webhookClientConfig`
  return [
    ...(!clientConfig
      ? [required(client, 'required when strategy is set to Webhook')]
      : (clientConfig.url === undefined) === (clientConfig.service === undefined)
        ? [required(client, 'exactly one of url or service is required')]
        : []),
    ...(conversionReviewVersions && conversionReviewVersions.length > 0 ? [] : [required(`${field}.conversionReviewVersions`)]),
  ]
}

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
