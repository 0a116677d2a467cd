import type { User } from '../../model/call/call.js'
import { type ClientCertificate, bodyOfPem } from './client-certificate.js'
import { type Keyring, createKeyring } from './credentials.js'
import { isSecret } from './bearer.js'

/** A user that a cluster knows. */
export type KnownUser = {
  readonly name: string
  /** The groups besides `system:authenticated` (default none). */
  readonly groups?: readonly string[]
  /** The bearer token that requests of the user carry (default: one that `kubeconfigFor` makes). */
  readonly token?: string
  /** The client certificate, in PEM, with which requests over TLS are those of the user (default none). */
  readonly certificate?: string
  readonly uid?: string
  readonly extra?: { readonly [key: string]: readonly string[] }
}

/** Tells who requests come from, by their credentials, apart from service accounts. */
export type Identities = {
  /** Returns the user of a bearer token; undefined if nobody has it. */
  readonly ofToken: (token: string) => User | undefined
  /**
   * Returns the user of a client certificate at a time of the cluster's clock: one that the cluster has issued, that is
   * known as a user's, or that somebody trusted has issued.
   */
  readonly ofCertificate: (certificate: ClientCertificate, now: number) => User | undefined
  /** Makes a certificate in PEM, which the cluster has issued, good for signing in. */
  readonly certify: (certificate: string) => void
  /** The user of requests without credentials; undefined if they get a 401. */
  readonly nobody: User | undefined
  /** Whether an unknown token is as good as none. */
  readonly isOpen: boolean
  /** The bearer token of the administrator. */
  readonly adminToken: string
  /** Returns a bearer token for a user. */
  readonly tokenOf: (user: User) => string
}

/** The user of all requests without credentials of their own, where nobody needs any; and of the administrator. */
export const ADMIN: User = { name: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] }

const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] }

/** The administrator's token where none was chosen: kubeconfigs have it, since clients send no credentials without. */
const ADMIN_TOKEN = 'fakecluster'

type Choice = {
  readonly token?: string | undefined
  readonly users?: readonly KnownUser[] | undefined
  /** Whether requests without credentials are those of `system:anonymous`. */
  readonly anonymous: boolean
  /** Whether requests without credentials are the administrator's, unless there is a token or a user. */
  readonly trusting: boolean
}

/**
 * Makes the identities of a cluster, which its forks share. `random` makes the tokens of users who have none, which the
 * keyring holds, as it does the certificates.
 */
export function createIdentities(
  { token, users = [], anonymous, trusting }: Choice,
  random: () => string,
  keyring: Keyring = createKeyring(),
): Identities {
  const known = new Map<string, User>()
  for (const user of users) if (user.token !== undefined) known.set(user.token, authenticated(user))
  const issued = new Map<string, string>()
  const certified = new Map<string, KnownUser | undefined>()
  for (const user of users) if (user.certificate !== undefined) certified.set(bodyOfPem(user.certificate), user)
  const made = keyring.current()
  for (const certificate of made.certificates) certified.set(bodyOfPem(certificate), undefined)
  const know = (user: User, given: string) => {
    issued.set(JSON.stringify(user), given)
    known.set(given, authenticated(user))
  }
  for (const each of made.tokens) know(each.user, each.token)
  const isOpen = trusting && token === undefined && users.length === 0
  const adminToken = token ?? ADMIN_TOKEN
  return {
    adminToken,
    isOpen,
    nobody: isOpen ? ADMIN : anonymous ? ANONYMOUS : undefined,
    ofToken: (given) => known.get(given) ?? (!isOpen && isSecret(adminToken, given) ? ADMIN : undefined),
    certify(certificate) {
      certified.set(bodyOfPem(certificate), undefined)
      keyring.add({ certificates: [certificate] })
    },
    ofCertificate({ body, user, isTrusted, isForClients, from, to }, now) {
      const own = certified.get(body)
      if (own) return authenticated({ ...own, extra: { ...own.extra, ...user?.extra } })
      const isIssued = certified.has(body) && from <= now && now <= to
      return isForClients && (isTrusted || isIssued) ? user : undefined
    },
    tokenOf(user) {
      const own = [...known].find(([, { name }]) => name === user.name)?.[0]
      const found = own ?? issued.get(JSON.stringify(user))
      if (found !== undefined) return found
      const made = random()
      know(user, made)
      keyring.add({ tokens: [{ user, token: made }] })
      return made
    },
  }
}

/** A user as one that has proved who it is. */
export const authenticated = ({ name, uid, groups = [], extra }: Omit<KnownUser, 'token' | 'certificate'>): User => ({
  name,
  ...(uid === undefined ? {} : { uid }),
  groups: groups.includes('system:authenticated') ? groups : [...groups, 'system:authenticated'],
  ...(extra === undefined ? {} : { extra }),
})
