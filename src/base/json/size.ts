import { encodeJson } from './json.js'
import { MAX_JSON_DEPTH, tooDeepText } from './json-depth.js'
import { namesOf } from './member-names.js'
import { inMembers, inParts } from '../turns/work-in-parts.js'
import { badRequest } from '../errors/status.js'

/** Formats a number of bytes, as a limit is written in a message. */
export const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`

/** Returns what a text takes: two bytes for each character, and what it begins with. */
const textSize = (text: string) => 16 + 2 * text.length

/**
 * Returns the approximate size of a JSON value in memory, in bytes. `fieldsV1` counts as nothing: objects of the same
 * shape share it.
 *
 * @throws StatusError 400 for a value with more than `levels` levels
 */
export function roughSize(value: unknown, levels = Infinity): number {
  if (typeof value === 'string') return textSize(value)
  if (typeof value !== 'object' || value === null) return 8
  if (levels === 0) throw badRequest(tooDeepText(Array.isArray(value) ? '[' : '{'))
  let size = 32
  // For…in would convert the indices of a list to strings.
  if (Array.isArray(value)) {
    for (const item of value) size += 8 + roughSize(item, levels - 1)
    return size
  }
  for (const key of namesOf(value)) {
    if (key === 'fieldsV1') continue
    const member = (value as { readonly [key: string]: unknown })[key] // an own key
    size += 8 + (typeof member === 'string' ? textSize(member) : roughSize(member, levels - 1))
  }
  return size
}

/**
 * {@link roughSize} of an object to be stored, with the nesting limit of bodies.
 *
 * @throws StatusError 400 if it is nested more deeply
 */
export function storedSize(object: object): number {
  const spec = frozenSpecOf(object)
  if (!spec) return roughSize(object, MAX_JSON_DEPTH)
  let size = 32 + 8 + sizeOfSpec(spec)
  for (const key in object) {
    if (key === 'spec') continue
    const member = (object as { readonly [key: string]: unknown })[key] // an own key
    size += 8 + roughSize(member, MAX_JSON_DEPTH - 1)
  }
  return size
}

/** Returns the frozen spec of an object, shared with a stored one; undefined if there is none or it is new. */
export function frozenSpecOf(object: object): object | undefined {
  const { spec } = object as { readonly spec?: unknown } // which may be absent
  return typeof spec === 'object' && spec !== null && Object.isFrozen(spec) ? spec : undefined
}

/** The minimum size of a spec for its size to be remembered. */
export const LEAST_SPEC = 512

const specSize = rememberedSizes(LEAST_SPEC)

const sizeOfSpec = (spec: object): number => specSize(spec, (part) => roughSize(part, MAX_JSON_DEPTH - 1))

/**
 * Makes a cache for the sizes of frozen parts of objects: most writes change a status beside an unchanged spec. Sizes
 * below `least` are not cached, as measuring them again is faster.
 */
export function rememberedSizes(least = 0): (part: object, measure: (part: object) => number) => number {
  const known = new WeakMap<object, number>()
  return (part, measure) => {
    let size = known.get(part)
    if (size !== undefined) return size
    size = measure(part)
    if (size >= least) known.set(part, size)
    return size
  }
}

/**
 * Returns the {@link roughSize} of a value of at most `most` bytes; undefined if it is larger, in which case the rest
 * is not examined.
 */
export function sizeUpTo(most: number, value: unknown): number | undefined {
  const spec = typeof value === 'object' && value !== null ? frozenSpecOf(value) : undefined
  const left = leftOf(most, value, spec)
  return left < 0 ? undefined : most - left
}

/** Returns what is left of a number of bytes after a value; the size of `spec`, one of its members, is cached. */
function leftOf(most: number, value: unknown, spec?: object): number {
  if (typeof value === 'string') return most - textSize(value)
  if (typeof value !== 'object' || value === null) return most - 8
  let left = most - 32
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left >= 0; i++) left = leftOf(left - 8, value[i])
    return left
  }
  for (const key of namesOf(value)) {
    if (left < 0) return left
    const member = (value as { readonly [key: string]: unknown })[key] // an own key
    if (typeof member === 'string') left -= 8 + textSize(member)
    else if (spec && member === spec) left -= 8 + sizeOfSpec(spec)
    else if (key !== 'fieldsV1') left = leftOf(left - 8, member)
  }
  return left
}

/**
 * Returns the size in bytes of a value's JSON as Go writes it. The rest is not examined once it exceeds `most`; the
 * result is then a number above `most`.
 */
export function jsonSize(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length > most ? value.length + 2 : textBytes(value)
  if (typeof value !== 'object' || value === null) return String(value).length
  const begin = () => ({ size: 1 })
  const { size } = Array.isArray(value)
    ? inParts(value, jsonSize, value.length, begin, (sum, i) => {
        if (sum.size <= most) sum.size += jsonSize(value[i], most - sum.size) + 1
      })
    : inMembers(value, jsonSize, begin, (sum, name) => {
        if (sum.size > most) return
        const member = (value as { readonly [name: string]: unknown })[name] // an own member
        sum.size += jsonSize(name, most) + 1 + jsonSize(member, most - sum.size) + 1
      })
  return Math.max(size, 2)
}

// In most texts each character is one byte, plus the two quotes.
const PLAIN = /^[ !#-%'-;=?-[\]-~]*$/
const utf8 = new TextEncoder()

const textBytes = (text: string): number => (PLAIN.test(text) ? text.length + 2 : utf8.encode(encodeJson(text)).length)
