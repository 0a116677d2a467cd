import { useMemo } from 'preact/hooks'
import type { BundleRequest } from '../../bundle/types.js'
import { causeKey, causeOfRequest, listCauses } from '../model/causes.js'
import { clockTime, span } from '../model/clock-text.js'
import { type Bar, createScale, filterRequests, toneOfRequest } from '../model/waterfall.js'
import { CauseMark } from '../parts/cause-mark.js'
import { DataTable } from '../parts/data-table.js'
import type { ViewProps } from '../view-props.js'
import { RequestPanel } from './request-panel.js'

const COLUMNS = [
  { name: '#', width: 7, numeric: true },
  { name: 'Time', width: 16 },
  { name: 'By', width: 20 },
  { name: 'Request', width: 52, flexible: true },
  { name: 'Reply', width: 17 },
  { name: 'Took', width: 9, numeric: true },
  { name: 'Waterfall', width: 24 },
]

/** The requests of the journal, each with its reply and when it was under way. */
export function RequestTable(props: ViewProps) {
  const { session, where, go } = props
  const { requests, made } = session.bundle
  const rows = useMemo(() => filterRequests(requests, where.text), [requests, where.text])
  const scale = useMemo(() => createScale(rows, made), [rows, made])
  const causes = useMemo(() => listCauses(requests.map(causeOfRequest)), [requests])
  const selected = where.request === 0 ? -1 : rows.findIndex(({ sequence }) => sequence === where.request)
  const open = requests.find(({ sequence }) => sequence === where.request)
  return (
    <div class={`request-table ${open ? 'with-request' : ''}`}>
      <section class="objects" aria-label="Journal">
        <div class="filters" role="search">
          <input
            type="search"
            aria-label="Text"
            placeholder="Filter: client, path, code, hook"
            value={where.text}
            onInput={(event) => go({ text: event.currentTarget.value }, { replace: true })}
          />
          <span class="tally" role="status">
            {rows.length === requests.length ? rows.length : `${rows.length} of ${requests.length}`}
          </span>
        </div>
        <DataTable
          label="Requests"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ sequence }) => sequence}
          selected={selected}
          onSelect={({ sequence }) => go({ request: sequence }, { replace: where.request !== 0 })}
          cells={(request) => {
            const cause = causeOfRequest(request)
            return cellsOf(request, causes.get(causeKey(cause))?.color ?? 0, scale(request))
          }}
          empty={requests.length > 0 ? 'Nothing matches the filter.' : 'No request has been sent.'}
        />
      </section>
      {open && <RequestPanel {...props} request={open} />}
    </div>
  )
}

function cellsOf(request: BundleRequest, color: number, bar: Bar) {
  const { sequence, time, method, path, code, reason, duration, hooks, reply } = request
  const tone = toneOfRequest(request)
  return [
    sequence,
    clockTime(time),
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
    duration === undefined ? '…' : span(duration),
    <span key="bar" class="bar-room">
      <span class={`bar cause-${color} ${tone}`} style={{ left: `${bar.left}%`, width: `${bar.width}%` }} />
    </span>,
  ]
}
