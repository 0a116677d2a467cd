import type { SubresourceName } from '../registry/subresource-name.js'
import type { KindDef } from '../registry/kind-def.js'

/** What a request does, as an authorization verb. */
export type RequestVerb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** What a request addresses. */
export type Target = {
  readonly verb: RequestVerb
  readonly def: KindDef
  /** Empty for cluster-scoped kinds and for lists across all namespaces. */
  readonly namespace: string
  /** Empty for collections. */
  readonly name: string
  readonly subresource: SubresourceName
}
