import { forCaller, publicAsync, publicFunction } from '../errors/call-site.js'
import type { Env } from './env.js'
import { isClockTime, parseDuration } from './time.js'

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
  /**
   * Calls a function once, after milliseconds or a duration (`40s`) of this clock, and returns the timer. On a virtual
   * clock, the move that reaches its time rejects with what the function throws. Timers are part of no snapshot.
   */
  readonly setTimeout: (run: () => void, delay?: number | string) => ClockTimer
  /** Cancels a timer; one that has fired, or undefined, is ignored. */
  readonly clearTimeout: (timer: ClockTimer | undefined) => void
}

/** A timer of a cluster's clock; disposing of it cancels it. */
type ClockTimer = Disposable

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
    setTimeout: publicFunction((run, delay = 0) => startTimer(env, run, delay)),
    clearTimeout: (timer) => timer?.[Symbol.dispose](),
  }
}

function startTimer({ setTimer }: Env, run: () => void, delay: number | string): ClockTimer {
  if (typeof run !== 'function') fail('clock.setTimeout: run: must be a function to call at that time')
  const parsed = parseDuration(delay)
  if (parsed.error !== undefined) return fail(`clock.setTimeout: delay: ${parsed.error}`)
  return { [Symbol.dispose]: setTimer(() => run(), parsed.ms) }
}

function movable({ now, advance, next }: Env): Pick<Clock, 'now' | 'advance' | 'advanceTo' | 'next'> {
  return {
    now,
    advance: publicAsync(async (duration) => {
      const parsed = parseDuration(duration)
      if (parsed.error !== undefined) return fail(`clock.advance: ${parsed.error}`)
      await (advance ?? fixed())((now) => inRange('advance', now + parsed.ms))
    }),
    advanceTo: publicAsync(async (time) => {
      const go = advance ?? fixed()
      const ms = timeOf('advanceTo', time)
      await go((now) => (ms >= now ? ms : failPassed(now)))
    }),
    next: publicAsync(async (until) => (next ?? fixed())(until === undefined ? undefined : timeOf('next', until))),
  }
}

const failPassed = (now: number): never =>
  fail(`clock.advanceTo: it is ${new Date(now).toISOString()} already; a clock only goes forward`)

function fail(what: string): never {
  throw forCaller(new TypeError(what))
}

function fixed(): never {
  throw forCaller(new FixedClockError(`${STANDS}; make the cluster with { clock: 'virtual' }`))
}

function timeOf(method: string, time: number | string): number {
  const ms = typeof time === 'number' ? time : Date.parse(time)
  return Number.isFinite(ms)
    ? inRange(method, ms)
    : fail(
        `clock.${method}: ${JSON.stringify(time)} is not a time: give one such as "2024-01-01T00:05:00Z", or milliseconds since 1970`,
      )
}

/** Returns a time that a clock can have; nothing moves if it cannot. */
const inRange = (method: string, ms: number): number =>
  isClockTime(ms)
    ? ms
    : fail(`clock.${method}: a clock goes from 1970-01-01T00:00:00Z to 9999-12-31T23:59:59Z, and this is beyond that`)
