/** What a user wants to do: a verb on an object of a resource. */
type AccessRequest = {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly name: string
}

/** Tells whether a user may do something. */
export type Authorizer = (user: { readonly name: string }, request: AccessRequest) => boolean

/** The only authorizer: it allows everything, like `--authorization-mode=AlwaysAllow`. */
export const alwaysAllow: Authorizer = () => true
