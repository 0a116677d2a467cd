import type { BundleChange, BundleKind, BundleObject, Cells } from '../../bundle/types.js'
import type { KubeObject } from '../../schema/object.js'

/** An object as a table shows it: with its cells, and the revision of its last change. */
export type Row = {
  /** Namespace and name; tells rows of one kind apart. */
  readonly key: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly object: KubeObject
  readonly cells: Cells
}

/** Rows of one kind, by key. */
export type Rows = ReadonlyMap<string, Row>

/** Everything there is at one moment: rows by kind. Never changed; what follows a change is another. */
export type World = ReadonlyMap<string, Rows>

/** What tells kinds apart: `apps/v1/Deployment`. */
export const kindId = ({ apiVersion, kind }: Pick<BundleKind, 'apiVersion' | 'kind'>): string => `${apiVersion}/${kind}`

/** What tells objects of a kind apart: `default/web`, or `node-1` where there are no namespaces. */
export const rowKey = (namespace: string, name: string): string => (namespace === '' ? name : `${namespace}/${name}`)

/** The row of an object. */
function rowOf({ object, cells }: BundleObject): Row {
  const { name = '', namespace = '' } = object.metadata
  return { key: rowKey(namespace, name), kind: kindId(object), namespace, name, object, cells }
}

/** The world in which there are these objects. */
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

/** A world after changes, oldest first. Kinds that they leave alone stay the same value. */
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
