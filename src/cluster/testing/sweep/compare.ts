import { jsonEqual } from '../../../base/json/json.js'
import type { KubeObject } from '../../../schema/object.js'
import { objectsOf } from '../../../store/page.js'
import type { State } from '../../../store/transaction.js'
import { createEssences } from './essence.js'
import { pairUp } from './pairs.js'

/** An object whose final state differs from that of the undisturbed run. */
export type Difference = {
  /** For example `Lease default/leader`, or `Pod default/web-*` with a generated name. */
  readonly object: string
  /** The object at the end of the undisturbed run; undefined if it does not exist there. */
  readonly expected: unknown
  /** The object at the end of this run; undefined if it does not exist there. */
  readonly actual: unknown
}

/** Tells whether an object is compared. */
export type Counts = (object: KubeObject) => boolean

/** Compares all objects except Events, which record the course of a run rather than its result. */
export const allButEvents: Counts = ({ kind }) => kind !== 'Event'

/**
 * Returns the objects that differ between two states, apart from ids, generated names, resourceVersions, times and
 * managedFields.
 */
export function differences(
  expected: State<KubeObject>,
  actual: State<KubeObject>,
  counts: Counts,
): readonly Difference[] {
  const [before, after] = [changedIn(expected, actual, counts), changedIn(actual, expected, counts)]
  const labels = [...new Set([...before.keys(), ...after.keys()])].sort()
  return labels.flatMap((object) =>
    pairUp(before.get(object) ?? [], after.get(object) ?? [])
      .filter(({ expected, actual }) => !jsonEqual(expected, actual))
      .map((pair) => ({ object, ...pair })),
  )
}

/** Returns the essences of the objects of a state that are not the very same in another, by their labels. */
function changedIn(
  state: State<KubeObject>,
  other: State<KubeObject>,
  counts: Counts,
): ReadonlyMap<string, readonly unknown[]> {
  const all = objectsIn(state)
  const same = new Set(objectsIn(other))
  const { label, essence } = createEssences(all)
  const found = new Map<string, unknown[]>()
  for (const object of all) {
    if (same.has(object) || !counts(object)) continue
    const name = label(object)
    const list = found.get(name)
    if (list) list.push(essence(object))
    else found.set(name, [essence(object)])
  }
  return found
}

const objectsIn = ({ tables }: State<KubeObject>): readonly KubeObject[] =>
  [...tables.values()].flatMap((table) => objectsOf(table))
