import { isObject } from '../base/json/json.js'
import { noOptions } from '../model/call/options.js'
import type { SubresourceName } from '../model/registry/subresource-name.js'
import type { KindDef } from '../model/registry/kind-def.js'
import { applyMergePatch } from '../model/patch/merge.js'
import type { KubeObject } from '../schema/object.js'
import { type Store, presentAs } from '../store/store.js'
import { type RestContext, tableOf } from './context.js'
import type { Call, CallFaults, Rival, Stale } from '../model/call/call.js'
import { writeAtOnce } from './verbs.js'

/**
 * Applies the faults of a call: lets the rival write first, and returns the context for the call, with a stale store if
 * requested.
 */
export function underFaults(context: RestContext, call: Call, { rival, stale }: CallFaults): RestContext {
  if (rival) writeAsRival(context, call, rival)
  return stale ? { ...context, store: pastStore(context.store, tableOf(call.target), stale) } : context
}

const RIVAL = 'rival'
/** The object is gone, or another write came first: there is nothing left to conflict with. */
const HARMLESS = new Set([404, 409])

function writeAsRival(context: RestContext, call: Call, { patch, manager = RIVAL, subresource }: Rival): void {
  const { target, body, user } = call
  const creates = target.verb === 'create'
  const of = subresourceNamed(target.def, subresource)
  const own: Call = {
    target: { ...target, verb: creates ? 'create' : 'patch', subresource: creates ? target.subresource : of },
    options: noOptions,
    body: creates
      ? { value: applyMergePatch(isObject(body?.value) ? body.value : {}, patch), duplicates: [] }
      : { value: patch, patch: 'merge', duplicates: [] },
    user,
    manager,
    userAgent: manager,
  }
  const outcome = writeAtOnce({ ...context, store: writingStore(context.store) }, own)
  if (outcome.type !== 'status' || outcome.status.status === 'Success' || HARMLESS.has(outcome.code)) return
  throw new TypeError(`the write of a rival was refused: ${outcome.status.message}`)
}

function subresourceNamed({ kind, subresources }: KindDef, subresource = 'main'): SubresourceName {
  // The keys of the table are subresource names.
  if (Object.hasOwn(subresources, subresource)) return subresource as SubresourceName
  throw new TypeError(`a rival cannot write to the subresource ${subresource}: ${kind} has no such subresource`)
}

/** Makes a store in which every write takes a revision, so that a rival conflicts even if its patch changes nothing. */
const writingStore = (store: Store<KubeObject>): Store<KubeObject> => ({
  ...store,
  transactInSteps: (run, cause) =>
    store.transactInSteps((transaction, starts) => run({ ...transaction, isStale: () => true }, starts), cause),
})

/** Makes a store with one table in a past state; if that is no longer held, in the oldest one that is. */
function pastStore(store: Store<KubeObject>, table: string, stale: Stale): Store<KubeObject> {
  const { tables, revision: current } = store.state()
  const log = store.log(table)
  const revision = Math.min(current, Math.max(log.floor(), wantedRevision(log, current, stale)))
  const then = store.stateAt(table, revision)
  if (!then) return store
  const past = { revision, tables: new Map([...tables, [table, then]]) }
  return { ...store, ...presentAs(past) }
}

function wantedRevision(log: ReturnType<Store<KubeObject>['log']>, current: number, { revisions, at }: Stale): number {
  if (revisions === undefined) return Number(at)
  const change = log.at(log.end() - revisions)
  if (change === 'expired') return 0
  return change ? change.revision - 1 : current
}
