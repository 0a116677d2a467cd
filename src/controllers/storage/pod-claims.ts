import type { KubeObject } from '../../schema/object.js'

/** What controllers about claims read of a pod. */
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

/** The names of the claims a pod uses, those of its ephemeral volumes among them. */
export function claimNamesOf({ metadata, spec }: PodWithClaims): readonly string[] {
  if (!spec?.volumes) return NONE
  return spec.volumes.flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim?.claimName) return [persistentVolumeClaim.claimName]
    return ephemeral ? [`${metadata.name}-${name}`] : []
  })
}
