import { isObject, setOwn } from '../base/json.js'
import { jsonSize, rememberedSizes } from '../base/size.js'
import { plainError } from '../base/status.js'
import { type Effort, TooMuch, createEffort } from './effort.js'
import type { Schema } from './types.js'

/**
 * Fills the defaults of a structural schema. A null that may not be one takes the default, and is dropped from an object where
 * there is none, unless nulls are kept; in a list it stays (apiextensions: PruneNonNullableNullsWithoutDefaults, then Default).
 */
export function defaultBySchema(schema: Schema, value: unknown, how: Defaulting = {}): unknown {
  const { keepNulls = false } = how
  if (Array.isArray(value)) {
    const { items } = schema
    if (!items) return value
    const filled = value.map((item) =>
      defaultBySchema(items, isForbiddenNull(items, item) ? (items.default ?? null) : item, how),
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
    const filled = member && start !== undefined ? defaultBySchema(member, start, how) : start
    changed ||= filled !== given
    if (filled !== undefined) setOwn(out, key, filled)
  }
  for (const [name, member] of Object.entries(properties)) {
    if (member.default === undefined || Object.hasOwn(out, name)) continue
    changed = true
    how.effort?.take(name.length + sizeOf(member.default))
    setOwn(out, name, defaultBySchema(member, member.default, { ...how, keepNulls: false }))
  }
  return changed ? out : value
}

type Defaulting = {
  readonly keepNulls?: boolean
  /** Takes a step for each byte that defaults come to. */
  readonly effort?: Effort
}

/** What defaults may come to. Nothing of that size can be stored. */
const MOST_DEFAULTED = 4 * 1024 * 1024

/**
 * As {@link defaultBySchema}, for what a client sent: of a few bytes in a long list defaults can make hundreds of times as many.
 *
 * @throws StatusError 500 in the words of etcd
 */
export function defaultSent(schema: Schema, value: unknown, how: Pick<Defaulting, 'keepNulls'> = {}): unknown {
  try {
    return defaultBySchema(schema, value, { ...how, effort: createEffort(MOST_DEFAULTED) })
  } catch (error) {
    if (error instanceof TooMuch) throw plainError('etcdserver: request is too large')
    throw error
  }
}

const objectSize = rememberedSizes()

const sizeOf = (value: unknown): number =>
  typeof value === 'string'
    ? value.length
    : typeof value === 'object' && value !== null
      ? objectSize(value, () => jsonSize(value, MOST_DEFAULTED))
      : 4

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
