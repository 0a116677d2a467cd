import type { Reply } from './reply.js'

/** Reads a whole body. */
export type ReadBody = () => Promise<Uint8Array>

/** Answers a request, whose body a transport may have a shorter way to than the Request. Rejects only for a fault of our own. */
export type Handle = (request: Request, body?: ReadBody) => Reply | Promise<Reply>
