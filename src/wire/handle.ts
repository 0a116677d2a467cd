import type { Reply } from './reply.js'

/**
 * A request as far as it is looked at: a Request, or what a transport has of one, which may have a shorter way to its
 * body.
 */
export type Asked = Pick<Request, 'method' | 'url' | 'body'> & { readonly headers: Pick<Headers, 'get'> } & (
    Pick<Request, 'arrayBuffer'> | { readonly readBody: () => Promise<Uint8Array> }
  )

/** Answers a request. Rejects only for a fault of our own. */
export type Handle = (request: Asked) => Reply | Promise<Reply>
