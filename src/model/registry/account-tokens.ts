/** The issuer of service account tokens where none was chosen: the value kubeadm gives to kube-apiserver. */
export const DEFAULT_ISSUER = 'https://kubernetes.default.svc.cluster.local'

/** A reference to an object in the claims of a token. */
export type ClaimedRef = { readonly name: string; readonly uid?: string }

/** The claims of a token. Times are in seconds since 1970. */
export type TokenClaims = {
  readonly aud: readonly string[]
  readonly exp: number
  readonly iat: number
  readonly iss: string
  readonly jti: string
  readonly 'kubernetes.io': {
    readonly namespace: string
    readonly node?: ClaimedRef
    readonly pod?: ClaimedRef
    readonly secret?: ClaimedRef
    readonly serviceaccount: ClaimedRef
    readonly warnafter?: number
  }
  readonly nbf: number
  readonly sub: string
}

/** The issuer of tokens stored in Secrets. */
export const LEGACY_ISSUER = 'kubernetes/serviceaccount'

/** The claims of a token stored in a Secret, which is valid while the Secret exists; in the order they are written. */
export type LegacyClaims = {
  readonly iss: typeof LEGACY_ISSUER
  readonly 'kubernetes.io/serviceaccount/namespace': string
  readonly 'kubernetes.io/serviceaccount/secret.name': string
  readonly 'kubernetes.io/serviceaccount/service-account.name': string
  readonly 'kubernetes.io/serviceaccount/service-account.uid': string
  readonly sub: string
}

/** An identified user. */
export type Identified = {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: { readonly [key: string]: readonly string[] }
}

/** The result of validating a token. */
export type Judgement =
  | { readonly type: 'known'; readonly user: Identified; readonly audiences: readonly string[] }
  /** It claims to be issued by this server, but is rejected. */
  | { readonly type: 'refused'; readonly why: string }
  /** It is not a service account token, or was issued by somebody else. */
  | { readonly type: 'foreign' }

/** A public key as a JSON Web Key, with its members in the order of the reply. */
export type PublicKey = { readonly kid: string; readonly alg: string; readonly [member: string]: string }

/** Issues and validates service account tokens. */
export type AccountTokens = {
  /** Loads the signing key; undefined if it is loaded. Must be called before anything else. */
  readonly load: () => Promise<void> | undefined
  /** Tells whether a text looks like a token of ours, so that it must be judged. */
  readonly isOurs: (token: string) => boolean
  readonly issue: (claims: TokenClaims | LegacyClaims) => string
  /** The issuer of new tokens. */
  readonly issuer: string
  /** The audiences of this server, which tokens are for unless they say otherwise. */
  readonly audiences: readonly string[]
  /** Validates a token; `audiences` are the acceptable ones, by default this server's. */
  readonly judge: (token: string, audiences?: readonly string[]) => Judgement
  /** Returns the public keys as a JSON Web Key Set. */
  readonly keySet: () => { readonly keys: readonly PublicKey[] }
}

/** The groups of the service accounts of a namespace. */
export const accountGroups = (namespace: string): readonly string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
]
