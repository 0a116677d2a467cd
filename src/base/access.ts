/** A verb on objects of a resource. */
export type ResourceVerb = {
  readonly verb: string
  readonly group: string
  readonly resource: string
  /** Empty for the object itself. */
  readonly subresource: string
  /** Empty for cluster-scoped kinds, and for all namespaces. */
  readonly namespace: string
  /** Empty for collections. */
  readonly name: string
  readonly path?: undefined
}

/** A verb on a path that is not a resource's, such as `/healthz`. */
export type PathVerb = { readonly verb: string; readonly path: string }
