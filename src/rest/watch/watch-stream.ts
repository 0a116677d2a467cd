import { checkArguments, optional } from '../../base/check/arguments.js'
import { must, whole } from '../../base/check/shape.js'
import { publicFunction } from '../../base/errors/call-site.js'
import { StatusError } from '../../base/errors/status.js'
import { type Gate, createGate } from '../../base/turns/gate.js'
import type { Call } from '../../model/call/call.js'
import type { TornEvent, WatchEvent, WatchStream } from '../../model/call/watch-event.js'
import { Unconverted } from '../../model/registry/storage-conversion.js'
import { type RestContext, type WatchDecision, tableOf } from '../context.js'
import type { OpenWatch, WatchControl } from './open-watch.js'
import type { WatchSource } from './source.js'
import { append } from '../../base/lists/lists.js'
import type { WatchLog } from './watch-log.js'
import type { Env } from '../../base/time/env.js'
import type { Options } from '../../model/call/options.js'

const releaseParameters = { count: whole(1) }
const cutParameters = {
  where: optional({
    check: (value, path) =>
      value === 'mid-line'
        ? []
        : must(path, '"mid-line", for the middle of the next event’s line, or nothing, for now', value),
    schema: { enum: ['mid-line'] },
  }),
}

/** Makes the handle by which a test inspects and controls an open watch. */
function createHandle(delivery: Delivery, end: () => void, controlled: (control: WatchControl) => void): OpenWatch {
  const { id, call, source } = delivery
  const { target, options } = call
  return {
    id,
    kind: target.def.kind,
    apiVersion: target.def.apiVersion,
    namespace: target.namespace,
    name: target.name,
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
    user: call.user.name,
    userAgent: call.userAgent,
    get resourceVersion() {
      return String(delivery.reached)
    },
    get held() {
      return delivery.held?.events[0]?.event
    },
    get holding() {
      return delivery.own !== undefined
    },
    hold() {
      controlled({ does: 'hold' })
      delivery.own ??= createGate()
    },
    release: publicFunction((count = 1) => {
      checkArguments('watch.release', releaseParameters, [count])
      controlled({ does: 'release', count })
      return (delivery.held?.gate?.release(count, call) ?? 0) > 0
    }),
    releaseAll() {
      controlled({ does: 'releaseAll' })
      const gate = delivery.own
      delivery.own = undefined
      delivery.held?.gate?.release(Infinity, call)
      gate?.open()
    },
    cut: publicFunction((where) => {
      checkArguments('watch.cut', cutParameters, [where])
      controlled({ does: 'cut', ...(where ? { where } : {}) })
      if (where === 'mid-line') delivery.tearNext = true
      else replaceAll(delivery, () => finish(delivery, 'cut'))
    }),
    expire() {
      controlled({ does: 'expire' })
      replaceAll(delivery, () => delivery.out.push({ event: source.expired() }))
    },
    end() {
      controlled({ does: 'end' })
      end()
    },
  }
}

/** Makes the stream of a watch: the events of its source, subject to hooks, its handle and timers. */
export function createStream(context: RestContext, call: Call, source: WatchSource): WatchStream {
  const { watches, store, hooks } = context
  const end = () => {
    delivery.until ??= store.revision()
    delivery.ready()
  }
  const id = watches.nextId()
  const delivery = openDelivery(context, call, source, { id, end, closed: () => watches.delete(stream) })
  const stream: WatchStream = {
    id,
    def: call.target.def,
    next: () => next(delivery, hooks),
    onReady: (listener) => void (delivery.ready = listener),
    isBehind: () => isBehind(delivery),
    end,
    close: delivery.close,
  }
  watches.told.became(id, context.env.now(), 'opened', delivery.reached)
  watches.add(
    stream,
    createHandle(delivery, end, (control) => watches.controlled(id, control)),
    call,
  )
  return stream
}

function openDelivery(
  { env, store, registry, featureGates, callWebhook, watches: { told } }: RestContext,
  call: Call,
  source: WatchSource,
  { id, end, closed }: { readonly id: string; readonly end: () => void; readonly closed: () => void },
): Delivery {
  const bookmark = () => {
    const event = source.bookmark()
    if (event) delivery.marks.push(event)
    delivery.ready()
  }
  const timers = createWatchTimers(env, call.options, { bookmark, end })
  const unlisten = store.listen(tableOf(call.target), () => delivery.ready())
  const unsubscribe = source.subscribe?.(() => delivery.ready())
  const delivery: Delivery = {
    ...{ id, context: { env, store, registry, featureGates, callWebhook, told }, call, source, timers },
    out: [],
    marks: [],
    gates: new Set(),
    ready: () => undefined,
    over: undefined,
    held: undefined,
    postponed: undefined,
    own: undefined,
    tearNext: false,
    isConverting: false,
    lastSent: -Infinity,
    reached: source.revision(),
    until: undefined,
    close() {
      closed()
      unlisten()
      unsubscribe?.()
      timers.clear()
      for (const gate of delivery.gates) gate.leave(call)
    },
  }
  return delivery
}

/** Returns the next event that can be sent now; undefined while there is none. */
function next(delivery: Delivery, hooks: RestContext['hooks']): ReturnType<WatchStream['next']> {
  const { call, out } = delivery
  for (;;) {
    if (delivery.over) return delivery.over
    releaseDue(delivery)
    const first = out.shift()
    if (first && !isAfter(first.event, delivery.until)) return send(delivery, first)
    if (delivery.held) {
      if (delivery.until === undefined) return undefined
      finish(delivery, 'end')
      continue
    }
    const event = take(delivery)
    if (event) decide(delivery, event, hooks.watch(call, event))
    else if (!delivery.over && out.length === 0) return undefined
  }
}

/** Returns the next event for hooks to decide on; undefined if there is nothing to read now. */
function take(delivery: Delivery): WatchEvent | undefined {
  const { marks, until } = delivery
  const event = marks.shift() ?? readNext(delivery)
  if (delivery.over) return undefined
  if (event && !isAfter(event, until)) return event
  if (until === undefined) return undefined
  if (delivery.postponed) flushPostponed(delivery)
  else finish(delivery, 'end')
  return undefined
}

/** Reads the next event. One that cannot be converted ends the watch. */
function readNext(delivery: Delivery): WatchEvent | undefined {
  if (delivery.isConverting) return undefined
  try {
    return delivery.source.next()
  } catch (error) {
    if (error instanceof Unconverted) return convertFirst(delivery, error)
    if (!(error instanceof StatusError)) throw error
    finish(delivery, 'end')
    return undefined
  }
}

/** Has a webhook convert the next event, which all later ones wait for. */
function convertFirst(delivery: Delivery, { conversion, object }: Unconverted): undefined {
  delivery.isConverting = true
  const goOn = () => {
    delivery.isConverting = false
    if (!delivery.over) delivery.ready()
  }
  conversion.read([object], delivery.context).then(goOn, goOn)
}

function send(delivery: Delivery, { event, torn }: Ready): WatchEvent | TornEvent {
  const { postponed, context } = delivery
  const isTorn = torn === true || delivery.tearNext
  delivery.lastSent = context.env.now()
  context.told.sent(delivery.id, delivery.lastSent, event, isTorn)
  if (event.type === 'ERROR') finish(delivery, 'end')
  else delivery.reached = Math.max(delivery.reached, Number(event.object.metadata.resourceVersion))
  if (postponed && event !== postponed.event && --postponed.left <= 0) flushPostponed(delivery)
  if (!isTorn) return event
  finish(delivery, 'cut')
  return { type: 'torn', event }
}

const isBehind = ({ over, out, held, isConverting, marks, source }: Delivery) =>
  !over && (out.length > 0 || (!held && !isConverting && (marks.length > 0 || !source.isRead())))

const isAfter = (event: WatchEvent, revision: number | undefined) =>
  revision !== undefined && event.type !== 'ERROR' && Number(event.object.metadata.resourceVersion) > revision

/** Wraps a watch so that `tell` is called once when it is over, however it ends. */
export function whenOver(stream: WatchStream, tell: () => void): WatchStream {
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    tell()
  }
  return {
    ...stream,
    next() {
      const event = stream.next()
      if (event === 'end' || event === 'cut') end()
      return event
    },
    close() {
      stream.close()
      end()
    },
  }
}

/** An event that has passed the hooks; of a torn one, only half the line is sent. */
type Ready = { readonly event: WatchEvent; readonly torn?: boolean }

/** Events that are held back, and all later ones with them. */
type Held = { readonly events: readonly Ready[]; readonly gate?: Gate; readonly lag?: number }

/** The state of one open watch, shared by its stream, its handle and the decisions of hooks. */
type Delivery = {
  readonly id: string
  readonly context: Pick<RestContext, 'env' | 'store' | 'registry' | 'callWebhook' | 'featureGates'> & {
    readonly told: WatchLog
  }
  readonly call: Call
  readonly source: WatchSource
  readonly timers: WatchTimers
  /** Events that can be sent now. */
  readonly out: Ready[]
  /** Bookmarks that hooks have not decided on yet. */
  readonly marks: WatchEvent[]
  /** Gates it waits at or has waited at. */
  readonly gates: Set<Gate>
  /** Called when there may be more to read. */
  ready: () => void
  over: 'end' | 'cut' | undefined
  held: Held | undefined
  /** An event that is sent after some of the later ones. */
  postponed: { readonly event: WatchEvent; left: number } | undefined
  /** The gate of its handle, while the handle holds the watch. */
  own: Gate | undefined
  tearNext: boolean
  /** Whether the next event waits for the webhook that converts it. */
  isConverting: boolean
  lastSent: number
  /** The resourceVersion of the last event sent, or of the start. */
  reached: number
  /** Set when the watch times out: the revision up to which it still sends events. */
  until: number | undefined
  /** Unsubscribes from everything that could wake it up. */
  readonly close: () => void
}

/** Ends a watch; the first call decides how it ended. */
function finish(delivery: Delivery, how: 'end' | 'cut'): void {
  if (!delivery.over) {
    const { id, context, reached } = delivery
    context.told.became(id, context.env.now(), how === 'cut' ? 'cut' : 'ended', reached)
  }
  delivery.over ??= how
  delivery.close()
}

/** Queues events to be sent, or holds them if the handle holds the watch and the state was not replaced. */
function deliver(delivery: Delivery, events: readonly Ready[], ask = true): void {
  if (delivery.own && ask && !delivery.source.isLost()) hold(delivery, events, delivery.own)
  else append(delivery.out, events)
}

/** Holds events, and all later ones, for some milliseconds or until a gate releases them. */
function hold(delivery: Delivery, events: readonly Ready[], how: number | Gate): void {
  // A gate may release them at once, while the reader is in the middle of reading.
  let inside = true
  const go = () => {
    delivery.held = undefined
    deliver(delivery, events, how !== delivery.own)
    if (!inside) delivery.ready()
  }
  if (typeof how === 'number') {
    delivery.held = { events }
    delivery.timers.after(how, go)
  } else {
    delivery.held = { events, gate: how }
    delivery.gates.add(how)
    how.enter(delivery.call, go)
  }
  inside = false
}

/** Tells whether a decision delays or drops an event. */
const keepsBack = (decision: WatchDecision): boolean =>
  decision === 'drop' ||
  (typeof decision === 'object' && ('hold' in decision || 'lag' in decision || 'slow' in decision))

/** Carries out a hook's decision on an event. */
function decide(delivery: Delivery, event: WatchEvent, decision: WatchDecision): void {
  // Once the state was replaced, the source only returns this error, and would return it over and over if it was not
  // sent.
  if (delivery.source.isLost() && keepsBack(decision)) return void delivery.out.push({ event })
  const one: readonly Ready[] = [{ event }]
  if (decision === 'end' || decision === 'cut') return finish(delivery, decision)
  if (decision === 'drop') return undefined
  if (decision === 'tear') return deliver(delivery, [{ event, torn: true }])
  if (decision === 'expire') return deliver(delivery, [{ event: delivery.source.expired() }])
  if (decision === 'pass') return deliver(delivery, one)
  if ('hold' in decision) return hold(delivery, one, decision.hold)
  if ('send' in decision)
    return deliver(
      delivery,
      decision.send.map((other) => ({ event: other })),
    )
  if ('repeat' in decision)
    return deliver(
      delivery,
      Array.from({ length: decision.repeat + 1 }, () => ({ event })),
    )
  if ('lag' in decision) return void (delivery.held = { events: one, lag: decision.lag })
  if ('slow' in decision) {
    const wait = delivery.lastSent + decision.slow - delivery.context.env.now()
    return wait > 0 ? hold(delivery, one, wait) : deliver(delivery, one)
  }
  // Only one at a time, or postponed events would wait for each other forever.
  if (delivery.postponed) return deliver(delivery, one)
  delivery.postponed = { event, left: decision.after }
}

/** Sends the postponed event. */
function flushPostponed(delivery: Delivery): void {
  if (delivery.postponed) delivery.out.push({ event: delivery.postponed.event })
  delivery.postponed = undefined
}

/** Drops held events if the state was replaced; sends those that waited for enough later changes. */
function releaseDue(delivery: Delivery): void {
  const { held, source } = delivery
  if (!held) return
  if (source.isLost())
    delivery.held = undefined // the source reports that
  else if (held.lag !== undefined && !isLagging(delivery, held, held.lag)) {
    delivery.held = undefined
    deliver(delivery, held.events)
  }
}

function isLagging({ context: { store }, call }: Delivery, { events: [first] }: Held, lag: number): boolean {
  if (!first || first.event.type === 'ERROR') return false
  const log = store.log(tableOf(call.target))
  const position = log.positionAfter(Number(first.event.object.metadata.resourceVersion))
  return position !== undefined && log.end() - position < lag
}

/** Discards everything that has not been sent, then calls `replace`. */
function replaceAll(delivery: Delivery, replace: () => void): void {
  if (delivery.over) return
  delivery.held = undefined
  delivery.out.length = 0
  replace()
  delivery.ready()
}

/** The timers of one watch. */
type WatchTimers = {
  readonly after: (ms: number, run: () => void) => void
  /** Cancels all of them. */
  readonly clear: () => void
}

const BOOKMARK_INTERVAL = 60_000
const BOOKMARK_BEFORE_END = 2_000
const MIN_TIMEOUT_SECONDS = 1800

/**
 * Starts the timers of a watch: its timeout, and, if requested, bookmarks every minute and shortly before the timeout.
 */
function createWatchTimers(
  env: Env,
  { timeoutSeconds, allowWatchBookmarks }: Options,
  { bookmark, end }: { readonly bookmark: () => void; readonly end: () => void },
): WatchTimers {
  const timers = new Set<() => void>()
  const after = (ms: number, run: () => void) => {
    const cancel = env.setTimer(() => {
      timers.delete(cancel)
      run()
    }, ms)
    timers.add(cancel)
  }
  const beat = () => {
    bookmark()
    after(BOOKMARK_INTERVAL, beat)
  }
  const length = 1000 * (timeoutSeconds || Math.floor(MIN_TIMEOUT_SECONDS * (1 + env.random())))
  after(Math.max(0, length), end)
  if (allowWatchBookmarks) {
    after(BOOKMARK_INTERVAL, beat)
    if (length > BOOKMARK_BEFORE_END) after(length - BOOKMARK_BEFORE_END, bookmark)
  }
  return {
    after,
    clear() {
      for (const cancel of timers) cancel()
      timers.clear()
    },
  }
}
