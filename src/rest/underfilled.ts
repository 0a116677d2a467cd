import { getPath } from '../base/json.js'
import type { KubeObject } from '../schema/object.js'
import type { Schema } from '../schema/types.js'

// A server stores what an apply creates before its defaults are filled; reading fills them. The next write of such an
// object, even one without effect, differs from the stored bytes and is a real write.
const underfilled = new WeakSet<KubeObject>()

/** Remembers that an object was stored without defaults that its configuration left out. */
export function noteUnderfilled(schema: Schema, config: object, stored: KubeObject): void {
  if (defaultedPaths(schema).some((path) => getPath(stored, path) !== undefined && getPath(config, path) === undefined)) underfilled.add(stored)
}

/** Tells whether the next write of an object is a real one whatever it says. */
export const isUnderfilled = (object: KubeObject): boolean => underfilled.has(object)

const known = new WeakMap<Schema, readonly (readonly string[])[]>()

function defaultedPaths(schema: Schema): readonly (readonly string[])[] {
  let paths = known.get(schema)
  if (!paths) {
    paths = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => (member.default !== undefined ? [[name]] : defaultedPaths(member).map((path) => [name, ...path])))
    known.set(schema, paths)
  }
  return paths
}
