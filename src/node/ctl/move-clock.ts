import { type Server, RefusedError, askValue } from './asker.js'

/** Milliseconds a command may take from one request to the next before time moves on. */
const PAUSE = 50
/** How far time may move, in milliseconds. */
const MOST = 600_000

/** Moves the virtual clock of a fork on whenever nothing else happens there; on the system clock it does nothing. */
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
    // The system clock is refused to be moved, and a fork that has gone has no time.
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
