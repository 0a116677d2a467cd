import { type SortedMap, createSortedMap } from '../../base/btree.js'
import { compareTexts } from '../../base/json.js'
import type { Indexes } from './indexes.js'
import { type Team, createTeam } from './team.js'
import type { Controller, Key } from './types.js'

/** A key of one controller, and what is known of it between reconciliations. */
export type Entry = {
  readonly controller: string
  readonly key: Key
  /** Where the next reconciliation stands in {@link Known.due}; undefined when none is planned. */
  readonly due: string | undefined
  readonly memory: unknown
  /** Failures in a row. */
  readonly tries: number
}

/** A reconciliation to come. */
export type Task = {
  readonly controller: Controller
  readonly key: Key
  readonly id: string
  /** Revision of the change that woke it. */
  readonly woken: number | undefined
  /** How often its controller has woken itself, by way of whatever others, to come to this. */
  readonly own: number
  /** The reconciliation that woke it. */
  readonly by: Task | undefined
  /** A fixture has just stated the object. */
  readonly stated: boolean
  /** What those that woke it said, the last first. */
  readonly told: Told | undefined
}

/** Something said, and what was said before: a list to which more is added without a copy, as snapshots share it. */
export type Told = { readonly value: unknown; readonly before: Told | undefined }

/** What was said, in its order. */
export function valuesOf(last: Told): readonly unknown[] {
  const values: unknown[] = []
  for (let each: Told | undefined = last; each; each = each.before) values.push(each.value)
  return values.reverse()
}

/** What was said in an order. */
export const toldOf = (values: readonly unknown[]): Told | undefined =>
  values.reduce<Told | undefined>((before, value) => ({ value, before }), undefined)

/** What controllers know besides the objects. The maps are copied in constant time, so a snapshot of it is free. */
export type Known = Indexes & {
  /** By {@link entryId}. */
  readonly entries: SortedMap<Entry>
  /** Ids of entries by time and order: what is next comes first. */
  readonly due: SortedMap<string>
  /**
   * Objects that a fixture states to be on their way out, by {@link placeOf}: built-in controllers leave them alone.
   */
  readonly standing: SortedMap<true>
  /** What controllers note for each other, by name. */
  readonly notes: SortedMap<unknown>
  /** Those at work. */
  team: Team
  /** Plans made so far, which orders those of the same time. */
  plans: number
}

/** The state of controllers as a value. */
export type ControllerState = Readonly<Known> & {
  /** What waits for a library to be loaded before it may run. */
  readonly waiting: readonly Task[]
}

/** The state of controllers that have done nothing yet. */
export const noControllerState = (controllers: readonly Controller[]): ControllerState => ({
  entries: createSortedMap(compareTexts),
  due: createSortedMap(compareTexts),
  owned: createSortedMap(compareTexts),
  placed: createSortedMap(compareTexts),
  orphans: createSortedMap(compareTexts),
  standing: createSortedMap(compareTexts),
  notes: createSortedMap(compareTexts),
  team: createTeam(controllers),
  plans: 0,
  waiting: [],
})

/** A copy that may be changed. */
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
  notes: notes.clone(),
  team,
  plans,
})

/** What a key of a controller is known by. */
export const entryId = (controller: string, key: Key): string => `${controller} ${placeOf(key)}`

/** What an object is known by. */
export const placeOf = ({ apiVersion, kind, namespace, name }: Key): string =>
  `${apiVersion} ${kind} ${namespace}/${name}`

/** The place of a plan among all plans: times have as many digits as the latest a date can have. */
export const planAt = (time: number, plan: number): string =>
  `${String(Math.max(0, Math.floor(time))).padStart(16, '0')} ${String(plan).padStart(12, '0')}`

/** The time of a place, in milliseconds since 1970. */
export const timeOf = (place: string): number => Number(place.slice(0, 16))

/** The most notes that are kept. */
const MOST_NOTES = 4096

/** Notes a value under a name; where there are too many notes one of another name goes. */
export function noteValue({ notes }: Known, name: string, value: unknown): void {
  notes.set(name, value)
  if (notes.size <= MOST_NOTES) return
  const other = notes.forRange('', '~', false, (each) => (each === name ? undefined : { break: each }))
  if (typeof other === 'string') notes.delete(other)
}

/** What a controller remembers of each of its keys. */
export function memoriesOf({ entries }: Known, controller: string): readonly (readonly [Key, unknown])[] {
  const found: (readonly [Key, unknown])[] = []
  entries.forRange(`${controller} `, `${controller}!`, false, (_id, { key, memory }) => {
    if (memory !== undefined) found.push([key, memory])
    return undefined
  })
  return found
}
