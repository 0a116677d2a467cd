import { hasEmptied, isEmptied } from '../base/emptied.js'
import { getPath, jsonEqual } from '../base/json.js'
import type { KubeObject } from '../schema/object.js'
import type { KindDef } from './kind-def.js'

const SPEC = ['spec']

/** Tells whether a kind's generation counts what has changed. */
export function countsChange(
  { metadata: { generation, countsEmpty } }: KindDef,
  next: KubeObject,
  old: KubeObject,
): boolean {
  const counted = generation === true ? SPEC : generation || []
  return counted.some((dotted) => {
    const path = dotted.split('.')
    const value = getPath(next, path)
    return !jsonEqual(value, getPath(old, path)) || (countsEmpty && (hasEmptied(value) || isEmptied(next, dotted)))
  })
}
