import { plainError } from '../base/status.js'
import type { Schema } from '../schema/types.js'

/** How a list takes a patch: replaced whole, or merged, objects by a key. */
export type ListRule = { readonly merge: boolean; readonly mergeKey: string; readonly items: Schema | undefined }

/** The schema of a member: declared, or that of every value of a map; undefined when nothing is known of it. */
export function memberSchema(schema: Schema | undefined, key: string): Schema | undefined {
  const members = schema?.properties
  return members && Object.hasOwn(members, key) ? members[key] : schema?.additionalProperties
}

/** A member's patch strategy, `retainKeys` aside: that one only tells clients what to send. */
export function patchStrategy(schema: Schema | undefined): string | undefined {
  return schema?.['x-kubernetes-patch-strategy']?.split(',').find((strategy) => strategy !== 'retainKeys')
}

/** How the list at a member takes a patch. */
export function listRule(schema: Schema | undefined): ListRule {
  return {
    merge: patchStrategy(schema) === 'merge',
    mergeKey: schema?.['x-kubernetes-patch-merge-key'] ?? '',
    items: schema?.items,
  }
}

export const noSuchField = ({ component = '' }: Schema, field: string) =>
  plainError(`unable to find api field in struct ${component.split('.').pop()} for the json field "${field}"`)

/** The rule of a list that a directive names, else a plain 500 when there is no such list. */
export function namedListRule(schema: Schema | undefined, field: string): ListRule {
  if (schema && !schema.properties)
    throw plainError('merging an object in json but data type is not struct, instead is: map')
  const member = memberSchema(schema, field)
  if (schema && !member) throw noSuchField(schema, field)
  if (member && member.type !== 'array') throw plainError('expected slice or array type, but got: struct')
  return listRule(member)
}
