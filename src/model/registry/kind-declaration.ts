import type { KubeObject } from '../../schema/object.js'
import type { Column, RowCondition } from './column.js'
import type {
  Discovery,
  MetadataRules,
  Names,
  SchemaDeclaration,
  Selectable,
  StorageDeclaration,
} from './kind-parts.js'
import type { Kind } from './kind.js'
import type { CreateStrategy, DeleteStrategy, UpdateStrategy } from './strategy.js'
import type { SubresourceName } from './subresource-name.js'
import type { ActOf, SubresourceOf, ViewOf } from './subresource.js'

/** A subresource as a kind declares it: kinds of its bodies are made together with the declaring kind, not before. */
export type DeclaredSubresource = SubresourceOf<Kind>
/** A view as a kind declares it. */
export type DeclaredView = ViewOf<Kind>
/** An act as a kind declares it. */
export type DeclaredAct = ActOf<Kind>

/** All subresources that a kind declares. */
export type DeclaredSubresources = { readonly main?: Omit<Partial<DeclaredSubresource>, 'verbs'> } & {
  readonly [name in Exclude<SubresourceName, 'main'>]?: DeclaredSubresource
}

/**
 * Everything particular to a kind, in terms of the registry strategies of a real server. Everything else is generic.
 * Rules are pure functions; they run in the order defaults, begin, prepare, validate, warnings.
 */
export type KindDeclaration<T extends KubeObject = KubeObject> = {
  readonly group: string
  readonly version: string
  readonly scope: 'Cluster' | 'Namespaced'
  readonly names: Names
  readonly schema: SchemaDeclaration<T>
  readonly metadata: MetadataRules<T>
  readonly subresources?: DeclaredSubresources
  readonly create?: CreateStrategy<T>
  readonly update?: UpdateStrategy<T>
  readonly delete?: DeleteStrategy<T>
  readonly storage?: StorageDeclaration<T>
  readonly discovery?: Discovery
  readonly selectable?: Selectable<T>
  readonly table: {
    readonly columns: readonly Column<T>[]
    /** Returns the conditions of an object's row; most kinds have none. */
    readonly rowConditions?: (object: T) => readonly RowCondition[]
  }
  /** A small valid object, without kind and apiVersion, used by tests and documentation. */
  readonly example: Omit<T, 'kind' | 'apiVersion'>
}
