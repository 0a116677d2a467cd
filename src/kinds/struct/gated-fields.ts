import { type JsonObject, isObject } from '../../base/json/json.js'
import { type Lifetime, isThere, runningVersion } from '../../model/registry/kubernetes-version.js'
import type { FeatureGate, FeatureGates } from '../../model/registry/feature-gates.js'

/**
 * The fields of a feature gate, by dotted paths in which `*` stands for each item of a list or member of a map. Without
 * a gate they belong to one that no version has on by default, and that cannot be set here.
 */
export type GatedFields = {
  readonly gate?: FeatureGate
  readonly fields: readonly string[]
  /** Those of the fields that servers of some versions leave, whatever the gate. */
  readonly left?: Lifetime & { readonly fields: readonly string[] }
}

/**
 * Drops the fields of feature gates that are off, unless the stored object uses a field of the same gate (DropDisabled…
 * of the strategies). An object without such fields is returned itself.
 */
export function withoutGatedFields<T extends object>(
  next: T,
  old: T | undefined,
  table: readonly GatedFields[],
  gates: FeatureGates,
): T {
  const used = usedRows(next, table)
  if (used.size === 0) return next
  const known = usedRows(old, table)
  const dropped = table.filter((row) => used.has(row) && !known.has(row) && !(row.gate && gates[row.gate]))
  return dropped
    .flatMap(({ fields, left }) =>
      left && isThere(left, runningVersion()) ? fields.filter((field) => !left.fields.includes(field)) : fields,
    )
    .reduce<T>((object, path) => without(object, path.split('.')) as T, next) // only optional fields are dropped
}

/** The paths of a table as one tree, which a write goes through once: it has few of their members. */
type Tree = {
  /** The rows with a path that ends here. */
  readonly rows: GatedFields[]
  readonly members: Member[]
}

type Member = { readonly name: string; readonly tree: Tree }

const trees = new WeakMap<readonly GatedFields[], Tree>()

function treeOf(table: readonly GatedFields[]): Tree {
  let tree = trees.get(table)
  if (!tree) {
    trees.set(table, (tree = { rows: [], members: [] }))
    for (const row of table) for (const path of row.fields) path.split('.').reduce(memberOf, tree).rows.push(row)
  }
  return tree
}

function memberOf({ members }: Tree, name: string): Tree {
  let member = members.find((each) => each.name === name)
  if (!member) members.push((member = { name, tree: { rows: [], members: [] } }))
  return member.tree
}

function usedRows(value: object | undefined, table: readonly GatedFields[]): ReadonlySet<GatedFields> {
  const used = new Set<GatedFields>()
  if (value) addUsed(value, treeOf(table), used)
  return used
}

function addUsed(value: unknown, { rows, members }: Tree, used: Set<GatedFields>): void {
  rows.forEach((row) => used.add(row))
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  for (let i = 0; i < members.length; i++) {
    const { name, tree } = members[i] as Member // there is one at each index
    if (name === '*') for (const item of isList ? value : Object.values(value)) addUsed(item, tree, used)
    else if (!isList) {
      const member = (value as JsonObject)[name] // no list
      if (member !== undefined) addUsed(member, tree, used)
    }
  }
}

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
