import { definitionsOf } from '../wire/table.js'
import type { KindDef } from '../registry/kind-def.js'
import type { Registry } from '../registry/registry.js'
import type { KubeObject } from '../schema/object.js'
import type { BundleKind, Cells } from './types.js'

/** The kinds of the objects that are told of. */
export type Kinds = {
  /** The row of an object in the table of a moment, in milliseconds since 1970; its kind is met by that. */
  readonly cellsOf: (object: KubeObject, now: number) => Cells
  /** Notes that an object of a kind was there. */
  readonly meet: (object: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>) => void
  /** The kinds met so far, in the order they were. */
  readonly met: () => readonly BundleKind[]
}

/** Makes a list of no kinds. */
export function createKinds(registry: Registry): Kinds {
  const found = new Map<string, { readonly def: KindDef | undefined; readonly kind: BundleKind }>()
  const kindOf = ({ apiVersion, kind, metadata }: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>) => {
    const id = `${apiVersion} ${kind}`
    let entry = found.get(id)
    if (!entry) {
      const def = registry.of(apiVersion, kind)
      const isNamespaced = metadata.namespace !== undefined
      found.set(id, (entry = { def, kind: def ? describe(def) : unserved(apiVersion, kind, isNamespaced) }))
    }
    return entry
  }
  return {
    cellsOf(object, now) {
      const { def } = kindOf(object)
      return def ? declared(def).map(({ cell }) => cell(object, now)) : []
    },
    meet: (object) => void kindOf(object),
    met: () => [...found.values()].map(({ kind }) => kind),
  }
}

const declared = ({ table }: KindDef) => table.columns.filter(({ undeclared }) => !undeclared)

const describe = (def: KindDef): BundleKind => ({
  apiVersion: def.apiVersion,
  kind: def.kind,
  resource: def.plural,
  namespaced: def.scope === 'Namespaced',
  shortNames: def.names.shortNames,
  columns: definitionsOf(def),
})

const unserved = (apiVersion: string, kind: string, namespaced: boolean): BundleKind => ({
  apiVersion,
  kind,
  resource: '',
  namespaced,
  shortNames: [],
  columns: [],
})
