import { isObject } from '../base/json.js'
import { noOptions } from '../base/options.js'
import type { SubresourceName } from '../registry/subresource-name.js'
import type { KindDef } from '../registry/kind-def.js'
import { applyMergePatch } from '../patch/merge.js'
import type { KubeObject } from '../schema/object.js'
import { type Store, presentAs } from '../store/store.js'
import { type RestContext, tableOf } from './context.js'
import type { Call, CallFaults, Rival, Stale } from '../api/call.js'
import { verbs } from './verbs.js'
import { createSteps } from './write/steps.js'
import { attempt } from './write/warnings.js'

/**
 * Does what a script does to a call: lets a rival write first, and gives back the context in which the call sees what
 * it is to see.
 */
export function underFaults(context: RestContext, call: Call, { rival, stale }: CallFaults): RestContext {
  if (rival) writeAsRival(context, call, rival)
  return stale ? { ...context, store: pastStore(context.store, tableOf(call.target), stale) } : context
}

const RIVAL = 'rival'
/** The object is gone, or somebody was faster still: nothing to be in the way of. */
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
    steps: createSteps({ pauses: false }),
  }
  const outcome = attempt(() => verbs[own.target.verb]({ ...context, store: writingStore(context.store) }, own))
  if (outcome.type !== 'status' || outcome.status.status === 'Success' || HARMLESS.has(outcome.code)) return
  throw new TypeError(`the write of a rival was refused: ${outcome.status.message}`)
}

function subresourceNamed({ kind, subresources }: KindDef, subresource = 'main'): SubresourceName {
  // A member of a table by these names.
  if (Object.hasOwn(subresources, subresource)) return subresource as SubresourceName
  throw new TypeError(`a rival cannot write to the subresource ${subresource} of ${kind}, which has none of that name`)
}

/**
 * A store in which every write takes a revision: a rival whose patch changes nothing any more is in the way all the
 * same.
 */
const writingStore = (store: Store<KubeObject>): Store<KubeObject> => ({
  ...store,
  transact: (run, cause) => store.transact((transaction) => run({ ...transaction, isStale: () => true }), cause),
})

/** A store whose one table is read as it was. What is older than the store still holds is read as old as can be. */
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
