/**
 * Whom tokens of service accounts are from and, where nobody is named, for: what kubeadm has kube-apiserver call
 * itself.
 */
export const ISSUER = 'https://kubernetes.default.svc.cluster.local'

/** An object as a token names it. */
export type ClaimedRef = { readonly name: string; readonly uid?: string }

/** What a token says. Times are seconds since 1970. */
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

/** Whom the tokens that Secrets hold are from. */
export const LEGACY_ISSUER = 'kubernetes/serviceaccount'

/** What the token says that a Secret holds for as long as it is there, in the order it is written. */
export type LegacyClaims = {
  readonly iss: typeof LEGACY_ISSUER
  readonly 'kubernetes.io/serviceaccount/namespace': string
  readonly 'kubernetes.io/serviceaccount/secret.name': string
  readonly 'kubernetes.io/serviceaccount/service-account.name': string
  readonly 'kubernetes.io/serviceaccount/service-account.uid': string
  readonly sub: string
}

/** Who somebody is. */
export type Identified = {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: { readonly [key: string]: readonly string[] }
}

/** What becomes of a token that somebody shows. */
export type Judgement =
  | { readonly type: 'known'; readonly user: Identified; readonly audiences: readonly string[] }
  /** It says to be one of ours, and is refused. */
  | { readonly type: 'refused'; readonly why: string }
  /** It is no token of a service account, or somebody else's. */
  | { readonly type: 'foreign' }

/** Tokens of service accounts. */
export type AccountTokens = {
  /** Loads what signs; undefined where it is there. Nothing else may be asked before. */
  readonly load: () => Promise<void> | undefined
  /** Whether a text looks like a token of ours, so that it has to be judged. */
  readonly isOurs: (token: string) => boolean
  readonly issue: (claims: TokenClaims | LegacyClaims) => string
  /** For whom it has to be, where not for this server. */
  readonly judge: (token: string, audiences?: readonly string[]) => Judgement
  /** The public key, as a JSON Web Key Set. */
  readonly keySet: () => object
}
