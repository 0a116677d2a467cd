import type { Issue } from '../../base/errors/issue.js'
import { eventColumns } from '../events/columns.js'
import { validateLegacyEvent } from '../events/rules.js'
import { defineStructKind } from '../struct/struct-kind.js'
import type { StorageConversion } from '../../model/registry/storage-conversion.js'
import type { KubeObject } from '../../schema/object.js'
import type { Event } from '../events/schema.js'

/** The core group's Event: the objects of the events group, under the field names most clients know. */
export const coreEvent = defineStructKind<CoreEvent>('core.v1.Event', (profile) => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'Event', plural: 'events', shortNames: ['ev'] },
  // For old clients, metadata is validated by the generic rules only (ValidateEventCreate, ValidateEventUpdate).
  create: { validate },
  update: { allowCreate: true, validate },
  delete: { garbageCollection: 'unsupported' },
  storage: {
    watchCache: false,
    conversion: eventConversion(`${profile.group('events')}/v1`),
  },
  selectable: {
    fields: {
      'involvedObject.kind': ({ involvedObject }) => involvedObject?.kind ?? '',
      'involvedObject.namespace': ({ involvedObject }) => involvedObject?.namespace ?? '',
      'involvedObject.name': ({ involvedObject }) => involvedObject?.name ?? '',
      'involvedObject.uid': ({ involvedObject }) => involvedObject?.uid ?? '',
      'involvedObject.apiVersion': ({ involvedObject }) => involvedObject?.apiVersion ?? '',
      'involvedObject.resourceVersion': ({ involvedObject }) => involvedObject?.resourceVersion ?? '',
      'involvedObject.fieldPath': ({ involvedObject }) => involvedObject?.fieldPath ?? '',
      reason: ({ reason }) => reason ?? '',
      reportingComponent: ({ reportingComponent }) => reportingComponent ?? '',
      source: ({ source, reportingComponent }) => source?.component || (reportingComponent ?? ''),
      type: ({ type }) => type ?? '',
    },
  },
  table: {
    columns: eventColumns.map((column) => ({
      ...column,
      cell: (object, now) => column.cell(eventOf(object, ''), now),
    })),
  },
  example: {
    metadata: { name: 'web.scheduled', namespace: 'default' },
    involvedObject: { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'data', apiVersion: 'v1' },
    reason: 'Bound',
    message: 'bound to disk-1',
    type: 'Normal',
    source: { component: 'example.io/binder' },
  },
}))

function validate(object: CoreEvent): readonly Issue[] {
  return validateLegacyEvent(eventOf(object, '')).map((issue) =>
    issue.field === 'reportingController' ? { ...issue, field: 'reportingComponent' } : issue,
  )
}

/** A core Event. */
type CoreEvent = KubeObject & {
  readonly involvedObject?: Event['regarding']
  readonly reason?: string
  readonly message?: string
  readonly source?: Event['deprecatedSource']
  readonly firstTimestamp?: string | null
  readonly lastTimestamp?: string | null
  readonly count?: number
  readonly type?: string
  readonly eventTime?: string | null
  readonly series?: Event['series']
  readonly action?: string
  readonly related?: Event['related']
  readonly reportingComponent?: string
  readonly reportingInstance?: string
}

/** Converts core Events from and to their stored form, the Event of the events group (`apiVersion`). */
const eventConversion = (apiVersion: string): StorageConversion => ({
  fromStored: (stored) => toCoreEvent(stored as Event), // the table holds no other kind
  toStored: (object) => eventOf(object as CoreEvent, apiVersion), // the kind that is converted
})

/** Converts a core Event to the fields of the events group. */
function eventOf(
  {
    metadata,
    eventTime,
    series,
    reportingComponent,
    reportingInstance,
    action,
    reason,
    type,
    related,
    ...event
  }: CoreEvent,
  apiVersion: string,
): Event {
  return compact<CoreEvent>({
    kind: 'Event',
    apiVersion,
    metadata,
    eventTime: eventTime ?? null,
    series: series && { ...series, count: series.count ?? 0 },
    reportingController: reportingComponent || undefined,
    reportingInstance: reportingInstance || undefined,
    action,
    reason,
    regarding: event.involvedObject ?? {},
    related,
    note: event.message,
    type,
    deprecatedSource: event.source ?? {},
    deprecatedFirstTimestamp: event.firstTimestamp ?? null,
    deprecatedLastTimestamp: event.lastTimestamp ?? null,
    deprecatedCount: event.count,
  }) as Event // null is the zero Time
}

function toCoreEvent({
  metadata,
  eventTime,
  series,
  reportingController,
  reportingInstance,
  action,
  reason,
  type,
  related,
  ...event
}: Event): CoreEvent {
  return compact<CoreEvent>({
    kind: 'Event',
    apiVersion: 'v1',
    metadata,
    involvedObject: event.regarding ?? {},
    reason,
    message: event.note,
    source: event.deprecatedSource ?? {},
    firstTimestamp: event.deprecatedFirstTimestamp ?? null,
    lastTimestamp: event.deprecatedLastTimestamp ?? null,
    count: event.deprecatedCount,
    type,
    eventTime: eventTime ?? null,
    series: series && withoutZeroCount(series),
    action,
    related,
    reportingComponent: reportingController ?? '',
    reportingInstance: reportingInstance ?? '',
  })
}

// Only the events group writes a zero.
const withoutZeroCount = ({ count, ...series }: NonNullable<Event['series']>) => (count ? { count, ...series } : series)

/** An object type whose optional fields may be undefined; `compact` leaves those out. */
type Loose<T> = { readonly [member in keyof T]: undefined extends T[member] ? T[member] | undefined : T[member] }

function compact<T extends KubeObject>(object: Loose<T>): T {
  const out: Record<string, unknown> = {}
  for (const name in object) if (object[name] !== undefined) out[name] = object[name]
  return Object.freeze(out) as T // only optional fields are left out
}
