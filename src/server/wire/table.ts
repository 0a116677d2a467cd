import { goQuote } from '../../base/go/printable.js'
import { mapInParts } from '../../base/turns/work-in-parts.js'
import { badRequest } from '../../base/errors/status.js'
import { createdColumn } from '../../model/registry/columns.js'
import { FIELD_TEXTS } from '../../model/generated/descriptions/fields.js'
import { mustHave } from '../../base/must-have.js'
import type { Column, FieldDoc, RowCondition, TextByVersion } from '../../model/registry/column.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { ListMeta } from '../../model/call/outcome.js'
import type { KubeObject } from '../../schema/object.js'
import type { MetaVersion } from './accept.js'
import { type PartialObject, partialObject } from './partial.js'

/** How much of its object a table row includes. */
export type IncludeObject = 'Metadata' | 'Object' | 'None'

/** A column definition of a table. */
type ColumnDefinition = {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  readonly priority: number
}

/** An object as a row: a cell for each column of its kind. */
type Row = {
  readonly cells: readonly (string | number | boolean | null)[]
  /** Conditions of the row as a whole. */
  readonly conditions?: readonly RowCondition[]
  readonly object: KubeObject | PartialObject | null
}

/** Objects as `kubectl get` prints them. */
type Table = {
  readonly kind: 'Table'
  readonly apiVersion: string
  readonly metadata: ListMeta
  /** null in the events of a watch after the first. */
  readonly columnDefinitions: readonly ColumnDefinition[] | null
  /** null if there are no items and the kind has no columns of its own. */
  readonly rows: readonly Row[] | null
}

/** What a table depends on besides its objects; `now` is the time in milliseconds that ages are computed for. */
type TableOptions = { readonly version: MetaVersion; readonly include: IncludeObject; readonly now: number }

const CHOICES: readonly string[] = ['Metadata', 'Object', 'None'] satisfies readonly IncludeObject[]

/**
 * Parses the parameter `includeObject`.
 *
 * @throws StatusError 400
 */
export function parseIncludeObject(value: string | undefined): IncludeObject {
  if (!value) return 'Metadata'
  if (CHOICES.includes(value)) return value as IncludeObject // one of the choices, as just checked
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${goQuote(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}

// A row's cells, and the metadata of its object.
const PARTS_OF_ROW = 8

/** Makes the table of a list; for many items over several event-loop turns. */
export function tableOfList(
  def: KindDef,
  items: readonly KubeObject[],
  metadata: ListMeta,
  options: TableOptions,
): Table {
  const { columns, firstCell } = def.table
  const cells = cellsOf(def)
  if (firstCell) cells[0] = firstCell(items)
  const rows =
    items.length === 0 && columns.includes(createdColumn)
      ? null
      : mapInParts(items, tableOfList, PARTS_OF_ROW, (item) => rowOf(def, item, options, cells))
  return tableOf(def, rows && ordered(rows, items, def), metadata, options)
}

function ordered(rows: readonly Row[], items: readonly KubeObject[], { table: { order } }: KindDef): readonly Row[] {
  if (!order) return rows
  const places = [...items.keys()].sort((i, j) => order(atPlace(items, i), atPlace(items, j)))
  return places.map((i) => atPlace(rows, i))
}

const atPlace = <T>(list: readonly T[], i: number): T => mustHave(list[i], 'a row for each item')

/** Makes the table of one object. */
export function tableOfObject(def: KindDef, object: KubeObject, options: TableOptions): Table {
  const { resourceVersion } = object.metadata
  const rows = [rowOf(def, object, options, cellsOf(def))]
  return tableOf(def, rows, resourceVersion === undefined ? {} : { resourceVersion }, options)
}

const cellsOf = ({ table: { columns } }: KindDef) => columns.map(({ cell }) => cell)

const tableOf = (def: KindDef, rows: Table['rows'], metadata: ListMeta, { version }: TableOptions): Table => ({
  kind: 'Table',
  apiVersion: `meta.k8s.io/${version}`,
  metadata,
  columnDefinitions: definitionsOf(def),
  rows,
})

/** Returns the column definitions of a kind's tables. */
export function definitionsOf({ table: { columns }, serverVersion }: KindDef): readonly ColumnDefinition[] {
  return columns
    .filter(({ undeclared }) => !undeclared)
    .map(({ name, type = 'string', format = '', description, priority = 0 }) => ({
      name,
      type,
      format,
      description: textOf(description, serverVersion),
      priority,
    }))
}

function textOf(description: string | FieldDoc | TextByVersion, version: KubernetesVersion): string {
  if (typeof description === 'string') return description
  const texts = 'struct' in description ? textsOf(description) : description
  const [, text] = texts.findLast(([since]) => atLeast(version, since)) ?? []
  return textOf(mustHave(text, `what is said in v${version}`), version)
}

function textsOf({ struct, field }: FieldDoc): TextByVersion {
  const texts = FIELD_TEXTS[`${struct}.${field}`] as TextByVersion | undefined // as generated
  return mustHave(texts, `what the API says of ${struct}.${field}`)
}

function rowOf(
  def: KindDef,
  object: KubeObject,
  { version, include, now }: TableOptions,
  cells: readonly Column['cell'][],
): Row {
  const conditions = def.table.rowConditions?.(object) ?? []
  return {
    cells: cells.map((cell) => cell(object, now)),
    ...(conditions.length > 0 ? { conditions } : {}),
    object: included(def, object, version, include),
  }
}

function included(def: KindDef, object: KubeObject, version: MetaVersion, include: IncludeObject): Row['object'] {
  if (include === 'Object') return object
  // The bookmark that ends the initial events is identified by its annotation, which must be sent.
  return include === 'None' && object.metadata.annotations?.['k8s.io/initial-events-end'] !== 'true'
    ? null
    : partialObject(def, object, version)
}
