import { useMemo, useState } from 'preact/hooks'
import type { BundleKind } from '../../cluster/bundle/types.js'
import { type ShownColumn, columnsOf, isReadiness, isState, widthOf } from '../model/columns.js'
import { filterRows } from '../model/filter.js'
import { compare } from '../model/kinds.js'
import { gravest, problemsOf } from '../model/problems.js'
import type { Row } from '../model/rows.js'
import { kindId } from '../model/rows.js'
import { DataTable, type TableColumn } from '../parts/data-table.js'
import type { BrowserProps } from './browser-props.js'
import { FilterBar } from './filter-bar.js'
import { CellText } from './cell-text.js'

type Order = { readonly column: string; readonly down: boolean }

/** The table of one kind with the server's columns, filtered and sorted. */
export function ObjectTable(props: BrowserProps & { readonly kind: BundleKind }) {
  const { kind, world, where, go, now } = props
  const [wide, setWide] = useState(false)
  const [order, setOrder] = useState<Order>({ column: '', down: false })
  const columns = useMemo(() => columnsOf(kind, wide), [kind, wide])
  const all = world.get(kindId(kind))
  const { text, labels, namespace } = where
  const { rows: found, fault } = useMemo(
    () => filterRows(all?.values() ?? [], { text, labels, namespace }),
    [all, text, labels, namespace],
  )
  const rows = useMemo(() => orderRows(found, columns, order), [found, columns, order])
  const widths = useMemo(() => columns.map((column) => widthOf(column, rows, now)), [columns, rows])
  const heads = columns.map((column, i): TableColumn => {
    const { name, about, numeric } = column
    const mine = order.column === name
    return {
      ...{ name, about, numeric, width: widths[i] ?? 12, flexible: i === 0 },
      minor: i > 0 && !isVital(column),
      sorted: mine ? (order.down ? 'descending' : 'ascending') : undefined,
      onSort: () => setOrder({ column: name, down: mine && !order.down }),
    }
  })
  const hasState = columns.some(isVital)
  const fresh = freshAfter(props)
  const { counts } = props.session
  const count = (counts ? counts[kindId(kind)] : all?.size) ?? 0
  return (
    <section class="objects" aria-label={`${kind.kind} objects`}>
      <FilterBar {...props} found={rows.length} all={count} fault={fault} wide={wide} onWide={setWide} />
      <DataTable
        label={kind.kind}
        columns={heads}
        rows={rows}
        keyOf={({ key }) => key}
        cells={(row) => {
          const problem = gravest(problemsOf(row))
          return columns.map((column, i) => (
            <CellText
              key={column.name}
              {...{ problem, hasState, column, first: i === 0, text: column.text(row, now), namespace: row.namespace }}
            />
          ))
        }}
        rowClass={({ object }) => (Number(object.metadata.resourceVersion) > fresh ? 'fresh' : '')}
        selected={where.object === '' ? -1 : rows.findIndex(({ key }) => key === where.object)}
        onSelect={({ key }) => go({ kind: kindId(kind), object: key }, { replace: where.object !== '' })}
        empty={emptyText(count, counts !== undefined, kind.kind)}
      />
    </section>
  )
}

/** Tells whether a column is shown however narrow the table is. */
const isVital = (column: ShownColumn): boolean => isState(column) || isReadiness(column)

const emptyText = (count: number, isComing: boolean, kind: string): string =>
  isComing && count > 0 ? 'Opening…' : count > 0 ? 'Nothing matches the filter.' : `There is no ${kind} here.`

/** Sorts rows by a column, or, as the server does, by namespace and name. */
function orderRows(rows: readonly Row[], columns: readonly ShownColumn[], { column, down }: Order): readonly Row[] {
  const by = columns.find(({ name }) => name === column)?.compare
  const sorted = [...rows].sort(by ?? ((a, b) => compare(a.namespace, b.namespace) || compare(a.name, b.name)))
  return down ? sorted.reverse() : sorted
}

/** Returns the revision after which a change is so recent that its row is highlighted. */
function freshAfter({ remote, session: { bundle, counts } }: BrowserProps): number {
  if (!remote || counts) return Infinity
  const recent = bundle.changes.findLast(({ time }) => time < bundle.made - 1500)
  return recent?.revision ?? bundle.from
}
