import type { KubeObject } from '../schema/object.js'
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

/** A subresource as a kind declares it: kinds of other bodies are made with the kind itself, not before. */
export type DeclaredSubresource = SubresourceOf<Kind>
/** A view as a kind declares it. */
export type DeclaredView = ViewOf<Kind>
/** What is done with an object, as a kind declares it. */
export type DeclaredAct = ActOf<Kind>

/** All that a kind declares of its subresources. */
export type DeclaredSubresources = { readonly main?: Omit<Partial<DeclaredSubresource>, 'verbs'> } & {
  readonly [name in Exclude<SubresourceName, 'main'>]?: DeclaredSubresource
}

/**
 * What is particular to a kind, in the terms of the registry strategies of a real server. Everything else is generic.
 * Rules are pure; they run in the order defaults, begin, prepare, validate, warnings.
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
    /** What is said of an object's row as a whole; nothing for most. */
    readonly rowConditions?: (object: T) => readonly RowCondition[]
  }
  /** A small valid object, without kind and apiVersion; tests and documents start from it. */
  readonly example: Omit<T, 'kind' | 'apiVersion'>
}
