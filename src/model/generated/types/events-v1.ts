// Written by `npm run generate`; not to be changed by hand.
import type { EventSource, ObjectReference } from './core-v1.js'
import type { ObjectMeta } from './meta-v1.js'
import type { MicroTime, Time } from './scalars.js'

export type Event = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly eventTime: MicroTime
  readonly series?: EventSeries
  readonly reportingController?: string
  readonly reportingInstance?: string
  readonly action?: string
  readonly reason?: string
  readonly regarding?: ObjectReference
  readonly related?: ObjectReference
  readonly note?: string
  readonly type?: string
  readonly deprecatedSource?: EventSource
  readonly deprecatedFirstTimestamp?: Time
  readonly deprecatedLastTimestamp?: Time
  readonly deprecatedCount?: number
}
export type EventSeries = {
  readonly count: number
  readonly lastObservedTime: MicroTime
}
