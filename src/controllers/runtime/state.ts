import { type OrderedMap, type SortedMap, createSortedMap } from '../../base/lists/sorted-map.js'
import { compareTexts } from '../../base/json/json.js'
import { LATEST_TIME } from '../../base/time/time.js'
import type { Indexes } from './indexes.js'
import { type Notes, copyNotes, noNotes } from './notes.js'
import { type Team, createTeam } from './team.js'
import type { Controller, Key } from './types.js'

/** A controller's key, and what is kept about it between reconciliations. */
export type Entry = {
  readonly controller: string
  readonly key: Key
  /** The position of the next reconciliation in {@link Known.due}; undefined if none is planned. */
  readonly due: string | undefined
  readonly memory: unknown
  /** Failures in a row. */
  readonly tries: number
  /** How often in a row it asked to be called again at once. */
  readonly atOnce?: number | undefined
  /** The values a failed reconciliation was told, the oldest first: its retry is told them too. */
  readonly told?: readonly unknown[] | undefined
}

/** A queued reconciliation. */
export type Task = {
  readonly controller: Controller
  readonly key: Key
  readonly id: string
  /** Revision of the change that woke it. */
  readonly woken: number | undefined
  /** How often its controller has woken itself, directly or through others, in the chain that led to this task. */
  readonly own: number
  /** The reconciliation that woke it. */
  readonly by: Task | undefined
  /** Whether a fixture has just stated the object. */
  readonly stated: boolean
  /** The values its wakers passed, the last one first. */
  readonly told: Told | undefined
}

/** A linked list of values, so that one can be added without a copy: snapshots share it. */
export type Told = { readonly value: unknown; readonly before: Told | undefined }

/** Returns the values of a list, the oldest first. */
export function valuesOf(last: Told | undefined): readonly unknown[] {
  if (!last) return NOTHING
  const values: unknown[] = []
  for (let each: Told | undefined = last; each; each = each.before) values.push(each.value)
  return values.reverse()
}

const NOTHING: readonly unknown[] = []

/** Creates a list of values, given the oldest first. */
export const toldOf = (values: readonly unknown[]): Told | undefined =>
  values.reduce<Told | undefined>((before, value) => ({ value, before }), undefined)

/** Returns one task for two of the same key, of which `first` was queued first: it is told the values of both. */
export const mergeTasks = (first: Task, second: Task | undefined): Task =>
  second
    ? {
        ...first,
        stated: first.stated || second.stated,
        told: toldOf([...valuesOf(first.told), ...valuesOf(second.told)]),
      }
    : first

/** The state of controllers besides the objects. The maps are copied in constant time, so snapshots are cheap. */
export type Known = Indexes & {
  /** By {@link entryId}. */
  readonly entries: SortedMap<Entry>
  /** Ids of entries, ordered by due time and sequence number. */
  readonly due: OrderedMap<string>
  /**
   * Objects that fixtures state with a deletionTimestamp, by {@link placeOf}: built-in controllers leave them alone.
   */
  readonly standing: SortedMap<true>
  readonly notes: Notes
  /** The running controllers. */
  team: Team
  /** Number of plans made so far, which orders plans of the same time. */
  plans: number
}

/** The state of controllers as a value. */
export type ControllerState = Readonly<Known> & {
  /** Tasks that are queued or under way; the latter are started again. */
  readonly waiting: readonly Task[]
  /** How many of them are done before the first request is answered. */
  readonly owed: number
}

/** Requests wait for this many reconciliations of the work that a cluster is created with. */
export const MOST_AT_START = 20_000

/** The initial state of controllers. */
export const noControllerState = (controllers: readonly Controller[]): ControllerState => ({
  entries: createSortedMap(compareTexts),
  due: createSortedMap(compareTexts),
  owned: createSortedMap(compareTexts),
  placed: createSortedMap(compareTexts),
  orphans: createSortedMap(compareTexts),
  standing: createSortedMap(compareTexts),
  notes: noNotes(),
  team: createTeam(controllers),
  plans: 0,
  waiting: [],
  owed: MOST_AT_START,
})

/** Returns a mutable copy. */
export const copyKnown = ({
  entries,
  due,
  owned,
  placed,
  orphans,
  standing,
  notes,
  team,
  plans,
}: Readonly<Known>): Known => ({
  entries: entries.clone(),
  due: due.clone(),
  owned: owned.clone(),
  placed: placed.clone(),
  orphans: orphans.clone(),
  standing: standing.clone(),
  notes: copyNotes(notes),
  team,
  plans,
})

/** The id of a controller's entry for a key. */
export const entryId = (controller: string, key: Key): string => `${controller} ${placeOf(key)}`

/** The id of an object. */
export const placeOf = ({ apiVersion, kind, namespace, name }: Key): string =>
  `${apiVersion} ${kind} ${namespace}/${name}`

/** The sort key of a plan, which no clock reaches if it is for a time that none can have. */
export const planAt = (time: number, plan: number): string =>
  `${String(Math.min(LATEST_TIME + 1, Math.max(0, Math.floor(time)))).padStart(16, '0')} ${String(plan).padStart(12, '0')}`

/** The time of a sort key, in milliseconds since 1970. */
export const timeOf = (place: string): number => Number(place.slice(0, 16))

/** Returns a controller's keys that have a memory, and those memories. */
export function memoriesOf({ entries }: Known, controller: string): readonly (readonly [Key, unknown])[] {
  const found: (readonly [Key, unknown])[] = []
  entries.forRange(`${controller} `, `${controller}!`, false, (_id, { key, memory }) => {
    if (memory !== undefined) found.push([key, memory])
    return undefined
  })
  return found
}
