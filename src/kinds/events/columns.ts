import { type Column, docOf } from '../../model/registry/column.js'
import type { Event } from './schema.js'
import { nameColumn, sinceText } from '../../model/registry/columns.js'

/** The table columns of Events. */
export const eventColumns: readonly Column<Event>[] = [
  {
    name: 'Last Seen',
    description: docOf('core.v1.Event', 'lastTimestamp'),
    cell: (event, now) => sinceText(lastSeen(event), now),
  },
  {
    name: 'Type',
    description: docOf('core.v1.Event', 'type'),
    cell: ({ type }) => type ?? '',
  },
  {
    name: 'Reason',
    description: docOf('core.v1.Event', 'reason'),
    cell: ({ reason }) => reason ?? '',
  },
  { name: 'Object', description: docOf('core.v1.Event', 'involvedObject'), cell: objectCell },
  {
    name: 'Subobject',
    description: docOf('core.v1.ObjectReference', 'fieldPath'),
    priority: 1,
    cell: ({ regarding }) => regarding?.fieldPath ?? '',
  },
  {
    name: 'Source',
    description: docOf('core.v1.Event', 'source'),
    priority: 1,
    cell: sourceCell,
  },
  {
    name: 'Message',
    description: docOf('core.v1.Event', 'message'),
    cell: ({ note }) => (note ?? '').trim(),
  },
  {
    name: 'First Seen',
    description: docOf('core.v1.Event', 'firstTimestamp'),
    priority: 1,
    cell: (event, now) => sinceText(firstSeen(event), now),
  },
  {
    name: 'Count',
    description: docOf('core.v1.Event', 'count'),
    priority: 1,
    cell: ({ series, deprecatedCount }) => (series ? (series.count ?? 0) : deprecatedCount || 1),
  },
  { ...nameColumn, priority: 1 },
]

const firstSeen = ({ deprecatedFirstTimestamp, eventTime }: Event) => deprecatedFirstTimestamp ?? eventTime

const lastSeen = (event: Event) =>
  event.series ? event.series.lastObservedTime : (event.deprecatedLastTimestamp ?? firstSeen(event))

function objectCell({ regarding: { kind = '', name } = {} }: Event): string {
  return name ? `${kind.toLowerCase()}/${name}` : kind.toLowerCase()
}

function sourceCell({ deprecatedSource, reportingController = '', reportingInstance = '' }: Event): string {
  const component = deprecatedSource?.component || reportingController
  const instance = deprecatedSource?.host || reportingInstance
  return instance ? `${component}, ${instance}` : component
}
