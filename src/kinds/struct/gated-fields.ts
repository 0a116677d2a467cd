import { type JsonObject, isObject } from '../../base/json/json.js'
import type { FeatureGate, FeatureGates } from '../../model/registry/feature-gates.js'

/**
 * The fields of a feature gate, by dotted paths in which `*` stands for each item of a list or member of a map. Without
 * a gate they belong to one that no version has on by default, and that cannot be set here.
 */
export type GatedFields = { readonly gate?: FeatureGate; readonly fields: readonly string[] }

/**
 * Drops the fields of feature gates that are off, unless the stored object uses a field of the same gate (DropDisabled…
 * of the strategies). An object without such fields is returned itself.
 */
export const withoutGatedFields = <T extends object>(
  next: T,
  old: T | undefined,
  table: readonly GatedFields[],
  gates: FeatureGates,
): T =>
  table.reduce<T>((kept, { gate, fields }) => {
    const paths = fields.map((path) => path.split('.'))
    if ((gate && gates[gate]) || paths.some((path) => uses(old, path))) return kept
    return paths.reduce<T>((object, path) => without(object, path) as T, kept) // only optional fields are dropped
  }, next)

function uses(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return value !== undefined
  if (first === '*') return isNested(value) && Object.values(value).some((item) => uses(item, rest))
  return isObject(value) && uses(value[first], rest)
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

function without(value: unknown, [first = '', ...rest]: readonly string[]): unknown {
  if (first === '*') return eachWithout(value, rest)
  if (!isObject(value) || !Object.hasOwn(value, first)) return value
  const { [first]: member, ...others } = value
  if (rest.length === 0) return others
  const kept = without(member, rest)
  return kept === member ? value : { ...value, [first]: kept }
}

function eachWithout(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const kept = value.map((item) => without(item, path))
    return kept.every((item, i) => item === value[i]) ? value : kept
  }
  return isObject(value) ? membersWithout(value, path) : value
}

function membersWithout(map: JsonObject, path: readonly string[]): JsonObject {
  const kept = Object.entries(map).map(([key, member]) => [key, without(member, path)] as const)
  return kept.every(([key, member]) => member === map[key]) ? map : Object.fromEntries(kept)
}
