import { goQuote } from '../base/go-print.js'
import { type Issue, forbidden, invalid, issueText, required } from '../base/issue.js'
import { compareBytes } from '../base/json.js'
import { patternOf } from '../schema/bounds.js'
import { checkRules } from '../cel/check.js'
import { type RawSchema, schemaOf } from './definition.js'
import { validateDefaults } from './validate-defaults.js'
import { validateSchemaWords } from './validate-schema.js'

type Level = 'root' | 'item' | 'field'
const NO_TYPE = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}
const OWN_TO_STRUCTURE = [
  'type',
  'default',
  'title',
  'description',
  'nullable',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
] as const
const SHOULD_BE = (name: string) =>
  name === 'default' ? 'must be undefined' : name === 'type' || name === 'title' || name === 'description' ? 'must be empty' : 'must be false'

/** Where a schema is not structural, sorted by what is said (apiextensions: ValidateStructural). */
export function validateStructural(schema: RawSchema, field: string): readonly Issue[] {
  const issues = [...validateLevel(schema, 'root', field)].sort((a, b) => compareBytes(issueText(a), issueText(b)))
  const formal = [...(issues.length > 0 ? issues : validateDefaults(schemaOf(schema), field)), ...validateSchemaWords(schema, field)]
  return formal.length > 0 ? formal : checkRules(schemaOf(schema), field)
}

function validateLevel(schema: RawSchema, level: Level, field: string): readonly Issue[] {
  const issues: Issue[] = []
  const { type, items, properties = {}, additionalProperties } = schema
  const embedded = schema['x-kubernetes-embedded-resource'] === true
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true
  const either = schema['x-kubernetes-int-or-string'] === true
  if (type === 'array' && !items) issues.push(required(`${field}.items`, 'must be specified'))
  if (items) issues.push(...validateLevel(items, 'item', `${field}.items`))
  for (const [name, member] of Object.entries(properties)) issues.push(...validateLevel(member, 'field', `${field}.properties[${name}]`))
  if (additionalProperties !== undefined && additionalProperties !== false) {
    if (level === 'root') issues.push(forbidden(`${field}.additionalProperties`, 'must not be used at the root'))
    if (typeof additionalProperties === 'object') issues.push(...validateLevel(additionalProperties, 'field', `${field}.additionalProperties`))
  }
  if (either && open) issues.push(invalid(`${field}.x-kubernetes-preserve-unknown-fields`, true, 'must be false if x-kubernetes-int-or-string is true'))
  if (either && embedded) issues.push(invalid(`${field}.x-kubernetes-embedded-resource`, true, 'must be false if x-kubernetes-int-or-string is true'))
  issues.push(...validateNested(schema, field, either))
  if (embedded && type !== 'object') {
    const words = 'must be object if x-kubernetes-embedded-resource is true'
    issues.push(type ? invalid(`${field}.type`, type, words) : required(`${field}.type`, words))
  } else if (!type && !either && !open) issues.push(required(`${field}.type`, NO_TYPE[level]))
  if (level === 'root' && type && type !== 'object') issues.push(invalid(`${field}.type`, type, 'must be object at the root'))
  if (embedded && !open && Object.keys(properties).length === 0)
    issues.push(required(`${field}.properties`, 'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields'))
  return [...issues, ...(level === 'root' || embedded ? validateHead(properties, field) : [])]
}

function validateHead(properties: { readonly [member: string]: RawSchema }, field: string): readonly Issue[] {
  const wrong = (['kind', 'apiVersion'] as const).filter((name) => properties[name] && properties[name].type !== 'string')
  const issues = wrong.map((name) => invalid(`${field}.properties[${name}].type`, properties[name]!.type ?? '', 'must be string'))
  const { metadata } = properties
  return metadata && metadata.type !== 'object' ? [...issues, invalid(`${field}.properties[metadata].type`, metadata.type ?? '', 'must be object')] : issues
}

/** What may not stand below allOf, anyOf, oneOf and not; `either` excuses the types of an int-or-string. */
function validateNested(schema: RawSchema, field: string, either: boolean): readonly Issue[] {
  const { allOf = [], anyOf = [], oneOf = [], not, pattern } = schema
  const lists = Object.entries({ anyOf: either && areIntAndString(anyOf) ? [] : anyOf, allOf, oneOf })
  const issues = lists.flatMap(([word, list]) => list.flatMap((one, i) => validateValues(one, `${field}.${word}[${i}]`, either && word === 'allOf' && i === 0)))
  if (not) issues.push(...validateValues(not, `${field}.not`, false))
  if (pattern && !patternOf(pattern))
    issues.push(invalid(`${field}.pattern`, pattern, `must be a valid regular expression, but isn't: error parsing regexp: ${goQuote(pattern)}`))
  return issues
}

const areIntAndString = (schemas: readonly RawSchema[]) => schemas.length === 2 && schemas[0]!.type === 'integer' && schemas[1]!.type === 'string'

function validateValues(schema: RawSchema, field: string, either: boolean): readonly Issue[] {
  const issues = [...validateNested(schema, field, either)]
  if (schema.items) issues.push(...validateValues(schema.items, `${field}.items`, false))
  for (const [name, member] of Object.entries(schema.properties ?? {})) issues.push(...validateValues(member, `${field}.properties[${name}]`, false))
  if (schema.additionalProperties !== undefined) issues.push(forbidden(`${field}.additionalProperties`, 'must be undefined to be structural'))
  for (const name of OWN_TO_STRUCTURE) if (schema[name]) issues.push(forbidden(`${field}.${name}`, `${SHOULD_BE(name)} to be structural`))
  if (schema.properties?.['metadata']) issues.push(forbidden(`${field}.properties[metadata]`, 'must not be specified in a nested context'))
  return issues
}
