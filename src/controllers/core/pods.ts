import type { KubeObject } from '../../schema/object.js'

/** What controllers read of a pod. */
export type Pod = KubeObject & {
  readonly spec?: { readonly nodeName?: string }
  readonly status?: {
    readonly phase?: string
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  }
}
