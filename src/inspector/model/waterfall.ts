import type { BundleRequest } from '../../cluster/bundle/types.js'

/** A bar on a line, in percent. */
export type Bar = { readonly left: number; readonly width: number }

/**
 * Returns a function that places requests on a line from the first to the last of some; an unanswered request extends
 * to `now`.
 */
export function createScale(requests: readonly BundleRequest[], now: number): (request: BundleRequest) => Bar {
  const endOf = ({ time, duration }: BundleRequest) => (duration === undefined ? Math.max(now, time) : time + duration)
  let from = Infinity
  let to = -Infinity
  for (const request of requests) {
    from = Math.min(from, request.time)
    to = Math.max(to, endOf(request))
  }
  const whole = Math.max(to - from, 1)
  return (request) => ({
    left: ((request.time - from) / whole) * 100,
    width: ((endOf(request) - request.time) / whole) * 100,
  })
}

/** Returns the tone of a request: answered, unanswered, or failed, which includes a cut connection. */
export function toneOfRequest({ code, reply, duration }: BundleRequest): 'good' | 'bad' | 'busy' {
  if (reply?.type === 'cut' || reply?.type === 'fault') return 'bad'
  if (code === undefined) return duration === undefined ? 'busy' : 'bad'
  return code < 400 ? 'good' : 'bad'
}
