import { checkArguments, optional } from '../../base/check/arguments.js'
import { must, whole } from '../../base/check/shape.js'
import { publicFunction } from '../../base/errors/call-site.js'
import { StatusError } from '../../base/errors/status.js'
import { createGate } from '../../base/turns/gate.js'
import type { Call } from '../../model/call/call.js'
import type { TornEvent, WatchEvent, WatchStream } from '../../model/call/watch-event.js'
import { Unconverted } from '../../model/registry/storage-conversion.js'
import { type RestContext, tableOf } from '../context.js'
import { type Delivery, type Ready, decide, finish, flushPostponed, releaseDue, replaceAll } from './delivery.js'
import type { OpenWatch, WatchControl } from './open-watch.js'
import type { WatchSource } from './source.js'
import { createWatchTimers } from './watch-timers.js'

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
  { env, store, registry, callWebhook, watches: { told } }: RestContext,
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
    ...{ id, context: { env, store, registry, callWebhook, told }, call, source, timers },
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
