import type { ObjectOf } from '../../registry/define.js'
import { always, int32, microTime, pointer, string, struct, time } from '../../schema/builders.js'
import { described } from '../../schema/described.js'
import { objectReference } from '../shared/object-reference.js'
import { eventTexts } from './texts.js'

/** The members of an Event, in wire order. */
export const eventMembers = described(
  {
    eventTime: always(microTime()),
    series: pointer(
      struct(
        'io.k8s.api.events.v1.EventSeries',
        { count: always(int32()), lastObservedTime: always(microTime()) },
        { required: ['count', 'lastObservedTime'] },
      ),
    ),
    reportingController: string(),
    reportingInstance: string(),
    action: string(),
    reason: string(),
    regarding: always(objectReference),
    related: pointer(objectReference),
    note: string(),
    type: string(),
    deprecatedSource: always(struct('io.k8s.api.core.v1.EventSource', { component: string(), host: string() })),
    deprecatedFirstTimestamp: always(time()),
    deprecatedLastTimestamp: always(time()),
    deprecatedCount: int32(),
  },
  eventTexts,
)

/** An Event as clients see it; a time that is not set is null. */
export type Event = ObjectOf<typeof eventMembers>
