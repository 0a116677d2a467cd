import { type Server, RefusedError, askValue } from './asker.js'

/** Milliseconds without a request of the command after which the clock moves. */
const PAUSE = 50
/** The maximum distance that the clock is moved, in milliseconds. */
const MOST = 600_000

/** Advances the virtual clock of a fork whenever nothing else happens there; does nothing on the system clock. */
export function moveClock(fork: Server): { readonly stop: () => Promise<void> } {
  let stopped = false
  let wake = () => {}
  const moving = (async () => {
    const { time } = await askValue<{ readonly time: string }>(fork, 'GET', '/clock')
    const until = new Date(Date.parse(time) + MOST).toISOString()
    for (let seen = -1; !stopped;) {
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, PAUSE).unref()
      })
      if (stopped) break
      const { last } = await askValue<{ readonly last: number }>(fork, 'GET', '/journal?limit=1')
      if (last === seen) await askValue(fork, 'POST', '/clock/next', { until })
      seen = last
    }
    // Refused if the clock is the system's, or if the fork is gone.
  })().catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error
  })
  return {
    stop() {
      stopped = true
      wake()
      return moving
    },
  }
}
