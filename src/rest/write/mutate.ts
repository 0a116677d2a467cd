import { type KubeObject, withMetadata, storedName, storedMeta } from '../../schema/object.js'
import type { Steps } from '../../base/turns/steps.js'
import { GoText } from '../../base/go/printable.js'
import { invalid } from '../../base/errors/issue.js'
import { deepFreeze, getPath } from '../../base/json/json.js'
import { uintFault } from '../../base/text/query-values.js'
import { STALE, badRequest, conflict, invalidStatus, plainError } from '../../base/errors/status.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import { failStorage } from '../../model/registry/storage-precondition.js'
import type { Transaction } from '../../store/transaction.js'
import { admitUpdate } from './admit.js'
import { convertForStoring } from '../storage-conversion.js'
import { withAllocationRecords, noteAllotments } from './allocation-records.js'
import {
  asStored,
  changesEmptyBytes,
  isFilledOnRead,
  keepEmptyBytesApplied,
  noteFilledOnRead,
  reread,
  withoutNulls,
  reconcile,
} from './stored-form.js'
import { keyOf, tableOf } from '../context.js'
import { store } from './create.js'
import { hasGrace } from './grace.js'
import { differsInTimesOnly } from './ownership.js'
import { fitting } from './storage-limit.js'
import { inTurns } from './turns.js'
import type { Call } from '../../model/call/call.js'
import type { WriteContext } from './warnings.js'

/** The object after a write, and whether the write removed it. */
type Mutation = { readonly object: KubeObject; readonly removed: boolean }

/**
 * Changes a stored object: the one path by which PUT, PATCH, apply, `/status` and `/finalize` write. `change` returns
 * the wanted object; everything else is common: preconditions, rules, no-op detection, removal with the last finalizer.
 *
 * @throws StatusError 409 if the uid or resourceVersion is not the stored one, 422, or what `change` throws
 */
export function* mutate(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  old: KubeObject,
  change: (old: KubeObject) => Steps<KubeObject>,
): Steps<Mutation> {
  const { target, options } = call
  const { def } = target
  const admitted = yield* admitUpdate(context, call, transaction, old, yield* change(old), (hooked) => {
    if (hooked.metadata.resourceVersion === old.metadata.resourceVersion) return hooked
    checkResourceVersion(def, hooked, old)
    const { resourceVersion } = storedMeta(old)
    return withMetadata(hooked, { resourceVersion })
  })
  const { isLong } = context.turns
  const bare = isLong
    ? yield* inTurns(context, () => withoutNulls(def, admitted, old))
    : withoutNulls(def, admitted, old)
  const read = reread(def, bare)
  const written = isLong ? yield* inTurns(context, () => reconcile(read, old)) : reconcile(read, old)
  // The managedFields times of a write through a view are those of the view, and are lost by now.
  const next = !def.subresources[target.subresource]?.view && differsInTimesOnly(written, old) ? old : written
  const ends = Boolean(old.metadata.deletionTimestamp) && !hasGrace(old) && !isHeld(def, next)
  if (ends) {
    if (!options.dryRun)
      withAllocationRecords(context, call, transaction, { old }, () =>
        transaction.remove(tableOf(target), keyOf(target.namespace, target.name)),
      )
    noteAllotments(call, undefined, old)
    return { object: next, removed: true }
  }
  const key = keyOf(target.namespace, target.name)
  const isStale = () => transaction.isStale?.(tableOf(target), key) ?? false
  if (next === old && !isFilledOnRead(old) && !changesEmptyBytes(call, old, next) && !isStale())
    return { object: next, removed: false }
  yield* convertForStoring(context, def, next)
  if (options.dryRun) return { object: asStored(def, next), removed: false }
  const fit = () => fitting(def, deepFreeze(next), call)
  const fits = isLong ? yield* inTurns(context, fit) : fit()
  def.storage.conversion?.byWebhook?.carry(next, fits.next)
  const stored = store(context, call, transaction, key, { ...fits, old })
  if (def.storage.bytes !== undefined) keepEmptyBytesApplied(call, old, stored)
  return { object: read === bare ? stored : noteFilledOnRead(stored), removed: false }
}

/** Tells whether finalizers still hold an object. */
export const isHeld = (def: KindDef, object: KubeObject): boolean =>
  def.delete.holdingFinalizers.some((path) => {
    const list = getPath(object, path.split('.'))
    return Array.isArray(list) && list.length > 0
  })

/**
 * Checks a uid sent with a PUT against the stored one, before anything else is checked.
 *
 * @throws StatusError 409, also if there is no object
 */
export function checkUid(
  { target: { def, namespace, name }, options }: Call,
  sent: string | undefined,
  stored: string,
): void {
  if (!sent || sent === stored) return
  // A dry run never reaches the code that adds the server's prefix to keys.
  const key = `${options.dryRun ? '' : 'registry/'}${def.storage.prefix}/${keyOf(namespace, name)}`
  failStorage(def.resourceSubject, { metadata: { name, uid: stored } }, key, { uid: sent })
}

/**
 * Returns the resourceVersion that an object states; `''` if none.
 *
 * @throws StatusError 500 if it is not a uint64
 */
export function parseVersion({ metadata: { resourceVersion = '' } }: KubeObject): string {
  const fault = resourceVersion === '' ? undefined : uintFault(resourceVersion)
  if (fault !== undefined) throw plainError(fault)
  return resourceVersion
}

function checkResourceVersion(def: KindDef, next: KubeObject, old: KubeObject): void {
  const given = parseVersion(next)
  const name = storedName(old)
  if (given === '' || Number(given) === 0) {
    if (def.update.allowUnconditional) return
    throw invalidStatus(def.resourceSubject, name, [
      invalid(
        'metadata.resourceVersion',
        new GoText(atLeast(def.serverVersion, '1.34') ? '0' : '0x0'),
        'must be specified for an update',
      ),
    ])
  }
  if (given !== old.metadata.resourceVersion) throw conflict(def.resourceSubject, name, STALE)
}

/**
 * Checks the name in a body against the one in the URL.
 *
 * @throws StatusError 400 if they differ
 */
export function checkName(wanted: string, given: string | undefined): void {
  if (!given)
    throw badRequest(`the name of the object (${wanted} based on URL) was undeterminable: name must be provided`)
  if (given !== wanted)
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${wanted})`)
}
