import { Hono } from 'hono'
import type { Forks, Listener } from '../control/controlled.js'
import type { ReadPage } from '../control/page.js'
import type { Handle } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import { toResponse } from '../wire/response.js'
import type { Control } from './control.js'
import { type Allowed, refusalOf } from './foreign.js'

/** What a transport may give each request. */
export type Bindings = {
  /** A shorter way to send a reply than a Response. */
  readonly send?: (reply: Reply) => Response
  /** Serves forks of the cluster. */
  readonly forks?: Forks
  /** Listens on the cluster's port. */
  readonly listener?: Listener
  /** Reads the inspector's page. */
  readonly page?: ReadPage
  /** Whether strangers have been refused already. */
  readonly guarded?: boolean
}

/** Answers a request; what a transport calls. */
export type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>

/** A Hono app with the cluster's bindings. */
export type App = Hono<{ Bindings: Bindings }>

/** Control, and the hosts by which it may be asked for in an app of somebody's own. */
type ControlOf = { readonly answer: Control; readonly isHost: Allowed['isHost'] }

/**
 * The Hono app of a cluster: beside control, where there is any, one catch-all, because kinds may be added while it
 * runs.
 */
export function createApp(handle: Handle, control?: ControlOf): App {
  const app = new Hono<{ Bindings: Bindings }>()
  // An exception is a fault of our own, and whoever serves the app must see it.
  app.onError((error) => {
    throw error
  })
  // The pattern holds for the path without a further part too. An app mounted in another may be called without
  // bindings.
  if (control) app.all('/_fakecluster/*', (c) => controlled(control, c.req.raw, c.env))
  app.all('*', (c) => respond(handle, c.req.raw, c.env))
  return app
}

function controlled(
  { answer, isHost }: ControlOf,
  request: Request,
  bindings: Bindings | undefined,
): Response | Promise<Response> {
  const refused = bindings?.guarded ? undefined : refusalOf(request, { isHost, origins: [] })
  return refused
    ? toResponse(refused, request)
    : answer(request, { forks: bindings?.forks, listener: bindings?.listener, page: bindings?.page })
}

function respond(handle: Handle, request: Request, bindings: Bindings | undefined): Response | Promise<Response> {
  const send = (reply: Reply) => (bindings?.send ? bindings.send(reply) : toResponse(reply, request))
  const reply = handle(request)
  return reply instanceof Promise ? reply.then(send) : send(reply)
}
