import { type Gate, createGate } from '../../base/gate.js'
import { type RestContext, type WatchDecision, tableOf } from '../context.js'
import type { OpenWatch } from './open-watch.js'
import type { Call } from '../../api/call.js'
import type { TornEvent, WatchEvent, WatchStream } from '../../api/watch-event.js'
import type { WatchSource } from './watch-source.js'
import { createWatchTimers } from './watch-timers.js'

/** An event that is past the hooks. */
type Ready = { readonly event: WatchEvent; readonly torn?: boolean }

/** Makes the stream of a watch: events of its source as hooks, its handle and time leave them. */
export function createStream(
  { env, store, hooks, watches }: RestContext,
  call: Call,
  source: WatchSource,
): WatchStream {
  const { target, options } = call
  const table = tableOf(target)
  const out: Ready[] = []
  const marks: WatchEvent[] = [] // bookmarks that hooks are yet to be asked about
  const gates = new Set<Gate>()
  let ready: () => void = () => undefined
  let over: 'end' | 'cut' | undefined
  /** What is held, and all after it with it. */
  let held: { readonly events: readonly Ready[]; readonly gate?: Gate; readonly lag?: number } | undefined
  /** What comes after some of the events that follow. */
  let later: { readonly event: WatchEvent; left: number } | undefined
  let own: Gate | undefined
  let tearNext = false
  let lastSent = -Infinity
  let reached = source.revision()
  let until: number | undefined // once its time is up: the revision up to which it still speaks

  const timers = createWatchTimers(env, options, {
    bookmark() {
      const event = source.bookmark()
      if (event) marks.push(event)
      ready()
    },
    end: () => end(),
  })
  const unlisten = store.listen(table, () => ready())
  const close = () => {
    watches.delete(stream)
    unlisten()
    timers.clear()
    for (const gate of gates) gate.leave(call)
  }
  const finish = (how: 'end' | 'cut') => {
    over ??= how
    close()
  }
  const end = () => {
    until ??= store.revision()
    ready()
  }

  /** Keeps events, and all after them, until `go` is called. */
  const hold = (events: readonly Ready[], how: number | Gate) => {
    // A gate may let them pass at once, while whoever reads is at it already.
    let inside = true
    const go = () => {
      held = undefined
      deliver(events, how !== own)
      if (!inside) ready()
    }
    held = typeof how === 'number' ? { events } : { events, gate: how }
    if (typeof how === 'number') timers.after(how, go)
    else {
      gates.add(how)
      how.enter(call, go)
    }
    inside = false
  }
  const deliver = (events: readonly Ready[], ask = true) => {
    if (own && ask) hold(events, own)
    else out.push(...events)
  }
  const isLagging = (event: WatchEvent, lag: number) => {
    const log = store.log(table)
    const position =
      event.type === 'ERROR' ? undefined : log.positionAfter(Number(event.object.metadata.resourceVersion))
    return position !== undefined && log.end() - position < lag
  }
  const decide = (event: WatchEvent, decision: WatchDecision) => {
    if (decision === 'end' || decision === 'cut') return finish(decision)
    if (decision === 'drop') return undefined
    if (decision === 'tear') return deliver([{ event, torn: true }])
    if (decision === 'expire') return deliver([{ event: source.expired() }])
    if (decision === 'pass') return deliver([{ event }])
    if ('hold' in decision) return hold([{ event }], decision.hold)
    if ('send' in decision) return deliver(decision.send.map((other) => ({ event: other })))
    if ('repeat' in decision) return deliver(Array.from({ length: decision.repeat + 1 }, () => ({ event })))
    if ('lag' in decision) return void (held = { events: [{ event }], lag: decision.lag })
    if ('slow' in decision) {
      const wait = lastSent + decision.slow - env.now()
      return wait > 0 ? hold([{ event }], wait) : deliver([{ event }])
    }
    // One at a time, or events that each wait for the next would wait for ever.
    if (later) return deliver([{ event }])
    later = { event, left: decision.after }
    return undefined
  }

  const send = ({ event, torn }: Ready): WatchEvent | TornEvent => {
    lastSent = env.now()
    if (event.type === 'ERROR') finish('end')
    else reached = Math.max(reached, Number(event.object.metadata.resourceVersion))
    if (later && event !== later.event && --later.left <= 0) flushLater()
    if (!torn && !tearNext) return event
    finish('cut')
    return { type: 'torn', event }
  }
  const flushLater = () => {
    const { event } = later!
    later = undefined
    out.push({ event })
  }
  /** What there is to do before more is read: undefined where there is nothing to read now. */
  const take = (): WatchEvent | undefined => {
    const event = marks.shift() ?? source.next()
    if (event && !isAfter(event, until)) return event
    if (until !== undefined) {
      if (later) flushLater()
      else finish('end')
    }
    return undefined
  }

  const stream: WatchStream = {
    def: target.def,
    next() {
      for (;;) {
        if (over) return over
        if (held && source.isLost()) held = undefined // the state it is of is gone; the source says so
        if (held?.lag !== undefined && !isLagging(held.events[0]!.event, held.lag)) {
          const { events } = held
          held = undefined
          deliver(events)
        }
        const first = out.shift()
        if (first && !isAfter(first.event, until)) return send(first)
        if (held) {
          if (until === undefined) return undefined
          finish('end')
          continue
        }
        const event = take()
        if (event) decide(event, hooks.watch(call, event))
        else if (!over && out.length === 0) return undefined
      }
    },
    onReady: (listener) => void (ready = listener),
    isBehind: () => !over && (out.length > 0 || (!held && (marks.length > 0 || !source.isRead()))),
    end,
    close,
  }
  const replaceAll = (how: () => void) => {
    if (over) return
    held = undefined
    out.length = 0
    how()
    ready()
  }
  watches.add(stream, (id): OpenWatch => ({
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
      return String(reached)
    },
    get held() {
      return held?.events[0]?.event
    },
    hold: () => void (own ??= createGate()),
    release: (count = 1) => (held?.gate?.release(count, call) ?? 0) > 0,
    releaseAll() {
      const gate = own
      own = undefined
      held?.gate?.release(Infinity, call)
      gate?.open()
    },
    cut(where) {
      if (where === 'mid-line') tearNext = true
      else replaceAll(() => finish('cut'))
    },
    expire: () => replaceAll(() => out.push({ event: source.expired() })),
    end,
  }))
  return stream
}

const isAfter = (event: WatchEvent, revision: number | undefined) =>
  revision !== undefined && event.type !== 'ERROR' && Number(event.object.metadata.resourceVersion) > revision
