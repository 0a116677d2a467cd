import { binarySearch } from '../../base/lists/lists.js'
import { truncatedUtf8, utf8Length } from '../../base/bytes/utf8.js'
import { type LoggedLine, type ContainerRun, createLogs, createLog } from '../containers/log-lines.js'
import type { LogOptions } from './log-options.js'
import { runOf, runNow } from './log-run.js'
import {
  type ConnectContext,
  type NamedContainer,
  type PodSeen,
  checkNode,
  containerOf,
  podNamed,
} from './pod-container.js'
import type { KubeObject } from '../../schema/object.js'

/** A log that is being followed. */
export type LogTail = {
  /** Returns what was logged since the last call; `''` if nothing was, undefined once the log has ended. */
  readonly next: () => string | undefined
  /** Sets the listener that is called when next() may have more. */
  readonly onReady: (listener: () => void) => void
  readonly close: () => void
}

type Ref = { readonly namespace: string; readonly name: string }

/**
 * Reads the log of a container so far; undefined for an unscheduled pod.
 *
 * @throws StatusError if there is no such log
 */
export function readLog(context: ConnectContext, ref: Ref, options: LogOptions): string | undefined {
  const found = logOf(context, ref, options)
  if (!found) return undefined
  const { pod, container, run } = found
  const now = context.env.now()
  const lines = logsOf(context.containers)(context.containers.of(pod, container), run).upTo(
    Math.min(now, run.end ?? now),
  )
  const text = textOf(chosen(lines, options, now), options)
  return truncatedUtf8(text, options.limitBytes ?? Infinity)
}

/** Follows the log of a container until it ends. Throws a StatusError if there is no such log. */
export function followLog(context: ConnectContext, ref: Ref, options: LogOptions): LogTail {
  const found = logOf(context, ref, options)
  if (!found) return NO_LOG
  const feed = logFeed(context, found)
  let left = options.limitBytes ?? Infinity
  let listener: () => void = () => undefined
  const close = feed.join(() => listener())
  const first = chosen(feed.lines(), options, context.env.now())
  let seen = shownBefore(feed.lines(), feed.lines().length - first.length)
  return {
    next() {
      if (left <= 0) return void close()
      const some = pieceAfter(feed.lines(), seen)
      seen = shownAfter(some, seen)
      const text = textOf(some, options)
      const sent = truncatedUtf8(text, left)
      left = sent === text ? left - utf8Length(text) : 0
      if (sent !== '') return sent
      return left <= 0 || feed.isOver() ? void close() : ''
    },
    onReady: (told) => void (listener = told),
    close,
  }
}

const NO_LOG: LogTail = { next: () => undefined, onReady: () => undefined, close: () => undefined }

/** How much of a log was shown: all before a time, and a number of lines of that time. */
type Shown = { readonly at: number; readonly count: number }

/** Returns what was shown before a line. */
function shownBefore(lines: readonly LoggedLine[], index: number): Shown {
  const at = lines[index]?.at ?? lines.at(-1)?.at ?? -Infinity
  let count = 0
  while (lines[index - 1 - count]?.at === at) count++
  return { at, count }
}

/** Returns what was shown once further lines were. */
function shownAfter(shown: readonly LoggedLine[], before: Shown): Shown {
  const at = shown.at(-1)?.at ?? before.at
  let count = 0
  while (count < shown.length && shown[shown.length - 1 - count]?.at === at) count++
  return { at, count: at === before.at ? before.count + count : count }
}

/** Characters per chunk; the next chunk is only made once the reader asks for it. */
const PIECE = 64 * 1024

/** Returns the first lines not shown yet that fit into a chunk; at least one if there are any. */
function pieceAfter(lines: readonly LoggedLine[], { at, count }: Shown): readonly LoggedLine[] {
  let from = binarySearch(lines.length, (index) => (lines[index]?.at ?? Infinity) >= at)
  for (let known = 0; known < count && lines[from]?.at === at; known++) from++
  let end = from
  for (let length = 0; end < lines.length; end++) {
    length += (lines[end]?.text.length ?? 0) + 1
    if (length > PIECE && end > from) break
  }
  return lines.slice(from, end)
}

const logs = new WeakMap<ConnectContext['containers'], ReturnType<typeof createLogs>>()

/** Returns the logs of a cluster. */
function logsOf(containers: ConnectContext['containers']): ReturnType<typeof createLogs> {
  let known = logs.get(containers)
  if (!known) logs.set(containers, (known = createLogs()))
  return known
}

/** Finds the run of a container whose log is asked for; undefined for an unscheduled pod, which has none. */
function logOf(context: ConnectContext, { namespace, name }: Ref, { container: wanted, previous }: LogOptions) {
  const pod = podNamed(context, namespace, name)
  const container = containerOf(pod, wanted)
  if (!pod.spec?.nodeName) return undefined
  checkNode(context, pod.spec.nodeName)
  return { pod, container, run: runOf(pod, container.name, previous) }
}

function chosen(lines: readonly LoggedLine[], options: LogOptions, now: number): readonly LoggedLine[] {
  const { tailLines, sinceSeconds, sinceTime } = options
  const since = sinceTime ?? (sinceSeconds === undefined ? -Infinity : now - sinceSeconds * 1000)
  const last = tailLines === undefined ? lines : lines.slice(Math.max(0, lines.length - tailLines))
  return last.filter(({ at }) => at >= since)
}

const textOf = (lines: readonly LoggedLine[], { timestamps }: LogOptions): string =>
  lines.map(({ at, text }) => `${timestamps ? `${stamp(at)} ` : ''}${text}\n`).join('')

/** Formats a time with nine fractional digits, as a container runtime does. */
const stamp = (at: number): string => new Date(at).toISOString().replace('Z', '000000Z')

/** A log that is followed, which all who follow it share. */
type LogFeed = {
  /** Returns its lines so far. */
  readonly lines: () => readonly LoggedLine[]
  /** Whether nothing more will be logged. */
  readonly isOver: () => boolean
  /** Calls back when there may be more; returns a function that ends this. */
  readonly join: (wake: () => void) => () => void
}

/** A run of a container of a pod. */
type Followed = { readonly pod: PodSeen; readonly container: NamedContainer; readonly run: ContainerRun }

/** How many readers are woken in one turn of the event loop. */
const MOST_WOKEN = 50
/** How long the system's clock goes on between two rounds, in milliseconds for each reader: others want to work too. */
const REST = 0.1

const feeds = new WeakMap<ConnectContext['containers'], Map<string, LogFeed>>()

/** Returns the feed of a log; it exists while there are readers. */
function logFeed(context: ConnectContext, followed: Followed): LogFeed {
  const { containers } = context
  let known = feeds.get(containers)
  if (!known) feeds.set(containers, (known = new Map()))
  const all = known
  const { id, start, end } = followed.run
  const place = `${id} ${start} ${end ?? ''}`
  const feed = all.get(place) ?? createLogFeed(context, followed, () => void all.delete(place))
  all.set(place, feed)
  return feed
}

function createLogFeed(context: ConnectContext, { pod, container, run }: Followed, left: () => void): LogFeed {
  const { store, env, containers } = context
  const key = `${pod.metadata.namespace}/${pod.metadata.name}`
  const readers = createReaders(env, plan)
  let seen: KubeObject | undefined
  let now = run
  let play = containers.of(pod, container)
  let log = createLog(play, run)
  let lines: readonly LoggedLine[] = []
  let cancel: (() => void) | undefined
  const update = () => {
    seen = store.get('/pods', key)
    now = runNow(seen?.metadata.uid === pod.metadata.uid ? seen : undefined, container.name, now, env.now())
    const next = containers.of(pod, container)
    if (next.logs !== play.logs) log = createLog(next, run)
    play = next
    lines = log.upTo(Math.min(env.now(), now.end ?? Infinity))
  }
  const tell = () => {
    cancel?.()
    cancel = undefined
    update()
    readers.wake()
  }
  /** Sets the timer for the next line. */
  function plan() {
    cancel?.()
    const at = now.end === undefined ? log.nextAt(env.now()) : undefined
    if (at === undefined || readers.count() === 0) return
    const rest = env.advance ? 0 : readers.count() * REST
    cancel = env.setTimer(tell, Math.max(at - env.now(), rest), { background: true })
  }
  let unlisten: readonly (() => void)[] = []
  return {
    lines: () => lines,
    isOver: () => now.end !== undefined,
    join(wake) {
      if (readers.count() === 0) {
        const changed = () => void (store.get('/pods', key) !== seen && tell())
        unlisten = [store.listen('/pods', changed), containers.listen(tell)]
      }
      const leave = readers.add(wake)
      update()
      plan()
      return () => {
        leave()
        if (readers.count() > 0) return
        cancel?.()
        for (const stop of unlisten) stop()
        left()
      }
    },
  }
}

/**
 * Creates an empty set of readers, which are woken in several turns if they are many; `woken` is called after each
 * round.
 */
function createReaders(env: ConnectContext['env'], woken: () => void) {
  const readers = new Set<() => void>()
  let due = new Set<() => void>()
  let isWaking = false
  const wakeSome = () => {
    let left = MOST_WOKEN
    for (const wake of due) {
      if (left-- === 0) return
      due.delete(wake)
      wake()
    }
  }
  const wakeRest = async () => {
    while (due.size > 0) {
      await env.turn()
      wakeSome()
    }
    isWaking = false
    woken()
  }
  return {
    count: () => readers.size,
    add(wake: () => void) {
      readers.add(wake)
      return () => {
        readers.delete(wake)
        due.delete(wake)
      }
    },
    wake() {
      due = new Set(readers)
      if (isWaking) return
      wakeSome()
      if (due.size === 0) return woken()
      isWaking = true
      env.hold(wakeRest())
    },
  }
}
