import { badRequest, plainError } from '../../../base/errors/status.js'
import { goQuote } from '../../../base/go/printable.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import type { Profile } from '../../../model/registry/profile.js'
import { structNameOf } from '../../../model/registry/struct-schema.js'
import { namesOf } from '../../../model/registry/translate.js'
import { bodySummary } from '../../../base/errors/body-summary.js'
import { unknownFormat } from '../body.js'
import { hasMessage } from '../has-message.js'
import { decodeObject } from './object.js'

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
