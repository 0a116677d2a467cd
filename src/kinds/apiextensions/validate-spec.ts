import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import {
  type Issue,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  ofField,
  required,
  requiredOf,
  tooMany,
} from '../../base/errors/issue.js'
import { compareBytes, jsonEqual } from '../../base/json/json.js'
import { dns1035Label, dns1123Subdomain } from '../../base/rules/names.js'
import {
  type ColumnDefinition,
  type Definition,
  type DefinitionVersion,
  type RawSchema,
  schemaOf,
} from './definition.js'
import { validateNames, validateRequiredNames } from './validate-names.js'
import { utf8Length } from '../../base/bytes/utf8.js'
import { followFieldPath } from '../../schema/field-path.js'
import { repeatsOf, binarySearch } from '../../base/lists/lists.js'
import { GoText, stringText } from '../../base/go/printable.js'
import { validateWebhookUrl } from '../../base/rules/webhook-url.js'
import { neededEngine } from '../../cel/library.js'
import { formatGoSyntax } from '../struct/go-formats.js'
import { goStrings } from '../shared/go-struct.js'
import { isRuled } from '../../schema/schema-trait.js'
import { validateDefaults } from './validate-defaults.js'
import { validateSchemaWords, structuralFault, validateStructural } from './validate-schema.js'

/** Validates the schema of a version (apiextensions: validateCustomResourceDefinitionValidation). */
function validateVersionSchema({ schema }: DefinitionVersion, field: string, hasStatus: boolean): readonly Issue[] {
  const root = schema?.openAPIV3Schema
  if (!root) return []
  const at = `${field}.openAPIV3Schema`
  const head = [
    ...(hasStatus ? validateBesideStatus(root, at) : []),
    ...(root.nullable ? [forbidden(`${at}.nullable`, 'nullable cannot be true at the root')] : []),
  ]
  const fault = structuralFault(root)
  const loose = fault === undefined ? validateStructural(root, at) : []
  const form = loose.length > 0 || fault !== undefined ? loose : validateDefaults(schemaOf(root), at)
  const words = validateSchemaWords(root, at)
  const issues = [...head, ...form, ...words]
  // The reason a schema is not structural is mostly reported already, in other words.
  if (fault !== undefined) return issues.length > 0 ? issues : [invalid(at, '', fault)]
  if (form.length > 0) return issues
  const whole = schemaOf(root)
  if (!isRuled(whole)) return issues
  // Rules are checked where nothing at or below their place is wrong.
  return [...issues, ...neededEngine().checkRules(whole, at, noneWithin(words))]
}

/** Makes a test for places without an issue at or below them; there may be thousands of places and of issues. */
function noneWithin(issues: readonly Issue[]): (place: string) => boolean {
  const fields = issues.map(({ field }) => field).sort(compareBytes)
  return (place) => {
    const first = fields[binarySearch(fields.length, (i) => compareBytes(fields[i] ?? '', place) >= 0)]
    return !first?.startsWith(place)
  }
}

// With a status subresource, the status must be fully described by its own part of the schema.
const BESIDE_STATUS: readonly string[] = [
  ...[
    'nullable',
    'enum',
    'maxProperties',
    'minProperties',
    'allOf',
    'oneOf',
    'anyOf',
    'not',
    'additionalProperties',
    'patternProperties',
    'dependencies',
  ],
  ...[
    'additionalItems',
    'definitions',
    'default',
    'x-kubernetes-embedded-resource',
    'x-kubernetes-int-or-string',
    'x-kubernetes-list-type',
  ],
  ...['x-kubernetes-list-map-keys', 'x-kubernetes-map-type'],
]
const ALLOWED_AT_ROOT =
  'only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled'

function validateBesideStatus(root: RawSchema, at: string): readonly Issue[] {
  const shown = new GoText(
    'apiextensions.JSONSchemaProps{…}',
    formatGoSyntax('apiextensions.JSONSchemaProps', root)?.json,
  )
  const strange = [invalid(at, shown, ALLOWED_AT_ROOT)]
  const has = (word: string) => Object.hasOwn(root, word)
  if (['id', '$schema', '$ref'].some(has)) return strange
  const { type } = root
  if (type && type !== 'object')
    return [
      invalid(
        `${at}.type`,
        type,
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
      ),
    ]
  return BESIDE_STATUS.some(has) ? strange : []
}

const FIELD = 'spec.conversion'
const CLIENT = `${FIELD}.webhookClientConfig`
const REVIEWS = `${FIELD}.conversionReviewVersions`
const KNOWN_REVIEWS = ['v1', 'v1beta1']

/** Validates the conversion of a definition (apiextensions: validateCustomResourceConversion). */
function validateConversion(conversion: Definition['spec']['conversion']): readonly Issue[] {
  if (!conversion) return []
  const { strategy, webhook } = conversion
  const reviews = webhook?.conversionReviewVersions ?? []
  const known = strategy === 'None' || strategy === 'Webhook'
  const issues: Issue[] = known
    ? []
    : [strategy ? notSupported(`${FIELD}.strategy`, strategy, ['None', 'Webhook']) : required(`${FIELD}.strategy`)]
  if (strategy === 'Webhook') return [...issues, ...validateClient(webhook?.clientConfig), ...validateReviews(reviews)]
  const unwanted = 'should not be set when strategy is not set to Webhook'
  if (webhook?.clientConfig) issues.push(forbidden(CLIENT, unwanted))
  if (reviews.length > 0) issues.push(forbidden(REVIEWS, unwanted))
  return issues
}

type Client = NonNullable<NonNullable<NonNullable<Definition['spec']['conversion']>['webhook']>['clientConfig']>

function validateClient(client: Client | undefined): readonly Issue[] {
  if (!client) return [required(CLIENT, 'required when strategy is set to Webhook')]
  const { url, service } = client
  if (url === undefined)
    return service ? validateService(service) : [required(CLIENT, 'exactly one of url or service is required')]
  return service
    ? [required(CLIENT, 'exactly one of url or service is required')]
    : validateWebhookUrl(url, `${CLIENT}.url`)
}

/** Validates the service of a webhook (apiserver: ValidateWebhookService, whose caller swaps name and namespace). */
function validateService({ name, namespace, path, port = 443 }: NonNullable<Client['service']>): readonly Issue[] {
  const field = `${CLIENT}.service`
  return [
    ...(namespace ? [] : [requiredOf(`${field}.name`, 'service name is required')]),
    ...(name ? [] : [requiredOf(`${field}.namespace`, 'service namespace is required')]),
    ...(port < 1 || port > 65535
      ? [invalid(`${field}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive')]
      : []),
    ...(path === undefined ? [] : validatePath(path, `${field}.path`)),
  ]
}

function* validatePath(path: string, field: string): Iterable<Issue> {
  if (path === '/' || path === '') return
  if (path === '//') {
    yield invalid(field, path, 'segment[0] may not be empty')
    return
  }
  if (!path.startsWith('/')) yield invalid(field, path, "must start with a '/'")
  yield* path
    .slice(1)
    .replace(/\/$/, '')
    .split('/')
    .flatMap((step, i) => {
      if (step === '') return [invalid(field, path, `segment[${i}] may not be empty`)]
      return dns1123Subdomain(step).map((message) => invalid(field, path, `segment[${i}]: ${message}`))
    })
}

function validateReviews(reviews: readonly string[]): readonly Issue[] {
  if (reviews.length === 0) return [required(REVIEWS)]
  const repeats = repeatsOf(reviews)
  const issues = reviews.flatMap((name, i) =>
    repeats(i)
      ? [invalid(`${REVIEWS}[${i}]`, name, 'duplicate version')]
      : dns1035Label(name).map((message) => invalid(`${REVIEWS}[${i}]`, name, message)),
  )
  if (reviews.some((name) => KNOWN_REVIEWS.includes(name))) return issues
  const shown = goStrings(reviews)
  return [...issues, invalid(REVIEWS, shown, `must include at least one of ${KNOWN_REVIEWS.join(', ')}`)]
}

type Spec = Definition['spec']

/**
 * Validates the spec of a definition, with the errors in the order of a v1.33 server (apiextensions:
 * validateCustomResourceDefinitionSpec).
 */
export function* validateSpec(spec: Spec): Iterable<Issue> {
  const versions = spec.versions ?? []
  const [first] = versions
  const shared = sharedOf(versions)
  yield* validateGroup(spec.group)
  yield* validateScope(spec.scope)
  yield* validateSchemas(versions, spec)
  yield* versions.flatMap((version, i) => validateVersion(version, `spec.versions[${i}]`, shared))
  yield* validateVersions(spec.versions, shared)
  if (first) yield* validateVersionName(first.name, 'spec.version', true)
  yield* validateRequiredNames(spec.names)
  yield* validateNames(spec.names, 'spec.names')
  if (first) yield* validateShared(first, versions, shared)
  yield* validateUnconverted(spec)
  yield* validateConversion(spec.conversion)
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
    ...(shared.selectableFields ? [] : validateSelectable(selectableFields, own, field, noOwnSchema())),
  ]
}

/**
 * Validates the fields that are the same in all versions: a server keeps them beside the versions, and reports errors
 * with those paths.
 */
function* validateShared(
  first: DefinitionVersion,
  versions: readonly DefinitionVersion[],
  shared: Shared,
): Iterable<Issue> {
  const hasStatus = versions.some(({ subresources }) => subresources?.status !== undefined)
  const schema = shared.schema ? first.schema?.openAPIV3Schema : undefined
  if (shared.schema) yield* validateVersionSchema(first, 'spec.validation', hasStatus)
  if (shared.subresources) yield* validateSubresources(first, 'spec')
  if (shared.additionalPrinterColumns) yield* validateColumns(first, 'spec')
  if (shared.selectableFields) yield* validateSelectable(first.selectableFields, schema, 'spec', noSharedSchema())
}

const noOwnSchema = () =>
  runsAtLeast('1.34')
    ? 'may only be set when `version.schema.openAPIV3Schema` is not included'
    : 'selectableFields may only be set when version.schema.openAPIV3Schema is not included'
const noSharedSchema = () => ofField('selectableFields', 'may only be set when validations.schema is included')

const SCOPES = ['Cluster', 'Namespaced']

function validateScope(scope: string): readonly Issue[] {
  if (!scope) return [required('spec.scope')]
  return SCOPES.includes(scope) ? [] : [notSupported('spec.scope', stringText(scope), SCOPES)]
}

function* validateSchemas(versions: readonly DefinitionVersion[], { preserveUnknownFields }: Spec): Iterable<Issue> {
  const schemas = versions.map(({ schema }) => schema?.openAPIV3Schema)
  yield* schemas.flatMap((schema, i) =>
    schema
      ? []
      : [
          required(
            `spec.versions[${i}].schema.openAPIV3Schema`,
            runsAtLeast('1.34') ? undefined : 'schemas are required',
          ),
        ],
  )
  if (preserveUnknownFields && schemas.some((schema) => schema && hasDefault(schema)))
    yield invalid('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema')
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

function* validateVersions(given: Spec['versions'], shared: Shared): Iterable<Issue> {
  const versions = given ?? []
  const unique = new Set(versions.map(({ name }) => name)).size === versions.length
  const isOneStored = versions.filter(({ storage }) => storage).length === 1
  if (unique && isOneStored) return
  const shown = goVersions(given, shared)
  if (!unique) yield invalid('spec.versions', shown, 'must contain unique version names')
  if (!isOneStored) yield invalid('spec.versions', shown, 'must have exactly one version marked as storage version')
}

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string']
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']
const MOST_SELECTABLE = 8

/** Validates the deprecation warning of a version. */
function* validateDeprecation({ deprecated, deprecationWarning }: DefinitionVersion, field: string): Iterable<Issue> {
  if (deprecationWarning === undefined) return
  const at = `${field}.deprecationWarning`
  if (!deprecated) {
    yield invalid(at, deprecationWarning, 'can only be set for deprecated versions')
    return
  }
  const strange = [...deprecationWarning].findIndex((character) => /[\p{C}\p{Zl}\p{Zp}]/u.test(character))
  if (utf8Length(deprecationWarning) > 256) yield invalid(at, deprecationWarning, 'must be <= 256 characters long')
  if (deprecationWarning === '') yield invalid(at, '', 'must not be an empty string')
  if (!(strange < 0))
    yield invalid(
      at,
      deprecationWarning,
      `must only contain printable UTF-8 characters; non-printable character found at index ${strange}`,
    )
}

/** Validates the subresources of a version. */
function* validateSubresources({ subresources }: DefinitionVersion, field: string): Iterable<Issue> {
  const { scale } = subresources ?? {}
  if (!scale) return
  const below = (name: 'specReplicasPath' | 'statusReplicasPath', root: string): readonly Issue[] => {
    const at = `${field}.subresources.scale.${name}`
    const path = scale[name]
    if (!path) return [required(at)]
    const faults = validateFieldPath(path, at)
    return faults.length > 0
      ? faults
      : path.startsWith(`${root}.`)
        ? []
        : [invalid(at, path, `should be a json path under ${root}`)]
  }
  const { labelSelectorPath: selector } = scale
  const at = `${field}.subresources.scale.labelSelectorPath`
  const faults = selector ? validateFieldPath(selector, at) : []
  const stray = selector && faults.length === 0 && !/^\.(spec|status)\./.test(selector)
  yield* below('specReplicasPath', '.spec')
  yield* below('statusReplicasPath', '.status')
  yield* faults
  if (stray) yield invalid(at, selector, 'should be a json path under either .spec or .status')
}

const validateFieldPath = (path: string, field: string): readonly Issue[] =>
  path.startsWith('.')
    ? []
    : [invalid(field, path, path === '' ? 'must not be empty' : 'must be a simple json path starting with .')]

/** Validates the columns of a version. */
const validateColumns = ({ additionalPrinterColumns = [] }: DefinitionVersion, field: string): readonly Issue[] =>
  additionalPrinterColumns.flatMap((column, i) => validateColumn(column, `${field}.additionalPrinterColumns[${i}]`))

function validateColumn({ name, type, format, jsonPath }: ColumnDefinition, field: string): readonly Issue[] {
  const types = `must be one of ${COLUMN_TYPES.join(',')}`
  return [
    ...(name ? [] : [required(`${field}.name`)]),
    ...(!type
      ? [required(`${field}.type`, types)]
      : COLUMN_TYPES.includes(type)
        ? []
        : [invalid(`${field}.type`, type, types)]),
    ...(format && !COLUMN_FORMATS.includes(format)
      ? [invalid(`${field}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`)]
      : []),
    ...(!jsonPath ? [required(`${field}.JSONPath`)] : validateFieldPath(jsonPath, `${field}.JSONPath`)),
  ]
}

/**
 * Validates selectable fields. They need a schema at the same level: both in a version, or both shared by all versions;
 * `missing` is the error otherwise.
 */
function validateSelectable(
  selectableFields: DefinitionVersion['selectableFields'] = [],
  root: RawSchema | undefined,
  field: string,
  missing: string,
): readonly Issue[] {
  if (selectableFields.length === 0) return []
  if (!root) return [invalid(`${field}.selectableFields`, '', missing)]
  const fault = structuralFault(root)
  if (fault !== undefined) {
    // Paths cannot be resolved in an unreadable schema.
    const empty = selectableFields.flatMap(({ jsonPath }, i) =>
      jsonPath ? [] : [required(`${field}.selectableFields[${i}].jsonPath`)],
    )
    return [invalid(`${field}.schema.openAPIV3Schema`, '', fault), ...empty]
  }
  const seen = new Set<string>()
  const issues = selectableFields.flatMap(({ jsonPath }, i): readonly Issue[] => {
    const at = `${field}.selectableFields[${i}].jsonPath`
    if (!jsonPath) return [required(at)]
    const found = followFieldPath(root, jsonPath, { brackets: false })
    if (found.error !== undefined) return [invalid(at, jsonPath, `is an invalid path: ${found.error}`)]
    const { path, schema: member } = found
    const twice = seen.has(path)
    seen.add(path)
    return [
      ...(/^metadata([.[]|$)/.test(path) ? [invalid(at, jsonPath, 'must not point to fields in metadata')] : []),
      ...(['string', 'boolean', 'integer'].includes(member.type ?? '')
        ? []
        : [
            invalid(
              at,
              jsonPath,
              'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
            ),
          ]),
      ...(twice ? [duplicate(at, jsonPath)] : []),
    ]
  })
  return seen.size > MOST_SELECTABLE
    ? [...issues, tooMany(`${field}.selectableFields`, seen.size, MOST_SELECTABLE)]
    : issues
}

/** Which fields are the same in all versions: a server keeps these beside the versions. */
type Shared = {
  readonly [member in 'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields']: boolean
}

const VERSIONS = '[]apiextensions.CustomResourceDefinitionVersion'

/** Formats the versions of a definition as a server keeps them. */
export function goVersions(versions: readonly DefinitionVersion[] | undefined, shared: Shared): GoText {
  const elsewhere: { readonly [member: string]: boolean } = shared
  const own = versions?.map((version) =>
    Object.fromEntries(Object.entries(version).filter(([member]) => !elsewhere[member])),
  )
  return formatGoSyntax(VERSIONS, own) ?? new GoText(`${VERSIONS}(nil)`)
}
