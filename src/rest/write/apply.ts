import { goGroupVersion, groupVersionProblem } from '../../model/registry/type-meta.js'
import { applyConfiguration } from '../../model/apply/apply.js'
import { type TrackedWrite, withoutManagedFields } from '../../model/apply/track.js'
import { typedProblem } from '../../model/apply/typed.js'
import { jsonKind } from '../../base/go/encoding-json.js'
import { isObject, jsonEqual } from '../../base/json/json.js'
import { parseTime } from '../../base/time/time.js'
import { badRequest, conflict, notFound, plainError } from '../../base/errors/status.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import { readAs } from '../../model/registry/read.js'
import { convert } from '../../schema/convert.js'
import { defaultSent } from '../../schema/default.js'
import { DecodeError, decode } from '../../schema/decode.js'
import { managedFields } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'
import { readMembers, yamlFaults } from './body.js'
import { type InTurns, type Steps, Done } from '../../base/turns/steps.js'
import { requestedKey, tableOf } from '../context.js'
import { insert } from './create.js'
import { inNamespace } from './metadata.js'
import { subresourceOf } from '../../model/registry/subresource-of.js'
import { checkName, mutate, parseVersion } from './mutate.js'
import { trackedWrite } from './ownership.js'
import type { Transaction } from '../../store/transaction.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { becomesLong, inTurns, transact } from './turns.js'
import { carriedCall, viewOf } from './view.js'
import type { WriteContext } from './warnings.js'
import { exactValue } from '../../schema/exact.js'

/** An applied configuration. */
type Config = Readonly<Record<string, unknown>>

/** PATCH by server-side apply: sets and owns the fields in the body; creates a missing object. */
export const apply = (context: WriteContext, call: Call): Steps<Outcome> =>
  transact(context, call, (transaction) => applyTo(context, call, transaction))

function* applyTo(context: WriteContext, call: Call, transaction: Transaction<KubeObject>): Steps<Outcome> {
  const { target } = call
  const { def } = target
  const old = transaction.get(tableOf(target), requestedKey(target))
  if (!old && target.subresource !== 'main' && !subresourceOf(def, target.subresource).mayCreate)
    throw notFound(def.resourceSubject, target.name)
  if (old && becomesLong(context, old)) yield
  const config = readConfiguration(carriedCall(call))
  if (!old) {
    const object = yield* insert(context, call, transaction, yield* wanted(context, call, undefined, config))
    return { type: 'object', code: 201, def, object }
  }
  const { object } = yield* mutate(context, call, transaction, old, () => changed(context, call, old, config))
  return { type: 'object', code: 200, def, object }
}

function* changed(context: WriteContext, call: Call, old: KubeObject, config: Config): Steps<KubeObject> {
  const { show, change } = viewOf(call)
  return change(old, yield* wanted(context, call, show(old), config))
}

/** Returns what the object of a call (`live`, if there is one) is to be, in the form of the configuration. */
function* wanted(context: WriteContext, call: Call, live: KubeObject | undefined, config: Config): Steps<KubeObject> {
  const { target, options } = call
  const { carried, unconvertible } = viewOf(call)
  const write = trackedWrite(context, carried)
  const merged = yield* applied(context, write, live, config, options.force, unconvertible)
  const decoded = () => read(context, carried, config, merged, live)
  const object = context.turns.isLong ? yield* inTurns(context, decoded) : decoded()
  checkDuplicates(context, call)
  if (!live && object.metadata.uid)
    throw conflict(
      target.def.resourceSubject,
      target.name,
      `uid mismatch: the provided object specified uid ${object.metadata.uid}, and no existing object was found`,
    )
  const placed = inNamespace(carried, object)
  checkName(target.name, placed.metadata.name)
  parseVersion(placed)
  return placed
}

function readConfiguration({ body, target: { def } }: Call): Config {
  const what = patchWord(def)
  if (body?.error !== undefined)
    throw badRequest(`error decoding ${what}: error converting YAML to JSON: ${body.error}`)
  // Integers that JavaScript would round keep their exact value.
  const value = (body?.written ? exactValue(undefined, body.written) : body?.value) ?? {}
  if (!isObject(value))
    throw badRequest(
      `error decoding ${what}: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonKind(value)} into Go value of type map[string]interface {}`,
    )
  const text = (member: string) => (typeof value[member] === 'string' ? value[member] : '')
  const apiVersion = text('apiVersion')
  if (text('kind') !== def.kind || apiVersion !== def.apiVersion)
    throw badRequest(
      groupVersionProblem(apiVersion) === undefined
        ? `invalid object type: ${goGroupVersion(apiVersion)}, Kind=${text('kind')}`
        : 'invalid object type: /, Kind=',
    )
  if (tellsManagers(value['metadata'])) throw badRequest('metadata.managedFields must be nil')
  return value
}

/**
 * Tells whether metadata has managedFields as read by unstructured.GetManagedFields, to which a list of the wrong type
 * is absent.
 */
function tellsManagers(metadata: unknown): boolean {
  const list = isObject(metadata) ? metadata['managedFields'] : undefined
  if (!Array.isArray(list) || !list.every(isObject)) return false
  try {
    decode(managedFields, list)
    return true
  } catch (error) {
    if (error instanceof DecodeError) return false
    throw error
  }
}

/** Rejects managedFields of the wrong type, which pass the first check but do not decode into the struct. */
function checkManagers(def: KindDef, config: Config): void {
  const { metadata } = config
  const list = isObject(metadata) ? metadata['managedFields'] : undefined
  if (!Array.isArray(list)) return
  try {
    decode(managedFields, list)
  } catch (error) {
    throw error instanceof DecodeError ? inconvertible(def, config, error) : error
  }
}

const inconvertible = (def: KindDef, config: Config, { message }: DecodeError) =>
  plainError(
    `failed to convert new object (${subject(config, def)}) to proper version: unable to convert unstructured object to ${goGroupVersion(def.apiVersion)}, Kind=${def.kind}: ${message}`,
  )

/** Applies a configuration, and checks that the result can be converted to the stored form. */
function* applied(
  context: WriteContext,
  write: TrackedWrite,
  live: KubeObject | undefined,
  config: Config,
  force: boolean,
  unconvertible: string | undefined,
): Steps<KubeObject> {
  const { isLong } = context.turns
  const check = () => checkApplicable(write, live, config, unconvertible)
  if (isLong) yield* inTurns(context, check)
  else check()
  const inParts: InTurns = (work) => (isLong ? inTurns(context, work) : new Done(work()))
  const object = yield* applyConfiguration(write, live, config, force, inParts)
  checkManagers(write.def, config)
  if (unconvertible !== undefined && live && !jsonEqual(withoutManagedFields(object), withoutManagedFields(live)))
    throw plainError(`failed to convert new object (${subject(config, write.def)}) to proper version: ${unconvertible}`)
  return object
}

function checkApplicable(
  write: TrackedWrite,
  live: KubeObject | undefined,
  config: Config,
  unconvertible: string | undefined,
): void {
  const { kind, apiVersion } = write.def
  if (unconvertible !== undefined && !live?.metadata.managedFields)
    throw plainError(
      `failed to create manager for existing fields: failed to convert live object (/; ${goGroupVersion(apiVersion)}, Kind=${kind}) to proper version: ${unconvertible}`,
    )
  // An object without recorded owners gets its first owner before anything else is checked.
  const stored =
    live &&
    (write.def.storage.conversion?.schemaOf || !live.metadata.managedFields) &&
    typedProblem(withoutManagedFields(live), write.def.schema, write.def.serverVersion, { repeats: true })
  if (stored && !live.metadata.managedFields)
    throw plainError(
      `failed to create manager for existing fields: failed to convert new object (${subject(live, write.def)}) to smd typed: ${stored}`,
    )
  const problem = typedProblem(config, write.def.schema, write.def.serverVersion)
  if (problem) throw plainError(`failed to create typed patch object (${subject(config, write.def)}): ${problem}`)
  if (stored) throw plainError(`failed to create typed live object (${subject(live, write.def)}): ${stored}`)
}

function subject(value: Readonly<Record<string, unknown>>, { apiVersion, kind }: KindDef): string {
  const metadata = isObject(value['metadata']) ? value['metadata'] : {}
  const text = (member: string) => (typeof metadata[member] === 'string' ? metadata[member] : '')
  return `${text('namespace')}/${text('name')}; ${goGroupVersion(apiVersion)}, Kind=${kind}`
}

function read(
  context: WriteContext,
  call: Call,
  config: Config,
  object: KubeObject,
  live: KubeObject | undefined,
): KubeObject {
  const { def } = call.target
  try {
    // The result of an apply is not decoded like a body: its nulls stay.
    const { structural } = def
    const members = structural ? withTimes(object) : object
    const fill =
      // An object stays one.
      structural && ((members: KubeObject) => defaultSent(structural, members, { keepNulls: true }) as KubeObject)
    const decoded = structural
      ? { object: readAs(def, members).object, faults: [] }
      : convert<KubeObject>(def.schema, object, live)
    return readMembers(context, call, decoded, undefined, fill)
  } catch (error) {
    throw error instanceof DecodeError ? inconvertible(def, config, error) : error
  }
}

/** Drops unparsable times from the metadata of an object without a struct. */
function withTimes(object: KubeObject): KubeObject {
  const { creationTimestamp, deletionTimestamp, ...metadata } = object.metadata
  const isTime = (text: unknown) =>
    text === undefined || text === null || (typeof text === 'string' && parseTime(text).error === undefined)
  if (isTime(creationTimestamp) && isTime(deletionTimestamp)) return object
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(isTime(creationTimestamp) ? { creationTimestamp } : {}),
      ...(isTime(deletionTimestamp) ? { deletionTimestamp } : {}),
    },
  } as KubeObject // members of one
}

/** What errors call the body, which since 1.37 may be another format than YAML. */
const patchWord = ({ serverVersion }: KindDef): string => (atLeast(serverVersion, '1.37') ? 'patch' : 'YAML')

// Strict decoding of the body comes only after it was applied.
function checkDuplicates({ warn }: WriteContext, call: Call): void {
  const { errors, warnings } = yamlFaults(call)
  const { fieldValidation } = call.options
  if (errors.length > 0 && fieldValidation === 'Strict')
    throw badRequest(
      `error strict decoding ${patchWord(call.target.def)}: error converting YAML to JSON: ${errors.join(', ')}`,
    )
  if (fieldValidation !== 'Ignore') warnings.forEach(warn)
}
