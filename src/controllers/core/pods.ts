import type { Reader } from '../runtime/types.js'
import type { KubeObject } from '../../schema/object.js'

/** What controllers read of a pod. */
export type Pod = KubeObject & {
  readonly spec?: { readonly nodeName?: string }
  readonly status?: {
    readonly phase?: string
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  }
}

/** The pods that are on a node, as far as anybody put them there. */
export const podsOn = (nodeName: string, world: Reader): readonly Pod[] =>
  world.list<Pod>('v1/Pod', { fieldSelector: `spec.nodeName=${nodeName}` })
