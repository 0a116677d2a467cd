import { getPath, withPath } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'

/** Replaces the parts at `paths` with those of the stored object, including absent ones. */
export function keepStored(next: KubeObject, old: KubeObject, paths: readonly string[]): KubeObject {
  return paths.reduce((object, path) => {
    const parts = path.split('.')
    return withPath(object, parts, getPath(old, parts))
  }, next)
}

/** Removes the parts at `paths`. */
export function dropPaths(object: KubeObject, paths: readonly string[]): KubeObject {
  return paths.reduce((result, path) => withPath(result, path.split('.'), undefined), object)
}
