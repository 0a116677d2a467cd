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
  table.reduce<T>((kept, row) => {
    if (row.gate && gates[row.gate]) return kept
    const paths = pathsOf(row)
    if (paths.some((path) => uses(old, path))) return kept
    return paths.reduce<T>((object, path) => without(object, path) as T, kept) // only optional fields are dropped
  }, next)

const split = new WeakMap<GatedFields, readonly (readonly string[])[]>()

/** Returns the members that each path of a row goes through; a row is read with each write. */
function pathsOf(row: GatedFields): readonly (readonly string[])[] {
  let paths = split.get(row)
  if (!paths) split.set(row, (paths = row.fields.map((path) => path.split('.'))))
  return paths
}

function uses(value: unknown, path: readonly string[], at = 0): boolean {
  const name = path[at]
  if (name === undefined) return value !== undefined
  if (name === '*') return isNested(value) && Object.values(value).some((item) => uses(item, path, at + 1))
  return isObject(value) && uses(value[name], path, at + 1)
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

function without(value: unknown, path: readonly string[], at = 0): unknown {
  const name = path[at] ?? ''
  if (name === '*') return eachWithout(value, path, at + 1)
  if (!isObject(value) || !Object.hasOwn(value, name)) return value
  const member = value[name]
  if (at < path.length - 1) {
    const kept = without(member, path, at + 1)
    return kept === member ? value : { ...value, [name]: kept }
  }
  const { [name]: _, ...others } = value
  return others
}

function eachWithout(value: unknown, path: readonly string[], at: number): unknown {
  if (Array.isArray(value)) {
    const kept = value.map((item) => without(item, path, at))
    return kept.every((item, i) => item === value[i]) ? value : kept
  }
  return isObject(value) ? membersWithout(value, path, at) : value
}

function membersWithout(map: JsonObject, path: readonly string[], at: number): JsonObject {
  const kept = Object.entries(map).map(([key, member]) => [key, without(member, path, at)] as const)
  return kept.every(([key, member]) => member === map[key]) ? map : Object.fromEntries(kept)
}
