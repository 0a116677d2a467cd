import {
  badRequest,
  plainError,
  verbNotSupported,
  StatusError,
  expired,
  tooLargeResourceVersion,
} from '../../base/errors/status.js'
import type { KubeObject } from '../../schema/object.js'
import { type Selection, onlyName, selectionOf } from '../../model/select/selection.js'
import { type RestContext, tableOf } from '../context.js'
import { checkReached } from '../read/get.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { createStream } from './watch-stream.js'
import { deepFreeze } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { inOrder, readAs } from '../../model/registry/read.js'
import type { Change, ObjectTable } from '../../store/history.js'
import { readPage } from '../../store/page.js'
import { type Cursor, openCursor } from '../../store/watch.js'
import { withRevision } from '../write/stored-form.js'
import type { WatchSource } from './source.js'

/**
 * GET of a collection as a stream of its changes.
 *
 * @throws StatusError 405 for a kind that cannot be watched, 400 for a bad selector, 500 for a malformed
 * resourceVersion
 */
export function watch(context: RestContext, call: Call): Outcome {
  const { def } = call.target
  const { options } = call
  if (!def.discovery.verbs.includes('watch')) throw verbNotSupported(def.resourceSubject, 'watch')
  const asked = selectionOf(def, options)
  const byName = nameSelectorOf(call)
  const named = byName === undefined ? undefined : selectionOf(def, { labelSelector: '', fieldSelector: byName })
  const selection = asked && named ? (object: KubeObject) => asked(object) && named(object) : (asked ?? named)
  checkReached(options.resourceVersion, Infinity, plainError, def.storage.watchCache)
  const stream = createStream(context, call, openSource(context, call, selection))
  return { type: 'watch', stream, isCompressed: isCompressed(context, call) }
}

/** Tells whether a watch is compressed: only one that is a list at first, too (handlers: isListWatchRequest). */
const isCompressed = ({ featureGates }: RestContext, { options }: Call): boolean =>
  featureGates.WatchListCompression && options.sendInitialEvents === true && options.allowWatchBookmarks

/** Returns the field selector that a name in the path (`/watch/nodes/worker-1`) stands for, if no other is given. */
function nameSelectorOf({ target: { name }, options }: Call): string | undefined {
  if (name === '') return undefined
  if (options.fieldSelector === '') return `metadata.name=${name.replace(/[\\,=]/g, '\\$&')}`
  if (onlyName(options) !== name) throw badRequest("fieldSelector metadata.name doesn't match requested name")
  return undefined
}

/** How long a watch cache waits for a future revision (k8s.io/apiserver: watch_cache.go, blockTimeout). */
const LONGEST_WAIT = 3000

/**
 * Makes the source of a watch that wants the state as of a future revision at the earliest: like a watch cache it has
 * no events until the revision is reached, then the state of that moment, and a 504 if that takes too long.
 *
 * @param open opens the source once the revision is reached
 * @param fail makes the source of a watch that ends with an error
 */
function awaitedSource(
  { env, store }: RestContext,
  { target, options }: Call,
  { open, fail, expired }: Openers,
): WatchSource {
  const wanted = Number(options.resourceVersion)
  const revision = store.revision()
  const table = tableOf(target)
  const log = store.log(table)
  const isLost = () => store.log(table) !== log
  let isLate = false
  let opened: WatchSource | undefined
  const source = () => {
    if (opened) return opened
    if (isLost()) opened = fail(expired())
    else if (store.revision() >= wanted) opened = open()
    else if (isLate)
      opened = fail({
        type: 'ERROR',
        status: tooLargeResourceVersion(options.resourceVersion, store.revision(), true).status,
      })
    return opened
  }
  return {
    next: () => source()?.next(),
    bookmark: () => source()?.bookmark(),
    expired: () => opened?.expired() ?? expired(),
    isRead: () => source()?.isRead() ?? true,
    revision: () => revision,
    isLost,
    subscribe(ready) {
      const end = () => {
        cancel()
        unobserve()
      }
      // Not only changes of the own table: any write reaches the next revision.
      const unobserve = store.observe(() => {
        if (!source()) return
        end()
        ready()
      })
      const cancel = env.setTimer(() => {
        isLate = true
        source()
        end()
        ready()
      }, LONGEST_WAIT)
      return end
    },
  }
}

type Openers = {
  readonly open: () => WatchSource
  readonly fail: (event: WatchEvent) => WatchSource
  readonly expired: () => WatchEvent
}

/** Opens the events of a watch: first the initial state if requested, then changes, filtered by the selectors. */
function openSource(context: RestContext, call: Call, selection: Selection | undefined): WatchSource {
  const { store } = context
  const { target, options } = call
  const { sendInitialEvents: isAsked, resourceVersion } = options
  const table = tableOf(target)
  const revision = store.revision()
  const wanted = Number(resourceVersion)
  const expiredAt = (requested: number | bigint) => tooOld(target.def, requested, store.log(table).floor())
  if (wanted > revision && isAsked && target.def.storage.watchCache)
    return awaitedSource(context, call, {
      open: () => openConvertible(context, call, selection),
      fail: (event) => lostSource(event, store.revision()),
      expired: () => expiredAt(BigInt(resourceVersion)),
    })
  const isStated = isAsked ?? wanted === 0
  const after = isStated || wanted === 0 ? revision : wanted
  // A real server waits for a future revision. After a restart it would wait forever, so ours reports an error at once.
  if (after > revision) return lostSource(expiredAt(BigInt(resourceVersion)), after)
  return openAt(context, call, selection, { after, isStated })
}

/** Opens the events of a watch that starts now with the state; an error event if that cannot be converted. */
function openConvertible(context: RestContext, call: Call, selection: Selection | undefined): WatchSource {
  const after = context.store.revision()
  try {
    return openAt(context, call, selection, { after, isStated: true })
  } catch (error) {
    if (error instanceof StatusError) return lostSource({ type: 'ERROR', status: error.status }, after)
    throw error
  }
}

/** Opens the events of a watch after a revision, and first of the state if that is stated. */
function openAt(
  context: RestContext,
  call: Call,
  selection: Selection | undefined,
  { after, isStated }: { readonly after: number; readonly isStated: boolean },
): WatchSource {
  const { store } = context
  const { target, options } = call
  const table = tableOf(target)
  const prefix = prefixOf(target)
  const expiredAt = (requested: number | bigint) => tooOld(target.def, requested, store.log(table).floor())
  const begun = isStated ? undefined : eventsBefore(context, call, selection, after)
  const cursor = openCursor(store, table, begun?.until ?? after)
  if (!cursor) return lostSource(expiredAt(BigInt(options.resourceVersion)), after)
  const initial = isStated ? initialEvents(context, call, selection) : (begun?.events ?? [])
  let sent = 0
  return {
    next() {
      const event = initial[sent]
      if (event) sent++
      return event ?? nextEvent(cursor, prefix, selection, expiredAt)
    },
    bookmark: () => (sent < initial.length ? undefined : bookmarkEvent(target.def, cursor.revision())),
    expired: () => expiredAt(cursor.revision()),
    isRead: () => sent >= initial.length && cursor.isRead(),
    revision: () => after,
    isLost: cursor.isLost,
  }
}

const prefixOf = ({ namespace }: Call['target']) => (namespace ? `${namespace}/` : '')

/** Returns those objects of a table that a watch is about. */
const selected = (
  objects: ObjectTable<KubeObject> | undefined,
  target: Call['target'],
  selection: Selection | undefined,
): readonly KubeObject[] =>
  objects ? readPage(objects, { prefix: prefixOf(target), start: '', limit: 0, matches: selection }).items : []

const added = (object: KubeObject): WatchEvent => ({ type: 'ADDED', object })

/** Returns the state as events, followed by the initial-events-end bookmark if requested. */
function initialEvents(
  { store, featureGates }: RestContext,
  { target, options }: Call,
  selection: Selection | undefined,
): readonly WatchEvent[] {
  const events = selected(store.table(tableOf(target)), target, selection).map(added)
  return featureGates.WatchList && options.allowWatchBookmarks
    ? [...events, bookmarkEvent(target.def, store.revision(), { 'k8s.io/initial-events-end': 'true' })]
    : events
}

/**
 * Returns the events after a revision that is older than the first one of the server: the creations of what it begins
 * with. Caches that are filled by watches (the gate WatchList) know of these, unless they have dropped something.
 */
function eventsBefore(
  { store, featureGates }: RestContext,
  { target }: Call,
  selection: Selection | undefined,
  after: number,
): { readonly until: number; readonly events: readonly WatchEvent[] } | undefined {
  const table = tableOf(target)
  // The cache of a custom resource begins with its definition.
  const until = featureGates.WatchList && !target.def.structural ? store.beginning(table) : undefined
  const objects = until === undefined || after >= until ? undefined : store.stateAt(table, until)
  if (until === undefined || !objects) return undefined
  const created = selected(objects, target, selection).filter((object) => revisionOf(object) > after)
  return { until, events: created.toSorted((a, b) => revisionOf(a) - revisionOf(b)).map(added) }
}

const revisionOf = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion)

/** Returns the next change that the watch is sent. */
function nextEvent(
  cursor: Cursor<KubeObject>,
  prefix: string,
  selection: Selection | undefined,
  expiredAt: (requested: number) => WatchEvent,
): WatchEvent | undefined {
  for (let change = cursor.next(); change; change = cursor.next()) {
    if (change === 'expired') return expiredAt(cursor.revision())
    const event = change.key.startsWith(prefix) ? eventOf(change, selection) : undefined
    if (event) return event
  }
  return undefined
}

/** Makes the source of a watch that cannot start: a single error event. */
function lostSource(event: WatchEvent, revision: number): WatchSource {
  let told = false
  return {
    next() {
      if (told) return undefined
      told = true
      return event
    },
    bookmark: () => undefined,
    expired: () => event,
    isRead: () => told,
    revision: () => revision,
    isLost: () => false,
  }
}

function tooOld({ storage }: KindDef, requested: number | bigint, floor: number): WatchEvent {
  const message = storage.watchCache
    ? `too old resource version: ${requested} (${floor})`
    : 'The resourceVersion for the provided watch is too old.'
  return { type: 'ERROR', status: expired(message).status }
}

/** Returns the event that a change is for a selection: leaving the selection is a DELETED, entering it an ADDED. */
function eventOf(change: Change<KubeObject>, selection: Selection | undefined): WatchEvent | undefined {
  const { prev, next } = change
  const before = prev !== undefined && (!selection || selection(prev))
  const after = next !== undefined && (!selection || selection(next))
  if (after) return { type: before ? 'MODIFIED' : 'ADDED', object: next }
  return before ? { type: 'DELETED', object: lastSeen(change) } : undefined
}

const lastObjects = new WeakMap<Change<KubeObject>, KubeObject>()

/**
 * Returns the object before its deletion, at the revision of the deletion; shared by all watches, so that it is encoded
 * once.
 */
function lastSeen(change: Change<KubeObject>): KubeObject {
  let object = lastObjects.get(change)
  if (!object)
    lastObjects.set(
      change,
      (object = deepFreeze(
        withRevision(mustHave(change.prev, 'the object before a change that took it away'), change.revision),
      )),
    )
  return object
}

function bookmarkEvent(def: KindDef, revision: number, annotations?: Readonly<Record<string, string>>): WatchEvent {
  const { kind: _, apiVersion: __, metadata, ...members } = readAs(def, {}).object
  const bookmark = {
    kind: def.kind,
    apiVersion: def.apiVersion,
    metadata: { resourceVersion: String(revision), ...metadata, ...(annotations ? { annotations } : {}) },
    ...members,
  }
  return { type: 'BOOKMARK', object: deepFreeze(def.structural ? inOrder(def, bookmark) : bookmark) }
}
