import { append } from '../../base/lists/lists.js'
import { issuesInSteps } from '../../base/turns/issues-in-parts.js'
import { countParts, stepsInParts } from '../../base/turns/work-in-parts.js'
import type { Steps } from '../../base/turns/steps.js'
import { type Issue, forbidden, invalid, issueText, required } from '../../base/errors/issue.js'
import { compareBytes, jsonEqual } from '../../base/json/json.js'
import { patternFault } from '../../base/go/re2.js'
import type { RawSchema } from './definition.js'

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
    if (Object.hasOwn(schema, word)) return `OpenAPIV3Schema '${name}' is not supported`
  const { not, allOf = [], anyOf = [], oneOf = [], items, properties = {}, additionalProperties } = schema
  const nested = yield* faultIn([not, ...allOf, ...anyOf, ...oneOf])
  if (nested !== undefined) return nested
  if (schema['x-kubernetes-preserve-unknown-fields'] === false)
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined"
  if (Array.isArray(items)) return "OpenAPIV3Schema 'items' must be a schema, but is an array"
  return yield* faultIn([
    items,
    ...Object.values(properties),
    typeof additionalProperties === 'object' ? additionalProperties : undefined,
  ])
}

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
  const { type, items, properties = {}, additionalProperties } = schema
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
  jsonEqual(schemas, [{ type: 'integer' }, { type: 'string' }])

function* validateValues(schema: RawSchema, field: string, skipAnyOf = false): Steps<readonly Issue[]> {
  yield
  const issues = [...(yield* validateNested(schema, field, skipAnyOf))]
  if (schema.items) append(issues, yield* validateValues(schema.items, `${field}.items`))
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    append(issues, yield* validateValues(member, `${field}.properties[${name}]`))
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
    issues.push(forbidden(`${field}.additionalProperties`, 'must be undefined to be structural'))
  for (const [name, words] of Object.entries(OWN_TO_STRUCTURE)) {
    const value = schema[name as keyof RawSchema] // one of its keywords
    if (value && !(Array.isArray(value) && value.length === 0))
      issues.push(forbidden(`${field}.${name}`, `${words} to be structural`))
  }
  if (schema.properties?.['metadata'])
    issues.push(forbidden(`${field}.properties[metadata]`, 'must not be specified in a nested context'))
  return issues
}
