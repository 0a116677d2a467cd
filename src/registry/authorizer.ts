/** What somebody wants to do: a verb on an object of a resource. */
type AccessRequest = {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly name: string
}

/** Tells whether somebody may do something. */
export type Authorizer = (user: { readonly name: string }, request: AccessRequest) => boolean

/** The authorizer there is: everybody may do everything, as with `--authorization-mode=AlwaysAllow`. */
export const alwaysAllow: Authorizer = () => true
