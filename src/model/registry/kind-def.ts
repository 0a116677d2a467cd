import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'
import type { Column, RowCondition } from './column.js'
import type {
  Discovery,
  MetadataRules,
  Names,
  SchemaDeclaration,
  Selectable,
  StorageDeclaration,
  TypeMismatchRule,
} from './kind-parts.js'
import type { DeleteReplies } from './profile.js'
import type { CreateStrategy, DeleteStrategy, UpdateStrategy } from './strategy.js'
import type { SubresourceName } from './subresource-name.js'
import type { ActOf, SubresourceOf, ViewOf } from './subresource.js'

/** The object itself or one of its subresources. */
export type Subresource = SubresourceOf<KindDef>
/** Another kind in which the object is read and written (`/scale`). */
export type SubresourceView = ViewOf<KindDef>
/** An action on an object (`/binding`, `/eviction`). */
export type SubresourceAct = ActOf<KindDef>

/** The subresources of a kind, including the object itself. */
export type Subresources = { readonly main: Subresource } & {
  readonly [name in Exclude<SubresourceName, 'main'>]?: Subresource
}

type Total<T, Optional extends keyof T = never> = Required<Omit<T, Optional>> & Pick<T, Optional>

/** A declaration with all defaults filled in, frozen: what the generic code reads. */
export type KindDef = {
  readonly group: string
  readonly version: string
  readonly apiVersion: string
  readonly scope: 'Cluster' | 'Namespaced'
  readonly kind: string
  readonly plural: string
  readonly names: Total<Names>
  readonly schema: Schema
  readonly structural?: Schema
  readonly misnamed?: TypeMismatchRule
  readonly component: string
  readonly defaults: (object: KubeObject) => KubeObject
  readonly ready?: NonNullable<SchemaDeclaration['ready']>
  readonly metadata: Total<MetadataRules>
  readonly subresources: Subresources
  readonly create: Total<CreateStrategy, 'generateName' | 'review' | 'judgesTokens' | 'through' | 'withheld'>
  readonly update: Total<UpdateStrategy>
  readonly delete: Total<Omit<DeleteStrategy, 'replies'>, 'finalizer' | 'advice' | 'gracePeriod'> & {
    readonly replies: DeleteReplies
  }
  readonly storage: Total<
    StorageDeclaration,
    'reread' | 'allocationRecords' | 'allotments' | 'bytes' | 'versionHash' | 'conversion' | 'computed' | 'otherVersion'
  >
  readonly discovery: Total<Discovery, 'deprecation'>
  readonly selectable: Total<Selectable, 'unknown'>
  readonly table: {
    readonly columns: readonly Column[]
    readonly rowConditions?: (object: KubeObject) => readonly RowCondition[]
  }
  readonly example: Omit<KubeObject, 'kind' | 'apiVersion'>
  /** The subject of 404s, 409s and deletions: group and plural. */
  readonly resourceSubject: { readonly group: string; readonly resource: string }
  /** The subject of 422s and delete preconditions: group and kind of the storage type. */
  readonly kindSubject: { readonly group: string; readonly resource: string }
  /** The JSON printed before the first own member of a single object; list items leave it out. */
  readonly head: string
}
