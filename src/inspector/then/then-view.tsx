import { counted } from '../../base/text/counted.js'
import { useMemo } from 'preact/hooks'
import type { ViewProps } from '../parts/use-session.js'
import { type Changes, type ToldChange, chainOf, changesOf, nameOfChange } from '../model/changes.js'
import { causeKey } from '../model/causes.js'
import { countUpTo } from '../model/past.js'
import { TabPanel, Tabs, panelId } from '../parts/tabs.js'
import { Browser } from '../now/browser.js'
import { clockTime } from '../model/clock-text.js'
import { type Lane, lanesOf } from '../model/lanes.js'
import { kindId, rowKey, foundOf } from '../model/rows.js'
import { SideBySide } from '../parts/side-by-side.js'
import { Life } from './life.js'
import { ChangeLine, CauseMark } from './change-line.js'
import { diffWorlds } from '../model/world-diff.js'
import { useWalk } from '../parts/use-walk.js'
import { widthFor } from '../model/columns.js'
import { DataTable } from '../parts/data-table.js'

const TABS = [
  { id: 'change', label: 'Change' },
  { id: 'life', label: 'Life of the object' },
  { id: 'state', label: 'State then' },
  { id: 'compare', label: 'Compare' },
]

/** The timeline of all changes, and the change and state at any revision. */
export function ThenView(props: ViewProps) {
  const { session, where, go } = props
  const { bundle } = session
  const changes = changesOf(bundle)
  const at = where.at || bundle.to
  const count = countUpTo(bundle.changes, at)
  const current = changes.all[count - 1]
  const hidden = useMemo(() => new Set(where.hidden.split('\n').filter(Boolean)), [where.hidden])
  const shown = useMemo(() => changes.all.filter(({ cause }) => !hidden.has(causeKey(cause))), [changes, hidden])
  const tab = TABS.find(({ id }) => id === where.show)?.id ?? 'change'
  return (
    <div class="then-view">
      <Timeline {...props} changes={changes} count={count} hidden={hidden} />
      <div class={`then-body show-${tab}`}>
        <ChangeList {...props} changes={shown} current={current} />
        <section class="then-detail">
          <Tabs
            name="then"
            label="What to see of this moment"
            tabs={TABS}
            current={tab}
            onChoose={(show) => go({ show }, { replace: true })}
          />
          <TabPanel name="then" current={tab}>
            {tab === 'state' && <PastState {...props} at={at} time={current?.change.time ?? bundle.made} />}
            {tab === 'compare' && <Compare {...props} at={at} />}
            {tab === 'change' && <ChangeDetail {...props} changes={changes} told={current} life={false} />}
            {tab === 'life' && <ChangeDetail {...props} changes={changes} told={current} life={true} />}
          </TabPanel>
        </section>
      </div>
    </div>
  )
}

/** All objects at a revision. */
const PastState = (props: ViewProps & { readonly at: number; readonly time: number }) => (
  <Browser
    world={props.session.past.at(props.at)}
    session={props.session}
    now={props.time}
    remote={undefined}
    refresh={() => undefined}
    where={props.where}
    go={props.go}
  />
)

type TimelineProps = ViewProps & {
  readonly changes: Changes
  /** The number of changes up to the selected revision. */
  readonly count: number
  readonly hidden: ReadonlySet<string>
}

/** A lane for each cause with a mark for each of its changes, and a slider over all of them. */
function Timeline({ session, go, changes, count, hidden }: TimelineProps) {
  const { bundle } = session
  const total = bundle.changes.length
  const lanes = useMemo(() => lanesOf(changes), [changes])
  const revisionAt = (place: number) => bundle.changes[place - 1]?.revision ?? bundle.from
  const look = (place: number) => go({ at: place >= total ? 0 : revisionAt(place) }, { replace: true })
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    go({ hidden: [...next].join('\n') }, { replace: true })
  }
  const time = bundle.changes[count - 1]?.time
  const moment = `revision ${revisionAt(count)}${time === undefined ? '' : `, ${clockTime(time, bundle.made)}`}`
  return (
    <section class="timeline" aria-label="Timeline">
      <Lanes lanes={lanes} hidden={hidden} onToggle={toggle} onPick={(part) => look(Math.round(part * total))} />
      <Slider count={count} total={total} moment={moment} onLook={look} />
      <div class="cursor-room" aria-hidden="true">
        <div class="cursor" style={{ left: `${total === 0 ? 0 : (count / total) * 100}%` }} />
      </div>
    </section>
  )
}

type DetailProps = ViewProps & {
  readonly changes: Changes
  readonly told: ToldChange | undefined
  /** Whether to show all changes of the object rather than this one. */
  readonly life: boolean
}

/** A change: its request, what led to it, and what it changed; or all changes of its object. */
function ChangeDetail({ session, changes, told, life, go }: DetailProps) {
  if (!told) return <p class="empty">Before the first change that is known.</p>
  const { change, before } = told
  const steps = changes.of(kindId(change), rowKey(change.namespace, change.name))
  if (life) return <Life steps={steps} changes={changes} current={told} today={session.bundle.made} go={go} />
  const chain = chainOf(told, changes)
  return (
    <div class="change">
      <header>
        <h2>{nameOfChange(change)}</h2>
        <ChangeLine told={told} go={go} />
        {chain.length > 0 && (
          <ol class="chain" aria-label="What led to it">
            {chain.map((each) => (
              <li key={each.change.revision}>
                because of <ChangeLine told={each} go={go} named />
              </li>
            ))}
          </ol>
        )}
      </header>
      <SideBySide before={before} after={change.object} />
    </div>
  )
}

type LanesProps = {
  readonly lanes: readonly Lane[]
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (key: string) => void
  /** Called with a position on the line, from 0 to 1. */
  readonly onPick: (part: number) => void
}

/** The lanes; clicking the name of one shows or hides its changes in the list. */
function Lanes({ lanes, hidden, onToggle, onPick }: LanesProps) {
  const pick = (event: MouseEvent & { readonly currentTarget: Element }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onPick(Math.max(0, Math.min(1, (event.clientX - left) / width)))
  }
  return (
    <ul class="lanes">
      {lanes.map(({ cause, color, path, size }) => {
        const key = causeKey(cause)
        return (
          <li key={key} class={hidden.has(key) ? 'off' : ''}>
            <button
              type="button"
              aria-pressed={!hidden.has(key)}
              title={`${hidden.has(key) ? 'Show' : 'Hide'} these changes in the list`}
              onClick={() => onToggle(key)}
            >
              <CauseMark cause={cause} color={color} /> <span class="count">{size}</span>
            </button>
            <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" onClick={pick}>
              <path d={path} class={`stroke-${color}`} vector-effect="non-scaling-stroke" />
            </svg>
          </li>
        )
      })}
    </ul>
  )
}

type SliderProps = {
  readonly count: number
  readonly total: number
  /** The selected revision as text. */
  readonly moment: string
  readonly onLook: (count: number) => void
}

/** A slider over all changes, with buttons for single steps. */
const Slider = ({ count, total, moment, onLook }: SliderProps) => (
  <div class="slider">
    <span class="steps">
      <button
        type="button"
        class="small"
        aria-label="One change back"
        disabled={count === 0}
        onClick={() => onLook(count - 1)}
      >
        ‹
      </button>
      <button
        type="button"
        class="small"
        aria-label="One change on"
        disabled={count === total}
        onClick={() => onLook(count + 1)}
      >
        ›
      </button>
      <output>{moment}</output>
    </span>
    <input
      type="range"
      aria-label="Revision"
      aria-valuetext={moment}
      min={0}
      max={total}
      value={count}
      onInput={(event) => onLook(Number(event.currentTarget.value))}
    />
  </div>
)

const SIGNS = { added: '+', changed: '~', removed: '−' }

/** Maximum number of differences listed. */
const MOST = 500

/** Compares two revisions: the objects that differ, and the differences of one. */
function Compare({ session, where, go, at }: ViewProps & { readonly at: number }) {
  const { past, bundle } = session
  const than = where.than || bundle.from
  const [first, last] = [Math.min(than, at), Math.max(than, at)]
  // `past.at` caches only the last world, so both are computed only when they change.
  const differences = useMemo(() => diffWorlds(past.at(first), past.at(last)), [past, first, last])
  const shown = differences.slice(0, MOST).map((each) => ({ ...each, key: `${each.row.kind} ${each.row.key}` }))
  const open = differences.find(({ row }) => `${row.kind} ${row.key}` === where.differing) ?? differences[0]
  const walk = useWalk(
    shown.map(({ key }) => key),
    open && `${open.row.kind} ${open.row.key}`,
  )
  return (
    <div class="compare">
      <p class="compare-head">
        <span>
          From revision <strong>{first}</strong> to <strong>{last}</strong>:{' '}
          {counted(differences.length, 'object differs', 'objects differ')}
        </span>
        <button type="button" class="small" onClick={() => go({ than: at }, { replace: true })}>
          Compare with this moment
        </button>
        {where.than !== 0 && (
          <button type="button" class="small" onClick={() => go({ than: 0 }, { replace: true })}>
            With the beginning
          </button>
        )}
      </p>
      <ul class="differences" aria-label="Objects that differ" onKeyDown={walk.onKeyDown}>
        {shown.map(({ type, row, key }) => (
          <li key={key}>
            <button
              type="button"
              {...walk.button(key)}
              aria-current={open?.row === row}
              onClick={() => go({ differing: key }, { replace: true })}
            >
              <span class={`sign ${type}`} title={type}>
                <span aria-hidden="true">{SIGNS[type]}</span>
                <span class="unseen">{type}</span>
              </span>{' '}
              <span class="dim">{row.object.kind}</span> {row.key}
            </button>
          </li>
        ))}
        {differences.length > MOST && <li class="dim">and {differences.length - MOST} more</li>}
      </ul>
      {open ? <SideBySide before={open.before} after={open.after} /> : <p class="empty">Nothing differs.</p>}
    </div>
  )
}

type ListProps = ViewProps & {
  readonly changes: readonly ToldChange[]
  /** The last change up to the selected revision. */
  readonly current: ToldChange | undefined
}

const columnsOf = (rows: readonly ToldChange[], today: number) => [
  { name: 'Revision', width: widthFor(rows, ({ change }) => String(change.revision), 8), numeric: true },
  { name: 'Time', width: widthFor(rows, ({ change }) => clockTime(change.time, today), 8), minor: true },
  { name: 'By', width: 18, minor: true },
  { name: 'Change', width: 44, flexible: true },
]

/** The changes as a table; selecting one selects its revision. */
function ChangeList({ session, changes, current, where, go }: ListProps) {
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
          {foundOf(rows.length, 'change', changes.length)}
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
