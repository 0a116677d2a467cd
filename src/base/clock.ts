import { forCaller, publicAsync } from './call-site.js'
import type { Env } from './env.js'
import { parseDuration } from './time.js'

/** The cluster's clock. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Moves a virtual clock by milliseconds or a duration (`40s`), firing due timers in order. */
  readonly advance: (duration: number | string) => Promise<void>
  /**
   * Moves a virtual clock to a time in the future: milliseconds since 1970, or a text such as `2024-01-01T00:05:00Z`.
   */
  readonly advanceTo: (time: number | string) => Promise<void>
  /**
   * Moves a virtual clock to the next due timer and fires it. Resolves to false, without moving, if there is none until
   * `until`.
   */
  readonly next: (until?: number | string) => Promise<boolean>
}

const STANDS = "the clock is the system's and cannot be moved"

/** Thrown when a system clock is told to move. The remedy depends on whether a program or a command did so. */
export class FixedClockError extends TypeError {
  /** The message for somebody who started the server by a command. */
  readonly command = `${STANDS}; start the server with --clock virtual`
}

/** The public interface to an env's time; moves wait until `opening` has resolved. */
export function createClock(env: Env, opening: () => Promise<void> | undefined = () => undefined): Clock {
  const clock = movable(env)
  const whenOpen = <R>(move: () => Promise<R>): Promise<R> => opening()?.then(move) ?? move()
  return {
    now: clock.now,
    advance: publicAsync((duration) => whenOpen(() => clock.advance(duration))),
    advanceTo: publicAsync((time) => whenOpen(() => clock.advanceTo(time))),
    next: publicAsync((until) => whenOpen(() => clock.next(until))),
  }
}

function movable({ now, advance, next }: Env): Clock {
  return {
    now,
    advance: publicAsync(async (duration) => {
      const parsed = parseDuration(duration)
      if (parsed.error !== undefined) fail(`clock.advance: ${parsed.error}`)
      else await (advance ?? fixed())(parsed.ms)
    }),
    advanceTo: publicAsync(async (time) => {
      const go = advance ?? fixed()
      const ms = timeOf('advanceTo', time)
      if (ms < now()) fail(`clock.advanceTo: it is ${new Date(now()).toISOString()} already; a clock only goes forward`)
      await go(ms - now())
    }),
    next: publicAsync(async (until) => (next ?? fixed())(until === undefined ? undefined : timeOf('next', until))),
  }
}

function fail(what: string): never {
  throw forCaller(new TypeError(what))
}

function fixed(): never {
  throw forCaller(new FixedClockError(`${STANDS}; make the cluster with { clock: 'virtual' }`))
}

function timeOf(method: string, time: number | string): number {
  const ms = typeof time === 'number' ? time : Date.parse(time)
  return Number.isFinite(ms)
    ? ms
    : fail(
        `clock.${method}: ${JSON.stringify(time)} is not a time: give one such as "2024-01-01T00:05:00Z", or milliseconds since 1970`,
      )
}
