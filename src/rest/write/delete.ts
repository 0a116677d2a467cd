import { deepFreeze, jsonEqual, withPath } from '../../base/json/json.js'
import { type StatusError, conflict, forbiddenStatus, internalError, notFound } from '../../base/errors/status.js'
import { formatTime } from '../../base/time/time.js'
import { isAllowed } from '../../model/registry/authorizer.js'
import { IF_UNREADABLE } from '../../model/call/option-rules.js'
import { storageConflict } from '../../model/registry/storage-precondition.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { inOrder } from '../../model/registry/read.js'
import type { KubeObject } from '../../schema/object.js'
import type { Transaction } from '../../store/transaction.js'
import type { Steps } from '../../base/turns/steps.js'
import type { AdmittedWrite } from '../admission.js'
import { accessOf } from '../access.js'
import { type RestContext, keyOf, requestedKey, tableOf } from '../context.js'
import { withAllocationRecords, noteAllotments } from './allocation-records.js'
import { keepEmptyBytes, withRevision } from './stored-form.js'
import { type Grace, graceOf } from './grace.js'
import { putRevised } from './create.js'
import { isHeld } from './mutate.js'
import { convertForStoring, readAlone } from '../storage-conversion.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { isNotedLarge, noteLarge, transact } from './turns.js'
import type { WriteContext } from './warnings.js'

/** DELETE of one object: removes it, or marks it for deletion while finalizers hold it. */
export function* remove(context: WriteContext, call: Call): Steps<Outcome> {
  const { def, name } = call.target
  if (call.options.ifUnreadable) refuseReadable(context, call)
  const refusal = def.delete.refuse(name)
  if (refusal !== undefined) throw forbiddenStatus(def.resourceSubject, name, refusal)
  const result = yield* transact(context, call, (transaction) => removeOne(context, call, transaction))
  const { replies } = def.delete
  if (result.removed ? replies.removed === 'object' : replies.held === 'object')
    return {
      type: 'object',
      code: !result.removed && call.options.orphanDependents === false ? 202 : 200,
      def,
      object: result.object,
    }
  return {
    type: 'status',
    code: result.removed ? 200 : 202,
    status: {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: {
        name,
        ...(def.group ? { group: def.group } : {}),
        kind: def.plural,
        ...(result.object.metadata.uid ? { uid: result.object.metadata.uid } : {}),
      },
    },
  }
}

/**
 * Refuses a DELETE of an object only if it cannot be read from storage, since all that is stored here can be
 * (corrupt_obj_deleter.go).
 *
 * @throws StatusError 500 for a kind without a way to do it, 403, 404 or 409
 */
function refuseReadable(context: WriteContext, call: Call): never {
  const { target } = call
  const { def, namespace, name } = target
  context.annotate('apiserver.k8s.io/unsafe-delete-ignore-read-error', '')
  if (def.delete.unreadable === 'kept')
    throw internalError(`no unsafe deleter provided, can not honor ${IF_UNREADABLE}`)
  const verb = 'unsafe-delete-ignore-read-errors'
  const decision = context.authorize(call.user, accessOf(call, verb))
  if (!isAllowed(decision))
    throw forbiddenStatus(def.resourceSubject, name, `not permitted to do "${verb}", reason: ${decision.reason}`)
  if (!context.store.get(tableOf(target), requestedKey(target))) throw notFound(def.resourceSubject, name)
  throw storageConflict(
    def.resourceSubject,
    name,
    `registry/${def.storage.prefix}/${keyOf(namespace, name)}`,
    'unsafe deletion is not allowed because the object is decodable from storage',
  )
}

/**
 * Removes one object or marks it for deletion, inside a transaction.
 *
 * @param asked the name as admission sees it: none in a collection; null if it has decided on the act already
 * @throws StatusError 404, 409 for a failed precondition, or what admission or a hook throws
 */
export function* removeOne(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  asked: string | null = call.target.name,
): Steps<{ readonly object: KubeObject; readonly removed: boolean }> {
  const { target, options } = call
  const { def } = target
  const table = tableOf(target)
  const key = requestedKey(target)
  const old = readAlone(target, key, () => transaction.get(table, key))
  if (!old) throw notFound(def.resourceSubject, target.name)
  checkPreconditions(call, old)
  const grace = graceOf(def, old, options.gracePeriodSeconds, context.env.now())
  if (grace === 'pending') return { object: old, removed: false }
  const write = asked === null ? undefined : deletionOf(call, transaction, old, asked, grace)
  if (write) yield* context.admission.admit(context, write)
  context.hooks.admit(call, old, old) // may only refuse: a delete has no next object
  if (write) yield* context.admission.validate(context, write)
  const finalizers = withOwnFinalizer(def, old, finalizersFor(def, old, policyOf(def, options)))
  const given = grace?.object ?? old
  const withFinalizers = jsonEqual(finalizers, old.metadata.finalizers ?? [])
    ? given
    : withPath(given, ['metadata', 'finalizers'], finalizers.length > 0 ? finalizers : undefined)
  const put = (object: KubeObject) => putRevised(call, transaction, key, deepFreeze(object))
  if (!isFirstOfTwo(def, old) && !isHeld(def, withFinalizers) && !(grace && grace.seconds > 0)) {
    // A kind without grace periods is removed at once, and shown with the finalizers that the deletion would have
    // changed.
    const shown = grace ? withFinalizers : old
    if (options.dryRun) return { object: shown, removed: true }
    if (write) yield* askAgain(context, write, grace?.object)
    if (grace) {
      yield* convertForStoring(context, def, withFinalizers)
      put(withFinalizers)
    }
    noteAllotments(call, undefined, old)
    // Shown at the revision of its removal.
    const revision = withAllocationRecords(context, call, transaction, { old }, () => transaction.remove(table, key))
    const removed = withRevision(shown, revision)
    if (isNotedLarge(old)) noteLarge(removed)
    return { object: removed, removed: true }
  }
  const marked = grace ? inOrder(def, withFinalizers) : markAgain(context, def, old, withFinalizers)
  if (marked !== old && !options.dryRun) yield* convertForStoring(context, def, marked)
  return { object: marked === old || options.dryRun ? marked : keepEmptyBytes(old, put(marked)), removed: false }
}

/** Returns a deletion as admission sees it: by then its options say how long the object has. */
function deletionOf(
  call: Call,
  transaction: Transaction<KubeObject>,
  old: KubeObject,
  name: string,
  grace: Grace | undefined,
): AdmittedWrite {
  // Each object of a collection has options of its own.
  const isSettled = grace !== undefined && !old.metadata.deletionTimestamp && name !== ''
  const settled = isSettled ? { ...call, options: { ...call.options, gracePeriodSeconds: grace.seconds } } : call
  return { operation: 'delete', call: settled, name, object: old, oldObject: old, transaction }
}

/**
 * Asks admission once more about an object that goes at once, if the server updates it first: what had finalizers as it
 * is, what has a grace period (`marked`) at the revision of that update.
 */
function* askAgain(context: WriteContext, write: AdmittedWrite, marked: KubeObject | undefined): Steps<void> {
  const { admission, store } = context
  const { finalizers = [] } = write.object.metadata
  if (!marked && finalizers.length === 0) return
  const object = marked ? withRevision(marked, store.revision() + 1) : write.object
  const again = { ...write, object, oldObject: object }
  yield* admission.admit(context, again)
  yield* admission.validate(context, again)
}

/**
 * Tells whether this deletion only marks the object, held or not (Delete of the registries of namespaces and
 * definitions).
 */
const isFirstOfTwo = ({ delete: { handler } }: KindDef, { metadata }: KubeObject): boolean =>
  handler === 'own' && !metadata.deletionTimestamp

/** Marks an object that finalizers hold, if its kind has no grace period. */
function markAgain(context: RestContext, def: KindDef, old: KubeObject, next: KubeObject): KubeObject {
  if (!old.metadata.deletionTimestamp) return mark(context, def, next)
  if (def.delete.handler === 'own') return old
  // An object that was created with a deletionTimestamp has no grace period yet.
  return next.metadata.deletionGracePeriodSeconds === 0
    ? next
    : inOrder(def, withPath(next, ['metadata', 'deletionGracePeriodSeconds'], 0))
}

function mark({ env }: RestContext, def: KindDef, object: KubeObject): KubeObject {
  const { generation } = object.metadata
  const counted = generation
    ? { generation: generation + 1, deletionGracePeriodSeconds: 0 }
    : { deletionGracePeriodSeconds: 0 }
  const metadata = {
    ...object.metadata,
    deletionTimestamp: formatTime(env.now()),
    ...(def.delete.handler === 'own' ? {} : counted),
  }
  return inOrder(def, def.delete.mark({ ...object, metadata }))
}

const withOwnFinalizer = (
  { delete: { finalizer } }: KindDef,
  { metadata }: KubeObject,
  finalizers: readonly string[],
) =>
  finalizer === undefined || metadata.deletionTimestamp || finalizers.includes(finalizer)
    ? finalizers
    : [...finalizers, finalizer]

/** Returns the propagation policy: the own registry of namespaces reads `orphanDependents: false` as Foreground. */
const policyOf = ({ delete: { handler } }: KindDef, options: Call['options']): Call['options']['propagationPolicy'] =>
  handler === 'own' && options.orphanDependents === false ? 'Foreground' : options.propagationPolicy

/** Returns the finalizers that follow from a propagation policy (deletionFinalizersForGarbageCollection). */
function finalizersFor(
  def: KindDef,
  { metadata }: KubeObject,
  policy: Call['options']['propagationPolicy'],
): readonly string[] {
  const { finalizers = [] } = metadata
  if (def.delete.garbageCollection === 'ignored') return finalizers
  const others = finalizers.filter((f) => f !== 'orphan' && f !== 'foregroundDeletion')
  if (def.delete.garbageCollection === 'unsupported') return others
  if (policy === undefined)
    return def.delete.garbageCollection === 'orphan' && others.length === finalizers.length
      ? [...finalizers, 'orphan']
      : finalizers
  if (policy === 'Background') return others
  const wanted = policy === 'Orphan' ? 'orphan' : 'foregroundDeletion'
  return finalizers.includes(wanted) && finalizers.length === others.length + 1 ? finalizers : [...others, wanted]
}

/**
 * Checks the preconditions of a deletion.
 *
 * @throws StatusError 409 if one fails
 */
export function checkPreconditions(
  { target: { def, name }, options: { preconditions } }: Call,
  { metadata }: KubeObject,
): void {
  const { uid, resourceVersion } = preconditions
  if (uid !== undefined && uid !== metadata.uid)
    throw preconditionFailed(def, name, 'UID', uid, metadata.uid, 'deleted and then recreated')
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw preconditionFailed(def, name, 'ResourceVersion', resourceVersion, metadata.resourceVersion, 'modified')
}

function preconditionFailed(
  def: KindDef,
  name: string,
  what: string,
  wanted: string,
  found: string | undefined,
  since: string,
): StatusError {
  return def.delete.handler === 'own'
    ? conflict(
        def.resourceSubject,
        name,
        `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found ?? ''}`,
      )
    : conflict(
        def.kindSubject,
        name,
        `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${found ?? ''}). The object might have been ${since}`,
      )
}
