/** An object as the server first creates it. */
export type BootstrapBody = {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: { readonly [label: string]: string }
    readonly annotations?: { readonly [annotation: string]: string }
  }
  readonly [member: string]: unknown
}
