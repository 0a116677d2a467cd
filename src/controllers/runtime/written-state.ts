import { type SortedMap, createSortedMap } from '../../base/lists/sorted-map.js'
import { compareBytes } from '../../base/json/json.js'
import { keyOf } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import { storedName } from '../../schema/stored-metadata.js'
import { keepIndexes } from './indexes.js'
import { notesOf, pairsOfNotes } from './notes.js'
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
  waiting: waiting.map(({ controller, key, id, own, stated, woken, told }) => ({
    ...{ key, id, own, stated },
    controller: controller.name,
    ...(woken === undefined ? {} : { woken }),
    ...(told ? { told: valuesOf(told) } : {}),
  })),
  owed,
})

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

function mapOf<V>(pairs: readonly (readonly [string, V])[]): SortedMap<V> {
  const map = createSortedMap<V>(compareBytes)
  for (const [key, value] of pairs) map.set(key, value)
  return map
}
