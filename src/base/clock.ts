import { forCaller, publicAsync } from './call-site.js'
import type { Env } from './env.js'
import { parseDuration } from './time.js'

/** The cluster's clock. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Moves a virtual clock by milliseconds or a duration (`40s`), firing what falls due in order. */
  readonly advance: (duration: number | string) => Promise<void>
  /**
   * Moves a virtual clock to a time that lies ahead: milliseconds since 1970, or a text such as `2024-01-01T00:05:00Z`.
   */
  readonly advanceTo: (time: number | string) => Promise<void>
  /**
   * Moves a virtual clock to when something is next due, and fires it; false, and no move, where nothing is by `until`.
   */
  readonly next: (until?: number | string) => Promise<boolean>
}

const STANDS = "the clock is the system's and cannot be moved"

/** A system clock was told to move. How to mend it depends on who told it: a program, or a command. */
export class FixedClockError extends TypeError {
  /** What to say to somebody who started the server by a command. */
  readonly command = `${STANDS}; start the server with --clock virtual`
}

/** The public side of an env's time, which moves only when there is nothing to wait for. */
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
