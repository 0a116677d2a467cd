import type { Env } from '../../base/time/env.js'
import { entryOf } from '../journal/entry.js'
import { formatJournal } from '../journal/format.js'
import type { Recorder } from '../journal/recorder.js'
import type { Watches } from '../../rest/watch/watches.js'
import type { Asked, Handle } from '../wire/handle.js'
import { type IdleOptions, waitIdle, waitQuiet } from './idle.js'

/** The requests from outside: all but those of the cluster's own methods, controllers and control API. */
export type Outside = {
  /** Describes the requests whose clients wait for the reply; a watch is answered once it is open. */
  readonly underWay: () => readonly string[]
  /** When a request last started or was answered, in real time; undefined before the first. */
  readonly last: () => number | undefined
}

/** Wraps a handler to keep track of its requests. */
function countRequests({ real }: Env, handle: Handle): Outside & { readonly handle: Handle } {
  // Not a Set: an old hash table that has been replaced keeps its successors alive, and with them every request they
  // held.
  const open: Asked[] = []
  let last: number | undefined
  return {
    handle(request) {
      last = real.now()
      const reply = handle(request)
      if (!(reply instanceof Promise)) return reply
      open.push(request)
      const ended = () => {
        open.splice(open.indexOf(request), 1)
        last = real.now()
      }
      reply.then(ended, ended)
      return reply
    },
    underWay: () =>
      open
        .filter(({ signal }) => !signal?.aborted)
        .map(({ method, url }) => `${method} ${url.replace(/^[a-z]+:\/\/[^/]*/i, '')}`),
    last: () => last,
  }
}

/** What the activity of clients is derived from. */
type ActivityContext = {
  readonly env: Env
  readonly handle: Handle
  readonly recorder: Recorder
  readonly watches: Watches
  /** Resolves once everything in process has settled. */
  readonly rest: () => Promise<void>
  /** Returns the default timeout in real time. */
  readonly patience: () => number
}

/** Tells whether somebody outside works on a cluster. */
export type ClientActivity = ReturnType<typeof createClientActivity>

/** Number of requests listed in the error of a timeout. */
const TOLD = 10

/** Derives from the requests of a handler whether somebody outside works on a cluster. */
export function createClientActivity({ env, handle, recorder, watches, rest, patience }: ActivityContext) {
  const outside = countRequests(env, handle)
  const recent = () =>
    formatJournal(
      recorder
        .notes()
        .filter(({ via }) => via === 'http')
        .slice(-TOLD)
        .map(entryOf),
    )
  return {
    handle: outside.handle,
    idle: (options?: IdleOptions) => waitIdle({ env, outside, settled: rest, recent, patience }, options),
    pace: {
      rest,
      patience,
      quiet: (ms: number, until: number) => waitQuiet(env, outside, ms, until),
      isWatched: () => outside.underWay().length > 0 || watches.areOfProgram(),
    },
  }
}
