import type { KubeObject } from '../../schema/object.js'
import { isControlledBy } from '../pods/owner.js'

/** The fields of a pod that the controllers of claims read. */
export type PodWithClaims = KubeObject & {
  readonly spec?: {
    readonly nodeName?: string
    readonly volumes?: readonly {
      readonly name?: string
      readonly persistentVolumeClaim?: { readonly claimName?: string }
      readonly ephemeral?: object
    }[]
  }
}

const NONE: readonly string[] = []

/** Returns the names of the claims a pod uses, including those of its ephemeral volumes. */
export function claimNamesOf({ metadata, spec }: PodWithClaims): readonly string[] {
  if (!spec?.volumes) return NONE
  return spec.volumes.flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim?.claimName) return [persistentVolumeClaim.claimName]
    return ephemeral ? [`${metadata.name}-${name}`] : []
  })
}

/** Returns why a claim is not that of a pod's ephemeral volume, whose name it has; undefined if it is. */
export const strangeClaim = (pod: PodWithClaims, claim: KubeObject): string | undefined =>
  isControlledBy(claim, pod)
    ? undefined
    : `PVC ${claim.metadata.namespace}/${claim.metadata.name} was not created for pod ${pod.metadata.namespace}/${pod.metadata.name} (pod is not owner)`
