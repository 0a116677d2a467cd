import type { User } from '../../model/call/call.js'
import type { RsaKeyText } from './signing-key.js'

/** What a cluster has made for signing in; where its state is kept, it outlives the process. */
export type Credentials = {
  /** The key that signs tokens; undefined until the first one, or where it is the test key. */
  readonly signingKey?: RsaKeyText
  /** The bearer tokens that were made for users. */
  readonly tokens: readonly { readonly user: User; readonly token: string }[]
  /** The client certificates that were issued, in PEM. */
  readonly certificates: readonly string[]
  /** The self-signed certificate that HTTPS is served with, and its key, in PEM. */
  readonly serving?: { readonly hosts: readonly string[]; readonly key: string; readonly cert: string }
}

/** The credentials of a cluster and its forks. */
export type Keyring = {
  readonly current: () => Credentials
  /** Adds credentials to the lists, and replaces single ones. */
  readonly add: (made: Partial<Credentials>) => void
  /** Calls back as soon as something was added, before anybody gets it. */
  readonly listen: (listener: () => void) => void
}

/** Creates a keyring. */
export function createKeyring(from: Credentials = { tokens: [], certificates: [] }): Keyring {
  let current = from
  const listeners: (() => void)[] = []
  return {
    current: () => current,
    add({ tokens = [], certificates = [], ...single }) {
      current = {
        ...current,
        ...single,
        tokens: [...current.tokens, ...tokens],
        certificates: [...current.certificates, ...certificates],
      }
      for (const listener of listeners) listener()
    },
    listen: (listener) => void listeners.push(listener),
  }
}
