import type { Asked, Handle } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import type { Fetch } from './app.js'

/** Wrappers that pass requests on and listen to some of the replies. */
export type Listening = { readonly handle: (handle: Handle) => Handle; readonly fetch: (fetch: Fetch) => Fetch }

/**
 * Makes wrappers that call `tell` with the replies to requests for which `about` returns something; replies are
 * unchanged.
 */
export function listenTo<T>(
  about: (asked: Pick<Asked, 'method' | 'url' | 'headers'>) => T | undefined,
  tell: (told: T, reply: Reply) => void,
): Listening {
  const heard = (told: T, reply: Reply): Reply => {
    tell(told, reply)
    return reply
  }
  return {
    handle: (handle) => (asked) => {
      const told = about(asked)
      const reply = handle(asked)
      if (told === undefined) return reply
      return reply instanceof Promise ? reply.then((made) => heard(told, made)) : heard(told, reply)
    },
    fetch: (fetch) => (request, bindings) => {
      const { send } = bindings
      const told = about(request)
      if (told === undefined || !send) return fetch(request, bindings)
      return fetch(request, { ...bindings, send: (reply) => send(heard(told, reply)) })
    },
  }
}
