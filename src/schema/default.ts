import { isObject, setOwn } from '../base/json.js'
import type { Schema } from './types.js'

/**
 * Fills the defaults of a structural schema. A null that may not be one takes the default, and is dropped from an object where
 * there is none, unless nulls are kept; in a list it stays (apiextensions: PruneNonNullableNullsWithoutDefaults, then Default).
 */
export function defaultBySchema(schema: Schema, value: unknown, { keepNulls = false } = {}): unknown {
  if (Array.isArray(value)) {
    const { items } = schema
    if (!items) return value
    const filled = value.map((item) =>
      defaultBySchema(items, isForbiddenNull(items, item) ? (items.default ?? null) : item, { keepNulls }),
    )
    return filled.every((item, i) => item === value[i]) ? value : filled
  }
  if (!isObject(value)) return value
  const { properties = {}, additionalProperties } = schema
  const out: Record<string, unknown> = {}
  let changed = false
  for (const [key, given] of Object.entries(value)) {
    const member = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    const start = member && isForbiddenNull(member, given) ? (member.default ?? (keepNulls ? null : undefined)) : given
    const filled = member && start !== undefined ? defaultBySchema(member, start, { keepNulls }) : start
    changed ||= filled !== given
    if (filled !== undefined) setOwn(out, key, filled)
  }
  for (const [name, member] of Object.entries(properties)) {
    if (member.default === undefined || Object.hasOwn(out, name)) continue
    changed = true
    setOwn(out, name, defaultBySchema(member, member.default))
  }
  return changed ? out : value
}

/** A value without the nulls of members that may not be one and have no default (apiextensions: PruneNonNullableNullsWithoutDefaults). */
export function dropNulls(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return value
  if (Array.isArray(value)) {
    const kept = value.map((item) => dropNulls(schema.items, item))
    return kept.every((item, i) => item === value[i]) ? value : kept
  }
  if (!isObject(value)) return value
  const { properties = {}, additionalProperties } = schema
  const out: Record<string, unknown> = {}
  let changed = false
  for (const [key, given] of Object.entries(value)) {
    const member = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    const drops = member !== undefined && isForbiddenNull(member, given) && member.default === undefined
    const kept = drops ? undefined : dropNulls(member, given)
    changed ||= kept !== given
    if (!drops) setOwn(out, key, kept)
  }
  return changed ? out : value
}

const isForbiddenNull = (schema: Schema, value: unknown) => value === null && !schema.nullable
