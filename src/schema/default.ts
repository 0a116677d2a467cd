import { isObject, setOwn } from '../base/json/json.js'
import { jsonSize, rememberedSizes } from '../base/json/size.js'
import { plainError } from '../base/errors/status.js'
import { type Effort, TooMuch, createEffort } from './effort.js'
import { mappedItems, mappedMembers } from './mapped.js'
import type { Schema } from './types.js'

/**
 * Applies the defaults of a structural schema. A null in a field that is not nullable is replaced by the default;
 * without a default it is dropped from an object, unless `keepNulls` is set, but kept in a list (apiextensions:
 * PruneNonNullableNullsWithoutDefaults, then Default).
 */
export function defaultBySchema(schema: Schema, value: unknown, how: Defaulting = {}): unknown {
  const { keepNulls = false } = how
  if (Array.isArray(value)) {
    const { items } = schema
    if (!items) return value
    return mappedItems(value, (item) =>
      defaultBySchema(items, isForbiddenNull(items, item) ? (items.default ?? null) : item, how),
    )
  }
  if (!isObject(value)) return value
  const { properties = {}, additionalProperties } = schema
  const out = mappedMembers(value, (key, given) => {
    const member = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    const start = member && isForbiddenNull(member, given) ? (member.default ?? (keepNulls ? null : undefined)) : given
    return member && start !== undefined ? defaultBySchema(member, start, how) : start
  })
  const missing = membersWithDefault(schema).filter(([name]) => !Object.hasOwn(out, name))
  if (missing.length === 0) return out
  const filled = { ...out }
  for (const [name, member] of missing) {
    how.effort?.take(name.length + sizeOf(member.default))
    setOwn(filled, name, defaultBySchema(member, member.default, { ...how, keepNulls: false }))
  }
  return filled
}

const withDefault = new WeakMap<Schema, readonly (readonly [string, Schema])[]>()

/** Returns the members of a schema that have a default; the same list each time, as schemas do not change. */
function membersWithDefault(schema: Schema): readonly (readonly [string, Schema])[] {
  let found = withDefault.get(schema)
  if (!found) {
    found = Object.entries(schema.properties ?? {}).filter(([, member]) => member.default !== undefined)
    withDefault.set(schema, found)
  }
  return found
}

type Defaulting = {
  readonly keepNulls?: boolean
  /** Charged one step per byte of defaults. */
  readonly effort?: Effort
}

/** The maximum size of all defaults in bytes. Nothing of that size can be stored. */
const MOST_DEFAULTED = 4 * 1024 * 1024

/**
 * Like {@link defaultBySchema}, for a value sent by a client: defaults can blow up a few bytes in a long list hundreds
 * of times.
 *
 * @throws StatusError 500 with etcd's message
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

/**
 * Returns a value without nulls in fields that are not nullable and have no default (apiextensions:
 * PruneNonNullableNullsWithoutDefaults).
 */
export function dropNulls(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return value
  if (Array.isArray(value)) {
    return mappedItems(value, (item) => dropNulls(schema.items, item))
  }
  if (!isObject(value)) return value
  const { properties = {}, additionalProperties } = schema
  return mappedMembers(value, (key, given) => {
    const member = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    const drops = member !== undefined && isForbiddenNull(member, given) && member.default === undefined
    return drops ? undefined : dropNulls(member, given)
  })
}

const isForbiddenNull = (schema: Schema, value: unknown) => value === null && !schema.nullable
