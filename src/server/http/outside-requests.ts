import type { Env } from '../../base/time/env.js'
import type { Asked, Handle } from '../wire/handle.js'

/** The requests from outside: all but those of the cluster's own methods, controllers and control API. */
export type Outside = {
  /** Describes the requests whose clients wait for the reply; a watch is answered once it is open. */
  readonly underWay: () => readonly string[]
  /** When a request last started or was answered, in real time; undefined before the first. */
  readonly last: () => number | undefined
}

/** Wraps a handler to keep track of its requests. */
export function countRequests({ real }: Env, handle: Handle): Outside & { readonly handle: Handle } {
  // Not a Set: an old hash table that has been replaced keeps its successors alive, and with them every request they
  // held.
  const open: Asked[] = []
  let last: number | undefined
  const end = (request: Asked) => {
    open.splice(open.indexOf(request), 1)
    last = real.now()
  }
  return {
    handle(request) {
      last = real.now()
      const reply = handle(request)
      if (!(reply instanceof Promise)) return reply
      open.push(request)
      const ended = () => end(request)
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
