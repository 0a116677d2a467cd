import { membersOf, structNameOf } from '../../registry/struct-schema.js'
import { described } from '../../schema/described.js'
import type { Schema } from '../../schema/types.js'
import { SHARED_TEXTS } from './shared-texts.js'
import type { Unchecked } from './unchecked.js'

/** The members of a kind, typed as its rules see them. */
export type MembersOf<T> = {
  readonly [K in Exclude<keyof T, 'kind' | 'apiVersion' | 'metadata'>]-?: Schema<Unchecked<NonNullable<T[K]>>>
}

type Members = { readonly [member: string]: Schema }
type Texts = { readonly [path: string]: string }

/**
 * The members of a kind's struct (`core.v1.Node`), with what documents say of them: `texts` by dotted path, as for `described`,
 * and SHARED_TEXTS of the structs that many kinds have. `rename` gives members the names a profile has for them, which are
 * those `texts` speak of.
 */
export function describedMembers<T>(struct: string, texts: Texts, rename?: (member: string) => string): MembersOf<T> {
  const members = Object.entries(membersOf(struct)).map(([name, schema]) => [name, withShared(schema, rename)])
  return described(Object.fromEntries(members) as Members, texts) as unknown as MembersOf<T> // T is the struct's type
}

function withShared(schema: Schema, rename?: (member: string) => string): Schema {
  const { properties, items, required, component = '' } = schema
  if (items) return { ...schema, items: withShared(items, rename) }
  if (!properties) return schema
  const inside = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [rename?.(name) ?? name, withShared(member, rename)]),
  )
  const texts = SHARED_TEXTS[structNameOf(component) ?? '']
  return {
    ...schema,
    properties: texts ? described(inside, texts) : inside,
    ...(required && rename ? { required: required.map(rename) } : {}),
  }
}
