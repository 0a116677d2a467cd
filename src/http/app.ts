import { type Context, Hono } from 'hono'
import type { Reply } from '../wire/reply.js'
import { toResponse } from '../wire/response.js'

/** What a transport may give each request: a shorter way to send a reply than a Response. */
export type Bindings = { readonly send?: (reply: Reply) => Response }

/** Answers a request; what a transport calls. */
export type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>

/** A Hono app with the cluster's bindings. */
export type App = Hono<{ Bindings: Bindings }>

/** The Hono app of a cluster: one catch-all, because kinds may be added while it runs. */
export function createApp(handle: (request: Request) => Reply | Promise<Reply>): App {
  const app = new Hono<{ Bindings: Bindings }>()
  // An exception is a fault of our own, and whoever serves the app must see it.
  app.onError((error) => {
    throw error
  })
  app.all('*', (c): Response | Promise<Response> => {
    const reply = handle(c.req.raw)
    return reply instanceof Promise ? reply.then((done) => send(c, done)) : send(c, reply)
  })
  return app
}

function send(c: Context<{ Bindings: Bindings }>, reply: Reply): Response {
  return c.env?.send ? c.env.send(reply) : toResponse(reply, c.req.raw)
}
