import { isObject, jsonEqual } from '../../base/json.js'
import { formatObject } from '../../journal/format.js'
import { identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import type { State } from '../../store/transaction.js'

/** How an object came out otherwise than in the undisturbed run. */
export type Difference = {
  /** `Lease default/leader`. */
  readonly object: string
  /** As the undisturbed run left it; undefined where it left none. */
  readonly expected: unknown
  /** As this run left it; undefined where it left none. */
  readonly actual: unknown
}

/** Tells whether an object counts; what else is in the state is passed over. */
export type Counts = (object: KubeObject) => boolean

/** All objects but Events, which tell of the way and not of the end. */
export const allButEvents: Counts = ({ kind }) => kind !== 'Event'

/** The members that any disturbance changes: they tell when and how often, not what. */
const OF_THE_WAY = ['resourceVersion', 'uid', 'creationTimestamp', 'deletionTimestamp', 'managedFields', 'generation']
const UID = new Set(['uid'])
const TIMES = /Time(stamp)?$/

/** How two states differ in what their objects say; ids, revisions, times and who wrote are not compared. */
export function differences(
  expected: State<KubeObject>,
  actual: State<KubeObject>,
  counts: Counts,
): readonly Difference[] {
  const [before, after] = [essences(expected, counts), essences(actual, counts)]
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  return names.flatMap((object) => {
    const [wanted, found] = [before.get(object), after.get(object)]
    return jsonEqual(wanted, found) ? [] : [{ object, expected: wanted, actual: found }]
  })
}

const essences = ({ tables }: State<KubeObject>, counts: Counts): ReadonlyMap<string, unknown> =>
  new Map(
    [...tables.values()]
      .flatMap((table) => objectsOf(table).filter(counts))
      .map((object) => [formatObject(identityOf(object)), essence(object)]),
  )

function essence({ metadata, ...own }: KubeObject): unknown {
  const kept = Object.fromEntries(Object.entries(metadata).filter(([member]) => !OF_THE_WAY.includes(member)))
  return { ...membersWithout(own), metadata: without(kept) }
}

/** A value without its times and uids. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without)
  return isObject(value) ? membersWithout(value) : value
}

const membersWithout = (value: { readonly [name: string]: unknown }) =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      UID.has(name) || TIMES.test(name) ? [] : [[name, without(inner)]],
    ),
  )
