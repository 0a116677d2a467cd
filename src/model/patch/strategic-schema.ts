import { plainError } from '../../base/errors/status.js'
import type { Schema } from '../../schema/types.js'

/** How a list is patched: replaced as a whole, or merged, objects by key. */
export type ListRule = { readonly merge: boolean; readonly mergeKey: string; readonly items: Schema | undefined }

/** Returns the schema of a field, or of a map's values; undefined if unknown. */
export function memberSchema(schema: Schema | undefined, key: string): Schema | undefined {
  const members = schema?.properties
  return members && Object.hasOwn(members, key) ? members[key] : schema?.additionalProperties
}

/** Returns the patch strategy of a field apart from `retainKeys`, which only tells clients what to send. */
export function patchStrategy(schema: Schema | undefined): string | undefined {
  return schema?.['x-kubernetes-patch-strategy']?.split(',').find((strategy) => strategy !== 'retainKeys')
}

/** Returns how a list field is patched. */
export function listRule(schema: Schema | undefined): ListRule {
  return {
    merge: patchStrategy(schema) === 'merge',
    mergeKey: schema?.['x-kubernetes-patch-merge-key'] ?? '',
    items: schema?.items,
  }
}

export const noSuchField = ({ component = '' }: Schema, field: string) =>
  plainError(`unable to find api field in struct ${component.split('.').pop()} for the json field "${field}"`)

/** Returns the rule of the list that a directive names; throws a plain 500 if there is no such list. */
export function namedListRule(schema: Schema | undefined, field: string): ListRule {
  // A Go type that keeps its bytes is a struct.
  if (schema && !schema.properties && !schema.raw)
    throw plainError('merging an object in json but data type is not struct, instead is: map')
  const member = memberSchema(schema, field)
  if (schema && !member) throw noSuchField(schema, field)
  if (member && member.type !== 'array') throw plainError('expected slice or array type, but got: struct')
  return listRule(member)
}
