import { badRequest, plainError } from '../../../base/errors/status.js'
import { goQuote } from '../../../base/go/printable.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import type { Profile } from '../../../model/registry/profile.js'
import { structNameOf } from '../../../model/registry/struct-schema.js'
import { namesOf } from '../../../model/registry/translate.js'
import { bodySummary } from '../../../base/errors/body-summary.js'
import { unknownFormat } from '../body.js'
import { hasMessage } from '../has-message.js'
import { BinaryReader } from '@bufbuild/protobuf/wire'
import { ProtobufFault, inGoWords } from './fault.js'
import { type Rename, decodeMessage } from './message.js'
import { messageName, messageOf } from './table.js'

/**
 * Decodes a protobuf body to an object, for create and update.
 *
 * @throws StatusError 415 for a kind without messages, 400 with the message of the server's decoder
 */
export function protobufObject(bytes: Uint8Array, def: KindDef, profile: Profile): unknown {
  // Looked up by its own struct: a custom resource may share its kind's name with a built-in one, in a similarly named
  // group.
  const message = hasMessage(def) ? structNameOf(def.component) : undefined
  if (message === undefined) throw unknownFormat(['application/json', 'application/yaml'])
  const { apiVersion, kind } = def
  const decoded = decodeObject(bytes, { apiVersion, kind, message }, namesOf(profile).member)
  if (decoded.error === undefined) return decoded.value
  const { type, error } = decoded
  throw badRequest(
    type
      ? `${type.kind} in version ${goQuote(type.apiVersion.split('/').at(-1) ?? '')} cannot be handled as a ${def.kind}: ${error}`
      : `the object provided is unrecognized (must be of type ${def.kind}): ${error} (${bodySummary(bytes)})`,
  )
}

/**
 * Decodes a protobuf body to DeleteOptions.
 *
 * @throws StatusError 500 with the message of the server's decoder
 */
export function protobufOptions(bytes: Uint8Array): unknown {
  const decoded = decodeObject(bytes, DELETE_OPTIONS, String)
  if (decoded.error !== undefined) throw plainError(decoded.error)
  return decoded.value
}

const DELETE_OPTIONS = { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions', message: 'meta.v1.DeleteOptions' }

/** The kind and apiVersion of a body. */
type TypeMeta = { readonly apiVersion: string; readonly kind: string }

/** The expected type of a body, and the name of its message (`core.v1.Pod`). */
type Expected = TypeMeta & { readonly message: string }

/** A body decoded to JSON, or the error of Go's decoder; `type` is set once the envelope could be read. */
type DecodedObject =
  { readonly value: unknown; readonly error?: undefined } | { readonly error: string; readonly type?: TypeMeta }

/**
 * Decodes an object in its envelope, as `expected` if that states no type. A type without a message is returned with
 * only its kind and apiVersion.
 */
export function decodeObject(bytes: Uint8Array, expected: Expected, rename: Rename): DecodedObject {
  let type: TypeMeta | undefined
  try {
    const envelope = inGoWords('Unknown', () => readEnvelope(bytes))
    type = { apiVersion: envelope.apiVersion || expected.apiVersion, kind: envelope.kind || expected.kind }
    const isExpected = type.apiVersion === expected.apiVersion && type.kind === expected.kind
    const name = isExpected ? expected.message : messageName(type.apiVersion, type.kind)
    const value = messageOf(name) ? decodeMessage(name, envelope.raw, rename) : {}
    return { value: { ...type, ...(value as object) } } // no kind is one of the special messages
  } catch (error) {
    if (error instanceof ProtobufFault) return { error: error.message, ...(type ? { type } : {}) }
    throw error
  }
}

const MAGIC = [0x6b, 0x38, 0x73, 0x00]

type Envelope = { readonly apiVersion: string; readonly kind: string; readonly raw: Uint8Array }

function readEnvelope(bytes: Uint8Array): Envelope {
  if (bytes.length === 0) throw new ProtobufFault('empty data')
  if (!MAGIC.every((byte, at) => bytes[at] === byte))
    throw new ProtobufFault(
      `provided data does not appear to be a protobuf message, expected prefix [${MAGIC.join(' ')}]`,
    )
  if (bytes.length === MAGIC.length) throw new ProtobufFault('empty body')
  const { 1: typeMeta, 2: raw } = readBlocks(bytes.subarray(MAGIC.length))
  const { 1: apiVersion, 2: kind } = readBlocks(typeMeta ?? NOTHING)
  return { apiVersion: new TextDecoder().decode(apiVersion), kind: new TextDecoder().decode(kind), raw: raw ?? NOTHING }
}

const NOTHING = new Uint8Array()

/** Returns the length-delimited fields of a message by number. */
function readBlocks(bytes: Uint8Array): { readonly [number: number]: Uint8Array } {
  const reader = new BinaryReader(bytes)
  const blocks: { [number: number]: Uint8Array } = {}
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag()
    if (wire === 2) blocks[number] = reader.bytes()
    else reader.skip(wire, number)
  }
  return blocks
}
