import {
  type StatusError,
  internalError,
  storageReadError,
  tooManyRequests,
  unreadText,
} from '../base/errors/status.js'
import { jsonEqual } from '../base/json/json.js'
import { mustHave } from '../base/must-have.js'
import { type NoSteps, type Steps, NO_STEPS, waitFor } from '../base/turns/steps.js'
import { inTurns, mapInParts, withParts } from '../base/turns/work-in-parts.js'
import type { Call, Target } from '../model/call/call.js'
import { type Outcome, outcomeOf } from '../model/call/outcome.js'
import type { KindDef } from '../model/registry/kind-def.js'
import {
  type ReadingCaller,
  type StorageConversion,
  type WebhookConversion,
  Unconverted,
  Undecodable,
} from '../model/registry/storage-conversion.js'
import { onlyName, selectionOf } from '../model/select/selection.js'
import type { KubeObject } from '../schema/object.js'
import type { Change, ChangeLog, ObjectTable } from '../store/history.js'
import { readPage } from '../store/page.js'
import type { Store } from '../store/store.js'
import type { Transaction } from '../store/transaction.js'
import { type RestContext, keyOf, tableOf } from './context.js'

/** Wraps a verb so that it sees stored objects converted to the kind it is called for; everything else is unchanged. */
export const converted =
  <C extends RestContext, R>(verb: (context: C, call: Call) => R): ((context: C, call: Call) => R) =>
  (context, call) => {
    const { conversion } = call.target.def.storage
    return verb(
      conversion ? { ...context, store: convertedStore(context, tableOf(call.target), formsOf(conversion)) } : context,
      call,
    )
  }

/**
 * Wraps list and watch: what reads from a server's watch cache fails while any object of the kind, in whatever
 * namespace, cannot be converted.
 */
export const fromCache =
  <C extends RestContext, R>(verb: (context: C, call: Call) => R): ((context: C, call: Call) => R) =>
  (context, call) => {
    if (call.target.def.storage.conversion?.failureOf && readsCache(call)) {
      selectionOf(call.target.def, call.options) // a bad selector is refused first
      const failure = cacheFailure(context.store, call.target)
      if (failure) throw failure
    }
    try {
      return verb(context, call)
    } catch (error) {
      throw error instanceof Undecodable ? unreadCollection(context.store, call) : error
    }
  }

/** Wraps the deletion of a collection, which reads it from storage first. */
export const fromStorage = (
  verb: (context: RestContext, call: Call) => Steps<Outcome>,
): ((context: RestContext, call: Call) => Steps<Outcome>) =>
  function* (context, call) {
    const outcome = yield* verb(context, call)
    if (outcome.type !== 'status' || !(outcome.error instanceof Undecodable)) return outcome
    return { ...outcome, ...outcomeOf(unreadCollection(context.store, call)) }
  }

/** Tells whether a list or watch asks the watch cache (k8s.io/apiserver: shouldDelegateList). */
function readsCache({ target: { verb }, options }: Call): boolean {
  if (verb === 'watch') return true
  const { limit, resourceVersion, resourceVersionMatch, labelSelector, fieldSelector } = options
  if (options.continue !== '' || resourceVersionMatch === 'Exact') return false
  return limit === 0 || (resourceVersion === '0' && (labelSelector !== '' || fieldSelector !== ''))
}

/** Returns the 429 of a watch cache that cannot list a kind, since one of its objects cannot be converted. */
export function cacheFailure(
  store: Pick<Store<KubeObject>, 'table'>,
  { def }: Pick<Target, 'def'>,
): StatusError | undefined {
  const { conversion } = def.storage
  const table = conversion && store.table(tableOf({ def }))
  const failures = table ? formsOf(conversion).failuresIn(table) : []
  const [first] = failures
  if (!first) return undefined
  const [key, failure] = first
  const begin = 'storage is (re)initializing: failed to list'
  if (!(failure instanceof Undecodable))
    return tooManyRequests(`${begin} ${def.apiVersion}, Kind=${def.kind}: ${failure.message}`)
  const why = corrupt(`/registry/${def.storage.prefix}/${key}`, failure)
  return tooManyRequests(`${begin} <unspecified>: ${unreadText(def.resourceSubject, why, failures.length)}`)
}

/** What is told of a stored object at a key that cannot be read (storage: NewCorruptObjError). */
const corrupt = (key: string, { message }: Undecodable): string =>
  `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${message}`

const MOST_UNREAD = 100

/**
 * Returns the error of a collection that is read from storage and has objects that cannot be decoded: it tells of them
 * all (etcd3: aggregatedStorageError).
 */
function unreadCollection(store: Pick<Store<KubeObject>, 'table'>, { target, options }: Call): StatusError {
  const { def, namespace } = target
  const name = onlyName(options)
  const table = mustHave(store.table(tableOf(target)), 'the objects that were read')
  const isRead = (key: string) =>
    name === undefined ? namespace === '' || key.startsWith(`${namespace}/`) : key === keyOf(namespace, name)
  const unread = formsOf(mustHave(def.storage.conversion, 'what decodes them'))
    .failuresIn(table)
    .filter(([key]) => isRead(key))
  const causes = unread.slice(0, MOST_UNREAD).map(([path, failure]) => {
    const key = `/registry/${def.storage.prefix}/${path}`
    return { reason: 'UnexpectedServerResponse', message: corrupt(key, failure), field: key }
  })
  return storageReadError(
    def.resourceSubject,
    unread.length > MOST_UNREAD
      ? [...causes, { reason: 'FieldValueTooMany', message: 'too many errors, the list is truncated' }]
      : causes,
  )
}

/** Reads an object that is asked for alone, which tells its key if it cannot be read. */
export function readAlone<T>({ def }: Pick<Target, 'def'>, key: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error
    throw internalError(corrupt(`/${def.storage.prefix}/${key}`, error))
  }
}

type Calling = Pick<RestContext, 'callWebhook' | 'current' | 'env' | 'featureGates' | 'registry'>

/** Returns what converts for the request whose work is running, also once other requests have their turns. */
export function callerIn({ env, featureGates, registry, callWebhook, current }: Calling): ReadingCaller {
  const request = current()
  return { env, featureGates, registry, callWebhook: (call) => callWebhook({ ...call, request }) }
}

/** How often an object is converted for the same steps: others may have filled the cache before they went on. */
const CONVERSIONS = 5

/**
 * Does steps again once the webhook has converted what they need.
 *
 * @throws Unconverted if they do not take what it has converted
 */
function* onceConverted<R>(caller: Calling, run: () => Steps<R>): Steps<R> {
  const counts = new Map<KubeObject, number>()
  for (;;) {
    try {
      return yield* run()
    } catch (error) {
      if (!(error instanceof Unconverted)) throw error
      const count = (counts.get(error.object) ?? 0) + 1
      if (count > CONVERSIONS) throw error
      counts.set(error.object, count)
      yield* waitFor(error.conversion.read([error.object], callerIn(caller)))
    }
  }
}

/** Converts an object that is about to be stored, if a webhook does that. */
export const convertForStoring = (
  caller: Calling,
  { storage: { conversion }, apiVersion }: Pick<KindDef, 'storage' | 'apiVersion'>,
  object: KubeObject,
): Steps<void> | NoSteps => {
  const byWebhook = conversion?.byWebhook
  return byWebhook?.isOld({ ...object, apiVersion }) ? waitFor(byWebhook.write(object, callerIn(caller))) : NO_STEPS
}

/** Fewer objects are converted when they are read. */
const MANY = 200
const PARTS_OF_CONVERSION = 10

// By conversion, which is a new one after each change of a definition. Undefined: all is converted.
const ahead = new WeakMap<StorageConversion, Promise<void> | undefined>()

/**
 * Converts the stored objects of a kind over several turns, when many are read for the first time since its definition
 * changed. Returns undefined if there is nothing to wait for.
 */
export function convertAhead(
  context: { readonly store: Pick<Store<KubeObject>, 'table' | 'get'> } & Calling,
  target: Target,
  pause: () => Promise<void>,
): Promise<void> | undefined {
  const { conversion } = target.def.storage
  if (!conversion) return undefined
  const { store } = context
  if (conversion.byWebhook) return askedAhead(store, target, conversion.byWebhook, context)
  if (ahead.has(conversion)) return ahead.get(conversion)
  const table = store.table(tableOf(target))
  if (!table || table.size < MANY) return undefined
  const { items } = readPage(table, { prefix: '', start: '', limit: 0, matches: undefined })
  const { fromStored } = formsOf(conversion)
  // Each at once: parts of what a conversion makes on the way would start over in each turn.
  const convert = (object: KubeObject) =>
    conversion.failureOf?.(object) ? object : withParts(undefined, () => fromStored(object))
  const converting = inTurns(() => void mapInParts(items, convertAhead, PARTS_OF_CONVERSION, convert), pause)
  const done = () => void ahead.set(conversion, undefined)
  ahead.set(conversion, converting.then(done, done))
  return ahead.get(conversion)
}

const OF_ALL: readonly Target['verb'][] = ['list', 'watch', 'deletecollection']

/** Has a webhook convert what a request is going to need: one object, or all, in one call. */
function askedAhead(
  store: Pick<Store<KubeObject>, 'table' | 'get'>,
  target: Target,
  byWebhook: WebhookConversion,
  caller: Calling,
): Promise<void> | undefined {
  const table = tableOf(target)
  const missing: KubeObject[] = []
  const ask = (object: KubeObject | undefined) => {
    if (object && byWebhook.isMissing(object)) missing.push(object)
  }
  if (!OF_ALL.includes(target.verb)) ask(store.get(table, keyOf(target.namespace, target.name)))
  else store.table(table)?.forRange('', '\uffff', false, (_key, object) => void ask(object))
  return missing.length === 0 ? undefined : byWebhook.read(missing, callerIn(caller))
}

/** Returns a transaction as seen through a kind's storage conversion, if it has one. */
export function convertedTransaction(
  transaction: Transaction<KubeObject>,
  target: Pick<Target, 'def'>,
): Transaction<KubeObject> {
  const { conversion } = target.def.storage
  return conversion ? throughConversion(transaction, tableOf(target), formsOf(conversion)) : transaction
}

/** Cached conversions in both directions, so that an identical object in one form is identical in the other. */
type Forms = {
  readonly toStored: (object: KubeObject) => KubeObject
  readonly fromStored: (stored: KubeObject) => KubeObject
  readonly table: (stored: ObjectTable<KubeObject>) => ObjectTable<KubeObject>
  readonly log: (stored: ChangeLog<KubeObject>) => ChangeLog<KubeObject>
  /** Returns which objects of a stored table cannot be converted, and why, up to where a server stops. */
  readonly failuresIn: (stored: ObjectTable<KubeObject>) => Failures
  readonly byWebhook: WebhookConversion | undefined
}

type Failures = readonly (readonly [key: string, failure: StatusError])[]

const known = new WeakMap<StorageConversion, Forms>()

function formsOf(conversion: StorageConversion): Forms {
  let forms = known.get(conversion)
  if (!forms) known.set(conversion, (forms = createForms(conversion)))
  return forms
}

function createForms(conversion: StorageConversion): Forms {
  const shown = new WeakMap<KubeObject, KubeObject>()
  const fromStored = once(shown, conversion.fromStored)
  const toStored = (object: KubeObject) => {
    const stored = conversion.toStored(object)
    const form = conversion.fromStored(stored)
    shown.set(stored, jsonEqual(form, object) ? object : form)
    return stored
  }
  const table = once<ObjectTable<KubeObject>>(new WeakMap(), (stored) => ({
    size: stored.size,
    has: (key) => stored.has(key),
    get: (key) => optional(stored.get(key), fromStored),
    forRange: (low, high, includeHigh, visit) =>
      stored.forRange(low, high, includeHigh, visit && ((key, object) => visit(key, fromStored(object)))),
    set: neverWritten,
    delete: neverWritten,
    clone: neverWritten,
  }))
  const change = once<Change<KubeObject>>(new WeakMap(), (stored) => ({
    ...stored,
    prev: optional(stored.prev, fromStored),
    next: optional(stored.next, fromStored),
  }))
  const log = once<ChangeLog<KubeObject>>(new WeakMap(), (stored) => ({
    ...stored,
    at(position) {
      const found = stored.at(position)
      return typeof found === 'object' ? change(found) : found
    },
  }))
  const failures = new WeakMap<ObjectTable<KubeObject>, Failures>()
  const failuresIn = (stored: ObjectTable<KubeObject>) => {
    if (conversion.byWebhook) return failuresOf(conversion, stored) // the next call may succeed
    let found = failures.get(stored)
    if (!found) failures.set(stored, (found = failuresOf(conversion, stored)))
    return found
  }
  return { toStored, fromStored, table, log, failuresIn, byWebhook: conversion.byWebhook }
}

/** A server stops at the first object that cannot be read, unless it tells how many there are. */
function failuresOf({ failureOf }: StorageConversion, stored: ObjectTable<KubeObject>): Failures {
  const found: (readonly [key: string, failure: StatusError])[] = []
  if (failureOf)
    stored.forRange('', '\uffff', false, (key, object) => {
      const failure = failureOf(object)
      if (failure) found.push([key, failure])
      return failure && !(failure instanceof Undecodable) ? { break: true } : undefined
    })
  return found
}

function convertedStore(context: RestContext, name: string, forms: Forms): Store<KubeObject> {
  const { store } = context
  return {
    ...store,
    state() {
      const { revision, tables } = store.state()
      const table = tables.get(name)
      return { revision, tables: table ? new Map([...tables, [name, forms.table(table)]]) : tables }
    },
    table: (table) => (table === name ? optional(store.table(table), forms.table) : store.table(table)),
    peek: (table) => (table === name ? optional(store.peek(table), forms.table) : store.peek(table)),
    get: (table, key) => (table === name ? optional(store.get(table, key), forms.fromStored) : store.get(table, key)),
    stateAt: (table, revision) =>
      table === name ? optional(store.stateAt(table, revision), forms.table) : store.stateAt(table, revision),
    log: (table) => (table === name ? forms.log(store.log(table)) : store.log(table)),
    transact: (run, cause) => store.transact((transaction) => run(throughConversion(transaction, name, forms)), cause),
    transactInSteps: (run, cause) =>
      onceConverted(context, () =>
        store.transactInSteps((transaction, starts) => run(throughConversion(transaction, name, forms), starts), cause),
      ),
  }
}

function throughConversion(transaction: Transaction<KubeObject>, name: string, forms: Forms): Transaction<KubeObject> {
  return {
    remove: transaction.remove,
    raise: transaction.raise,
    hasWritten: transaction.hasWritten,
    has: transaction.has,
    get: (table, key) =>
      table === name ? optional(transaction.get(table, key), forms.fromStored) : transaction.get(table, key),
    table: (table) => (table === name ? forms.table(transaction.table(table)) : transaction.table(table)),
    isStale(table, key) {
      if (transaction.isStale?.(table, key)) return true
      const stored = table === name ? transaction.get(table, key) : undefined
      if (stored && forms.byWebhook) return forms.byWebhook.isOld(stored)
      return stored !== undefined && !jsonEqual(forms.toStored(forms.fromStored(stored)), stored)
    },
    put(table, key, make) {
      if (table !== name) return transaction.put(table, key, make)
      return forms.fromStored(transaction.put(table, key, (revision) => forms.toStored(make(revision))))
    },
  }
}

const optional = <A, B>(value: A | undefined, map: (value: A) => B): B | undefined =>
  value === undefined ? undefined : map(value)

function once<T extends object>(made: WeakMap<T, T>, make: (from: T) => T): (from: T) => T {
  return (from) => {
    let to = made.get(from)
    if (!to) made.set(from, (to = make(from)))
    return to
  }
}

function neverWritten(): never {
  throw new TypeError('a published table is never written to')
}
