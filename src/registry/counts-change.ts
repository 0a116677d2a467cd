import { hasEmptied, isEmptied } from '../base/emptied.js'
import { getPath, isObject, jsonEqual } from '../base/json.js'
import type { KubeObject } from '../schema/object.js'
import type { KindDef } from './kind-def.js'

const SPEC = ['spec']

/** Tells whether a change increments the generation of the object. */
export function countsChange(
  { metadata: { generation, countsEmpty } }: KindDef,
  next: KubeObject,
  old: KubeObject,
): boolean {
  const counted = generation === true ? SPEC : generation || []
  return counted.some((dotted) => {
    const path = dotted.split('.')
    const [value, before] = [getPath(next, path), getPath(old, path)]
    if (countsEmpty) return !jsonEqual(value, before) || hasEmptied(value) || isEmptied(next, dotted)
    return !jsonEqual(value, before) && !isAlike(value, before)
  })
}

const isVoid = (value: unknown) => value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** Tells whether two values are equal, where an empty list equals a missing one (apiequality.Semantic). */
function isAlike(a: unknown, b: unknown): boolean {
  if (a === b || (isVoid(a) && isVoid(b))) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isAlike(item, b[i]))
  if (!isObject(a) || !isObject(b) || Array.isArray(a) || Array.isArray(b)) return false
  return [...Object.keys(a), ...Object.keys(b)].every((name) => isAlike(a[name], b[name]))
}
