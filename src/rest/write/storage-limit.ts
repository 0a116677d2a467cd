import {
  charactersIn,
  frozenSpecOf,
  jsonSize,
  rememberedSizes,
  storedExtent,
  type Extent,
} from '../../base/json/size.js'
import { areParted, inParts, progressOf } from '../../base/turns/work-in-parts.js'
import { namesOf } from '../../base/json/member-names.js'
import { plainError } from '../../base/errors/status.js'
import { withoutManagedFields } from '../../model/apply/track.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import type { Call } from '../../model/call/call.js'
import type { Schema } from '../../schema/types.js'

/** Maximum bytes of a request that etcd accepts (its `--max-request-bytes`), and of a message that its client sends. */
const MOST_TAKEN = 1536 * 1024
const MOST_SENT = 2 * 1024 * 1024
// A character takes six bytes in JSON at most.
const MOST_ESCAPED = 6

/** An object that fits into storage, and its storedSize if that is known. */
export type Fitting = { readonly next: KubeObject; readonly bytes?: number }

/**
 * Returns an object that fits into storage: one that is too large loses its managedFields, unless the write is an apply
 * (apiserver: endpoints/handlers, isTooLargeError).
 *
 * @throws StatusError 500 with the message of etcd or of its client
 */
export function fitting(def: KindDef, object: KubeObject, { body }: Call): Fitting {
  const extent = storedExtent(object)
  if (isSmall(extent)) return { next: object, bytes: extent.bytes }
  const size = sizeOf(def, object)
  if (size < LARGE) return { next: object }
  if (size <= MOST_TAKEN) return noted(object)
  const bare = body?.patch === 'apply' ? object : withoutManagedFields(object)
  const left = bare === object ? size : sizeOf(def, bare)
  if (left > MOST_TAKEN) throw plainError(refusalOf(left))
  return noted(bare)
}

const large = new WeakSet<KubeObject>()

function noted(object: KubeObject): Fitting {
  large.add(object)
  return { next: object }
}

/** Tells whether an object that fits into storage is so large that work on it takes long. */
export const isLarge = (fits: KubeObject): boolean => large.has(fits)

/**
 * Tells whether an object is too large even without anything that the server adds: its field ownership is not tracked
 * then.
 */
export const isTooLarge = (def: KindDef, object: KubeObject): boolean =>
  !isSmall(storedExtent(object)) && sizeOf(def, object) > MOST_TAKEN

const sizeOf = ({ structural, schema }: KindDef, object: KubeObject): number =>
  structural ? sizeInJson(object) : sizeInProtobuf(schema, object)

/** Returns a lower bound for the size of an object in protobuf; the size of its spec is cached. */
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

// An object of at most this many characters fits, whatever they are.
const SMALL = MOST_TAKEN / MOST_ESCAPED / 2
// Size in bytes from which decoding, validating and comparing an object takes long.
const LARGE = 64 * 1024

/** Tells whether an object of that extent fits in any case. */
const isSmall = (extent: Extent): boolean => charactersIn(extent) <= SMALL

function refusalOf(size: number): string {
  if (size > MOST_SENT)
    return `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${size} vs. ${MOST_SENT})`
  return 'etcdserver: request is too large'
}

/** Returns the size in bytes of an object stored as JSON; for one that fits in any case, a lower bound. */
function sizeInJson(object: KubeObject): number {
  const least = leastSize(undefined, object)
  return least * MOST_ESCAPED < MOST_TAKEN ? least : jsonSize(object, 2 * MOST_SENT)
}

/**
 * Returns a lower bound for the size of a value in bytes, in protobuf if it has a schema, else in JSON: its contents
 * without the encoding around them.
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

/** Caches the size of long frozen values, which objects from one template share. */
const longSize = (value: object, length: number, measure: () => number): number =>
  length > MANY && Object.isFrozen(value) ? longSizes(value, measure) : measure()

// Cached, as every turn needs them.
const namesIn = (value: object): readonly string[] => progressOf(value, namesOf, () => namesOf(value))

/**
 * Returns the size of a list or object from the sizes of its parts; a long one is summed up over several event-loop
 * turns.
 */
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

// In protobuf, times are numbers, which take less space than text.
const isTime = (text: string) => text.length >= 20 && text.length <= 30 && text[10] === 'T'

const fieldsSize = rememberedSizes()

/** Returns a lower bound for the size of a FieldsV1 set, which is stored as JSON. */
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
