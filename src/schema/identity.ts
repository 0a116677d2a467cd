/** The identity of an object, which need not exist (any more). */
export type Identity = {
  readonly apiVersion: string
  readonly kind: string
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  readonly name: string
}

type Named = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly namespace?: string | undefined; readonly name?: string | undefined }
}

/** The identity of an object. */
export const identityOf = ({ apiVersion, kind, metadata: { namespace = '', name = '' } }: Named): Identity => ({
  apiVersion,
  kind,
  namespace,
  name,
})
