import { goQuote } from '../base/go-print.js'
import { mapInParts } from '../base/parts.js'
import { badRequest } from '../base/status.js'
import { createdColumn } from '../registry/columns.js'
import type { RowCondition } from '../registry/column.js'
import type { KindDef } from '../registry/kind-def.js'
import type { ListMeta } from '../api/outcome.js'
import type { KubeObject } from '../schema/object.js'
import type { MetaVersion } from './accept.js'
import { type PartialObject, partialObject } from './partial.js'

/** How much of its object a row carries. */
export type IncludeObject = 'Metadata' | 'Object' | 'None'

/** A column as a table declares it. */
type ColumnDefinition = {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  readonly priority: number
}

/** One object in the cells of its kind's columns. */
type Row = {
  readonly cells: readonly (string | number | boolean | null)[]
  /** What is said of the row as a whole. */
  readonly conditions?: readonly RowCondition[]
  readonly object: KubeObject | PartialObject | null
}

/** Objects as `kubectl get` prints them. */
type Table = {
  readonly kind: 'Table'
  readonly apiVersion: string
  readonly metadata: ListMeta
  /** null in the events of a watch but the first. */
  readonly columnDefinitions: readonly ColumnDefinition[] | null
  /** Null of no items, where a kind has no columns of its own. */
  readonly rows: readonly Row[] | null
}

/** What a table depends on besides its objects; `now` is the time ages are counted to, in milliseconds. */
type TableOptions = { readonly version: MetaVersion; readonly include: IncludeObject; readonly now: number }

const CHOICES: readonly string[] = ['Metadata', 'Object', 'None'] satisfies readonly IncludeObject[]

/**
 * Reads the parameter `includeObject`.
 *
 * @throws StatusError 400
 */
export function parseIncludeObject(value: string | undefined): IncludeObject {
  if (!value) return 'Metadata'
  if (CHOICES.includes(value)) return value as IncludeObject // one of the choices, as just seen
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${goQuote(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}

// Its cells and the metadata of its object.
const PARTS_OF_ROW = 8

/** Makes the table of a list's items; of many in several turns. */
export function tableOfList(
  def: KindDef,
  items: readonly KubeObject[],
  metadata: ListMeta,
  options: TableOptions,
): Table {
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${options.version}`,
    metadata,
    columnDefinitions: definitionsOf(def),
    rows:
      items.length === 0 && def.table.columns.at(1) === createdColumn
        ? null
        : mapInParts(items, tableOfList, PARTS_OF_ROW, (item) => rowOf(def, item, options)),
  }
}

/** Makes the table of one object. */
export function tableOfObject(def: KindDef, object: KubeObject, options: TableOptions): Table {
  const { resourceVersion } = object.metadata
  return tableOfList(def, [object], resourceVersion === undefined ? {} : { resourceVersion }, options)
}

/** The columns of a kind's tables, as they declare them. */
export function definitionsOf({ table: { columns } }: KindDef): readonly ColumnDefinition[] {
  return columns
    .filter(({ undeclared }) => !undeclared)
    .map(({ name, type = 'string', format = '', description, priority = 0 }) => ({
      name,
      type,
      format,
      description,
      priority,
    }))
}

function rowOf(def: KindDef, object: KubeObject, { version, include, now }: TableOptions): Row {
  const { columns } = def.table
  const conditions = def.table.rowConditions?.(object) ?? []
  return {
    cells: columns.map(({ cell }) => cell(object, now)),
    ...(conditions.length > 0 ? { conditions } : {}),
    object: included(def, object, version, include),
  }
}

function included(def: KindDef, object: KubeObject, version: MetaVersion, include: IncludeObject): Row['object'] {
  if (include === 'Object') return object
  // The bookmark that ends the initial events is known by its annotation, which must arrive.
  return include === 'None' && object.metadata.annotations?.['k8s.io/initial-events-end'] !== 'true'
    ? null
    : partialObject(def, object, version)
}
