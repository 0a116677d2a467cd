import { badRequest, plainError, verbNotSupported } from '../base/status.js'
import { selectionOf } from '../select/selection.js'
import { type RestContext, tableOf } from './context.js'
import { checkReached } from './get.js'
import type { Call, Outcome, WatchEvent, WatchStream } from './types.js'
import { type WatchSource, openSource } from './watch-source.js'

const BOOKMARK_INTERVAL = 60_000
const BOOKMARK_BEFORE_END = 2_000
const MIN_TIMEOUT_SECONDS = 1800

/**
 * GET of a collection as a stream of its changes.
 *
 * @throws StatusError 405 of a kind that cannot be watched, 400 for a selector, 500 for a resourceVersion that is no number
 */
export function watch(context: RestContext, call: Call): Outcome {
  const { def } = call.target
  const { options } = call
  if (!def.verbs.includes('watch')) throw verbNotSupported(def.resourceSubject, 'watch')
  const selection = selectionOf(def, options.labelSelector, fieldSelectorOf(call))
  checkReached(options.resourceVersion, Infinity, plainError, def.watchCache)
  return { type: 'watch', stream: createStream(context, call, openSource(context, call, selection)) }
}

/** A name in the path (`/watch/nodes/worker-1`) is a selector of its own. */
function fieldSelectorOf({ target: { name }, options: { fieldSelector } }: Call): string {
  if (name === '') return fieldSelector
  const selector = `metadata.name=${name.replace(/[\\,=]/g, '\\$&')}`
  if (fieldSelector !== '' && fieldSelector !== selector) throw badRequest("fieldSelector metadata.name doesn't match requested name")
  return selector
}

function createStream({ env, store, hooks, watches }: RestContext, call: Call, source: WatchSource): WatchStream {
  const { options, target } = call
  const timers = new Set<() => void>()
  const urgent: WatchEvent[] = [] // past the hooks already, or not theirs to decide
  let ready: () => void = () => undefined
  let over: 'end' | 'cut' | undefined
  let held = false
  let until: number | undefined // once its time is up: the revision up to which it still speaks

  const after = (ms: number, run: () => void) => {
    const cancel = env.setTimer(() => {
      timers.delete(cancel)
      run()
    }, ms)
    timers.add(cancel)
  }
  const unlisten = store.listen(tableOf(target), () => ready())
  const close = () => {
    watches.delete(stream)
    unlisten()
    for (const cancel of timers) cancel()
    timers.clear()
  }
  const finish = (how: 'end' | 'cut') => {
    over ??= how
    close()
  }
  const bookmark = () => {
    const event = source.bookmark()
    if (event) urgent.push(event)
    ready()
  }
  const beat = () => {
    bookmark()
    after(BOOKMARK_INTERVAL, beat)
  }
  const length = 1000 * (options.timeoutSeconds || Math.floor(MIN_TIMEOUT_SECONDS * (1 + env.random())))
  const end = () => {
    until ??= store.state().revision
    ready()
  }
  after(Math.max(0, length), end)
  if (options.allowWatchBookmarks) {
    after(BOOKMARK_INTERVAL, beat)
    if (length > BOOKMARK_BEFORE_END) after(length - BOOKMARK_BEFORE_END, bookmark)
  }

  /** What the hooks leave of an event: something to send now, or undefined. */
  const decide = (event: WatchEvent): WatchEvent | undefined => {
    const decision = hooks.watch(call, event)
    if (decision === 'pass') return event
    if (decision === 'drop') return undefined
    if (decision === 'end' || decision === 'cut') return void finish(decision)
    if ('send' in decision) return void urgent.push(...decision.send)
    held = true
    after(decision.hold, () => {
      held = false
      urgent.unshift(event)
      ready()
    })
    return undefined
  }

  const stream: WatchStream = {
    def: target.def,
    next() {
      while (!over && !held) {
        const waiting = urgent.shift()
        const event = waiting ?? source.next()
        if (!event || isAfter(event, until)) {
          if (until === undefined) return undefined
          finish('end')
          break
        }
        const send = waiting ?? decide(event)
        if (!send) continue
        if (send.type === 'ERROR') finish('end')
        return send
      }
      return over ?? (until === undefined ? undefined : 'end')
    },
    onReady: (listener) => void (ready = listener),
    end,
    close,
  }
  watches.add(stream)
  return stream
}

const isAfter = (event: WatchEvent, revision: number | undefined) =>
  revision !== undefined && event.type !== 'ERROR' && Number(event.object.metadata.resourceVersion) > revision
