import { counted } from '../../base/text/counted.js'
import type { BundleChange, BundleKind, BundleObject, Cells } from '../../cluster/bundle/types.js'
import type { KubeObject } from '../../schema/object.js'

/** An object in a table, with its cells. */
export type Row = {
  /** Namespace and name; unique among the rows of a kind. */
  readonly key: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly object: KubeObject
  readonly cells: Cells
}

/** Rows of one kind, by key. */
export type Rows = ReadonlyMap<string, Row>

/** All objects at one moment: rows by kind. Immutable; a change results in a new world. */
export type World = ReadonlyMap<string, Rows>

/** Returns the key of a kind: `apps/v1/Deployment`. */
export const kindId = ({ apiVersion, kind }: Pick<BundleKind, 'apiVersion' | 'kind'>): string => `${apiVersion}/${kind}`

/** Returns the key of an object among those of its kind: `default/web`, or `node-1` for cluster-scoped kinds. */
export const rowKey = (namespace: string, name: string): string => (namespace === '' ? name : `${namespace}/${name}`)

/** Converts an object to a row. */
function rowOf({ object, cells }: BundleObject): Row {
  const { name = '', namespace = '' } = object.metadata
  return { key: rowKey(namespace, name), kind: kindId(object), namespace, name, object, cells }
}

/** Creates the world of some objects. */
export function worldOf(objects: readonly BundleObject[]): World {
  const world = new Map<string, Map<string, Row>>()
  for (const each of objects) {
    const row = rowOf(each)
    const rows = world.get(row.kind)
    if (rows) rows.set(row.key, row)
    else world.set(row.kind, new Map([[row.key, row]]))
  }
  return world
}

/** Returns a world after changes, oldest first. The rows of unaffected kinds are shared. */
export function changedWorld(world: World, changes: readonly BundleChange[]): World {
  if (changes.length === 0) return world
  const copied = new Map<string, Map<string, Row>>()
  for (const change of changes) {
    const id = kindId(change)
    const rows = copied.get(id) ?? new Map(world.get(id))
    copied.set(id, rows)
    if (change.type === 'removed' || !change.object) rows.delete(rowKey(change.namespace, change.name))
    else {
      const row = rowOf({ object: change.object, cells: change.cells ?? [] })
      rows.set(row.key, row)
    }
  }
  return new Map([...world, ...copied])
}

/** Formats a count: `1 change`, `47 changes`, or `3 of 47 changes` if a filter is active. */
export const foundOf = (found: number, one: string, all = found): string =>
  `${found === all ? '' : `${found} of `}${counted(all, one)}`
