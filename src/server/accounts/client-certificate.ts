import type { User } from '../../model/call/call.js'

/** A certificate that the client of a connection has shown, as its transport read it. */
export type ClientCertificate = {
  /** What a PEM block of it would hold, in one line. */
  readonly body: string
  /** Who it says the client is; undefined if it names nobody, and then it proves nothing. */
  readonly user: User | undefined
  /** Whether it names the uid of the user more than once, or as an empty text. */
  readonly isFaulty: boolean
  /** Whether it is meant for clients. */
  readonly isForClients: boolean
  /** Whether an authority that was named to the server issued it, and it has not expired. */
  readonly isTrusted: boolean
  /** Its validity, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

/** Returns what the first PEM block of a text holds, in one line. */
export const bodyOfPem = (pem: string): string => (pem.split('-----')[2] ?? '').replace(/\s/g, '')
