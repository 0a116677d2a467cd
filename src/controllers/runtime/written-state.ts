import { type OrderedMap, type SortedMap, createSortedMap, diffMaps } from '../../base/lists/sorted-map.js'
import { compareTexts } from '../../base/json/json.js'
import { keyOf } from '../../rest/context.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import { keepIndexes } from './indexes.js'
import { noteChanges, notesOf, pairsOfNotes } from './notes.js'
import {
  type ControllerState,
  type Entry,
  MOST_AT_START,
  type Task,
  noControllerState,
  toldOf,
  valuesOf,
} from './state.js'
import type { Controller } from './types.js'

/** The state of controllers as plain JSON; the indexes, which are derived from the objects, are left out. */
export type WrittenState = {
  /** The entries of keys, by id. */
  readonly entries: readonly (readonly [id: string, entry: Entry])[]
  /** Ids in the order of their due times. */
  readonly due: readonly (readonly [place: string, id: string])[]
  readonly standing: readonly string[]
  /** In the order in which they were last set. */
  readonly notes: readonly (readonly [name: string, value: unknown])[]
  readonly plans: number
  /** Queued tasks, in order. */
  readonly waiting: readonly WrittenTask[]
  /** How many of them are done before the first request is answered; as many as of a new cluster if absent. */
  readonly owed?: number
}

type WrittenTask = Pick<Task, 'key' | 'id' | 'own' | 'stated'> & {
  readonly controller: string
  readonly woken?: number
  readonly told?: readonly unknown[]
}

/** Serializes the state of controllers. Their memories are plain data. */
export const writtenState = ({
  entries,
  due,
  standing,
  notes,
  plans,
  waiting,
  owed,
}: ControllerState): WrittenState => ({
  entries: pairsOf(entries),
  due: pairsOf(due),
  standing: pairsOf(standing).map(([place]) => place),
  notes: pairsOfNotes(notes),
  plans,
  waiting: waiting.map(writtenTask),
  owed,
})

const writtenTask = ({ controller, key, id, own, stated, woken, told }: Task): WrittenTask => ({
  ...{ key, id, own, stated },
  controller: controller.name,
  ...(woken === undefined ? {} : { woken }),
  ...(told ? { told: valuesOf(told) } : {}),
})

/** What changed in the state of controllers, as plain JSON: pairs without a value are those that were removed. */
export type WrittenChange = Pick<WrittenState, 'plans' | 'owed'> & {
  readonly [list in ChangedList]: readonly (readonly [id: string, value?: unknown])[]
}

type ChangedList = 'entries' | 'due' | 'standing' | 'notes' | 'waiting'

/** Serializes what changed in the state of controllers. */
export const writtenChange = (before: ControllerState, after: ControllerState): WrittenChange => ({
  entries: changedPairs(before.entries, after.entries),
  due: changedPairs(before.due, after.due),
  standing: changedPairs(before.standing, after.standing),
  notes: noteChanges(before.notes, after.notes),
  waiting: changedTasks(before.waiting, after.waiting),
  plans: after.plans,
  owed: after.owed,
})

function changedPairs<V>(before: SortedMap<V>, after: SortedMap<V>): WrittenChange['entries'] {
  const pairs: (readonly [string, V?])[] = []
  diffMaps(before, after, (id, _, value) => void pairs.push(value === undefined ? [id] : [id, value]))
  return pairs
}

function changedTasks(before: readonly Task[], after: readonly Task[]): WrittenChange['waiting'] {
  const left = new Map(before.map((task) => [task.id, task]))
  const found: (readonly [string, WrittenTask?])[] = []
  for (const task of after) {
    if (left.get(task.id) !== task) found.push([task.id, writtenTask(task)])
    left.delete(task.id)
  }
  for (const id of left.keys()) found.push([id])
  return found
}

/** Applies changes that {@link writtenChange} wrote to the state of a cluster without controllers, in their order. */
export function mergedChanges(changes: Iterable<WrittenChange>): WrittenState | undefined {
  const entries = new Map<string, Entry>()
  const due = new Map<string, string>()
  const standing = new Map<string, true>()
  const notes = new Map<string, unknown>()
  const waiting = new Map<string, WrittenTask>()
  let last: WrittenChange | undefined
  for (last of changes) {
    apply(entries, last.entries)
    apply(due, last.due)
    apply(standing, last.standing)
    apply(notes, last.notes)
    apply(waiting, last.waiting)
  }
  return (
    last && {
      ...{ entries: [...entries], due: [...due], standing: [...standing.keys()], notes: [...notes] },
      ...{ waiting: [...waiting.values()], plans: last.plans },
      ...(last.owed === undefined ? {} : { owed: last.owed }),
    }
  )
}

/** Sets and removes what changed; what is set comes last. */
function apply<V>(map: Map<string, V>, changed: WrittenChange[ChangedList]): void {
  for (const [id, ...value] of changed) {
    map.delete(id)
    if (value.length > 0) map.set(id, value[0] as V) // as it was written
  }
}

function pairsOf<V>(map: SortedMap<V>): readonly (readonly [string, V])[] {
  const pairs: (readonly [string, V])[] = []
  map.forRange('', '\uffff', true, (key, value) => {
    pairs.push([key, value])
    return undefined
  })
  return pairs
}

/** An object, and its table. */
export type Placed = { readonly table: string; readonly object: KubeObject }

/** Restores serialized state of controllers, or creates an initial state, and builds the indexes from the objects. */
export function readState(
  controllers: readonly Controller[],
  objects: readonly Placed[],
  written?: WrittenState,
): ControllerState {
  const state = noControllerState(controllers)
  for (const { table, object } of objects) {
    const key = keyOf(object.metadata.namespace ?? '', storedName(object))
    keepIndexes(state, { revision: 0, table, key, prev: undefined, next: object, cause: undefined })
  }
  if (!written) return state
  const { entries, due, standing, notes, plans, waiting, owed = MOST_AT_START } = written
  return {
    ...state,
    entries: mapOf(entries),
    due: mapOf(due),
    standing: mapOf(standing.map((place) => [place, true])),
    notes: notesOf(notes),
    plans,
    owed,
    waiting: waiting.flatMap(({ controller: name, told, ...task }) => {
      const controller = controllers.find((each) => each.name === name)
      return controller ? [{ ...task, controller, woken: task.woken, by: undefined, told: toldOf(told ?? []) }] : []
    }),
  }
}

function mapOf<V>(pairs: readonly (readonly [string, V])[]): OrderedMap<V> {
  const map = createSortedMap<V>(compareTexts)
  for (const [key, value] of pairs) map.set(key, value)
  return map
}
