import type { Profile } from '../../model/registry/profile.js'
import { type KeptEmpty, membersOf } from '../../model/registry/struct-schema.js'
import type { Schema } from '../../schema/types.js'
import type { Unchecked } from './unchecked.js'

/** The schemas of a kind's fields, typed as its rules see them. */
type MembersOf<T> = {
  readonly [K in Exclude<keyof T, 'kind' | 'apiVersion' | 'metadata'>]-?: Schema<Unchecked<NonNullable<T[K]>>>
}

/**
 * Returns the schemas of the fields of a kind's struct (`core.v1.Node`) in the version of a profile. `rename` maps the
 * names of fields at any depth to those of the profile.
 */
export function structMembers<T>(
  struct: string,
  { version }: Pick<Profile, 'version'>,
  rename?: (member: string) => string,
  keptEmpty?: KeptEmpty,
): MembersOf<T> {
  const members = Object.entries(membersOf(struct, keptEmpty, version)).map(([name, schema]) => [
    name,
    rename ? renamed(schema, rename) : schema,
  ])
  return Object.fromEntries(members) as MembersOf<T> // T is the struct's type
}

function renamed(schema: Schema, rename: (member: string) => string): Schema {
  const { properties, items, required } = schema
  if (items) return { ...schema, items: renamed(items, rename) }
  if (!properties) return schema
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [rename(name), renamed(member, rename)]),
    ),
    ...(required ? { required: required.map(rename) } : {}),
  }
}
