import { useMemo } from 'preact/hooks'
import type { BundleRequest } from '../../cluster/bundle/types.js'
import { causeKey, causeOfRequest } from '../model/causes.js'
import { changesOf } from '../model/changes.js'
import { clockTime, span } from '../model/clock-text.js'
import { widthFor } from '../model/column-width.js'
import { filterRequests } from '../model/request-filter.js'
import { type Bar, createScale, toneOfRequest } from '../model/waterfall.js'
import { CauseMark } from '../parts/cause-mark.js'
import { DataTable } from '../parts/data-table.js'
import type { ViewProps } from '../view-props.js'
import { RequestFilters } from './request-filters.js'
import { RequestPanel } from './request-panel.js'

const columnsOf = (rows: readonly BundleRequest[], today: number, isOpen: boolean) => [
  { name: '#', width: widthFor(rows, ({ sequence }) => String(sequence), 2), numeric: true, minor: true },
  { name: 'Time', width: widthFor(rows, ({ time }) => clockTime(time, today), 8), minor: true },
  { name: 'By', width: 16 },
  { name: 'Request', width: 52, flexible: true },
  { name: 'Reply', width: rows.some(({ hooks }) => hooks.length > 0) ? 15 : 9 },
  // The panel of the selected request shows it, and paths need the width.
  ...(isOpen ? [] : [{ name: 'Took', width: 9, numeric: true, minor: true }]),
  { name: 'Waterfall', width: isOpen ? 10 : 24, minor: true },
]

/** The requests in the journal, newest first, each with its response and a bar for its duration. */
export function RequestTable(props: ViewProps) {
  const { session, where, go } = props
  const { requests, made } = session.bundle
  const rows = useMemo(() => filterRequests(requests, where), [requests, where])
  const scale = useMemo(() => createScale(rows, made), [rows, made])
  const { colors } = changesOf(session.bundle)
  const selected = where.request === 0 ? -1 : rows.findIndex(({ sequence }) => sequence === where.request)
  const open = requests.find(({ sequence }) => sequence === where.request)
  const columns = useMemo(() => columnsOf(rows, made, open !== undefined), [rows, open])
  return (
    <div class={`request-table ${open ? 'with-request' : ''}`}>
      <section class="objects" aria-label="Journal">
        <RequestFilters {...props} found={rows.length} />
        <DataTable
          label="Requests"
          columns={columns}
          rows={rows}
          keyOf={({ sequence }) => sequence}
          selected={selected}
          onSelect={({ sequence }) => go({ request: sequence }, { replace: where.request !== 0 })}
          cells={(request) => {
            const cause = causeOfRequest(request)
            const color = colors.get(causeKey(cause))?.color ?? 0
            return cellsOf(request, color, scale(request), made, open !== undefined)
          }}
          empty={requests.length > 0 ? emptyText(props) : 'No request has been sent.'}
        />
      </section>
      {open && <RequestPanel {...props} request={open} />}
    </div>
  )
}

const emptyText = ({ where }: ViewProps): string =>
  where.controllers === '' ? 'No request of a client matches the filter.' : 'Nothing matches the filter.'

function cellsOf(request: BundleRequest, color: number, bar: Bar, today: number, isOpen: boolean) {
  const { sequence, time, method, path, code, reason, duration, hooks, reply } = request
  const tone = toneOfRequest(request)
  return [
    sequence,
    clockTime(time, today),
    <CauseMark key="cause" cause={causeOfRequest(request)} color={color} />,
    <span key="request" title={`${method} ${path}`}>
      <span class="dim method">{method}</span> {path}
    </span>,
    <span key="reply" title={reason}>
      <span class={`tone ${tone}`}>{code ?? (reply?.type === 'cut' ? 'cut' : '…')}</span>
      {hooks.length > 0 && (
        <span class="hook-mark" title={hooks.map(({ phase, site }) => `${phase} hook at ${site}`).join('\n')}>
          hook
        </span>
      )}
    </span>,
    ...(isOpen ? [] : [duration === undefined ? '…' : span(duration)]),
    <span key="bar" class="bar-room">
      <span class={`bar cause-${color} ${tone}`} style={{ left: `${bar.left}%`, width: `${bar.width}%` }} />
    </span>,
  ]
}
