import { formatTime } from '../../base/time/time.js'
import { schemeName } from '../../model/registry/releases.js'
import { splitApiVersion, statedType, unregistered } from '../../model/registry/type-meta.js'
import { bodySummary } from '../../base/errors/body-summary.js'
import { invalid } from '../../base/errors/issue.js'
import { badRequest, invalidStatus } from '../../base/errors/status.js'
import { goQuote } from '../../base/go/printable.js'
import { encodeJson, isObject } from '../../base/json/json.js'
import type { JsonTree } from '../../base/json/json-tree.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { Registry } from '../../model/registry/registry.js'
import { goTypeOf, relationTo } from '../../model/registry/scheme.js'
import { readAs } from '../../model/registry/read.js'
import { type Decoded, DecodeError } from '../../schema/decode.js'
import type { KubeObject } from '../../schema/object.js'
import { readStructural } from '../../schema/structural.js'
import type { Schema } from '../../schema/types.js'
import type { Call } from '../../model/call/call.js'
import type { ReadContext } from './warnings.js'

/**
 * Decodes the body of a create or update. kind and apiVersion default from the URL; unknown and duplicate fields are
 * rejected, warned about or ignored, as fieldValidation says.
 *
 * @throws StatusError 400 with the message of the server's decoder
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
    // The fields of another kind are not known.
    const known = def.structural && kind !== def.kind ? { ...decoded, faults: [] } : decoded
    return readMembers(context, call, known, yamlFaults(call))
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    // Scales of custom resources are decoded by a scheme that has no proper message for what it rejects.
    if (def.storage.scheme === 'scales')
      throw badRequest(`no kind is registered for the type v1.${def.kind} in ${schemeName(def.serverVersion)}`)
    throw misfit(def, kind, apiVersion, error)
  }
}

/** Makes the 400 for a body with fields of the wrong type. */
const misfit = (def: KindDef, kind: string, apiVersion: string, { message }: DecodeError) =>
  badRequest(
    `${kind} in version ${goQuote(apiVersion.slice(apiVersion.lastIndexOf('/') + 1))} cannot be handled as a ${def.kind}: ${message}`,
  )

/**
 * Makes an object of the kind from decoded fields, and applies its defaults. Strict decoding errors, in the patch that
 * made the value (`before`) and in the value itself, are rejected, warned about or ignored, as fieldValidation says.
 *
 * @throws DecodeError if fieldValidation is Strict
 */
export function readMembers(
  context: ReadContext,
  call: Call,
  { object, faults }: Decoded<KubeObject>,
  before: Faults = NO_FAULTS,
  fill: KindDef['defaults'] = call.target.def.defaults,
): KubeObject {
  const { def } = call.target
  if (before !== NO_FAULTS || faults.length > 0) judgeFaults(context, call, before, faults)
  const now = () => formatTime(context.env.now())
  if (object.kind === def.kind && object.apiVersion === def.apiVersion) return fill(object, now)
  const { kind: _, apiVersion: __, ...members } = object
  return fill({ kind: def.kind, apiVersion: def.apiVersion, ...members }, now)
}

function judgeFaults({ warn }: ReadContext, { options }: Call, before: Faults, faults: readonly string[]): void {
  if (options.fieldValidation === 'Strict') {
    const errors = [...before.errors, ...faults]
    if (errors.length > 0) throw new DecodeError(`strict decoding error: ${errors.join(', ')}`)
  }
  if (options.fieldValidation !== 'Ignore') for (const text of [...before.warnings, ...faults]) warn(text)
}

/** The kind and apiVersion that a body states. */
export type TypeMeta = { readonly kind: string; readonly apiVersion: string }

/** Strict decoding errors, in the wording of the error and of warnings. */
type Faults = { readonly errors: readonly string[]; readonly warnings: readonly string[] }

const NO_FAULTS: Faults = { errors: [], warnings: [] }

/** Makes faults with the same wording in both. */
export const faultsOf = (texts: readonly string[]): Faults =>
  texts.length === 0 ? NO_FAULTS : { errors: texts, warnings: texts }

/** Returns the duplicate fields of a YAML body: one error of several lines, or a warning each. */
export function yamlFaults({ body }: Call): Faults {
  const lines = body?.duplicates ?? []
  return lines.length === 0
    ? NO_FAULTS
    : { errors: [`yaml: unmarshal errors:\n  ${lines.join('\n  ')}`], warnings: lines }
}

export function typeOf(value: unknown, def: KindDef): TypeMeta {
  if (!def.structural) {
    const { kind, apiVersion } = statedType(value)
    return { kind: kind || def.kind, apiVersion: apiVersion || def.apiVersion }
  }
  const { kind, apiVersion } = isObject(value) ? value : {}
  return {
    kind: typeof kind === 'string' && kind ? kind : def.kind,
    apiVersion: typeof apiVersion === 'string' && apiVersion ? apiVersion : def.apiVersion,
  }
}

/** Checks that the body states its type, which is required for kinds without a struct. */
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
    // Strict decoding by the stated version comes first.
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

/** Throws a 422 if an object of a kind without a struct states another type; it may list further issues. */
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

/** The same for the body of a create or update. */
export function checkSent(context: ReadContext, { target: { def }, body }: Call, object: KubeObject): void {
  if (def.structural) checkStated(context, def, typeOf(body?.value, def), object)
}

/** A body that was decoded, but as another kind than is wanted. */
export class ConversionError extends DecodeError {}

/**
 * Decodes a body that states another version of its kind, to be converted; undefined if it states its own.
 *
 * @throws DecodeError for one that is unknown or does not fit it, ConversionError for another kind
 */
export function otherVersion(
  value: unknown,
  { kind, apiVersion: given }: TypeMeta,
  def: KindDef,
  registry: Registry,
  written?: JsonTree,
): Decoded<KubeObject> | undefined {
  // The group before the slash may be empty (apimachinery: ParseGroupVersion).
  const apiVersion = given.lastIndexOf('/') === 0 ? given.slice(1) : given
  if (kind === def.kind && apiVersion === def.apiVersion) return undefined
  const relation = relationTo(def, registry, apiVersion, kind)
  if (relation === 'unknown') throw new DecodeError(unregistered(kind, apiVersion, def.serverVersion))
  // A body is decoded as the type it states before it is converted to another kind.
  const other = registry.of(apiVersion, kind) ?? (relation === 'version' ? def : undefined)
  const read = other && readAs(other, value, written)
  if (relation === 'version') return read
  const to = `${def.storage.group.split('.')[0] || 'core'}.${def.kind}`
  throw new ConversionError(
    `converting (${goTypeOf(splitApiVersion(apiVersion)[1], kind)}) to (${to}): unknown conversion`,
  )
}

/** Returns the strict decoding errors of a body; throws a 400 if it cannot be decoded at all. */
function strictFaults(def: KindDef, kind: string, apiVersion: string, read: () => Decoded<unknown>): readonly string[] {
  try {
    return read().faults
  } catch (error) {
    throw error instanceof DecodeError ? misfit(def, kind, apiVersion, error) : error
  }
}
