import { type ContainerRun, type LoggedLine, createLog } from '../containers/log-lines.js'
import type { KubeObject } from '../../schema/object.js'
import { runNow } from './log-run.js'
import { type ConnectContext, type NamedContainer, type PodSeen } from './pod-container.js'

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
export function logFeed(context: ConnectContext, followed: Followed): LogFeed {
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
