import { useMemo, useState } from 'preact/hooks'
import { type KindGroup, compare, groupKinds, pickKind } from '../model/kinds.js'
import { type Row, type World, kindId, foundOf } from '../model/rows.js'
import { ObjectPanel } from './object-panel.js'
import { useWalk } from '../parts/use-walk.js'
import type { BundleKind } from '../../cluster/bundle/types.js'
import { type ShownColumn, columnsOf, isReadiness, isState, widthOf } from '../model/columns.js'
import { filterRows } from '../model/filter.js'
import { type Problem, gravest, problemsOf } from '../model/problems.js'
import { type TableColumn, DataTable } from '../parts/data-table.js'
import type { ViewProps } from '../parts/use-session.js'
import type { Where } from '../model/place.js'
import type { Session } from '../model/session.js'
import type { Go } from '../parts/use-where.js'
import type { Remote } from '../source/remote.js'

/** The list of kinds, the table of one of them, and one object. */
export function Browser(props: BrowserProps) {
  const { world, session, where, go } = props
  const { kinds } = session.bundle
  // Only set while the present world is being loaded; the past is not shown before that.
  const { counts } = session
  const groups = useMemo(() => groupKinds(kinds, world, counts), [kinds, world, counts])
  const id = where.kind || pickKind(groups)
  const kind = kinds.find((each) => kindId(each) === id)
  const row = where.object === '' ? undefined : world.get(id)?.get(where.object)
  const open = ({ kind, key }: Row) => go({ kind, object: key })
  const choose = (kind: string) => go({ kind, object: '' })
  return (
    <div class={`browser ${where.object === '' ? '' : 'with-object'}`}>
      <KindList groups={groups} current={id} onChoose={choose} />
      <KindSelect groups={groups} current={id} onChoose={choose} />
      {kind ? <ObjectTable {...props} kind={kind} /> : <p class="empty">There is no kind {id} here.</p>}
      {where.object !== '' && (
        <ObjectPanel {...props} kind={id} row={row} onOpen={open} onClose={() => go({ object: '' })} />
      )}
    </div>
  )
}

type KindListProps = {
  readonly groups: readonly KindGroup[]
  readonly current: string
  readonly onChoose: (id: string) => void
}

/** The kinds by API group, with the number of objects of each; a kind with 0 has objects at other times. */
function KindList(props: KindListProps) {
  const { groups, current, onChoose } = props
  const ids = useMemo(() => groups.flatMap(({ kinds }) => kinds.map(({ id }) => id)), [groups])
  const walk = useWalk(ids, current)
  return (
    <nav class="kinds" aria-label="Kinds" onKeyDown={walk.onKeyDown}>
      {groups.map(({ group, kinds }) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {kinds.map(({ id, kind, count }) => (
              <li key={id} class={count === 0 ? 'none' : ''}>
                <button
                  type="button"
                  {...walk.button(id)}
                  aria-current={id === current}
                  title={kind.apiVersion}
                  onClick={() => onChoose(id)}
                >
                  <span>{kind.kind}</span>
                  <span class="count">{count}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** The same for a narrow page, where a list would leave no room for objects. */
const KindSelect = ({ groups, current, onChoose }: KindListProps) => (
  <select
    class="kind-select"
    aria-label="Kind"
    value={current}
    onChange={(event) => onChoose(event.currentTarget.value)}
  >
    {groups.map(({ group, kinds }) => (
      <optgroup key={group} label={group}>
        {kinds.map(({ id, kind, count }) => (
          <option key={id} value={id}>
            {kind.kind} ({count})
          </option>
        ))}
      </optgroup>
    ))}
  </select>
)

type Order = { readonly column: string; readonly down: boolean }

/** The table of one kind with the server's columns, filtered and sorted. */
function ObjectTable(props: BrowserProps & { readonly kind: BundleKind }) {
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

const GOOD = new Set(['Running', 'Ready', 'Active', 'Bound', 'Available', 'True', 'Approved,Issued'])
const OVER = new Set(['Complete', 'Completed', 'Succeeded'])
const BAD = /Error|Fail|BackOff|Evicted|NotReady|Lost|OOMKilled|Unknown|Denied/
const BUSY = /^(Pending|Terminating|ContainerCreating|Init:.*|PodInitializing|Released|Progressing|SchedulingDisabled)$/

type CellProps = {
  readonly text: string
  readonly column: ShownColumn
  readonly first: boolean
  /** The namespace, for a narrow table without a column for it. */
  readonly namespace: string
  /** The gravest problem of the object. */
  readonly problem: Problem | undefined
  /** Whether the table has a column that shows the state of objects. */
  readonly hasState: boolean
}

/** The text of a cell. The state of an object has a mark, with the reason in words if something is wrong with it. */
function CellText({ text, column, first, namespace, problem, hasState }: CellProps) {
  // A Deployment says in Available how many pods are, an APIService whether it is.
  const marks =
    (isState(column) && !/^\d+$/.test(text)) || (problem !== undefined && (isReadiness(column) || (first && !hasState)))
  const tone = marks ? (problem ? TONES[problem.tone] : toneOf(text)) : ''
  const title = marks && problem ? `${text}\n${problem.reason}: ${problem.words}` : text
  return (
    <span class={[first ? 'name' : '', tone === '' ? '' : `tone ${tone}`].join(' ').trim()} title={title}>
      {first && namespace !== '' && <span class="dim inside">{namespace}/</span>}
      {text}
    </span>
  )
}

const TONES = { wrong: 'bad', waiting: 'busy', told: '' } as const

/** Classifies a state; empty if it is unknown. */
function toneOf(text: string): 'good' | 'bad' | 'busy' | 'over' | '' {
  if (GOOD.has(text)) return 'good'
  if (OVER.has(text)) return 'over'
  if (BUSY.test(text)) return 'busy'
  return BAD.test(text) ? 'bad' : ''
}

type FilterBarProps = BrowserProps & {
  readonly kind: BundleKind
  readonly found: number
  readonly all: number
  readonly fault: string | undefined
  readonly wide: boolean
  readonly onWide: (wide: boolean) => void
}

/** The filters of rows (text, labels and namespace), and the number of matches. */
function FilterBar(props: FilterBarProps) {
  const { kind, found, all, fault, where, go, wide, onWide, world } = props
  const spaces = world.get('v1/Namespace')
  const namespaces = useMemo(() => [...(spaces?.keys() ?? [])].sort(), [spaces])
  const set =
    (name: 'text' | 'labels' | 'namespace') => (event: { readonly currentTarget: { readonly value: string } }) =>
      go({ [name]: event.currentTarget.value }, { replace: true })
  return (
    <div class="filters" role="search">
      <h2>{kind.kind}</h2>
      <input type="search" aria-label="Text" placeholder="Filter" value={where.text} onInput={set('text')} />
      <input
        type="search"
        class="labels"
        aria-label="Label selector"
        placeholder="Labels: app=web"
        value={where.labels}
        onInput={set('labels')}
        aria-invalid={fault !== undefined}
        aria-describedby="label-fault"
      />
      {kind.namespaced && (
        <select aria-label="Namespace" value={where.namespace} onChange={set('namespace')}>
          <option value="">All namespaces</option>
          {namespaces.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      {kind.columns.some(({ priority }) => priority > 0) && (
        <label class="option">
          <input type="checkbox" checked={wide} onChange={(event) => onWide(event.currentTarget.checked)} /> Wide
        </label>
      )}
      <span class="tally" role="status">
        {foundOf(found, 'object', all)}
      </span>
      <span id="label-fault" class="bad" aria-live="polite">
        {fault}
      </span>
    </div>
  )
}

/** All objects at present; live if a cluster serves the page. */
export const NowView = ({ session, shown, where, go }: ViewProps) => (
  <Browser
    world={session.now}
    session={session}
    now={session.bundle.made}
    remote={shown.remote}
    refresh={shown.refresh}
    where={where}
    go={go}
  />
)

/** The props of a browser of objects: a world, and the session it is part of. */
export type BrowserProps = {
  readonly world: World
  readonly session: Session
  /** The time of the world. */
  readonly now: number
  /** The cluster, if objects can be edited: only in the present world of a live cluster. */
  readonly remote: Remote | undefined
  readonly refresh: () => void
  readonly where: Where
  readonly go: Go
}
