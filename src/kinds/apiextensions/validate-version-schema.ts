import { binarySearch } from '../../base/lists/binary-search.js'
import { GoText } from '../../base/go/printable.js'
import { type Issue, forbidden, invalid } from '../../base/errors/issue.js'
import { compareBytes } from '../../base/json/json.js'
import { neededEngine } from '../../cel/library.js'
import { isRuled } from '../../cel/rules.js'
import { type DefinitionVersion, type RawSchema, schemaOf } from './definition.js'
import { validateDefaults } from './validate-defaults.js'
import { validateSchemaWords } from './validate-schema.js'
import { structuralFault, validateStructural } from './validate-structural.js'

/** Validates the schema of a version (apiextensions: validateCustomResourceDefinitionValidation). */
export function validateVersionSchema(
  { schema }: DefinitionVersion,
  field: string,
  hasStatus: boolean,
): readonly Issue[] {
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
  const strange = [invalid(at, new GoText('apiextensions.JSONSchemaProps{…}'), ALLOWED_AT_ROOT)]
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
