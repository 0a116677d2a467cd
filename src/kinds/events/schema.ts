import type { ObjectOf } from '../../registry/define.js'
import type { Event as EventStruct } from '../generated/types/events-v1.js'
import { describedMembers } from '../struct/described-members.js'
import { eventTexts } from './texts.js'

/** The members of an Event, in wire order. */
export const eventMembers = () => describedMembers<EventStruct>('events.v1.Event', eventTexts)

/** An Event as clients see it; a time that is not set is null. */
export type Event = ObjectOf<ReturnType<typeof eventMembers>>
