import { definitionsOf } from '../../server/wire/table.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { Registry } from '../../model/registry/registry.js'
import type { KubeObject } from '../../schema/object.js'
import type { BundleKind, Cells } from './types.js'

/** The kinds of the objects in a Bundle. */
export type Kinds = {
  /**
   * Returns the cells of an object's row in the server's table at a time (milliseconds since 1970), and adds its kind.
   */
  readonly cellsOf: (table: string, object: KubeObject, now: number) => Cells
  /** Adds the kind of an object in a table. */
  readonly meet: (table: string, object: KubeObject) => void
  /** Returns the kinds added so far, in that order. */
  readonly met: () => readonly BundleKind[]
}

/** Creates an empty list of kinds. */
export function createKinds(registry: Registry): Kinds {
  const found = new Map<string, { readonly def: KindDef | undefined; readonly kind: BundleKind }>()
  const kindOf = (table: string, { apiVersion, kind, metadata }: KubeObject) => {
    const id = `${apiVersion} ${kind}`
    let entry = found.get(id)
    if (!entry) {
      const def = registry.of(apiVersion, kind)
      const named = { apiVersion, kind, table, namespaced: metadata.namespace !== undefined }
      found.set(id, (entry = { def, kind: def ? describe(def, table) : unserved(named) }))
    }
    return entry
  }
  return {
    cellsOf(table, object, now) {
      const { def } = kindOf(table, object)
      return def ? declared(def).map(({ cell }) => cell(object, now)) : []
    },
    meet: (table, object) => void kindOf(table, object),
    met: () => [...found.values()].map(({ kind }) => kind),
  }
}

const declared = ({ table }: KindDef) => table.columns.filter(({ undeclared }) => !undeclared)

const describe = (def: KindDef, table: string): BundleKind => ({
  apiVersion: def.apiVersion,
  kind: def.kind,
  resource: def.plural,
  table,
  namespaced: def.scope === 'Namespaced',
  shortNames: def.names.shortNames,
  columns: definitionsOf(def),
})

/** Describes a kind whose definition has been deleted. */
const unserved = (named: Pick<BundleKind, 'apiVersion' | 'kind' | 'table' | 'namespaced'>): BundleKind => ({
  ...named,
  resource: named.table.slice(named.table.lastIndexOf('/') + 1),
  shortNames: [],
  columns: [],
})
