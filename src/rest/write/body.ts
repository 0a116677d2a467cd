import { splitApiVersion } from '../../base/api-version.js'
import { bodySummary } from '../../base/body-summary.js'
import { invalid } from '../../base/issue.js'
import { badRequest, invalidStatus } from '../../base/status.js'
import { goQuote } from '../../base/go-print.js'
import { encodeJson, isObject } from '../../base/json.js'
import type { JsonTree } from '../../base/json-tree.js'
import type { KindDef } from '../../registry/kind-def.js'
import type { Registry } from '../../registry/registry.js'
import { goTypeOf, relationTo } from '../../registry/scheme.js'
import { SCHEME, unregistered } from '../../registry/unregistered.js'
import { readAs } from '../../registry/read.js'
import { type Decoded, DecodeError } from '../../schema/decode.js'
import type { KubeObject } from '../../schema/object.js'
import { readStructural } from '../../schema/structural.js'
import type { Schema } from '../../schema/types.js'
import type { Call } from '../../api/call.js'
import type { ReadContext } from './warnings.js'

/**
 * Reads the body of a create or replace. kind and apiVersion default from the URL; unknown and duplicate members are
 * refused, warned of or passed over by fieldValidation.
 *
 * @throws StatusError 400 in the words of the server's decoder
 */
export function readObject(context: ReadContext, call: Call): KubeObject {
  const { def } = call.target
  const value = call.body?.value ?? {}
  if (def.structural) checkStructuralType(context, call, call.body ? call.body.value : value)
  const stated = typeOf(value, def)
  const { kind, apiVersion } = stated
  try {
    const other = def.structural ? undefined : otherVersion(value, stated, def, context.registry, call.body?.written)
    if (other) {
      judgeFaults(context, call, yamlFaults(call), other.faults)
      throw badRequest(
        `the API version in the data (${apiVersion}) does not match the expected API version (${def.apiVersion})`,
      )
    }
    const decoded = readAs(def, value, call.body?.written, call.body?.from)
    // Of a kind that it is not nobody knows the members.
    const known = def.structural && kind !== def.kind ? { ...decoded, faults: [] } : decoded
    return readMembers(context, call, known, yamlFaults(call))
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    // The scales of custom resources are read by a scheme that cannot even word what it refuses.
    if (def.storage.scheme === 'scales')
      throw badRequest(`no kind is registered for the type v1.${def.kind} in ${SCHEME}`)
    throw misfit(def, kind, apiVersion, error)
  }
}

/** 400 of a body whose members are of other types than its kind has. */
const misfit = (def: KindDef, kind: string, apiVersion: string, { message }: DecodeError) =>
  badRequest(
    `${kind} in version ${goQuote(apiVersion.slice(apiVersion.lastIndexOf('/') + 1))} cannot be handled as a ${def.kind}: ${message}`,
  )

/**
 * Makes an object of the kind of decoded members, and fills its defaults. What strict decoding refuses, in the patch
 * that made the value (`before`) and in the value itself, is refused, warned of or passed over by fieldValidation.
 *
 * @throws DecodeError where fieldValidation is Strict
 */
export function readMembers(
  context: ReadContext,
  call: Call,
  { object, faults }: Decoded<KubeObject>,
  before: Faults = NO_FAULTS,
  fill: (object: KubeObject) => KubeObject = call.target.def.defaults,
): KubeObject {
  const { def } = call.target
  judgeFaults(context, call, before, faults)
  if (object.kind === def.kind && object.apiVersion === def.apiVersion) return fill(object)
  const { kind: _, apiVersion: __, ...members } = object
  return fill({ kind: def.kind, apiVersion: def.apiVersion, ...members })
}

function judgeFaults({ warn }: ReadContext, { options }: Call, before: Faults, faults: readonly string[]): void {
  if (options.fieldValidation === 'Strict') {
    const errors = [...before.errors, ...faults]
    if (errors.length > 0) throw new DecodeError(`strict decoding error: ${errors.join(', ')}`)
  }
  if (options.fieldValidation !== 'Ignore') for (const text of [...before.warnings, ...faults]) warn(text)
}

/** What a body says it is. */
export type TypeMeta = { readonly kind: string; readonly apiVersion: string }

/** What strict decoding refuses, as its error and as warnings word it. */
type Faults = { readonly errors: readonly string[]; readonly warnings: readonly string[] }

const NO_FAULTS: Faults = { errors: [], warnings: [] }

/** Faults worded alike in both. */
export const faultsOf = (texts: readonly string[]): Faults =>
  texts.length === 0 ? NO_FAULTS : { errors: texts, warnings: texts }

/** What YAML states twice: one error of several lines, or a warning each. */
export function yamlFaults({ body }: Call): Faults {
  const lines = body?.duplicates ?? []
  return lines.length === 0
    ? NO_FAULTS
    : { errors: [`yaml: unmarshal errors:\n  ${lines.join('\n  ')}`], warnings: lines }
}

function typeOf(value: unknown, def: KindDef): TypeMeta {
  const { kind, apiVersion } = isObject(value) ? value : {}
  return {
    kind: typeof kind === 'string' && kind ? kind : def.kind,
    apiVersion: typeof apiVersion === 'string' && apiVersion ? apiVersion : def.apiVersion,
  }
}

/** Of a kind without a struct the body has to say its type itself. */
function checkStructuralType(context: ReadContext, { target: { def }, options, body }: Call, value: unknown): void {
  const { kind, apiVersion = '' } = isObject(value) ? value : {}
  const text = body?.untyped ?? ''
  const { fieldValidation } = options
  if ((typeof kind !== 'string' || kind === '') && fieldValidation === 'Ignore')
    throw badRequest(
      `${def.kind} in version ${goQuote(def.version)} cannot be handled as a ${def.kind}: Object 'Kind' is missing in '${encodeJson(value)}'`,
    )
  if (typeof kind !== 'string' || kind === '')
    throw badRequest(
      `the object provided is unrecognized (must be of type ${def.kind}): Object 'Kind' is missing in '${text}' (${bodySummary(new TextEncoder().encode(text))})`,
    )
  if (apiVersion !== def.apiVersion) {
    // What another version knows of it is looked at first.
    if (fieldValidation !== 'Ignore') {
      const [group, version] = splitApiVersion(String(apiVersion))
      const same = group === def.group && kind === def.kind
      const root: Schema = same
        ? (context.registry.of(String(apiVersion), def.kind)?.structural ?? { type: 'object' })
        : { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
      const faults = strictFaults(def, kind, String(apiVersion), () => readStructural(root, value, body?.written))
      if (faults.length > 0 && fieldValidation === 'Strict')
        throw badRequest(
          `${kind} in version ${goQuote(version)} cannot be handled as a ${def.kind}: strict decoding error: ${faults.join(', ')}`,
        )
      faults.forEach(context.warn)
    }
    throw badRequest(
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${def.apiVersion})`,
    )
  }
}

/** 422 of an object of a kind without a struct that says to be of another type: that is not all that is told of it. */
export function checkStated(
  { warn }: ReadContext,
  def: KindDef,
  { kind, apiVersion }: TypeMeta,
  object: KubeObject,
  old?: KubeObject,
): void {
  if (kind === def.kind && apiVersion === def.apiVersion) return
  const [group] = splitApiVersion(apiVersion)
  throw invalidStatus({ ...def.kindSubject, group, resource: kind }, object.metadata.name ?? '', [
    ...(kind === def.kind ? [] : [invalid('kind', kind, `must be ${def.kind}`)]),
    ...(apiVersion === def.apiVersion ? [] : [invalid('apiVersion', apiVersion, `must be ${def.apiVersion}`)]),
    ...(def.misnamed?.(object, old, warn) ?? []),
  ])
}

/** The same for an object that is created, or replaces one. */
export function checkSent(context: ReadContext, { target: { def }, body }: Call, object: KubeObject): void {
  if (def.structural) checkStated(context, def, typeOf(body?.value, def), object)
}

/**
 * Reads a body that says to be of another version of its kind, which is converted; undefined where it is of its own.
 *
 * @throws DecodeError for another kind
 */
export function otherVersion(
  value: unknown,
  { kind, apiVersion }: TypeMeta,
  def: KindDef,
  registry: Registry,
  written?: JsonTree,
): Decoded<KubeObject> | undefined {
  if (kind === def.kind && apiVersion === def.apiVersion) return undefined
  const relation = relationTo(def, registry, apiVersion, kind)
  if (relation === 'unknown') throw new DecodeError(unregistered(kind, apiVersion))
  // A body is decoded as what it says it is before it is made another kind.
  const other = registry.of(apiVersion, kind) ?? (relation === 'version' ? def : undefined)
  const read = other && readAs(other, value, written)
  if (relation === 'version') return read
  const to = `${def.storage.group.split('.')[0] || 'core'}.${def.kind}`
  throw new DecodeError(`converting (${goTypeOf(splitApiVersion(apiVersion)[1], kind)}) to (${to}): unknown conversion`)
}

/** What strict decoding refuses of a body; 400 where it cannot be decoded at all. */
function strictFaults(def: KindDef, kind: string, apiVersion: string, read: () => Decoded<unknown>): readonly string[] {
  try {
    return read().faults
  } catch (error) {
    throw error instanceof DecodeError ? misfit(def, kind, apiVersion, error) : error
  }
}
