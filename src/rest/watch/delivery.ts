import { append } from '../../base/lists/lists.js'
import type { Call } from '../../model/call/call.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import type { Gate } from '../../base/turns/gate.js'
import { type RestContext, type WatchDecision, tableOf } from '../context.js'
import type { WatchLog } from './watch-log.js'
import type { WatchSource } from './source.js'
import type { WatchTimers } from './watch-timers.js'

/** An event that has passed the hooks; of a torn one, only half the line is sent. */
export type Ready = { readonly event: WatchEvent; readonly torn?: boolean }

/** Events that are held back, and all later ones with them. */
type Held = { readonly events: readonly Ready[]; readonly gate?: Gate; readonly lag?: number }

/** The state of one open watch, shared by its stream, its handle and the decisions of hooks. */
export type Delivery = {
  readonly id: string
  readonly context: Pick<RestContext, 'env' | 'store' | 'registry' | 'callWebhook'> & { readonly told: WatchLog }
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
export function finish(delivery: Delivery, how: 'end' | 'cut'): void {
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
export function decide(delivery: Delivery, event: WatchEvent, decision: WatchDecision): void {
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
export function flushPostponed(delivery: Delivery): void {
  if (delivery.postponed) delivery.out.push({ event: delivery.postponed.event })
  delivery.postponed = undefined
}

/** Drops held events if the state was replaced; sends those that waited for enough later changes. */
export function releaseDue(delivery: Delivery): void {
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
export function replaceAll(delivery: Delivery, replace: () => void): void {
  if (delivery.over) return
  delivery.held = undefined
  delivery.out.length = 0
  replace()
  delivery.ready()
}
