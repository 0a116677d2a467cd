import { type Issue, invalid, notSupported, required } from '../../base/errors/issue.js'
import { jsonEqual } from '../../base/json/json.js'
import { dns1035Label, dns1123Subdomain } from '../../base/rules/names.js'
import type { Definition, DefinitionVersion, RawSchema } from './definition.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import type { Shared } from './go-versions.js'
import { validateConversion } from './validate-conversion.js'
import { validateNames, validateRequiredNames } from './validate-names.js'
import { validateVersionSchema } from './validate-version-schema.js'
import { validateColumns, validateDeprecation, validateSelectable, validateSubresources } from './validate-version.js'

type Spec = Definition['spec']

/**
 * Validates the spec of a definition, with the errors in the order of a v1.33 server (apiextensions:
 * validateCustomResourceDefinitionSpec).
 */
export function validateSpec(spec: Spec): readonly Issue[] {
  const versions = spec.versions ?? []
  const [first] = versions
  const shared = sharedOf(versions)
  return [
    ...validateGroup(spec.group),
    ...validateScope(spec.scope),
    ...validateSchemas(versions, spec),
    ...versions.flatMap((version, i) => validateVersion(version, `spec.versions[${i}]`, shared)),
    ...validateVersions(spec.versions, shared),
    ...(first ? validateVersionName(first.name, 'spec.version', true) : []),
    ...validateRequiredNames(spec.names),
    ...validateNames(spec.names, 'spec.names'),
    ...(first ? validateShared(first, versions, shared) : []),
    ...validateUnconverted(spec),
    ...validateConversion(spec.conversion),
  ]
}

function sharedOf(versions: readonly DefinitionVersion[]): Shared {
  const [first] = versions
  const isShared = (name: keyof Shared) =>
    first !== undefined && versions.every((version) => jsonEqual(version[name], first[name]))
  return {
    schema: isShared('schema'),
    subresources: isShared('subresources'),
    additionalPrinterColumns: isShared('additionalPrinterColumns'),
    selectableFields: isShared('selectableFields'),
  }
}

/** Validates a version, except for fields that are the same in all versions. */
function validateVersion(version: DefinitionVersion, field: string, shared: Shared): readonly Issue[] {
  const { schema, subresources, selectableFields } = version
  const own = shared.schema ? undefined : schema?.openAPIV3Schema
  return [
    ...validateVersionName(version.name, `${field}.name`),
    ...validateDeprecation(version, field),
    ...(shared.schema ? [] : validateVersionSchema(version, `${field}.schema`, subresources?.status !== undefined)),
    ...(shared.subresources ? [] : validateSubresources(version, field)),
    ...(shared.additionalPrinterColumns ? [] : validateColumns(version, field)),
    ...(shared.selectableFields ? [] : validateSelectable(selectableFields, own, field, NO_OWN_SCHEMA)),
  ]
}

/**
 * Validates the fields that are the same in all versions: a server keeps them beside the versions, and reports errors
 * with those paths.
 */
function validateShared(
  first: DefinitionVersion,
  versions: readonly DefinitionVersion[],
  shared: Shared,
): readonly Issue[] {
  const hasStatus = versions.some(({ subresources }) => subresources?.status !== undefined)
  const schema = shared.schema ? first.schema?.openAPIV3Schema : undefined
  return [
    ...(shared.schema ? validateVersionSchema(first, 'spec.validation', hasStatus) : []),
    ...(shared.subresources ? validateSubresources(first, 'spec') : []),
    ...(shared.additionalPrinterColumns ? validateColumns(first, 'spec') : []),
    ...(shared.selectableFields ? validateSelectable(first.selectableFields, schema, 'spec', NO_SHARED_SCHEMA) : []),
  ]
}

const NO_OWN_SCHEMA = 'selectableFields may only be set when version.schema.openAPIV3Schema is not included'
const NO_SHARED_SCHEMA = 'selectableFields may only be set when validations.schema is included'

const SCOPES = ['Cluster', 'Namespaced']

function validateScope(scope: string): readonly Issue[] {
  if (!scope) return [required('spec.scope')]
  return SCOPES.includes(scope) ? [] : [notSupported('spec.scope', scope, SCOPES)]
}

function validateSchemas(versions: readonly DefinitionVersion[], { preserveUnknownFields }: Spec): readonly Issue[] {
  const schemas = versions.map(({ schema }) => schema?.openAPIV3Schema)
  return [
    ...schemas.flatMap((schema, i) =>
      schema ? [] : [required(`spec.versions[${i}].schema.openAPIV3Schema`, 'schemas are required')],
    ),
    ...(preserveUnknownFields && schemas.some((schema) => schema && hasDefault(schema))
      ? [invalid('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema')]
      : []),
  ]
}

function validateUnconverted({ preserveUnknownFields, conversion }: Spec): readonly Issue[] {
  if (!preserveUnknownFields || !conversion || conversion.strategy === 'None') return []
  const message = 'must be None if spec.preserveUnknownFields is true'
  return [invalid('spec.conversion.strategy', conversion.strategy, message)]
}

/** The name of the first version may be reported as `spec.version` too, where it is optional. */
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

// Only rejected definitions are printed.
const printing = createLateLibrary(() => import('./go-versions.js'))

/** Loads the formatter of rejected definitions; undefined if it is loaded. */
export const loadPrinting = printing.load

function validateVersions(given: Spec['versions'], shared: Shared): readonly Issue[] {
  const versions = given ?? []
  const unique = new Set(versions.map(({ name }) => name)).size === versions.length
  const isOneStored = versions.filter(({ storage }) => storage).length === 1
  if (unique && isOneStored) return []
  const shown = printing.needed().goVersions(given, shared)
  return [
    ...(unique ? [] : [invalid('spec.versions', shown, 'must contain unique version names')]),
    ...(isOneStored
      ? []
      : [invalid('spec.versions', shown, 'must have exactly one version marked as storage version')]),
  ]
}
