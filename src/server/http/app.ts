import { Hono } from 'hono'
import type { Forks, LazyFleet, Listener } from '../control/controlled.js'
import type { ReadPage } from '../control/page.js'
import type { Handle } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import { toResponse } from '../wire/response.js'
import type { Control } from './control.js'
import { type Allowed, isControl, refusalOf } from './foreign.js'

/** What a transport may pass along with each request. */
export type Bindings = {
  /** Sends a reply more directly than by a Response. */
  readonly send?: (reply: Reply) => Response
  /** Serves forks of the cluster. */
  readonly forks?: Forks
  /** Listens on the cluster's port. */
  readonly listener?: Listener
  /** The fleet that the cluster is in. */
  readonly fleet?: LazyFleet | undefined
  /** Reads the page of the inspector. */
  readonly page?: ReadPage
  /** Set if requests of other origins have been refused already. */
  readonly guarded?: boolean
}

/** Answers a request; called by a transport. */
export type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>

/** A Hono app with the cluster's bindings. */
export type App = Hono<{ Bindings: Bindings }>

/** The control API, and the hosts it may be requested by when the app is mounted in another one. */
type ControlOf = { readonly answer: Control; readonly isHost: Allowed['isHost'] }

/**
 * Makes the Hono app of a cluster: control, if any, and a single catch-all route, because kinds may be added at run
 * time.
 */
export function createApp(handle: Handle, control?: ControlOf): App {
  const app = new Hono<{ Bindings: Bindings }>()
  // An exception is a bug of ours, and must reach whoever serves the app.
  app.onError((error) => {
    throw error
  })
  // An app mounted in another one may be called without bindings. Hono would decode the path before it compares it.
  app.all('*', ({ req: { raw }, env }) =>
    control && isControl(raw.url) ? controlled(control, raw, env) : respond(handle, raw, env),
  )
  return app
}

function controlled(
  { answer, isHost }: ControlOf,
  request: Request,
  bindings: Bindings | undefined,
): Response | Promise<Response> {
  const refused = bindings?.guarded ? undefined : refusalOf(request, { isHost, origins: [] })
  return refused ? toResponse(refused, request) : answer(request, bindings ?? {})
}

function respond(handle: Handle, request: Request, bindings: Bindings | undefined): Response | Promise<Response> {
  const send = (reply: Reply) => (bindings?.send ? bindings.send(reply) : toResponse(reply, request))
  const reply = handle(request)
  return reply instanceof Promise ? reply.then(send) : send(reply)
}
