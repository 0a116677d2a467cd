import { getPath, jsonEqual } from '../../base/json.js'
import type { KindDef } from '../../registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'

/** Tells whether anything changed that the kind's generation counts. */
export const hasCounted = ({ metadata: { counted = [] } }: KindDef, next: KubeObject, old: KubeObject): boolean =>
  counted.map((path) => path.split('.')).some((path) => !jsonEqual(getPath(next, path), getPath(old, path)))
