import type { KubeObject } from '../../schema/object.js'

/** The fields of a pod that controllers read. */
export type Pod = KubeObject & {
  readonly spec?: { readonly nodeName?: string }
  readonly status?: {
    readonly phase?: string
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  }
}
