import { useMemo } from 'preact/hooks'
import type { ViewProps } from '../view-props.js'
import { type ToldChange, nameOfChange } from '../model/changes.js'
import { clockTime } from '../model/clock-text.js'
import { widthFor } from '../model/columns.js'
import { counted } from '../model/rows.js'
import { CauseMark } from './change-line.js'
import { DataTable } from '../parts/data-table.js'
import { panelId } from '../parts/tabs.js'

type ListProps = ViewProps & {
  readonly changes: readonly ToldChange[]
  /** The last change up to the selected revision. */
  readonly current: ToldChange | undefined
}

const SIGNS = { added: '+', changed: '~', removed: '−' }

const columnsOf = (rows: readonly ToldChange[], today: number) => [
  { name: 'Revision', width: widthFor(rows, ({ change }) => String(change.revision), 8), numeric: true },
  { name: 'Time', width: widthFor(rows, ({ change }) => clockTime(change.time, today), 8), minor: true },
  { name: 'By', width: 18, minor: true },
  { name: 'Change', width: 44, flexible: true },
]

/** The changes as a table; selecting one selects its revision. */
export function ChangeList({ session, changes, current, where, go }: ListProps) {
  const { made } = session.bundle
  const rows = useMemo(() => filterChanges(changes, where.changes), [changes, where.changes])
  const columns = useMemo(() => columnsOf(rows, made), [rows])
  return (
    <section class="change-list" aria-label="Changes">
      <div class="filters" role="search">
        <input
          type="search"
          aria-label="Text of changes"
          placeholder="Filter changes"
          value={where.changes}
          onInput={(event) => go({ changes: event.currentTarget.value }, { replace: true })}
        />
        <span class="tally" role="status">
          {counted(rows.length, 'change', changes.length)}
        </span>
      </div>
      <DataTable
        label="Changes"
        columns={columns}
        rows={rows}
        keyOf={({ change }) => change.revision}
        cells={({ change, cause, color }) => [
          change.revision,
          clockTime(change.time, made),
          <CauseMark key="cause" cause={cause} color={color} />,
          <span key="name" title={nameOfChange(change)}>
            <span class={`sign ${change.type}`}>
              <span aria-hidden="true">{SIGNS[change.type]}</span>
              <span class="unseen">{change.type}</span>
            </span>{' '}
            <span class="dim">{change.kind}</span> {nameOfChange(change).slice(change.kind.length + 1)}
          </span>,
        ]}
        selected={current ? rows.indexOf(current) : -1}
        opens={panelId('then')}
        onSelect={({ change }) => go({ at: change.revision }, { replace: true })}
        empty="No change is known."
      />
    </section>
  )
}

function filterChanges(changes: readonly ToldChange[], text: string): readonly ToldChange[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return changes
  return changes.filter(({ change, cause }) => {
    const line = `${nameOfChange(change)} ${cause.name} ${change.type} ${change.revision}`.toLowerCase()
    return words.every((word) => line.includes(word))
  })
}
