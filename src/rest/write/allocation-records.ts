import { trackUpdate } from '../../model/apply/track.js'
import { deepFreeze, withMembers } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { StatusError } from '../../base/errors/status.js'
import type { Steps } from '../../base/turns/steps.js'
import { formatTime } from '../../base/time/time.js'
import type { AllocationRecord, KindDef } from '../../model/registry/kind-def.js'
import { inOrder } from '../../model/registry/read.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import type { Call } from '../../model/call/call.js'
import type { Transaction } from '../../store/transaction.js'
import { type RestContext, keyOf, tableOf } from '../context.js'
import { withRevision } from './stored-form.js'
import type { WriteContext } from './warnings.js'

// The server stores allocations of an object, such as IP addresses, as objects of their own: created before the object,
// and removed when released.

type Change = { readonly next?: KubeObject | undefined; readonly old?: KubeObject | undefined }

/** Writes an object with its allocation records: new records are added before it, released ones removed after it. */
export function withAllocationRecords<R>(
  context: RestContext,
  { target: { def }, options: { dryRun } }: Call,
  transaction: Transaction<KubeObject>,
  { next, old }: Change,
  write: () => R,
): R {
  const { allocationRecords } = def.storage
  if (!allocationRecords || dryRun) return write()
  const [now, before] = [next ? allocationRecords(next) : [], old ? allocationRecords(old) : []]
  for (const each of without(now, before)) add(context, transaction, each)
  const result = write()
  for (const each of without(before, now)) takeAway(context, transaction, each)
  return result
}

/** Removes a record, unless another write has removed it already. */
function takeAway(context: RestContext, transaction: Transaction<KubeObject>, record: AllocationRecord): void {
  const table = tableOf({ def: defOf(context, record) })
  if (transaction.get(table, keyIn(record))) transaction.remove(table, keyIn(record))
}

/** Adds the allocation records of a fixture object, unless the fixtures state them too. */
export function addAllocationRecords(
  context: RestContext,
  transaction: Transaction<KubeObject>,
  def: KindDef,
  object: KubeObject,
): void {
  for (const each of def.storage.allocationRecords?.(object) ?? []) add(context, transaction, each)
}

const without = (some: readonly AllocationRecord[], others: readonly AllocationRecord[]) =>
  some.filter((each) => !others.some((other) => keyIn(each) === keyIn(other)))

const keyIn = ({ object: { metadata } }: AllocationRecord) => keyOf(metadata.namespace ?? '', storedName({ metadata }))

const defOf = ({ registry }: RestContext, { group, plural }: AllocationRecord): KindDef =>
  mustHave(registry.at(group, 'v1', plural), plural)

function add(context: RestContext, transaction: Transaction<KubeObject>, record: AllocationRecord): void {
  const { env } = context
  const def = defOf(context, record)
  const table = tableOf({ def })
  if (transaction.get(table, keyIn(record))) return
  const now = formatTime(env.now())
  const { apiVersion, kind } = def
  const identity = { manager: 'kube-apiserver', operation: 'Update', apiVersion, subresource: '' } as const
  const stated = { kind, apiVersion, ...record.object }
  const tracked = trackUpdate({ def, subresource: 'main', identity, now }, undefined, stated)
  const metadata = withMembers(tracked.metadata, { uid: env.uuid(), resourceVersion: '', creationTimestamp: now })
  const object = inOrder(def, withMembers(tracked, { metadata }))
  transaction.put(table, keyIn(record), (revision) => deepFreeze(withRevision(object, revision)))
}

// Allocating and releasing numbers takes revisions on a real server. They are only visible if no later write follows:
// after a release, and after the rollback of a refused write.
type Moves = { readonly taken: boolean; readonly givenBack: boolean }

const moved = new WeakMap<Call, Moves>()

/** Notes what an object allocates and releases when `next` replaces `old`. */
export function noteAllotments(call: Call, next: KubeObject | undefined, old: KubeObject | undefined): void {
  const { allotments, allocationRecords } = call.target.def.storage
  if (!allotments || call.options.dryRun) return
  const numbersOf = (object?: KubeObject) => new Set(object && allotments(object))
  const [now, before] = [numbersOf(next), numbersOf(old)]
  const added = without(next ? (allocationRecords?.(next) ?? []) : [], old ? (allocationRecords?.(old) ?? []) : [])
  moved.set(call, {
    taken: added.length > 0 || [...now].some((each) => !before.has(each)),
    givenBack: [...before].some((each) => !now.has(each)),
  })
}

/** Runs a write, and takes one more revision if it releases numbers, as a failed write does that has allocated some. */
export function* settlingAllotments<R>(context: WriteContext, call: Call, write: () => Steps<R>): Steps<R> {
  try {
    const result = yield* write()
    if (moved.get(call)?.givenBack) context.store.advance()
    return result
  } catch (error) {
    if (error instanceof StatusError && moved.get(call)?.taken) context.store.advance()
    throw error
  }
}
