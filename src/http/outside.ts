import type { Env } from '../base/env.js'
import type { Asked, Handle } from '../wire/handle.js'

/** The requests that come from outside: all but those of the cluster's own methods, its controllers and its control. */
export type Outside = {
  /** Those begun and not answered yet; a watch is answered once it is open. */
  readonly underWay: () => readonly string[]
  /** When one last began or was answered, in the machine's time; undefined before the first. */
  readonly last: () => number | undefined
}

/** Keeps count of the requests that a handler is given. */
export function countRequests({ real }: Env, handle: Handle): Outside & { readonly handle: Handle } {
  // No Set: a table that has grown old and was replaced keeps alive those that came after it, and with them each
  // request they have held.
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
    underWay: () => open.map(({ method, url }) => `${method} ${url.replace(/^[a-z]+:\/\/[^/]*/i, '')}`),
    last: () => last,
  }
}
