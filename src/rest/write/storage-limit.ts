import { LEAST_SPEC, frozenSpecOf, jsonSize, rememberedSizes } from '../../base/size.js'
import { areParted, inParts, progressOf } from '../../base/parts.js'
import { namesOf } from '../../base/names.js'
import { plainError } from '../../base/status.js'
import { withoutManagedFields } from '../../apply/track.js'
import type { KindDef } from '../../registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import type { Call } from '../../api/call.js'
import type { Schema } from '../../schema/types.js'

/** Bytes of a request that etcd takes (its `--max-request-bytes`), and of a message that its client sends. */
const MOST_TAKEN = 1536 * 1024
const MOST_SENT = 2 * 1024 * 1024
// A character of JSON takes six bytes at most.
const MOST_ESCAPED = 6

/**
 * An object as it fits into storage: of one that is too large ownership is given up, unless the write is an apply
 * (apiserver: endpoints/handlers, isTooLargeError).
 *
 * @throws StatusError 500 in the words of etcd or of its client
 */
export function fitting(def: KindDef, object: KubeObject, { body, steps }: Call): KubeObject {
  if (!steps && isSmall(object)) return object
  const size = sizeOf(def, object)
  if (size < LARGE) return object
  if (size <= MOST_TAKEN) return noted(object)
  const bare = body?.patch === 'apply' ? object : withoutManagedFields(object)
  const left = bare === object ? size : sizeOf(def, bare)
  if (left > MOST_TAKEN) throw plainError(refusalOf(left))
  return noted(bare)
}

const large = new WeakSet<KubeObject>()

function noted(object: KubeObject): KubeObject {
  large.add(object)
  return object
}

/** Tells of what fits into storage that it has so many characters that what is done with it takes long. */
export const isLarge = (fits: KubeObject): boolean => large.has(fits)

/**
 * Tells an object that would be too large without anything that the server adds: whoever owns its fields is not kept.
 */
export const isTooLarge = (def: KindDef, object: KubeObject, { steps }: Call): boolean =>
  (steps !== undefined || !isSmall(object)) && sizeOf(def, object) > MOST_TAKEN

const sizeOf = ({ structural, schema }: KindDef, object: KubeObject): number =>
  structural ? sizeInJson(object) : sizeInProtobuf(schema, object)

/** The least bytes of an object that is stored as protobuf; its spec is measured once. */
function sizeInProtobuf(schema: Schema, object: KubeObject): number {
  const spec = frozenSpecOf(object)
  if (!spec) return leastSize(schema, object)
  let size = 2
  for (const name of namesOf(object)) {
    const part = schema.properties?.[name]
    size += name === 'spec' ? specSize(spec, () => leastSize(part, spec)) : leastSize(part, object[name])
  }
  return size
}

const specSize = rememberedSizes()

// Of so many characters an object fits, whatever they are.
const SMALL = MOST_TAKEN / MOST_ESCAPED / 2
// Bytes of an object that takes long to read, check and compare.
const LARGE = 64 * 1024

/**
 * Tells an object that fits whatever it says. A status is written more often than the spec beside it, whose characters
 * are counted once.
 */
const isSmall = (object: KubeObject): boolean => leftOf(SMALL, object, frozenSpecOf(object)) >= 0

// A function of its own in the loop below would have V8 make a context for each member.
const charactersOf = (part: object): number => SMALL - leftOf(SMALL, part)
const specCharacters = rememberedSizes(LEAST_SPEC)
// Sets are never changed, and objects of one shape share them.
const fieldsCharacters = rememberedSizes()

/**
 * What is left of so many characters after a value, with room for what stands around it; negative where they are too
 * few, where no more is looked at. `spec`, of a member of it, is known.
 */
function leftOf(most: number, value: unknown, spec?: object): number {
  if (typeof value === 'string') return most - value.length - 4
  if (typeof value !== 'object' || value === null) return most - 24
  let left = most - 4
  if (Array.isArray(value)) {
    for (const item of value) if (left >= 0) left = leftOf(left, item)
    return left
  }
  for (const name in value) {
    if (left < 0) return left
    const member = (value as { readonly [name: string]: unknown })[name] // its own
    left -= name.length + 4
    if (typeof member === 'string') left -= member.length + 4
    else if (spec && member === spec) left -= specCharacters(spec, charactersOf)
    else if (name === 'fieldsV1' && typeof member === 'object' && member !== null)
      left -= fieldsCharacters(member, charactersOf)
    else left = leftOf(left, member)
  }
  return left
}

function refusalOf(size: number): string {
  if (size > MOST_SENT)
    return `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${size} vs. ${MOST_SENT})`
  return 'etcdserver: request is too large'
}

/** The bytes of an object that is stored as JSON; of one that fits in any case, less. */
function sizeInJson(object: KubeObject): number {
  const least = leastSize(undefined, object)
  return least * MOST_ESCAPED < MOST_TAKEN ? least : jsonSize(object, 2 * MOST_SENT)
}

/**
 * The bytes that a value takes at least, in protobuf where it has a schema, in JSON where it has none: what it says,
 * without what stands around that.
 */
function leastSize(schema: Schema | undefined, value: unknown): number {
  if (typeof value === 'string') return textSize(schema, value)
  if (typeof value !== 'object' || value === null) return value === null ? 0 : 2
  if (Array.isArray(value))
    return longSize(value, value.length, () => summed(value, value, (item) => leastSize(schema?.items, item)))
  const { properties, additionalProperties } = schema ?? {}
  const names = namesIn(value)
  const sizeOfMember = (name: string) => {
    const member = (value as { readonly [name: string]: unknown })[name] // its own
    if (name === 'fieldsV1' && typeof member === 'object' && member !== null) return sizeOfFields(member)
    return properties ? leastSize(properties[name], member) : name.length + leastSize(additionalProperties, member)
  }
  return longSize(value, names.length, () => summed(value, names, sizeOfMember))
}

const longSizes = rememberedSizes()
const MANY = 1000

/** A size that is measured once where there is much to measure, which objects of one template share. */
const longSize = (value: object, length: number, measure: () => number): number =>
  length > MANY && Object.isFrozen(value) ? longSizes(value, measure) : measure()

// They are asked for in each turn.
const namesIn = (value: object): readonly string[] => progressOf(value, namesOf, () => namesOf(value))

/** The size of a list or object with parts of such sizes; those of a long one are summed up in several turns. */
function summed<T>(value: object, parts: readonly T[], sizeOfPart: (part: T) => number): number {
  let size = 2
  if (areParted(parts.length))
    return inParts(
      value,
      summed,
      parts.length,
      () => ({ size }),
      (sum, i) => {
        sum.size += sizeOfPart(parts[i] as T) // there are as many
      },
    ).size
  for (const part of parts) size += sizeOfPart(part)
  return size
}

const textSize = (schema: Schema | undefined, text: string): number =>
  schema?.format === 'byte' ? Math.floor((text.length * 3) / 4) : schema && isTime(text) ? 8 : text.length + 2

// As numbers they take less than as texts.
const isTime = (text: string) => text.length >= 20 && text.length <= 30 && text[10] === 'T'

const fieldsSize = rememberedSizes()

/** The characters of a set of fields, which is stored as JSON, at least. */
const sizeOfFields = (fields: object): number => fieldsSize(fields, () => lengthOfFields(fields))

function lengthOfFields(fields: object): number {
  const elements = namesIn(fields)
  const lengthOfElement = (element: string) => {
    const member = (fields as { readonly [element: string]: unknown })[element] // its own
    // A client may send any JSON in place of a set.
    const length = typeof member === 'object' && member !== null ? lengthOfFields(member) : String(member).length
    return element.length + 3 + length
  }
  return longSize(fields, elements.length, () => summed(fields, elements, lengthOfElement))
}
