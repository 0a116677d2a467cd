import { untyped } from '../../base/go/printable.js'
import { type Issue, invalid } from '../../base/errors/issue.js'
import { issuesOfItems } from '../../base/errors/issues-in-parts.js'
import { isObject, jsonEqual } from '../../base/json/json.js'
import { countParts, endPart, isInTurns, progressOf, stepsInParts } from '../../base/turns/work-in-parts.js'
import { roughSize } from '../../base/json/size.js'
import type { Steps } from '../../base/turns/steps.js'
import { validateRules } from '../../cel/library.js'
import { pruneBySchema } from '../../schema/prune.js'
import type { Schema } from '../../schema/types.js'
import { validateBySchema } from '../../schema/validate.js'
import { validateInner } from './custom-resource-strategy.js'

/** Validates the defaults of a schema against the schema (apiextensions: ValidateDefaults). */
export function validateDefaults(schema: Schema, field: string): readonly Issue[] {
  const defaults = stepsInParts(schema, validateDefaults, () => defaultsIn(schema, field))
  return issuesOfItems(defaults, validateDefaults, validateDefault)
}

type SchemaLevel = { readonly isResource?: boolean; readonly isRoot?: boolean; readonly inMeta?: boolean }
/** A default with its field path and its schema. */
type Default = { readonly schema: Schema; readonly given: unknown; readonly field: string; readonly level: SchemaLevel }
const META: ReadonlySet<string> = new Set(['metadata', 'apiVersion', 'kind'])

function* defaultsIn(schema: Schema, field: string): Steps<readonly Default[]> {
  const found: Default[] = []
  yield* findDefaults(schema, field, { isResource: true, isRoot: true }, found)
  return found
}

function* findDefaults(
  schema: Schema,
  field: string,
  { isResource = schema['x-kubernetes-embedded-resource'] === true, isRoot = false, inMeta = false }: SchemaLevel,
  found: Default[],
): Steps<void> {
  yield
  const { properties = {}, items, default: given } = schema
  const insideMeta = inMeta && !isResource
  if (given !== undefined && given !== null)
    found.push({ schema, given, field: `${field}.default`, level: { isResource, isRoot, inMeta: insideMeta } })
  if (items) yield* findDefaults(items, `${field}.items`, { inMeta: insideMeta }, found)
  for (const [name, member] of Object.entries(properties))
    yield* findDefaults(
      member,
      `${field}.properties[${name}]`,
      { inMeta: insideMeta || (isResource && META.has(name)) },
      found,
    )
}

// What it takes to check a default, besides what it holds.
const PARTS_OF_DEFAULT = 10

function validateDefault({ schema, given, field, level }: Default): readonly Issue[] {
  countParts(PARTS_OF_DEFAULT)
  const { isResource = false, isRoot = false, inMeta = false } = level
  const own: Schema = isResource ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema
  const issues: Issue[] = []
  if (!inMeta) {
    if (!once(given, pruneBySchema, () => isPruned(own, given)))
      issues.push(invalid(field, untyped(given), 'must not have unknown fields'))
    const embedded = validateInner(own, given, field)
    if (embedded.length > 0) return [...issues, ...embedded]
  }
  const loose = once(given, withoutEither, () => withoutEither(schema))
  const bySchema = validateBySchema(loose, given, undefined, field, 'all')
  if (bySchema.length > 0) return [...issues, ...bySchema]
  const place = { field, isRoot: isRoot || isResource }
  const rules = once(given, validateRules, () => validateRules(schema, given, given, place))
  return [...issues, ...(rules.length > 0 ? rules : validateRules(schema, given, undefined, place))]
}

/** Computes something from a default; for a long one only once, and in a turn of its own. */
function once<T>(given: unknown, place: unknown, make: () => T): T {
  if (!isInTurns() || typeof given !== 'object' || given === null) return make()
  let isNew = false
  const { made } = progressOf(given, place, () => {
    isNew = true
    return { made: make() }
  })
  if (isNew) {
    countParts(roughSize(given) / BYTES_A_PART)
    endPart()
  }
  return made
}

// The approximate number of bytes processed in the time of one part.
const BYTES_A_PART = 200

function isPruned(schema: Schema, given: unknown): boolean {
  const { value } = pruneBySchema({ type: 'object', properties: { default: schema } }, { default: given })
  return jsonEqual(value, { default: given })
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
