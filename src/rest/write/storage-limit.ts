import { jsonSize } from '../../base/size.js'
import { plainError } from '../../base/status.js'
import { withoutManagedFields } from '../../apply/track.js'
import type { KindDef } from '../../registry/kind-def.js'
import { hasFormat } from '../../schema/has-format.js'
import type { KubeObject } from '../../schema/object.js'

/** Bytes of a request that etcd takes (its `--max-request-bytes`), and of a message that its client sends. */
const MOST_TAKEN = 1.5 * 1024 * 1024
const MOST_SENT = 2 * 1024 * 1024
// A character of JSON takes six bytes at most.
const MOST_ESCAPED = 6

/**
 * An object as it fits into storage: of one that is too large ownership is given up, unless the write is an apply
 * (apiserver: endpoints/handlers, isTooLargeError).
 *
 * @throws StatusError 500 in the words of etcd or of its client
 */
export function fitting(def: KindDef, object: KubeObject, isApply: boolean): KubeObject {
  const size = sizeOf(def, object)
  if (size <= MOST_TAKEN) return object
  const bare = isApply ? object : withoutManagedFields(object)
  const left = bare === object ? size : sizeOf(def, bare)
  if (left > MOST_TAKEN) throw plainError(refusalOf(left))
  return bare
}

const sizeOf = (def: KindDef, object: KubeObject): number =>
  def.structural ? sizeInJson(object) : sizeInProtobuf(def, object)

function refusalOf(size: number): string {
  if (size > MOST_SENT)
    return `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${size} vs. ${MOST_SENT})`
  return 'etcdserver: request is too large'
}

/** The bytes of an object that is stored as JSON; of one that fits in any case, less. */
function sizeInJson(object: KubeObject): number {
  const least = leastSize(object, true)
  return least * MOST_ESCAPED < MOST_TAKEN ? least : jsonSize(object, 2 * MOST_SENT)
}

/** The bytes that an object takes in protobuf at least: what it says, without the numbers of its members and what is empty. */
function sizeInProtobuf({ schema }: KindDef, object: KubeObject): number {
  const size = leastSize(object, false)
  // What is base64 here are bytes there.
  return hasFormat(schema, 'byte') ? Math.floor((size * 3) / 4) : size
}

function leastSize(value: unknown, named: boolean): number {
  if (typeof value === 'string') return isTime(value) ? 8 : value.length + 2
  if (typeof value !== 'object' || value === null) return value === null ? 0 : 2
  let size = 2
  for (const name in value) {
    const member = (value as { readonly [name: string]: unknown })[name] // its own
    if (name === 'fieldsV1' && typeof member === 'object' && member !== null) size += sizeOfFields(member)
    else size += leastSize(member, named) + (named ? name.length : 0)
  }
  return size
}

// As numbers they take less than as texts.
const isTime = (text: string) => text.length >= 20 && text.length <= 30 && text[10] === 'T'

const sizes = new WeakMap<object, number>()

/** The characters of a set of fields, which is stored as JSON, at least. Sets are never changed, and objects of one shape share them. */
function sizeOfFields(fields: object): number {
  let size = sizes.get(fields)
  if (size === undefined) sizes.set(fields, (size = lengthOfFields(fields)))
  return size
}

function lengthOfFields(fields: object): number {
  let size = 2
  for (const element in fields)
    size += element.length + 3 + lengthOfFields((fields as { readonly [element: string]: object })[element] ?? {}) // its own
  return size
}
