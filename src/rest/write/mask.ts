import { getPath, withPath } from '../../base/json.js'
import type { KubeObject } from '../../schema/object.js'

/** Takes the parts at `paths` from the stored object, absent ones included. */
export function keepStored(next: KubeObject, old: KubeObject, paths: readonly string[]): KubeObject {
  return paths.reduce((object, path) => {
    const parts = path.split('.')
    return withPath(object, parts, getPath(old, parts))
  }, next)
}

/** Leaves out the parts at `paths`. */
export function dropPaths(object: KubeObject, paths: readonly string[]): KubeObject {
  return paths.reduce((result, path) => withPath(result, path.split('.'), undefined), object)
}
