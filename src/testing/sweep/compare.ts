import { isObject, jsonEqual } from '../../base/json.js'
import type { KubeObject } from '../../schema/object.js'
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

function essences({ tables }: State<KubeObject>, counts: Counts): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const [, table] of tables)
    table.forRange('', '\u{10ffff}', false, (key, object) => {
      if (counts(object)) found.set(`${object.kind} ${key}`, essence(object))
      return undefined
    })
  return found
}

function essence({ metadata, ...own }: KubeObject): unknown {
  const kept = Object.fromEntries(Object.entries(metadata).filter(([member]) => !OF_THE_WAY.includes(member)))
  return { ...(without(own) as object), metadata: without(kept) }
}

/** A value without its times and uids. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      UID.has(name) || TIMES.test(name) ? [] : [[name, without(inner)]],
    ),
  )
}
