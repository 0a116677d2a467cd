/** What authorizes requests, by its name in kube-apiserver. */
export const authorizationModes = ['Node', 'RBAC', 'AlwaysAllow', 'AlwaysDeny'] as const
export type AuthorizationMode = (typeof authorizationModes)[number]

/** What authorizes requests, in the order they are asked; with `audit` what they refuse passes, and is reported. */
export type AccessChoice = { readonly modes: readonly AuthorizationMode[]; readonly audit?: boolean }

/** The usual choices: `rbac` is `--authorization-mode=Node,RBAC`. */
export type Authorization = 'allow' | 'rbac' | 'rbac-audit' | 'deny' | AccessChoice

const CHOICES: { readonly [word in Exclude<Authorization, AccessChoice>]: AccessChoice | undefined } = {
  allow: undefined,
  rbac: { modes: ['Node', 'RBAC'] },
  'rbac-audit': { modes: ['Node', 'RBAC'], audit: true },
  deny: { modes: ['AlwaysDeny'] },
}

/** The words for a choice. */
export const authorizations = ['allow', 'rbac', 'rbac-audit', 'deny'] as const

/** Tells whether requests are authorized at all. */
export const isAuthorized = (authorization?: Authorization): boolean => accessChoice(authorization) !== undefined

/** Returns what authorizes requests; undefined if everything is allowed. */
export function accessChoice(authorization: Authorization = 'allow'): AccessChoice | undefined {
  if (typeof authorization === 'string') return CHOICES[authorization]
  return authorization.modes[0] === 'AlwaysAllow' ? undefined : authorization
}
