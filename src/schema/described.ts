import type { Schema } from './types.js'

type Members = { readonly [member: string]: Schema }

/**
 * Gives members their descriptions, which documents tell. `texts` is by dotted path, through structs and the items of
 * lists.
 *
 * @throws Error where there is no such member
 */
export function described<const M extends Members>(members: M, texts: { readonly [path: string]: string }): M {
  return Object.entries(texts).reduce<Members>(
    (so, [path, text]) => withText(so, path.split('.'), text, path),
    members,
  ) as M // members change no type
}

function withText(members: Members, [member = '', ...rest]: readonly string[], text: string, path: string): Members {
  const schema = members[member]
  if (!schema) throw new Error(`there is no member ${path} to describe`)
  return {
    ...members,
    [member]: rest.length === 0 ? { ...schema, description: text } : inside(schema, rest, text, path),
  }
}

function inside(schema: Schema, rest: readonly string[], text: string, path: string): Schema {
  if (schema.items) return { ...schema, items: inside(schema.items, rest, text, path) }
  return { ...schema, properties: withText(schema.properties ?? {}, rest, text, path) }
}
