import { deepFreeze, jsonEqual, withPath } from '../../base/json.js'
import { type StatusError, conflict, forbiddenStatus, notFound } from '../../base/status.js'
import { formatTime } from '../../base/time.js'
import type { KindDef } from '../../registry/kind-def.js'
import { inOrder } from '../../registry/read.js'
import type { KubeObject } from '../../schema/object.js'
import type { Transaction } from '../../store/transaction.js'
import { causeOf } from '../../api/cause.js'
import { type RestContext, keyOf, tableOf } from '../context.js'
import { withRevision } from './create.js'
import { isHeld } from './mutate.js'
import type { Call } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'

/** DELETE of one object: removes it, or marks it while finalizers hold it. */
export function remove(context: RestContext, call: Call): Outcome {
  const { def, name } = call.target
  const refusal = def.delete.refuse?.(name)
  if (refusal !== undefined) throw forbiddenStatus(def.resourceSubject, name, refusal)
  const result = context.store.transact((transaction) => removeOne(context, call, transaction), causeOf(call))
  const { replies } = def.delete
  if (result.removed ? replies.removed === 'object' : replies.held === 'object')
    return {
      type: 'object',
      code: !result.removed && call.options.orphanDependentsFalse ? 202 : 200,
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
 * Removes or marks one object inside a transaction.
 *
 * @throws StatusError 404, 409 for a precondition, 403 for a protected name, or what a hook throws
 */
export function removeOne(
  context: RestContext,
  call: Call,
  transaction: Transaction<KubeObject>,
): { readonly object: KubeObject; readonly removed: boolean } {
  const { target, options } = call
  const { def } = target
  const table = tableOf(target)
  const key = keyOf(target.namespace, target.name)
  const old = transaction.get(table, key)
  if (!old) throw notFound(def.resourceSubject, target.name)
  checkPreconditions(call, old)
  if (def.delete.protectedNames.includes(target.name))
    throw forbiddenStatus(def.resourceSubject, target.name, `this ${def.names.singular} may not be deleted`)
  context.hooks.admit(call, old, old) // may only refuse: a deletion has no next object
  const finalizers = withOwnFinalizer(def, old, finalizersFor(def, old, options.propagationPolicy))
  const withFinalizers = jsonEqual(finalizers, old.metadata.finalizers ?? [])
    ? old
    : withPath(old, ['metadata', 'finalizers'], finalizers.length > 0 ? finalizers : undefined)
  if (!isHeld(def, withFinalizers)) {
    const leaves = def.delete.graceful && !old.metadata.deletionTimestamp
    const last = leaves ? mark(context, def, withFinalizers) : withFinalizers
    if (options.dryRun) return { object: last, removed: true }
    if (leaves) transaction.put(table, key, (revision) => deepFreeze(withRevision(last, revision)))
    // It is shown as of its end.
    return { object: withRevision(last, transaction.remove(table, key)), removed: true }
  }
  const marked = old.metadata.deletionTimestamp
    ? def.delete.handler === 'own'
      ? old
      : withFinalizers
    : mark(context, def, withFinalizers)
  if (marked === old || options.dryRun) return { object: marked, removed: false }
  return {
    object: transaction.put(table, key, (revision) => deepFreeze(withRevision(marked, revision))),
    removed: false,
  }
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

/** What a propagation policy makes of the finalizers (deletionFinalizersForGarbageCollection). */
function finalizersFor(
  def: KindDef,
  { metadata }: KubeObject,
  policy: Call['options']['propagationPolicy'],
): readonly string[] {
  const { finalizers = [] } = metadata
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

function checkPreconditions(
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
