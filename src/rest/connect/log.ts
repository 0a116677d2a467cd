import { truncatedUtf8, utf8Length } from '../../base/utf8.js'
import type { KubeObject } from '../../schema/object.js'
import { type ContainerRun, type LoggedLine, createLogReader, nextLineAt } from '../../containers/log-lines.js'
import type { LogOptions } from './log-options.js'
import { runNow, runOf } from './log-run.js'
import { type ConnectContext, checkNode, containerOf, podNamed } from './pod-container.js'

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
  const text = textOf(chosen(found.lines(), options, context.env.now()), options)
  return truncatedUtf8(text, options.limitBytes ?? Infinity)
}

/** Follows the log of a container until it ends. Throws a StatusError if there is no such log. */
export function followLog(context: ConnectContext, ref: Ref, options: LogOptions): LogTail {
  const { store, env } = context
  const found = logOf(context, ref, options)
  let left = options.limitBytes ?? Infinity
  let seen: Seen | undefined
  let listener: () => void = () => undefined
  let cancel: (() => void) | undefined
  const wake = () => listener()
  const unlisten = store.listen('/pods', wake)
  const close = () => {
    cancel?.()
    unlisten()
  }
  const over = () => void close()
  return {
    next() {
      if (!found || left <= 0) return over()
      const lines = found.lines()
      const fresh = seen ? linesAfter(lines, seen) : chosen(lines, options, env.now())
      const some = pieceOf(fresh)
      seen = seenUpTo(lines, fresh, some.length, seen)
      const text = textOf(some, options)
      const sent = truncatedUtf8(text, left)
      left = sent === text ? left - utf8Length(text) : 0
      if (sent !== '') return sent
      if (left <= 0 || found.run().end !== undefined) return over()
      cancel?.()
      const at = found.nextAt()
      cancel = at === undefined ? undefined : env.setTimer(wake, Math.max(0, at - env.now()), { background: true })
      return ''
    },
    onReady: (told) => void (listener = told),
    close,
  }
}

/** A position in a log: a time, and the number of lines of that time that were shown. */
type Seen = { readonly at: number; readonly count: number }

/** Characters per chunk; the next chunk is only made once the reader asks for it. */
const PIECE = 64 * 1024

function linesAfter(lines: readonly LoggedLine[], { at, count }: Seen): readonly LoggedLine[] {
  const from = lines.findIndex((line) => line.at >= at)
  if (from < 0) return []
  let known = 0
  while (known < count && lines[from + known]?.at === at) known++
  return lines.slice(from + known)
}

/** Returns the first lines that fit into a chunk; at least one. */
function pieceOf(lines: readonly LoggedLine[]): readonly LoggedLine[] {
  let length = 0
  const end = lines.findIndex(({ text }) => (length += text.length + 1) > PIECE)
  return end < 0 ? lines : lines.slice(0, Math.max(1, end))
}

function seenUpTo(lines: readonly LoggedLine[], fresh: readonly LoggedLine[], shown: number, before?: Seen): Seen {
  // If only the last lines were requested, the ones before them count as shown.
  const last = shown > 0 ? fresh[shown - 1] : before ? undefined : lines.at(-1)
  if (!last) return before ?? { at: -Infinity, count: 0 }
  const end = lines.length - fresh.length + shown
  let count = 0
  while (lines[end - 1 - count]?.at === last.at) count++
  return { at: last.at, count }
}

const readers = new WeakMap<object, ReturnType<typeof createLogReader>>()

/** Returns the log reader of a cluster. */
function readerOf(containers: ConnectContext['containers']): ReturnType<typeof createLogReader> {
  const reader = readers.get(containers) ?? createLogReader()
  readers.set(containers, reader)
  return reader
}

function logOf(context: ConnectContext, { namespace, name }: Ref, { container, previous }: LogOptions) {
  const { store, env, containers } = context
  const pod = podNamed(context, namespace, name)
  const chosenOne = containerOf(pod, container)
  // As on a real server, an unscheduled pod has no log.
  if (!pod.spec?.nodeName) return undefined
  checkNode(context, pod.spec.nodeName)
  const first = runOf(pod, chosenOne.name, previous)
  const play = () => containers.of(pod, chosenOne)
  const linesUpTo = readerOf(containers)
  const run = (): ContainerRun => {
    const now: KubeObject | undefined = store.get('/pods', `${namespace}/${name}`)
    return runNow(now?.metadata.uid === pod.metadata.uid ? now : undefined, chosenOne.name, first, env.now())
  }
  return {
    run,
    lines: () => linesUpTo(play(), run(), env.now()),
    nextAt: () => nextLineAt(play(), first, env.now()),
  }
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
