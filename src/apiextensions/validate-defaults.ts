import { append } from '../base/append.js'
import { untyped } from '../base/go-print.js'
import { type Issue, invalid } from '../base/issue.js'
import { isObject, jsonEqual } from '../base/json.js'
import { validateRules } from '../cel/validate.js'
import { pruneBySchema } from '../schema/prune.js'
import type { Schema } from '../schema/types.js'
import { validateBySchema } from '../schema/validate.js'
import { validateInner } from './embedded-metadata.js'

/** Validates the defaults of a schema against the schema (apiextensions: ValidateDefaults). */
export const validateDefaults = (schema: Schema, field: string): readonly Issue[] =>
  validateLevel(schema, field, { isResource: true, isRoot: true })

type SchemaLevel = { readonly isResource?: boolean; readonly isRoot?: boolean; readonly inMeta?: boolean }
const META: ReadonlySet<string> = new Set(['metadata', 'apiVersion', 'kind'])

function validateLevel(
  schema: Schema,
  field: string,
  { isResource = schema['x-kubernetes-embedded-resource'] === true, isRoot = false, inMeta = false }: SchemaLevel,
) {
  const { properties = {}, items, default: given } = schema
  const insideMeta = inMeta && !isResource
  const issues: Issue[] =
    given === undefined || given === null
      ? []
      : [...validateDefault(schema, given, `${field}.default`, { isResource, isRoot, inMeta: insideMeta })]
  if (items) append(issues, validateLevel(items, `${field}.items`, { inMeta: insideMeta }))
  for (const [name, member] of Object.entries(properties))
    append(
      issues,
      validateLevel(member, `${field}.properties[${name}]`, { inMeta: insideMeta || (isResource && META.has(name)) }),
    )
  return issues
}

function validateDefault(
  schema: Schema,
  given: unknown,
  field: string,
  { isResource = false, isRoot = false, inMeta = false }: SchemaLevel,
): readonly Issue[] {
  const own: Schema = isResource ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema
  const issues: Issue[] = []
  if (!inMeta) {
    const { value } = pruneBySchema({ type: 'object', properties: { default: own } }, { default: given })
    if (!jsonEqual(value, { default: given }))
      issues.push(invalid(field, untyped(given), 'must not have unknown fields'))
    const embedded = validateInner(own, given, field)
    if (embedded.length > 0) return [...issues, ...embedded]
  }
  const bySchema = validateBySchema(withoutEither(schema), given, undefined, field, 'all')
  if (bySchema.length > 0) return [...issues, ...bySchema]
  const rules = validateRules(schema, given, given, { field, isRoot: isRoot || isResource })
  return [
    ...issues,
    ...(rules.length > 0 ? rules : validateRules(schema, given, undefined, { field, isRoot: isRoot || isResource })),
  ]
}

/** Removes `x-kubernetes-int-or-string`, which is not checked for defaults. */
function withoutEither(schema: Schema): Schema {
  const { 'x-kubernetes-int-or-string': _, properties, additionalProperties, items, ...others } = schema
  return {
    ...others,
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, withoutEither(member)]),
          ),
        }
      : {}),
    ...(isObject(additionalProperties) ? { additionalProperties: withoutEither(additionalProperties) } : {}),
    ...(items ? { items: withoutEither(items) } : {}),
  }
}
