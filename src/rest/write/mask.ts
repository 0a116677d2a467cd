import { getPath, withPath } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'

/** Replaces the parts at `paths` with those of the stored object, including absent ones. */
export function keepStored(next: KubeObject, old: KubeObject, paths: readonly string[]): KubeObject {
  let object = next
  for (const path of paths) {
    const parts = path.split('.')
    const stored = getPath(old, parts)
    if (getPath(object, parts) !== stored) object = withPath(object, parts, stored)
  }
  return object
}

/** Removes the parts at `paths`. */
export function dropPaths(object: KubeObject, paths: readonly string[]): KubeObject {
  return paths.reduce((result, path) => withPath(result, path.split('.'), undefined), object)
}
