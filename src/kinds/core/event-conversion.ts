import type { StorageConversion } from '../../model/registry/storage-conversion.js'
import type { KubeObject } from '../../schema/object.js'
import type { Event } from '../events/schema.js'

/** A core Event. */
export type CoreEvent = KubeObject & {
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
export const eventConversion = (apiVersion: string): StorageConversion => ({
  fromStored: (stored) => coreEvent(stored as Event), // the table holds no other kind
  toStored: (object) => eventOf(object as CoreEvent, apiVersion), // the kind that is converted
})

/** Converts a core Event to the fields of the events group. */
export function eventOf(
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

function coreEvent({
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
