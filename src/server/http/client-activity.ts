import type { Env } from '../../base/time/env.js'
import { entryOf } from '../journal/entry.js'
import { formatJournal } from '../journal/format.js'
import type { Recorder } from '../journal/recorder.js'
import type { Watches } from '../../rest/watch/watches.js'
import type { Handle } from '../wire/handle.js'
import { type IdleOptions, waitIdle, waitQuiet } from './idle.js'
import { countRequests } from './outside-requests.js'

/** What presence is derived from. */
type PresenceContext = {
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
export type Presence = ReturnType<typeof createPresence>

/** Number of requests listed in the error of a timeout. */
const TOLD = 10

/** Derives from the requests of a handler whether somebody outside works on a cluster. */
export function createPresence({ env, handle, recorder, watches, rest, patience }: PresenceContext) {
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
