import { type JsonObject, compareBytes, getOwn, isObject, jsonEqual } from '../../base/json.js'

/** An object that has a template for pods. */
type Templated = { readonly spec?: { readonly template: unknown } }

/** What is kept of an object: a strategic merge patch that gives another one the template it has. */
export function templatePatch({ spec }: Templated): JsonObject {
  const template = spec?.template
  // Of an object comes one.
  return inOrder({ spec: { template: { ...(isObject(template) ? template : {}), $patch: 'replace' } } }) as JsonObject
}

/** The text of a patch as Go writes it, by which patches are compared and named. */
export const textOfPatch = (patch: unknown): string =>
  JSON.stringify(inOrder(patch) ?? null).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** An object with the template that a patch gives back; the object itself where it says nothing of one, or has that. */
export function withPatchedTemplate<T extends Templated>(object: T, patch: unknown): T {
  const spec = isObject(patch) ? getOwn(patch, 'spec') : undefined
  const template = isObject(spec) ? getOwn(spec, 'template') : undefined
  if (!isObject(template)) return object
  const { $patch: _, ...kept } = template
  // What it has itself was read before.
  if (jsonEqual(kept, object.spec?.template)) return object
  return { ...object, spec: { ...object.spec, template: kept } }
}

/** JSON whose members are in order of their names: itself where they are, as most are that is long. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(inOrder)
    return items.every((item, i) => item === value[i]) ? value : items
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const ordered = entries.map(([name, member]) => [name, inOrder(member)] as const)
  const isOrdered = ordered.every(
    ([name, member], i) =>
      member !== undefined &&
      member === entries[i]?.[1] &&
      (i === 0 || compareBytes(ordered[i - 1]?.[0] ?? '', name) < 0),
  )
  if (isOrdered) return value
  return Object.fromEntries(ordered.filter(([, member]) => member !== undefined).sort(([a], [b]) => compareBytes(a, b)))
}
