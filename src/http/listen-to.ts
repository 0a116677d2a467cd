import { later } from '../base/later.js'
import type { Asked, Handle } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import type { Fetch } from './app.js'

/** Passes requests on, and is told of the replies to some. */
export type Listening = { readonly handle: (handle: Handle) => Handle; readonly fetch: (fetch: Fetch) => Fetch }

/** Tells of the replies to requests that `about` makes something of; the replies stay what they are. */
export function listenTo<T>(
  about: (asked: Pick<Asked, 'method' | 'url'>) => T | undefined,
  tell: (told: T, reply: Reply) => void,
): Listening {
  const heard = (told: T, reply: Reply): Reply => {
    tell(told, reply)
    return reply
  }
  return {
    handle: (handle) => (asked) => {
      const told = about(asked)
      return told === undefined ? handle(asked) : later(handle(asked), (reply) => heard(told, reply))
    },
    fetch: (fetch) => (request, bindings) => {
      const { send } = bindings
      const told = about(request)
      if (told === undefined || !send) return fetch(request, bindings)
      return fetch(request, { ...bindings, send: (reply) => send(heard(told, reply)) })
    },
  }
}
