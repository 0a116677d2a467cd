import { encodeJson } from './json.js'
import { MAX_JSON_DEPTH, tooDeepText } from './json-depth.js'
import { namesOf } from './names.js'
import { inMembers, inParts } from './parts.js'
import { badRequest } from './status.js'

/**
 * Roughly the bytes a value of JSON takes in memory. Sets of fields count nothing: objects of one shape share them.
 *
 * @throws StatusError 400 for a value of more levels than given
 */
export function roughSize(value: unknown, levels = Infinity): number {
  if (typeof value === 'string') return textSize(value)
  if (typeof value !== 'object' || value === null) return 8
  if (levels === 0) throw badRequest(tooDeepText(Array.isArray(value) ? '[' : '{'))
  let size = 32
  // The indices of a list would be made texts.
  if (Array.isArray(value)) {
    for (const item of value) size += 8 + roughSize(item, levels - 1)
    return size
  }
  for (const key in value) {
    if (key === 'fieldsV1') continue
    const member = (value as { readonly [key: string]: unknown })[key] // its own key
    size += 8 + (typeof member === 'string' ? textSize(member) : roughSize(member, levels - 1))
  }
  return size
}

/**
 * {@link roughSize} of an object that is to be stored: however it came to be, it is not nested more deeply than a body
 * may be.
 */
export function storedSize(object: object): number {
  const spec = frozenSpecOf(object)
  if (!spec) return roughSize(object, MAX_JSON_DEPTH)
  let size = 32 + 8 + sizeOfSpec(spec)
  for (const key in object) {
    if (key === 'spec') continue
    const member = (object as { readonly [key: string]: unknown })[key] // its own key
    size += 8 + roughSize(member, MAX_JSON_DEPTH - 1)
  }
  return size
}

/** The spec of an object that is stored, or made of one; undefined where there is none, or a new one. */
export function frozenSpecOf(object: object): object | undefined {
  const { spec } = object as { readonly spec?: unknown } // if it has any
  return typeof spec === 'object' && spec !== null && Object.isFrozen(spec) ? spec : undefined
}

/** The least size of a spec that is remembered. */
export const LEAST_SPEC = 512

const specSize = rememberedSizes(LEAST_SPEC)

const sizeOfSpec = (spec: object): number => specSize(spec, (part) => roughSize(part, MAX_JSON_DEPTH - 1))

/**
 * Makes a memory of the sizes of frozen parts of objects: what is written most often is a status beside a spec that
 * stays as it is. Smaller ones than `least` are measured again, which is quicker than to remember them.
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

const textSize = (text: string) => 16 + 2 * text.length

/**
 * The {@link roughSize} of a value that takes so many bytes at most; undefined of a larger one, which is not looked at
 * further.
 */
export function sizeUpTo(most: number, value: unknown): number | undefined {
  const spec = typeof value === 'object' && value !== null ? frozenSpecOf(value) : undefined
  const left = leftOf(most, value, spec)
  return left < 0 ? undefined : most - left
}

/** What is left of so many bytes after a value; `spec`, of a member of it, is known. */
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
    const member = (value as { readonly [key: string]: unknown })[key] // its own key
    if (spec && member === spec) left -= 8 + sizeOfSpec(spec)
    else if (key !== 'fieldsV1') left = leftOf(left - 8, member)
  }
  return left
}

/**
 * The bytes of a value's JSON as Go writes it. Beyond `most` it is not looked at further, and what is given back is
 * more than that.
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
        const member = (value as { readonly [name: string]: unknown })[name] // its own
        sum.size += jsonSize(name, most) + 1 + jsonSize(member, most - sum.size) + 1
      })
  return Math.max(size, 2)
}

// Of most texts each character is a byte, with a quote at either end.
const PLAIN = /^[ !#-%'-;=?-[\]-~]*$/
const utf8 = new TextEncoder()

const textBytes = (text: string): number => (PLAIN.test(text) ? text.length + 2 : utf8.encode(encodeJson(text)).length)
