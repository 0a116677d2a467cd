import { invalid } from '../../base/errors/issue.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import type { Profile } from '../../model/registry/profile.js'
import type { KubeObject } from '../../schema/object.js'
import type { StructDeclaration } from '../struct/struct-kind.js'

/** How the names of what is configured by manifests in files end. */
export const STATIC_SUFFIX = '.static.k8s.io'

const RESERVED = `names ending with "${STATIC_SUFFIX}" are reserved for static manifest-based configurations and cannot be managed via the API`

const isReserved = ({ metadata: { name = '' } }: KubeObject): boolean => name.endsWith(STATIC_SUFFIX)

const warningsOf = (object: KubeObject): readonly string[] => (isReserved(object) ? [`metadata.name: ${RESERVED}`] : [])

/**
 * Keeps new objects of a kind from names that are reserved to files. While no files are read (feature gate
 * ManifestBasedAdmissionControlConfig), it warns of them.
 */
export function withReservedNames<T extends KubeObject>(
  { version }: Profile,
  declaration: StructDeclaration<T>,
): StructDeclaration<T> {
  if (!atLeast(version, '1.36')) return declaration
  const { create, update } = declaration
  return {
    ...declaration,
    create: {
      ...create,
      validate: (object, context) => [
        ...(create?.validate?.(object, context) ?? []),
        ...(context.featureGates.ManifestBasedAdmissionControlConfig && isReserved(object)
          ? [invalid('metadata.name', object.metadata.name, RESERVED)]
          : []),
      ],
      warnings: (object, context) => [
        ...(context.featureGates.ManifestBasedAdmissionControlConfig ? [] : warningsOf(object)),
        ...(create?.warnings?.(object, context) ?? []),
      ],
    },
    update: {
      ...update,
      warnings: (next, old, context) => [...warningsOf(next), ...(update?.warnings?.(next, old, context) ?? [])],
    },
  }
}
