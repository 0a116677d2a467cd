import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { DETAIL } from './detail.js'

/** A column of a table: its header and width, and the function that sorts by it, if that is possible. */
export type TableColumn = {
  readonly name: string
  readonly about?: string
  /** In characters. */
  readonly width: number
  /** Whether it takes the remaining width, and may shrink. */
  readonly flexible?: boolean
  /** Whether it is hidden in narrow tables. */
  readonly minor?: boolean
  readonly numeric?: boolean
  readonly sorted?: 'ascending' | 'descending' | undefined
  readonly onSort?: () => void
}

/** The props of a table. All rows have the same height, and only visible ones are rendered. */
type DataTableProps<T> = {
  readonly label: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  readonly cells: (row: T) => readonly ComponentChildren[]
  readonly rowClass?: (row: T) => string
  /** Index of the selected row; -1 for none. */
  readonly selected: number
  readonly onSelect: (row: T) => void
  /** Id of the element that shows the selected row, which Enter moves the focus to. */
  readonly opens?: string
  readonly empty: ComponentChildren
}

const ROW = 26
const HEAD = 28
/** Minimum width of a flexible column, in characters; narrower tables scroll. */
const NARROWEST = 22

/** A table of any number of rows, with keyboard navigation. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, selected, onSelect, empty } = props
  const sight = useVirtual(rows.length, ROW, HEAD, selected)
  const id = useId()
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    // Not if a header has the focus, where Enter sorts.
    if (event.key === 'Enter' && event.target === event.currentTarget)
      document.getElementById(props.opens ?? DETAIL)?.focus()
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -rows.length, End: rows.length }[
      event.key
    ]
    if (step === undefined || rows.length === 0) return
    event.preventDefault()
    const row = rows[Math.max(0, Math.min(rows.length - 1, selected + step))]
    if (row !== undefined) onSelect(row)
  }
  return (
    <div class="table" ref={sight.ref} onScroll={sight.onScroll}>
      <table
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-readonly={true}
        // Tells screen readers which row is selected.
        aria-activedescendant={selected >= sight.from && selected < sight.to ? `${id}-${selected}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        style={leastOf(columns)}
      >
        <colgroup>
          {columns.map(({ name, width, flexible, minor }) => (
            <col key={name} class={minor ? 'minor' : ''} style={flexible ? {} : { width: `${width}ch` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.name} {...column} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={sight.above} />
          {rows.slice(sight.from, sight.to).map((row, i) => (
            <Line
              key={props.keyOf(row)}
              id={`${id}-${sight.from + i}`}
              row={row}
              index={sight.from + i}
              table={props}
            />
          ))}
          <Space height={sight.below} />
        </tbody>
      </table>
      {rows.length === 0 && <p class="empty">{empty}</p>}
    </div>
  )
}

/** Returns the minimum width of a table with all columns, and without the minor ones. */
function leastOf(columns: readonly TableColumn[]) {
  const sum = (some: readonly TableColumn[]) =>
    some.reduce((all, { width, flexible }) => all + (flexible ? Math.min(width, NARROWEST) : width), 0)
  return { '--least': `${sum(columns)}ch`, '--least-of-all': `${sum(columns.filter(({ minor }) => !minor))}ch` }
}

const classOf = ({ numeric, minor }: Pick<TableColumn, 'numeric' | 'minor'> = {}) =>
  `${numeric ? 'numeric' : ''} ${minor ? 'minor' : ''}`

function Head(column: TableColumn) {
  const { name, about, sorted, onSort } = column
  return (
    <th scope="col" class={classOf(column)} aria-sort={sorted ?? 'none'} title={about ?? ''}>
      {onSort ? (
        <button type="button" class="sort" onClick={onSort}>
          {name}
          <span aria-hidden="true">{sorted === 'ascending' ? ' ↑' : sorted === 'descending' ? ' ↓' : ''}</span>
        </button>
      ) : (
        name
      )}
    </th>
  )
}

/**
 * A row with the height of rows that are not rendered. It has a single cell without colspan, which would reserve width
 * for hidden columns.
 */
const Space = ({ height }: { readonly height: number }) =>
  height > 0 ? (
    <tr class="space" aria-hidden="true">
      <td style={{ height: `${height}px` }} />
    </tr>
  ) : null

function Line<T>({
  id,
  row,
  index,
  table,
}: {
  readonly id: string
  readonly row: T
  readonly index: number
  readonly table: DataTableProps<T>
}) {
  const { columns, cells, rowClass, selected, onSelect } = table
  const open = index === selected
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={open}
      class={`${open ? 'open' : ''} ${rowClass?.(row) ?? ''}`}
      onClick={() => onSelect(row)}
    >
      {cells(row).map((cell, i) => (
        <td key={columns[i]?.name} class={classOf(columns[i])}>
          {cell}
        </td>
      ))}
    </tr>
  )
}

/** The visible part of many rows of the same height. */
type Sight = {
  readonly ref: { readonly current: HTMLDivElement | null }
  readonly onScroll: () => void
  readonly from: number
  readonly to: number
  /** Height of the rows above and below, in pixels. */
  readonly above: number
  readonly below: number
}

/** Number of rows rendered beyond each edge, so that scrolling shows no gaps. */
const MARGIN = 12

/**
 * Tracks which of `count` rows are visible in a scrolling element. When the row `wanted` changes, it is scrolled into
 * view.
 */
function useVirtual(count: number, rowHeight: number, headHeight: number, wanted = -1): Sight {
  const ref = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState({ top: 0, height: 800 })
  const onScroll = () => {
    const { current } = ref
    if (!current) return
    // In steps of whole rows, as smaller ones would change nothing.
    const top = Math.floor(current.scrollTop / rowHeight) * rowHeight
    setBox((box) =>
      box.top === top && box.height === current.clientHeight ? box : { top, height: current.clientHeight },
    )
  }
  useEffect(() => {
    const { current } = ref
    if (!current) return undefined
    const observer = new ResizeObserver(onScroll)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const { current } = ref
    if (!current || wanted < 0) return
    const top = wanted * rowHeight
    const room = current.clientHeight - headHeight - rowHeight
    if (top < current.scrollTop) current.scrollTop = top
    else if (top > current.scrollTop + room) current.scrollTop = top - room
    onScroll()
  }, [wanted])
  // When a list becomes shorter, the browser scrolls up, but its scroll event comes later.
  const top = Math.min(box.top, Math.max(0, count * rowHeight + headHeight - box.height))
  const from = Math.max(0, Math.floor(top / rowHeight) - MARGIN)
  const to = Math.min(count, Math.ceil((top + box.height) / rowHeight) + MARGIN)
  return { ref, onScroll, from, to, above: from * rowHeight, below: (count - to) * rowHeight }
}
