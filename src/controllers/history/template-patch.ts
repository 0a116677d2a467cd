import { type JsonObject, compareBytes, encodeJson, getOwn, isObject, jsonEqual } from '../../base/json/json.js'

/** An object with a pod template. */
type Templated = { readonly spec?: { readonly template: unknown } }

/** Returns the data of an object's revision: a strategic merge patch that restores its template. */
export function templatePatch({ spec }: Templated): JsonObject {
  const template = spec?.template
  // An object stays an object.
  return inOrder({ spec: { template: { ...(isObject(template) ? template : {}), $patch: 'replace' } } }) as JsonObject
}

/** Returns the text of a patch as Go serializes it; patches are compared and hashed by it. */
export const textOfPatch = (patch: unknown): string => encodeJson(inOrder(patch) ?? null)

/** Returns an object with the template of a patch; the object itself if the patch has no template or an equal one. */
export function withPatchedTemplate<T extends Templated>(object: T, patch: unknown): T {
  const spec = isObject(patch) ? getOwn(patch, 'spec') : undefined
  const template = isObject(spec) ? getOwn(spec, 'template') : undefined
  if (!isObject(template)) return object
  const { $patch: _, ...kept } = template
  // The object's own template is preferred: results derived from it are cached.
  if (jsonEqual(kept, object.spec?.template)) return object
  return { ...object, spec: { ...object.spec, template: kept } }
}

/**
 * Sorts the members of JSON objects by name; returns the value itself if they are sorted, as most long ones are.
 * Integers beyond 2^53 are rounded: Go reads the numbers of a patch as float64.
 */
function inOrder(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
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
