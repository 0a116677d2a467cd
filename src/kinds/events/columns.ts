import { type Column, docOf } from '../../model/registry/column.js'
import type { Event } from './schema.js'
import { nameColumn, sinceText } from '../../model/registry/columns.js'

/** The table columns of Events. */
export const eventColumns: readonly Column<Event>[] = [
  {
    name: 'Last Seen',
    description: 'The time at which the most recent occurrence of this event was recorded.',
    cell: (event, now) => sinceText(lastSeen(event), now),
  },
  {
    name: 'Type',
    description: 'Type of this event (Normal, Warning), new types could be added in the future',
    cell: ({ type }) => type ?? '',
  },
  {
    name: 'Reason',
    description: docOf('core.v1.Event', 'reason'),
    cell: ({ reason }) => reason ?? '',
  },
  { name: 'Object', description: 'The object that this event is about.', cell: objectCell },
  {
    name: 'Subobject',
    description: docOf('core.v1.ObjectReference', 'fieldPath'),
    priority: 1,
    cell: ({ regarding }) => regarding?.fieldPath ?? '',
  },
  {
    name: 'Source',
    description: 'The component reporting this event. Should be a short machine understandable string.',
    priority: 1,
    cell: sourceCell,
  },
  {
    name: 'Message',
    description: 'A human-readable description of the status of this operation.',
    cell: ({ note }) => (note ?? '').trim(),
  },
  {
    name: 'First Seen',
    description: 'The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)',
    priority: 1,
    cell: (event, now) => sinceText(firstSeen(event), now),
  },
  {
    name: 'Count',
    description: 'The number of times this event has occurred.',
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
