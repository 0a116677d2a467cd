import type { StorageConversion } from '../../registry/storage-conversion.js'
import type { KubeObject } from '../../schema/object.js'
import type { Event } from '../events/schema.js'

/** What the rules read of a core Event. */
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

/** The core Event as a form of the events group's, whose objects `apiVersion` names. */
export const eventConversion = (apiVersion: string): StorageConversion => ({
  fromStored: (stored) => coreEvent(stored as Event), // the table has no others
  toStored: (object) => eventOf(object as CoreEvent, apiVersion), // of that kind, as it is the one converted
})

/** A core Event in the members of the events group. */
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
    series,
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
  }) as Event // null is the zero value of a time
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
    series,
    action,
    related,
    reportingComponent: reportingController ?? '',
    reportingInstance: reportingInstance ?? '',
  })
}

/** A type whose optional members may be stated as undefined, and are left out then. */
type Loose<T> = { readonly [member in keyof T]: undefined extends T[member] ? T[member] | undefined : T[member] }

function compact<T extends KubeObject>(object: Loose<T>): T {
  const out: Record<string, unknown> = {}
  for (const name in object) if (object[name] !== undefined) out[name] = object[name]
  return Object.freeze(out) as T // members that are not there are left out
}
