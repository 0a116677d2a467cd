import { compareBytes } from '../base/json.js'
import type { KubeObject } from '../schema/object.js'

/** Returns the newest class that has one of the annotations set to `true`; of several as new the first by name. */
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
