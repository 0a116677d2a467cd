import { repeatsOf, append } from '../../base/lists/lists.js'
import { isEmptied } from '../../base/json/as-given.js'
import { issuesInSteps } from '../../base/errors/issues-in-parts.js'
import { isObject, compareBytes, jsonEqual } from '../../base/json/json.js'
import type { Steps } from '../../base/turns/steps.js'
import { type Issue, forbidden, invalid, notSupported, required, issueText } from '../../base/errors/issue.js'
import { neededEngine } from '../../cel/library.js'
import type { RawSchema } from './definition.js'
import { countParts, stepsInParts } from '../../base/turns/work-in-parts.js'
import { patternFault } from '../../base/go/re2.js'

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const META: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion'])

// Keywords that a server decodes but does not support.
type Written = RawSchema & {
  readonly id?: string
  readonly $ref?: string
  readonly definitions?: { readonly [name: string]: RawSchema }
  readonly patternProperties?: object
  /** Schemas, or lists of names; anything else counts as neither. */
  readonly dependencies?: { readonly [name: string]: unknown }
  readonly additionalItems?: unknown
  readonly example?: unknown
  readonly externalDocs?: unknown
}

/** What applies to schemas inside certain fields: why defaults are forbidden, and whether they are in metadata. */
type Surroundings = { readonly noDefault?: string; readonly inMeta?: boolean }

/**
 * Returns errors about unsupported or conflicting keywords in a schema and its subschemas (apiextensions:
 * ValidateCustomResourceDefinitionOpenAPISchema).
 */
export const validateSchemaWords = (schema: RawSchema, field: string): readonly Issue[] =>
  issuesInSteps(schema, validateSchemaWords, () => validateWords(schema, field, {}, true))

function* validateWords(
  schema: RawSchema,
  field: string,
  surroundings: Surroundings,
  isRoot = false,
): Steps<readonly Issue[]> {
  yield
  const issues: Issue[] = [...unsupportedWords(schema, field, surroundings)]
  if (schema.uniqueItems) issues.push(forbidden(`${field}.uniqueItems`, NOT_UNIQUE))
  const { properties = {}, additionalProperties: others } = schema
  if (others !== undefined && others !== true && Object.keys(properties).length > 0)
    issues.push(forbidden(`${field}.additionalProperties`, 'additionalProperties and properties are mutual exclusive'))
  for (const [inner, at, below = surroundings] of inside(schema, surroundings, isRoot))
    append(issues, yield* validateWords(inner, `${field}.${at}`, below))
  append(issues, validateTopology(schema, field))
  if (schema['x-kubernetes-validations']?.length) append(issues, neededEngine().checkRuleForm(schema, field))
  return issues
}

const NOT_UNIQUE = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'

/** The schemas inside a schema, where they are, and what holds there. */
export function* inside(
  schema: Written,
  surroundings: Surroundings,
  isRoot: boolean,
): Iterable<readonly [inner: RawSchema, at: string, below?: Surroundings]> {
  const { properties = {}, additionalProperties, items, not, allOf = [], oneOf = [], anyOf = [] } = schema
  const { definitions = {}, dependencies = {} } = schema
  const inMap = 'inside additionalProperties applying to object metadata'
  if (typeof additionalProperties === 'object')
    yield [
      additionalProperties,
      'additionalProperties',
      surroundings.inMeta ? { ...surroundings, noDefault: inMap } : surroundings,
    ]
  const isResource = isRoot || schema['x-kubernetes-embedded-resource'] === true
  for (const [name, member] of Object.entries(properties))
    yield [
      member,
      `properties[${name}]`,
      isResource && META.has(name)
        ? { ...surroundings, inMeta: true, ...(isRoot ? { noDefault: `in top-level ${name}` } : {}) }
        : surroundings,
    ]
  if (not) yield [not, 'not']
  for (const [word, list] of Object.entries({ allOf, oneOf, anyOf }))
    for (const [i, one] of list.entries()) yield [one, `${word}[${i}]`]
  for (const [name, one] of Object.entries(definitions)) yield [one, `definitions[${name}]`]
  if (Array.isArray(items))
    for (const [i, one] of items.entries()) yield [one as RawSchema, `items[${i}]`] // what `items` may be in a request
  else if (items) yield [items, 'items']
  for (const [name, one] of Object.entries(dependencies)) if (isObject(one)) yield [one, `dependencies[${name}]`]
}

function unsupportedWords(
  schema: Written,
  field: string,
  { noDefault, inMeta = false }: Surroundings,
): readonly Issue[] {
  const { type } = schema
  const unsupported = (
    ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'] as const
  ).filter((word) => schema[word] !== undefined || (word === 'dependencies' && isEmptied(schema, word)))
  return [
    ...(type && !TYPES.includes(type) ? [notSupported(`${field}.type`, type, TYPES)] : []),
    ...(schema.default !== undefined && noDefault !== undefined
      ? [forbidden(`${field}.default`, `must not be set ${noDefault}`)]
      : []),
    ...unsupported.map((word) => forbidden(`${field}.${word}`, `${word} is not supported`)),
    // A request may contain any string.
    ...((type as string | undefined) === 'null'
      ? [forbidden(`${field}.type`, 'type cannot be set to null, use nullable as an alternative')]
      : []),
    ...(Array.isArray(schema.items) && schema.items.length > 0
      ? [forbidden(`${field}.items`, 'items must be a schema object and not an array')]
      : []),
    ...(inMeta && schema['x-kubernetes-embedded-resource']
      ? [forbidden(`${field}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta')]
      : []),
  ]
}

/** The schema of the items; a request may have a list of schemas. */
const itemsOf = ({ items }: RawSchema) => (Array.isArray(items) ? undefined : items)

/** Validates list and map types. */
function validateTopology(schema: RawSchema, field: string): readonly Issue[] {
  const { type } = schema
  const items = itemsOf(schema)
  const listType = schema['x-kubernetes-list-type']
  const mapType = schema['x-kubernetes-map-type']
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const issues: Issue[] = []
  const mustBe = (wanted: string, word: string) => {
    const detail = `must be ${wanted} if ${word} is specified`
    if (type !== wanted) issues.push(type ? invalid(`${field}.type`, type, detail) : required(`${field}.type`, detail))
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false)
    issues.push(invalid(`${field}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'))
  if (mapType !== undefined) {
    mustBe('object', 'x-kubernetes-map-type')
    if (!['atomic', 'granular'].includes(mapType))
      issues.push(notSupported(`${field}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']))
  }
  if (listType !== undefined) {
    mustBe('array', 'x-kubernetes-list-type')
    if (type === 'array' && listType === 'set' && items) append(issues, validateSetItems(items, `${field}.items`))
    if (!['atomic', 'set', 'map'].includes(listType))
      issues.push(notSupported(`${field}.x-kubernetes-list-type`, listType, ['atomic', 'set', 'map']))
  }
  if (keys.length > 0 && listType !== 'map') {
    const detail = 'must be map if x-kubernetes-list-map-keys is non-empty'
    issues.push(
      listType === undefined
        ? required(`${field}.x-kubernetes-list-type`, detail)
        : invalid(`${field}.x-kubernetes-list-type`, listType, detail),
    )
  }
  if (listType === 'map') append(issues, validateKeys(schema, keys, field))
  if (items?.nullable && (listType === 'set' || listType === 'map'))
    issues.push(forbidden(`${field}.items.nullable`, `cannot be nullable when x-kubernetes-list-type is ${listType}`))
  return listType === 'map' && items ? [...issues, ...validateKeyValues(items, keys, `${field}.items`)] : issues
}

function validateSetItems(items: RawSchema, field: string): readonly Issue[] {
  const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set'
  const listType = items['x-kubernetes-list-type']
  if (items.type === 'array' && listType !== undefined && listType !== 'atomic')
    return [invalid(`${field}.x-kubernetes-list-type`, listType, detail)]
  return items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic'
    ? [invalid(`${field}.x-kubernetes-map-type`, listType, detail)]
    : []
}

/** Checks that the keys of a list of type `map` are fields of its items. */
function validateKeys({ items }: RawSchema, keys: readonly string[], field: string): readonly Issue[] {
  const at = `${field}.x-kubernetes-list-map-keys`
  const issues: Issue[] = keys.length === 0 ? [required(at, 'must not be empty if x-kubernetes-list-type is map')] : []
  if (!items) return [...issues, required(`${field}.items`, 'must have a schema if x-kubernetes-list-type is map')]
  if (Array.isArray(items))
    return [
      ...issues,
      invalid(`${field}.items`, items, 'must only have a single schema if x-kubernetes-list-type is map'),
    ]
  if (items.type !== 'object')
    return [
      ...issues,
      invalid(
        `${field}.items.type`,
        items.type ?? '',
        "must be object if parent array's x-kubernetes-list-type is map",
      ),
    ]
  const repeats = repeatsOf(keys)
  keys.forEach((key, i) => {
    const member = items.properties?.[key]
    if (!member) issues.push(invalid(at, keys, 'entries must all be names of item properties'))
    else if (member.type === 'array' || member.type === 'object')
      issues.push(
        invalid(
          `${field}.items.properties[${key}].type`,
          items.type ?? '',
          "must be a scalar type if parent array's x-kubernetes-list-type is map",
        ),
      )
    if (repeats(i)) issues.push(invalid(at, keys, 'must not contain duplicate entries'))
  })
  return issues
}

/** Checks that every item has a value for each key. */
const validateKeyValues = (
  { properties, required: needed }: RawSchema,
  keys: readonly string[],
  field: string,
): readonly Issue[] =>
  keys.flatMap((key) => {
    const member = properties?.[key]
    if (!member) return []
    const at = `${field}.properties[${key}]`
    return [
      ...(member.default === undefined && !needed?.includes(key)
        ? [
            required(
              `${at}.default`,
              'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
            ),
          ]
        : []),
      ...(member.nullable
        ? [forbidden(`${at}.nullable`, 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable')]
        : []),
    ]
  })

type Level = 'root' | 'item' | 'field'
const NO_TYPE = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}
const OWN_TO_STRUCTURE = {
  type: 'must be empty',
  default: 'must be undefined',
  title: 'must be empty',
  description: 'must be empty',
  nullable: 'must be false',
  'x-kubernetes-preserve-unknown-fields': 'must be false',
  'x-kubernetes-embedded-resource': 'must be false',
  'x-kubernetes-int-or-string': 'must be false',
  'x-kubernetes-list-map-keys': 'must be empty',
  'x-kubernetes-list-type': 'must be undefined',
  'x-kubernetes-map-type': 'must be undefined',
  'x-kubernetes-validations': 'must be empty',
}

/** Checks that a schema is structural; errors are sorted by message (apiextensions: ValidateStructural). */
export const validateStructural = (schema: RawSchema, field: string): readonly Issue[] =>
  inOrder(issuesInSteps(schema, validateStructural, () => validateLevel(schema, 'root', field)))

const inOrder = (issues: readonly Issue[]): readonly Issue[] =>
  issues
    .map((issue) => ({ issue, text: issueText(issue) }))
    .sort((a, b) => compareBytes(a.text, b.text))
    .map(({ issue }) => issue)

const UNSUPPORTED = {
  id: 'id',
  $schema: 'schema',
  $ref: '$ref',
  patternProperties: 'patternProperties',
  dependencies: 'dependencies',
  additionalItems: 'additionalItems',
  definitions: 'definitions',
}

/** Returns why a schema cannot be converted to a structural one (apiextensions: NewStructural); undefined if it can. */
export const structuralFault = (schema: RawSchema): string | undefined =>
  stepsInParts(schema, structuralFault, () => faultOf(schema))

function* faultOf(schema: RawSchema): Steps<string | undefined> {
  yield
  for (const [word, name] of Object.entries(UNSUPPORTED))
    if (isSet(word, schema[word as keyof RawSchema])) return `OpenAPIV3Schema '${name}' is not supported` // a keyword
  const { not, allOf = [], anyOf = [], oneOf = [], items, properties = {}, additionalProperties } = schema
  const nested = yield* faultIn([not, ...allOf, ...anyOf, ...oneOf])
  if (nested !== undefined) return nested
  if (schema['x-kubernetes-preserve-unknown-fields'] === false)
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined"
  if (Array.isArray(items) && items.length > 0) return "OpenAPIV3Schema 'items' must be a schema, but is an array"
  return yield* faultIn([
    items,
    ...Object.values(properties),
    typeof additionalProperties === 'object' ? additionalProperties : undefined,
  ])
}

/** Tells whether a keyword has a value that counts: an empty string does not, nor a map without members. */
const isSet = (word: string, value: unknown): boolean =>
  word === 'additionalItems'
    ? value !== undefined
    : value !== undefined && value !== '' && !(isObject(value) && Object.keys(value).length === 0)

function* faultIn(schemas: readonly (RawSchema | undefined)[]): Steps<string | undefined> {
  for (const one of schemas) {
    const fault = one && (yield* faultOf(one))
    if (fault !== undefined) return fault
  }
  return undefined
}

function* validateLevel(schema: RawSchema, level: Level, field: string): Steps<readonly Issue[]> {
  yield
  const issues: Issue[] = []
  const { type, properties = {}, additionalProperties } = schema
  const items = itemsOf(schema)
  const embedded = schema['x-kubernetes-embedded-resource'] === true
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true
  const either = schema['x-kubernetes-int-or-string'] === true
  if (type === 'array' && !items) issues.push(required(`${field}.items`, 'must be specified'))
  if (items) append(issues, yield* validateLevel(items, 'item', `${field}.items`))
  for (const [name, member] of Object.entries(properties))
    append(issues, yield* validateLevel(member, 'field', `${field}.properties[${name}]`))
  if (additionalProperties !== undefined) {
    if (level === 'root') issues.push(forbidden(`${field}.additionalProperties`, 'must not be used at the root'))
    if (typeof additionalProperties === 'object')
      append(issues, yield* validateLevel(additionalProperties, 'field', `${field}.additionalProperties`))
  }
  if (either && open)
    issues.push(
      invalid(
        `${field}.x-kubernetes-preserve-unknown-fields`,
        true,
        'must be false if x-kubernetes-int-or-string is true',
      ),
    )
  if (either && embedded)
    issues.push(
      invalid(`${field}.x-kubernetes-embedded-resource`, true, 'must be false if x-kubernetes-int-or-string is true'),
    )
  append(
    issues,
    yield* validateNested(schema, field, areIntAndString(schema.anyOf), areIntAndString(schema.allOf?.[0]?.anyOf)),
  )
  if (embedded && type !== 'object') {
    const words = 'must be object if x-kubernetes-embedded-resource is true'
    issues.push(type ? invalid(`${field}.type`, type, words) : required(`${field}.type`, words))
  } else if (!type && !either && !open) issues.push(required(`${field}.type`, NO_TYPE[level]))
  if (embedded && additionalProperties !== undefined)
    issues.push(forbidden(`${field}.additionalProperties`, 'must not be used if x-kubernetes-embedded-resource is set'))
  if (level === 'root' && type && type !== 'object')
    issues.push(invalid(`${field}.type`, type, 'must be object at the root'))
  if (embedded && !open && Object.keys(properties).length === 0)
    issues.push(
      required(
        `${field}.properties`,
        'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      ),
    )
  return [...issues, ...(level === 'root' || embedded ? validateHead(properties, level, field) : [])]
}

function validateHead(
  properties: { readonly [member: string]: RawSchema },
  level: Level,
  field: string,
): readonly Issue[] {
  const { metadata } = properties
  const issues = (['kind', 'apiVersion'] as const).flatMap((name) => {
    const type = properties[name]?.type ?? ''
    return !properties[name] || type === 'string'
      ? []
      : [invalid(`${field}.properties[${name}].type`, type, 'must be string')]
  })
  if (!metadata) return issues
  const at = `${field}.properties[metadata]`
  if (metadata.type !== 'object') issues.push(invalid(`${at}.type`, metadata.type ?? '', 'must be object'))
  if (level === 'root' && !isNameOnly(metadata))
    issues.push(
      forbidden(at, 'must not specify anything other than name and generateName, but metadata is implicitly specified'),
    )
  return issues
}

const BESIDE_NAMES: ReadonlySet<string> = new Set(['type', 'default', 'properties', 'example', 'externalDocs'])
const isNameOnly = (metadata: RawSchema): boolean =>
  Object.keys(metadata).every((word) => BESIDE_NAMES.has(word)) &&
  Object.keys(metadata.properties ?? {}).every((name) => name === 'name' || name === 'generateName')

/** Validates the subschemas of allOf, anyOf, oneOf and not, except for the two forms of an integer-or-string schema. */
function* validateNested(
  schema: RawSchema,
  field: string,
  skipAnyOf = false,
  skipInFirstAllOf = false,
): Steps<readonly Issue[]> {
  const { allOf = [], anyOf = [], oneOf = [], not, pattern } = schema
  const issues: Issue[] = []
  for (const [word, list] of Object.entries({ anyOf: skipAnyOf ? [] : anyOf, allOf, oneOf }))
    for (const [i, one] of list.entries()) {
      const skips = skipInFirstAllOf && word === 'allOf' && i === 0
      append(issues, yield* validateValues(one, `${field}.${word}[${i}]`, skips))
    }
  if (not) append(issues, yield* validateValues(not, `${field}.not`))
  if (pattern) countParts(PATTERN)
  const fault = pattern ? patternFault(pattern) : undefined
  if (fault !== undefined)
    issues.push(invalid(`${field}.pattern`, pattern, `must be a valid regular expression, but isn't: ${fault}`))
  return issues
}

// The cost of a pattern, in schemas without one.
const PATTERN = 40

const areIntAndString = (schemas: readonly RawSchema[] = []) =>
  jsonEqual(schemas.map(structuralWords), [{ type: 'integer' }, { type: 'string' }])

/** What a structural schema keeps: examples and references to documents are no part of it, nor `false` for others. */
const structuralWords = ({ example: _, externalDocs: __, additionalProperties: others, ...schema }: Written) =>
  others === undefined || others === false ? schema : { ...schema, additionalProperties: others }

function* validateValues(schema: RawSchema, field: string, skipAnyOf = false): Steps<readonly Issue[]> {
  yield
  const issues = [...(yield* validateNested(schema, field, skipAnyOf))]
  const items = itemsOf(schema)
  if (items) append(issues, yield* validateValues(items, `${field}.items`))
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    append(issues, yield* validateValues(member, `${field}.properties[${name}]`))
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
    issues.push(forbidden(`${field}.additionalProperties`, 'must be undefined to be structural'))
  for (const [name, words] of Object.entries(OWN_TO_STRUCTURE)) {
    const value = schema[name as keyof RawSchema] // one of its keywords
    const counts =
      words === 'must be undefined' ? value !== undefined : value && !(Array.isArray(value) && value.length === 0)
    if (counts) issues.push(forbidden(`${field}.${name}`, `${words} to be structural`))
  }
  if (schema.properties?.['metadata'])
    issues.push(forbidden(`${field}.properties[metadata]`, 'must not be specified in a nested context'))
  return issues
}
