import { badRequest } from '../base/status.js'
import { goQuote } from '../base/go-print.js'
import { isObject } from '../base/json.js'
import type { KindDef } from '../kind/define.js'
import type { Registry } from '../kind/registry.js'
import { knownForeignKind } from '../kind/foreign.js'
import { unregistered } from '../kind/unregistered.js'
import { DecodeError, decode } from '../schema/decode.js'
import { unknownFieldText } from '../schema/explain.js'
import type { KubeObject } from '../schema/object.js'
import type { Call } from './types.js'

/** A request body as an object of the kind, and what there is to warn of. */
export type ReadObject = { readonly object: KubeObject; readonly warnings: readonly string[] }

/**
 * Reads the body of a create or replace. kind and apiVersion default from the URL; unknown and duplicate members are
 * refused, warned of or passed over by fieldValidation.
 *
 * @throws StatusError 400 in the words of the server's decoder
 */
export function readObject(call: Call, registry: Registry): ReadObject {
  const { def } = call.target
  const value = call.body?.value ?? {}
  const { kind, apiVersion } = typeOf(value, def)
  const head = `${kind} in version ${goQuote(apiVersion.split('/').at(-1)!)} cannot be handled as a ${def.kind}`
  checkType(kind, apiVersion, def, registry, head)
  try {
    return readMembers(call, value)
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`${head}: ${error.message}`)
    throw error
  }
}

/**
 * Reads a value by the kind's schema and fills its defaults.
 *
 * @throws DecodeError where it does not fit, or where fieldValidation is Strict and it holds unknown or duplicate members
 */
export function readMembers({ target: { def }, options, body }: Call, value: unknown): ReadObject {
  const { object, unknown } = decode<KubeObject>(def.schema, value)
  const problems = options.fieldValidation === 'Ignore' ? [] : [...(body?.duplicates ?? []), ...unknown.map(unknownFieldText)]
  if (problems.length > 0 && options.fieldValidation === 'Strict') throw new DecodeError(`strict decoding error: ${problems.slice(0, 100).join(', ')}`)
  const { kind: _, apiVersion: __, ...members } = object
  return { object: def.defaults({ kind: def.kind, apiVersion: def.apiVersion, ...members } as KubeObject), warnings: problems }
}

function typeOf(value: unknown, def: KindDef): { readonly kind: string; readonly apiVersion: string } {
  const { kind, apiVersion } = isObject(value) ? value : {}
  return { kind: typeof kind === 'string' && kind ? kind : def.kind, apiVersion: typeof apiVersion === 'string' && apiVersion ? apiVersion : def.apiVersion }
}

function checkType(kind: string, apiVersion: string, def: KindDef, registry: Registry, head: string): void {
  if (kind === def.kind && apiVersion === def.apiVersion) return
  const other = registry.of(apiVersion, kind)
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  if (other && other.kind === def.kind && other.storageGroup === def.storageGroup) throw badRequest(`the API version in the data (${apiVersion}) does not match the expected API version (${def.apiVersion})`)
  const shared = def.scheme === 'core' && (other ? other.scheme === 'core' : knownForeignKind(group!, version!, kind))
  throw badRequest(
    shared
      ? `${head}: converting (${version}.${kind}) to (${def.storageGroup.split('.')[0] || 'core'}.${def.kind}): unknown conversion`
      : `${head}: ${unregistered(kind, apiVersion)}`,
  )
}
