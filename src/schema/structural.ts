import { keepNote } from '../base/json/as-given.js'
import { append } from '../base/lists/lists.js'
import { untyped } from '../base/go/printable.js'
import { invalid, issueText } from '../base/errors/issue.js'
import { compareBytes, isObject, setOwn, sortBytes } from '../base/json/json.js'
import { type JsonTree, duplicateMembers, unheldNumber } from '../base/json/json-tree.js'
import { apart, inParts, isInTurns, namesInParts } from '../base/turns/work-in-parts.js'
import { sortInParts } from '../base/turns/sort-in-parts.js'
import { type Decoded, DecodeError, decode } from './decode.js'
import { givenValue } from './exact.js'
import { duplicateFieldText, unknownPathText } from './explain.js'
import { type ObjectMeta, ownMeta } from './metadata.js'
import type { KubeObject } from './object.js'
import { mappedItems, mappedMembers } from './mapped.js'
import { pruneBySchema } from './prune.js'
import type { Schema } from './types.js'

/**
 * Decodes a custom resource by its structural schema: metadata as for any object; of the rest the fields that the
 * schema knows, whatever their types, in byte order. Types are validated later (apiextensions:
 * unstructuredSchemaCoercer). Metadata shared with `from`, the object the value was made from, is not decoded again.
 *
 * @param keepsUnknown whether fields that the schema does not know are kept
 * @throws DecodeError for metadata of the wrong type
 */
export function readStructural<T>(
  root: Schema,
  value: unknown,
  written?: JsonTree,
  from?: KubeObject,
  keepsUnknown = false,
): Decoded<T> {
  const unheld = written && unheldNumber(written)
  if (unheld !== undefined) throw new DecodeError(unheld)
  const given = written ? apart(written, givenValue, () => givenValue(written)) : value
  if (!isObject(given))
    throw new DecodeError(
      `json: cannot unmarshal ${Array.isArray(given) ? 'array' : typeof given} into Go value of type map[string]interface {}`,
    )
  const duplicates = written ? duplicateMembers(written).map(duplicateFieldText) : []
  const { metadata, faults } = readMetadata(given['metadata'], from?.metadata)
  const { value: pruned, dropped } = keepsUnknown
    ? { value: given, dropped: [] }
    : apart(given, pruneBySchema, () => pruneBySchema(root, given))
  const { object, unknown: embedded } = apart(given, readEmbedded, () => {
    const unknown: string[] = []
    const read = readEmbedded({ ...root, 'x-kubernetes-embedded-resource': false }, pruned, '', unknown)
    return { object: { ...(isObject(read) ? read : {}), metadata }, unknown } // an object stays one
  })
  const whole = apart(given, inByteOrder, () => inByteOrder(object))
  return {
    object: whole as T, // T is what the caller knows of the schema
    faults: [
      ...duplicates,
      ...faults,
      ...[...[...dropped].sort(compareBytes), ...embedded.sort(compareBytes)].map(unknownPathText),
    ],
  }
}

/** Decodes metadata: drops unknown fields, and the null creationTimestamp of an object not created yet. */
function readMetadata(
  value: unknown,
  from?: ObjectMeta,
  at = 'metadata',
): { readonly metadata: object; readonly faults: readonly string[] } {
  if (from && value === from) return { metadata: from, faults: [] }
  const { object, faults } = decode<Readonly<Record<string, unknown>>>(ownMeta, value ?? {}, undefined, from)
  const { creationTimestamp, ...others } = object
  return {
    metadata: creationTimestamp ? object : others,
    faults: faults.map((fault) => fault.replace(/^(unknown|duplicate) field "/, `$1 field "${at}.`)),
  }
}

/** Decodes the metadata of embedded objects. */
function readEmbedded(schema: Schema | undefined, value: unknown, at: string, unknown: string[]): unknown {
  if (!schema) return value
  if (Array.isArray(value))
    return mappedItems(value, (item, i) => readEmbedded(schema.items, item, `${at}[${i}]`, unknown))
  if (!isObject(value)) return value
  const { properties = {}, additionalProperties } = schema
  return mappedMembers(value, (key, member) => {
    const isKnown = Object.hasOwn(properties, key)
    const path = isKnown || !additionalProperties ? (at ? `${at}.${key}` : key) : `${at}[${key}]`
    if (
      schema['x-kubernetes-embedded-resource'] &&
      (key === 'apiVersion' || key === 'kind') &&
      typeof member !== 'string'
    )
      throw new DecodeError(issueText(invalid(path, untyped(member), 'must be a string')))
    return key === 'metadata' && schema['x-kubernetes-embedded-resource']
      ? embeddedMetadata(member, path, unknown)
      : readEmbedded(isKnown ? properties[key] : additionalProperties, member, path, unknown)
  })
}

function embeddedMetadata(value: unknown, at: string, unknown: string[]): unknown {
  const { metadata, faults } = located(at, value, () => readMetadata(value, undefined, at))
  append(
    unknown,
    faults.flatMap((fault) => /^unknown field "(.*)"$/.exec(fault)?.[1] ?? []),
  )
  return metadata
}

/** Adds the path of embedded metadata to the errors of decoding it. */
function located<T>(at: string, value: unknown, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof DecodeError) throw new DecodeError(issueText(invalid(at, untyped(value), error.message)))
    throw error
  }
}

// Objects with more members are sorted over several event-loop turns.
const LONG = 1000

type Ordered = { readonly out: Record<string, unknown>; same: boolean }

function inByteOrderByParts(value: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  const sorted = sortInParts(value, inByteOrder, names, compareBytes)
  const begin = (): Ordered => ({ out: {}, same: true })
  const { out, same } = inParts(value, LONG, sorted.length, begin, (state, i) => {
    const name = sorted[i] ?? ''
    const member = inByteOrder(value[name])
    state.same &&= member === value[name] && name === names[i]
    setOwn(state.out, name, member)
  })
  if (same) return value
  keepNote(value, out)
  return out
}

/** Returns a value with the members of every object in byte order; parts already in order are shared. */
export function inByteOrder<T>(value: T): T {
  if (Array.isArray(value)) return mappedItems(value, inByteOrder) as T // the same items
  if (!isObject(value)) return value
  const names = namesInParts(value)
  if (isInTurns() && names.length > LONG) return inByteOrderByParts(value, names) as T // the same members
  const sorted = sortBytes([...names])
  const members: unknown[] = []
  let same = true
  for (let i = 0; i < sorted.length; i++) {
    const name = sorted[i] ?? ''
    const member = inByteOrder(value[name])
    if (member !== value[name] || name !== names[i]) same = false
    members.push(member)
  }
  if (same) return value
  const out: Record<string, unknown> = {}
  for (let i = 0; i < sorted.length; i++) setOwn(out, sorted[i] ?? '', members[i])
  keepNote(value, out)
  return out as T // the same members
}
