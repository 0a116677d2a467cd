import { compareBytes } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'

/** The annotation that preceded storageClassName in claims and volumes, and wins over it. */
export const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class'

type Classed = {
  readonly metadata: KubeObject['metadata']
  readonly spec?: { readonly storageClassName?: string } | undefined
}

/** Returns the class name of a claim or a volume; undefined if it is not set, empty for no class. */
export const classNameOf = ({ metadata, spec }: Classed): string | undefined =>
  metadata.annotations?.[CLASS_ANNOTATION] ?? spec?.storageClassName

const DEFAULT = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class']

/** Tells whether a StorageClass is marked as default (IsDefaultAnnotation). */
export const isDefaultStorageClass = ({ metadata }: Pick<KubeObject, 'metadata'>): boolean =>
  DEFAULT.some((annotation) => metadata.annotations?.[annotation] === 'true')

/** Tells whether an IngressClass is marked as default. */
export const isDefaultIngressClass = ({ metadata }: Pick<KubeObject, 'metadata'>): boolean =>
  metadata.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true'

/** Returns the name of a class as tables show it. */
export const markedName = ({ metadata }: Pick<KubeObject, 'metadata'>, isDefault: boolean): string =>
  `${metadata.name}${isDefault ? ' (default)' : ''}`

/** Returns the newest class that is a default; of several as new the first by name. */
export const newestDefault = <T extends KubeObject>(
  classes: readonly T[],
  isDefault: (candidate: T) => boolean,
): T | undefined => classes.filter(isDefault).sort(newestFirst)[0]

const newestFirst = ({ metadata: a }: KubeObject, { metadata: b }: KubeObject): number =>
  compareBytes(b.creationTimestamp ?? '', a.creationTimestamp ?? '') || compareBytes(a.name ?? '', b.name ?? '')
