import { type GoText, goMap } from '../../base/go/printable.js'
import { duplicateMembers, type JsonTree, treeOf, unheldNumber } from '../../base/json/json-tree.js'
import { invalid } from '../../base/errors/issue.js'
import { worded } from '../../base/errors/wording.js'
import { type JsonObject, encodeJson, isObject } from '../../base/json/json.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { progressOf } from '../../base/turns/work-in-parts.js'
import { depthProblem } from '../../base/json/json-depth.js'
import { invalidStatus, notFound, rejectedRequest, type StatusError } from '../../base/errors/status.js'
import { decodeMergePatch, sortTree } from '../../model/patch/body.js'
import { applyMergePatch } from '../../model/patch/merge.js'
import { applyStrategicPatch, decodeStrategicPatch } from '../../model/patch/strategic.js'
import { typeProblem, unregisteredInternally } from '../../model/registry/type-meta.js'
import { convert } from '../../schema/convert.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { Registry } from '../../model/registry/registry.js'
import { readAs } from '../../model/registry/read.js'
import { type Decoded, DecodeError } from '../../schema/decode.js'
import { exactValue, givenValue } from '../../schema/exact.js'
import { duplicateFieldText, explain, unknownFieldText } from '../../schema/explain.js'
import type { KubeObject } from '../../schema/object.js'
import type { Transaction } from '../../store/transaction.js'
import { type TypeMeta, checkStated, faultsOf, otherVersion, readMembers } from './body.js'
import type { Steps } from '../../base/turns/steps.js'
import { requestedKey, tableOf } from '../context.js'
import { inNamespace } from './metadata.js'
import { checkName, mutate } from './mutate.js'
import { track } from './ownership.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { becomesLong, inTurns, transact } from './turns.js'
import { apply } from './apply.js'
import { viewOf } from './view.js'
import type { WriteContext } from './warnings.js'

/** PATCH in any of the four formats. */
export function patch(context: WriteContext, call: Call): Steps<Outcome> {
  if (call.body?.patch === 'apply') return apply(context, call)
  return transact(context, call, (transaction) => patchStored(context, call, transaction))
}

function* patchStored(context: WriteContext, call: Call, transaction: Transaction<KubeObject>): Steps<Outcome> {
  const { target } = call
  const { def } = target
  const old = transaction.get(tableOf(target), requestedKey(target))
  if (!old) throw notFound(def.resourceSubject, target.name)
  if (becomesLong(context, old)) yield
  const { object } = yield* mutate(context, call, transaction, old, () => patched(context, call, old))
  return { type: 'object', code: 200, def, object }
}

function* patched(context: WriteContext, call: Call, old: KubeObject): Steps<KubeObject> {
  const { carried, show, change } = viewOf(call)
  const live = show(old)
  const { isLong } = context.turns
  const made = isLong ? yield* inTurns(context, () => applyPatch(carried, live)) : applyPatch(carried, live)
  const decoded = () => readPatch(context, carried, live, made)
  const read = isLong ? yield* inTurns(context, decoded) : decoded()
  const placed = inNamespace(carried, read)
  checkName(call.target.name, placed.metadata.name)
  return change(old, yield* track(context, carried, live, placed))
}

/** Returns the type that a patched object states; for kinds without a struct, that may be anything. */
function typeIn(value: unknown): TypeMeta {
  const { kind, apiVersion } = isObject(value) ? value : {}
  return { kind: String(kind ?? ''), apiVersion: String(apiVersion ?? '') }
}

/** The result of applying a patch. */
type Patched = {
  readonly value: unknown
  /** How an error prints it. */
  readonly shown: () => string | GoText
  readonly read: (def: KindDef, value: unknown, from: KubeObject) => Decoded<KubeObject>
  /** Strict decoding errors of the patch itself. */
  readonly faults: readonly string[]
}

function readPatch(context: WriteContext, call: Call, old: KubeObject, patched: Patched): KubeObject {
  const { def } = call.target
  const { value, shown, read, faults } = patched
  const fail = (detail: string): StatusError =>
    invalidStatus({ group: '', resource: '' }, '', [invalid('patch', shown(), detail)])
  const problem = depthProblem(value, old) ?? (def.structural && call.body?.written && unheldNumber(treeOf(value)))
  if (problem !== undefined) throw fail(problem)
  try {
    const document =
      def.structural || call.body?.patch === 'strategic' ? value : typedDocument(value, def, context.registry)
    const decoded = read(def, document, old)
    const unknown = document === NO_MEMBERS && isObject(value) ? unknownMembers(value) : decoded.faults
    const object = readMembers(context, call, { ...decoded, faults: unknown }, faultsOf(faults))
    if (def.structural) checkStated(context, def, typeIn(value), object, old)
    return object
  } catch (error) {
    if (error instanceof DecodeError) throw fail(error.message)
    throw error
  }
}

const NO_MEMBERS = Object.freeze({})

const unknownMembers = (value: JsonObject): readonly string[] =>
  Object.keys(value)
    .filter((name) => name !== 'kind' && name !== 'apiVersion')
    .sort()
    .map(unknownFieldText)

/**
 * Returns a patched document as the struct decoder accepts it. The kind may be missing; without an apiVersion, the
 * document is decoded into a form that knows none of its fields. A document of another version is converted.
 *
 * @throws DecodeError
 */
function typedDocument(value: unknown, def: KindDef, registry: Registry): unknown {
  const problem = typeProblem(value)
  if (problem !== undefined) throw new DecodeError(problem)
  const stated = isObject(value) ? value : {}
  const [kind, apiVersion] = [stated['kind'] ?? '', stated['apiVersion'] ?? ''] as [string, string] // as just checked
  if (apiVersion === '') {
    if (kind !== def.kind && kind !== '')
      throw new DecodeError(unregisteredInternally(kind, def.storage.group, def.serverVersion))
    return NO_MEMBERS
  }
  otherVersion(stated, { kind: kind || def.kind, apiVersion }, def, registry)
  return value
}

// Loaded on demand: only JSON patches need it.
const jsonPatches = createLateLibrary(() => import('../../model/patch/json-patches.js'))

// Only messages show patches.
const shownPatches = createLateLibrary(() => import('../../model/patch/strategic-shown.js'))

/** Loads what applying the patch of a call needs; returns undefined if it is loaded already. */
export const loadForPatch = ({ body }: Call): Promise<void> | undefined =>
  body?.patch === 'json' ? jsonPatches.load() : undefined

function applyPatch({ body, options, target: { def } }: Call, old: KubeObject): Patched {
  const ignore = options.fieldValidation === 'Ignore'
  // Without strict decoding the patch is applied as written, and only the result is decoded.
  const isRead = !ignore || body?.patch === 'strategic'
  const unheld =
    isRead && body?.written
      ? unheldNumber(body.written, body.patch === 'json' ? 'Go struct field jsonPatchOp.value' : undefined)
      : undefined
  const error = body?.error ?? unheld
  const valueOf = (written: JsonTree) => (def.structural ? givenValue(written) : exactValue(undefined, written))
  const parsed = error === undefined ? { value: body?.written ? valueOf(body.written) : body?.value } : { error }

  const twice = body?.written ? duplicateMembers(body.written).map(duplicateFieldText) : []
  switch (body?.patch) {
    case 'json': {
      const { decodeJsonPatch } = jsonPatches.needed()
      const { operations, faults } = progressOf(body, decodeJsonPatch, () =>
        decodeJsonPatch(parsed, ignore, body.written),
      )
      const value = applyOperations(old, operations)
      return { value, shown: () => encodeJson(value), read: readPatched, faults }
    }
    case 'merge': {
      const merge = decodeMergePatch(parsed, ignore)
      const value = isObject(merge) ? applyMergePatch(old, merge) : merge
      return {
        value,
        shown: () => encodeJson(value),
        read: body.written && !def.structural ? readExactly(body.written) : readPatched,
        faults: twice,
      }
    }
    default: {
      const strategic = progressOf(body ?? parsed, decodeStrategicPatch, () => decodeStrategicPatch(parsed))
      return {
        value: applyStrategicPatch(old, strategic, def.schema),
        shown: () => goMap(shownPatches.needed().patchAsMerged(strategic, old, def.schema)),
        read: (_, value, from) => convert(def.schema, value, from),
        faults: twice,
      }
    }
  }
}

/**
 * Applies a JSON patch.
 *
 * @throws StatusError 422 without a reason
 */
function applyOperations(old: KubeObject, operations: readonly (JsonObject | null)[]): unknown {
  const { JsonPatchError, applyJsonPatch } = jsonPatches.needed()
  try {
    return applyJsonPatch(old, operations)
  } catch (error) {
    throw error instanceof JsonPatchError ? rejectedRequest() : error
  }
}

const readPatched: Patched['read'] = (def, value, from) => readAs(def, value, undefined, from)

// Numbers of a merge patch keep their digits, so what does not fit there does not fit in the result either, whose
// members are in byte order.
const readExactly =
  (written: JsonTree): Patched['read'] =>
  (def, value) => {
    const { problem } = worded(def.wording, () => explain(def.schema, sortTree(written)))
    if (problem !== undefined) throw new DecodeError(problem)
    return readAs(def, value)
  }
