import { compareBytes } from '../base/json.js'
import type { KubeObject } from '../schema/object.js'

/** Of classes with one of these annotations set to `true` the newest, or the first by name among those. */
export function newestDefault<T extends KubeObject>(
  classes: readonly T[],
  annotations: readonly string[],
): T | undefined {
  const [newest] = classes
    .filter(({ metadata }) => annotations.some((annotation) => metadata.annotations?.[annotation] === 'true'))
    .sort(newestFirst)
  return newest
}

function newestFirst({ metadata: a }: KubeObject, { metadata: b }: KubeObject): number {
  return compareBytes(b.creationTimestamp ?? '', a.creationTimestamp ?? '') || compareBytes(a.name ?? '', b.name ?? '')
}
