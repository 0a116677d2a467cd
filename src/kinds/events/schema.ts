import type { ObjectOf } from '../../model/registry/define.js'
import type { Event as EventStruct } from '../../model/generated/types/events-v1.js'
import type { Profile } from '../../model/registry/profile.js'
import { structMembers } from '../struct/struct-members.js'

/** The fields of an Event, in wire order. */
export const eventMembers = (profile: Profile) => structMembers<EventStruct>('events.v1.Event', profile)

/** An Event in its served form; an unset time is null. */
export type Event = ObjectOf<ReturnType<typeof eventMembers>>
