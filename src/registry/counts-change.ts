import { getPath, jsonEqual } from '../base/json.js'
import type { KubeObject } from '../schema/object.js'
import type { KindDef } from './kind-def.js'

const SPEC = ['spec']

/** Tells whether a kind's generation counts what has changed. */
export function countsChange({ metadata: { generation } }: KindDef, next: KubeObject, old: KubeObject): boolean {
  const counted = generation === true ? SPEC : generation || []
  return counted.some((path) => !jsonEqual(getPath(next, path.split('.')), getPath(old, path.split('.'))))
}
