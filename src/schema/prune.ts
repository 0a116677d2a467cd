import { isObject } from '../base/json/json.js'
import { mappedItems, mappedMembers } from './mapped.js'
import type { Schema } from './types.js'

/**
 * A value without unknown fields, and the paths of those in the order of the value (`spec.foo`, `spec.list[0].bar`).
 */
type Pruned = { readonly value: unknown; readonly dropped: readonly string[] }

const META_MEMBERS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/**
 * Drops the unknown fields of a custom resource; kind, apiVersion and metadata of the object itself stay as they are.
 */
export function pruneBySchema(schema: Schema, value: unknown): Pruned {
  const dropped: string[] = []
  return { value: prune({ ...schema, 'x-kubernetes-embedded-resource': true }, value, '', dropped, false), dropped }
}

// `lenient` is set below a schema that preserves unknown fields: lists pass it on, known fields reset it.
function prune(schema: Schema | undefined, value: unknown, path: string, dropped: string[], lenient: boolean): unknown {
  const keeps = lenient || schema?.['x-kubernetes-preserve-unknown-fields'] === true
  if (Array.isArray(value)) {
    if (keeps && !schema?.items) return value
    return mappedItems(value, (item, i) =>
      typeof item === 'object' ? prune(schema?.items, item, `${path}[${i}]`, dropped, keeps) : item,
    )
  }
  if (!isObject(value)) return value
  const { properties = {}, additionalProperties } = schema ?? {}
  return mappedMembers(value, (key, member) => {
    const at = path === '' ? key : `${path}.${key}`
    const known = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    if (schema?.['x-kubernetes-embedded-resource'] && META_MEMBERS.has(key)) return member
    if (known) return prune(known, member, at, dropped, false)
    if (keeps) return member
    dropped.push(at)
    return undefined
  })
}
