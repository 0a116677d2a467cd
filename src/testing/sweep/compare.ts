import { isObject, jsonEqual } from '../../base/json.js'
import { formatObject } from '../../journal/format.js'
import { createJsonPatch } from '../../patch/diff.js'
import { identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import type { State } from '../../store/transaction.js'

/** An object whose final state differs from that of the undisturbed run. */
export type Difference = {
  /** For example `Lease default/leader`. */
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

/** The metadata fields that differ in every disturbed run. */
const OF_THE_WAY = ['resourceVersion', 'uid', 'creationTimestamp', 'deletionTimestamp', 'managedFields', 'generation']
const UID = new Set(['uid'])
const TIMES = /Time(stamp)?$/
/** Names of times that only are such if the value is one: of containers' states, and of annotations of controllers. */
const TIME_NAMES = /(?:\bstarted|\bfinished)At$|-time(?:stamp)?$/
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** Returns the objects that differ between two states, apart from ids, resourceVersions, times and managedFields. */
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

/** Removes times and UIDs from a value. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without)
  return isObject(value) ? membersWithout(value) : value
}

const membersWithout = (value: { readonly [name: string]: unknown }) =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      UID.has(name) || isTime(name, inner) ? [] : [[name, without(inner)]],
    ),
  )

const isTime = (name: string, value: unknown): boolean =>
  TIMES.test(name) || (TIME_NAMES.test(name) && typeof value === 'string' && TIMESTAMP.test(value))

/** Returns the differences without those fields that also differ in others. */
export function exceptFor(found: readonly Difference[], unsteady: readonly Difference[]): readonly Difference[] {
  if (unsteady.length === 0) return found
  const fields = new Map(unsteady.map((one) => [one.object, fieldsOf(one)]))
  return found.filter((one) => {
    const aside = fields.get(one.object)
    return !aside || fieldsOf(one).some((field) => !aside.includes(field))
  })
}

const fieldsOf = ({ expected, actual }: Difference): readonly string[] =>
  createJsonPatch(expected, actual).map(({ path }) => path)
