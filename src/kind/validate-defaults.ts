import { type Issue, invalid } from '../base/issue.js'
import { jsonEqual } from '../base/json.js'
import { pruneBySchema } from '../schema/prune.js'
import type { Schema } from '../schema/types.js'
import { validateBySchema } from '../schema/validate.js'

/** Defaults a schema has that it does not allow itself (apiextensions: ValidateDefaults). */
export function validateDefaults(schema: Schema, field: string): readonly Issue[] {
  const { properties = {}, items, additionalProperties, default: given } = schema
  return [
    ...(given === undefined || given === null ? [] : validateDefault(schema, given, `${field}.default`)),
    ...(items ? validateDefaults(items, `${field}.items`) : []),
    ...Object.entries(properties).flatMap(([name, member]) => validateDefaults(member, `${field}.properties[${name}]`)),
    ...(additionalProperties ? validateDefaults(additionalProperties, `${field}.additionalProperties`) : []),
  ]
}

function validateDefault(schema: Schema, given: unknown, field: string): readonly Issue[] {
  const { value } = pruneBySchema({ type: 'object', properties: { default: schema } }, { default: given })
  const pruned = jsonEqual(value, { default: given }) ? [] : [invalid(field, given, 'must not have unknown fields')]
  return [...pruned, ...validateBySchema(schema, given, undefined, field)]
}
