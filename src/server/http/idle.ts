import type { Env } from '../../base/time/env.js'
import { callerError, checkArguments, optionsOf } from '../../base/check/arguments.js'
import { duration } from '../../base/check/shape.js'
import { parseDuration } from '../../base/time/time.js'
import type { Outside } from './client-activity.js'

/** Options of `idle`. */
export type IdleOptions = {
  /** How long no request may have come from outside: real milliseconds, or a duration such as `200ms` (default 50). */
  readonly quiet?: number | string
  /**
   * Maximum time to wait, in real time (default: a little less than the rest of the test's timeout, or 4 s if that is
   * unknown).
   */
  readonly timeout?: number | string
}

/** What `idle` needs to know. */
type IdleContext = {
  readonly env: Env
  readonly outside: Outside
  readonly settled: () => Promise<void>
  /** Describes the last requests from outside, for error messages. */
  readonly recent: () => string
  /** Returns the default timeout. */
  readonly patience: () => number
}

const QUIET = 50

const parameters = {
  options: optionsOf({ quiet: duration, timeout: duration }, (given) =>
    typeof given === 'number' ? `{ quiet: ${given} }` : '{ quiet: 50 }',
  ),
}

/**
 * Resolves once there was no request from outside for a while, and everything triggered by the last ones has settled.
 *
 * @throws Error that lists the last requests
 */
export async function waitIdle(context: IdleContext, options: IdleOptions = {}): Promise<void> {
  checkArguments('idle', parameters, [options])
  const { env, outside, settled, recent, patience } = context
  const quiet = milliseconds(options.quiet ?? QUIET)
  const timeout = milliseconds(options.timeout ?? patience())
  const until = env.real.now() + timeout
  for (;;) {
    if (!(await waitQuiet(env, outside, quiet, until))) {
      const open = outside.underWay()
      const busy = open.length > 0 ? `; under way: ${open.join(', ')}` : ''
      throw callerError(
        `idle: within ${timeout} ms there were no ${quiet} ms without a request from outside${busy}; the last were:\n${recent()}`,
      )
    }
    const before = outside.last()
    await settled()
    if (outside.last() === before && outside.underWay().length === 0) return
  }
}

/**
 * Waits until there was no request from outside for `ms` real milliseconds, counted from now; returns false if that is
 * not the case by the deadline `until`.
 */
export async function waitQuiet({ real }: Env, outside: Outside, ms: number, until: number): Promise<boolean> {
  const from = real.now()
  for (;;) {
    const now = real.now()
    const busy = outside.underWay().length > 0
    const rest = busy ? ms : ms - (now - Math.max(from, outside.last() ?? from))
    if (rest <= 0) return true
    if (now >= until) return false
    await real.wait(Math.max(1, Math.min(rest, until - now)))
  }
}

function milliseconds(given: number | string): number {
  const parsed = parseDuration(given)
  if (parsed.error !== undefined) throw callerError(`idle: ${parsed.error}`)
  return parsed.ms
}
