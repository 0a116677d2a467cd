import type { ClientCertificate } from '../accounts/client-certificate.js'
import type { Reply } from './reply.js'

/**
 * The parts of a request that are used: of a Request, or of a transport's own request, which may read its body more
 * directly.
 */
export type Asked = Pick<Request, 'method' | 'url' | 'body'> & {
  readonly headers: Pick<Headers, 'get'> & {
    readonly keys: () => Iterable<string>
    /** Returns each value of a repeated header; without it they are known joined by commas only, as by `get`. */
    readonly all?: (name: string) => readonly string[]
  }
  /** The certificate that the client has shown; undefined if it has none, or the transport knows no certificates. */
  readonly client?: ClientCertificate | undefined
  /** The address of the client; undefined if the transport does not tell. */
  readonly address?: string | undefined
  /** Aborted once the client no longer waits; undefined if the transport does not report that. */
  readonly signal?: Pick<AbortSignal, 'aborted'>
  /**
   * Runs something once the replies of this turn have been sent; undefined if whoever asked may go on in the same turn.
   */
  readonly sent?: (run: () => void) => void
} & (Pick<Request, 'arrayBuffer'> | { readonly readBody: (most: number, tooLarge: () => Error) => Promise<Uint8Array> })

/** Answers a request. Rejects only for a bug of ours. */
export type Handle = (request: Asked) => Reply | Promise<Reply>
