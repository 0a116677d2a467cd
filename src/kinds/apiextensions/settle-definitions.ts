import { mustHave } from '../../base/must-have.js'
import { storedName } from '../../schema/object.js'
import { trackUpdate } from '../../model/apply/track.js'
import { deepFreeze } from '../../base/json/json.js'
import { formatTime } from '../../base/time/time.js'
import { noOptions } from '../../model/call/options.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { StorageConversion } from '../../model/registry/storage-conversion.js'
import { type Definition, DEFINITIONS, DEFINITION_TABLE } from './definition.js'
import {
  CLEANUP,
  type NewCondition,
  conditionIsTrue,
  conditionOf,
  withApproval,
  withCondition,
  withEstablished,
  withNames,
} from './definition-status.js'
import { areSameStated } from './live-kinds.js'
import { inOrder } from '../../model/registry/read.js'
import { objectsOf } from '../../store/page.js'
import { type RestContext, type RestHooks, tableOf } from '../../rest/context.js'
import { withRevision } from '../../rest/write/stored-form.js'
import { noAdmission } from '../../rest/admission.js'
import type { StatusError } from '../../base/errors/status.js'
import { cacheFailure, convertAhead } from '../../rest/storage-conversion.js'
import { writeAtOnce } from '../../rest/verbs.js'
import type { Call, Cause } from '../../model/call/call.js'
import { SERVER } from '../bootstrap/server-writes.js'

const MANAGER = 'kube-apiserver'
const CAUSE: Cause = { manager: MANAGER, operation: 'Update', subresource: 'status', user: SERVER }

/**
 * Handles definitions after each change, as the server does: accepts names, establishes kinds, and deletes the objects
 * of a deleted definition before it goes. Returns a function that stops this.
 */
export function settleDefinitions(context: RestContext): () => void {
  const { store, watches } = context
  const { definitionsLeft } = createCleanup(context, () => settle())
  const isAsking = createAsking(context, () => settle())
  let settling = false
  const settle = () => {
    // Writes made here trigger the listener again.
    if (settling) return
    settling = true
    try {
      while (definitionsOf(context).some((definition, _, all) => step(definition, all))) continue
    } finally {
      settling = false
    }
    watches.endWhere(({ def }) => def.structural !== undefined && !isAsBefore(def))
  }
  // A watch ends with any change of what serves it, and is opened anew (crdHandler: updateCustomResourceDefinition).
  const isAsBefore = (def: KindDef): boolean => {
    const now = context.registry.at(def.group, def.version, def.plural)
    return now !== undefined && areSameStated(def, now)
  }
  const step = (definition: Definition, all: readonly Definition[]): boolean => {
    const now = formatTime(context.env.now())
    const approved = withApproval(definition, now)
    if (approved !== definition) return write(context, definition, approved)
    const named = withNames(definition, all, now)
    if (named !== definition) return write(context, definition, named)
    const established = withEstablished(definition, now)
    if (established !== definition) return write(context, definition, established)
    if (!definition.metadata.deletionTimestamp || !definition.metadata.finalizers?.includes(CLEANUP)) return false
    const progress: NewCondition = {
      ...TERMINATING,
      reason: 'InstanceDeletionInProgress',
      message: 'CustomResource deletion is in progress',
    }
    const { reason, message } = conditionOf(definition, 'Terminating') ?? {}
    if (reason !== progress.reason && reason !== FAILED)
      return write(context, definition, withCondition(definition, progress, now))
    if (isAsking(definition)) return false
    const failure = failureToList(context, definition)
    if (failure) {
      const failed: NewCondition = {
        ...TERMINATING,
        reason: FAILED,
        message: `could not list instances: ${failure.message}`,
      }
      if (message === failed.message) return false
      return write(context, definition, withCondition(definition, failed, now))
    }
    if (definitionsLeft(definition)) return false
    return finish(context, definition, now)
  }
  return store.listen(DEFINITION_TABLE, settle)
}

const FAILED = 'InstanceDeletionFailed'
const TERMINATING = { type: 'Terminating', status: 'True' }

const definitionsOf = ({ store }: RestContext): readonly Definition[] =>
  objectsOf(store.table(DEFINITION_TABLE)) as readonly Definition[] // the table holds definitions

/**
 * Has a webhook convert the objects that are read to be deleted, and settles again once it has; a failure counts until
 * the definition is changed, which makes a new conversion. Returns a function that tells whether that is to be awaited.
 */
function createAsking(context: RestContext, settle: () => void): (definition: Definition) => boolean {
  const answered = new WeakSet<StorageConversion>()
  const asking = new WeakSet<StorageConversion>()
  return (definition) => {
    const def = defOf(context, definition)
    const { conversion } = def?.storage ?? {}
    if (!def || !conversion?.byWebhook || answered.has(conversion)) return false
    if (asking.has(conversion)) return true
    const converting = convertAhead(context, deletion(def).target, () => Promise.resolve())
    if (!converting) return false
    asking.add(conversion)
    const done = () => {
      answered.add(conversion)
      settle()
    }
    void converting.then(done, done)
    return true
  }
}

/** Deletes the objects of deleted definitions, and waits for those with finalizers. */
function createCleanup(
  context: RestContext,
  settle: () => void,
): { readonly definitionsLeft: (definition: Definition) => boolean } {
  const { store, hooks } = context
  const waiting = new Map<string, () => void>()
  return {
    definitionsLeft(definition) {
      const def = defOf(context, definition)
      if (!def) return false
      const table = tableOf({ def })
      const alive = () => store.table(table)?.size ?? 0
      if (alive() > 0 && !waiting.has(table)) {
        waiting.set(table, store.listen(table, settle))
        const unasked: RestHooks = { ...hooks, admit: (_call, _old, next) => next }
        writeAtOnce({ ...context, hooks: unasked, admission: noAdmission }, deletion(def))
      }
      if (alive() > 0) return true
      waiting.get(table)?.()
      waiting.delete(table)
      return false
    },
  }
}

/** Returns the kind through which the objects of a definition are deleted: of the version that is stored, if served. */
function defOf({ registry }: RestContext, { spec }: Definition): KindDef | undefined {
  const stored = spec.versions.filter(({ storage }) => storage)
  const served = [...stored, ...spec.versions].map(({ name }) => registry.at(spec.group, name, spec.names.plural))
  return served.find((def) => def !== undefined)
}

/** Returns why the objects of a definition cannot be read to be deleted, if so. */
function failureToList(context: RestContext, definition: Definition): StatusError | undefined {
  const def = defOf(context, definition)
  return def && cacheFailure(context.store, { def })
}

const deletion = (def: KindDef): Call => ({
  target: { verb: 'deletecollection', def, namespace: '', name: '', subresource: 'main' },
  options: noOptions,
  body: undefined,
  user: SERVER,
  manager: MANAGER,
  userAgent: '',
})

function write({ store, registry, env }: RestContext, old: Definition, next: Definition): true {
  const def = mustHave(
    registry.at(DEFINITIONS.group, DEFINITIONS.version, DEFINITIONS.plural),
    'the kind of definitions',
  )
  const identity = { ...CAUSE, apiVersion: def.apiVersion }
  const tracked = trackUpdate({ def, subresource: 'status', identity, now: formatTime(env.now()) }, old, next)
  store.transact(
    (transaction) =>
      transaction.put(DEFINITION_TABLE, storedName(old), (revision) =>
        deepFreeze(withRevision(inOrder(def, tracked), revision)),
      ),
    CAUSE,
  )
  return true
}

/** All objects are deleted: the definition is removed, unless it has other finalizers. */
function finish(context: RestContext, definition: Definition, now: string): true {
  const condition: NewCondition = conditionIsTrue(definition, 'Established')
    ? { type: 'Terminating', status: 'False', reason: 'InstanceDeletionCompleted', message: 'removed all instances' }
    : { type: 'Terminating', status: 'False', reason: 'NeverEstablished', message: 'resource was never established' }
  const finalizers = (definition.metadata.finalizers ?? []).filter((finalizer) => finalizer !== CLEANUP)
  if (finalizers.length === 0) {
    context.store.transact((transaction) => transaction.remove(DEFINITION_TABLE, storedName(definition)), CAUSE)
    return true
  }
  return write(
    context,
    definition,
    withCondition({ ...definition, metadata: { ...definition.metadata, finalizers } }, condition, now),
  )
}
