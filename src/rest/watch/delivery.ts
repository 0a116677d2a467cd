import { append } from '../../base/append.js'
import type { Call } from '../../api/call.js'
import type { WatchEvent } from '../../api/watch-event.js'
import type { Gate } from '../../base/gate.js'
import { type RestContext, type WatchDecision, tableOf } from '../context.js'
import type { ToldList } from './told.js'
import type { WatchSource } from './watch-source.js'
import type { WatchTimers } from './watch-timers.js'

/** An event that is past the hooks; of a torn one only half the line is sent. */
export type Ready = { readonly event: WatchEvent; readonly torn?: boolean }

/** What is held, and every later event with it. */
type Held = { readonly events: readonly Ready[]; readonly gate?: Gate; readonly lag?: number }

/** One open watch under way. Its stream, its handle and the decisions of hooks all work on this. */
export type Delivery = {
  readonly id: string
  readonly context: Pick<RestContext, 'env' | 'store'> & { readonly told: ToldList }
  readonly call: Call
  readonly source: WatchSource
  readonly timers: WatchTimers
  /** What can be sent now. */
  readonly out: Ready[]
  /** Bookmarks that hooks are yet to be asked about. */
  readonly marks: WatchEvent[]
  /** Gates it waits at or has waited at. */
  readonly gates: Set<Gate>
  /** Told when there may be more to read. */
  ready: () => void
  over: 'end' | 'cut' | undefined
  held: Held | undefined
  /** An event that comes after some of those that follow it. */
  postponed: { readonly event: WatchEvent; left: number } | undefined
  /** The gate of its handle, once that holds it. */
  own: Gate | undefined
  tearNext: boolean
  lastSent: number
  /** The resourceVersion of the last event sent, or where it began. */
  reached: number
  /** Once its time is up: the revision up to which it still speaks. */
  until: number | undefined
  /** Forgets everything that could wake it. */
  readonly close: () => void
}

/** Ends a watch; how it ended first counts. */
export function finish(delivery: Delivery, how: 'end' | 'cut'): void {
  if (!delivery.over) {
    const { id, context, reached } = delivery
    context.told.became(id, context.env.now(), how === 'cut' ? 'cut' : 'ended', reached)
  }
  delivery.over ??= how
  delivery.close()
}

/**
 * Queues events to be sent, or holds them where the handle holds the watch and the state it speaks of is still there.
 */
function deliver(delivery: Delivery, events: readonly Ready[], ask = true): void {
  if (delivery.own && ask && !delivery.source.isLost()) hold(delivery, events, delivery.own)
  else append(delivery.out, events)
}

/** Keeps events, and all after them, for some milliseconds or until a gate lets them pass. */
function hold(delivery: Delivery, events: readonly Ready[], how: number | Gate): void {
  // A gate may let them pass at once, while whoever reads is at it already.
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

/** Whether a decision keeps an event back, for some time or for ever. */
const keepsBack = (decision: WatchDecision): boolean =>
  decision === 'drop' ||
  (typeof decision === 'object' && ('hold' in decision || 'lag' in decision || 'slow' in decision))

/** Does with an event what a hook decided. */
export function decide(delivery: Delivery, event: WatchEvent, decision: WatchDecision): void {
  // Where the state it speaks of is gone, that is all it still has to tell, and would tell again and again.
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
  // One at a time, or events that each wait for the next would wait for ever.
  if (delivery.postponed) return deliver(delivery, one)
  delivery.postponed = { event, left: decision.after }
}

/** Sends the event that was to come after others. */
export function flushPostponed(delivery: Delivery): void {
  if (delivery.postponed) delivery.out.push({ event: delivery.postponed.event })
  delivery.postponed = undefined
}

/** Lets go of what need not wait any more: its state is gone, or enough later changes have happened. */
export function releaseDue(delivery: Delivery): void {
  const { held, source } = delivery
  if (!held) return
  if (source.isLost())
    delivery.held = undefined // the source says so
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

/** Puts something in place of everything that has not been sent. */
export function replaceAll(delivery: Delivery, replace: () => void): void {
  if (delivery.over) return
  delivery.held = undefined
  delivery.out.length = 0
  replace()
  delivery.ready()
}
