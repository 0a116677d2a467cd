import type { KubeObject } from '../../schema/object.js'

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
