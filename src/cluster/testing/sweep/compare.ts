import { getPath, isObject, jsonEqual } from '../../../base/json/json.js'
import { isUnmade } from '../../../base/lists/sorted-map.js'
import { type KubeObject, identityOf } from '../../../schema/object.js'
import { objectsOf } from '../../../store/page.js'
import type { State } from '../../../store/transaction.js'
import { pairUp } from './pairs.js'
import { formatObject } from '../../../server/journal/format.js'

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

/** Returns the objects of a state, but for those that are there from the start and that nobody has looked at. */
const objectsIn = ({ tables }: State<KubeObject>): readonly KubeObject[] =>
  [...tables.values()].flatMap((table) => (isUnmade(table) ? [] : objectsOf(table)))

/** Reduces objects to what has to be the same in two runs. */
type Essences = {
  /** The object's kind, namespace and name, with `*` for what is generated of the name: `Pod default/web-*`. */
  readonly label: (object: KubeObject) => string
  /** Its contents, without what each run makes anew: ids, names, nodes, addresses, revisions, times. */
  readonly essence: (object: KubeObject) => unknown
}

/** The metadata fields that differ in every disturbed run. */
const OF_THE_WAY = ['resourceVersion', 'creationTimestamp', 'deletionTimestamp', 'managedFields', 'generation']
const IDS_AND_COUNTS = new Set(['uid', 'observedGeneration'])
/** Where a pod runs: the scheduler draws among nodes that are equally good. */
const PLACES = new Set(['nodeName', 'hostIP', 'hostIPs'])
const TIMES = /Time(stamp)?$/
/** Names of times that only are such if the value is one: of containers' states, and of annotations of controllers. */
const TIME_NAMES = /(?:\bstarted|\bfinished|\brestarted)At$|-time(?:stamp)?$/
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** What may be a name in a text. */
const WORDS = /[-.0-9a-z]+/g
/** The volume with a pod's token, which admission names. */
const TOKEN_VOLUME = /^kube-api-access-[0-9a-z]{5}$/

/** Makes the reduction for the objects of one state: their names and uids may occur in each other. */
function createEssences(objects: Iterable<KubeObject>): Essences {
  const given = new Map<string, string>()
  for (const object of objects) {
    const { name = '', generateName } = object.metadata
    const isGenerated = generateName && name.startsWith(generateName)
    if (isGenerated) given.set(name, `${generateName}*`)
    for (const address of addressesOf(object)) given.set(address, `the address of ${isGenerated ? generateName : name}`)
  }
  const word = (one: string): string => given.get(one) ?? (TOKEN_VOLUME.test(one) ? 'kube-api-access-*' : one)
  const text = (value: string): string => value.replace(UID, '*').replace(WORDS, word)
  const reduced = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(reduced)
    return isObject(value) ? members(value) : value
  }
  const members = (value: { readonly [name: string]: unknown }) =>
    Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) =>
        IDS_AND_COUNTS.has(name) || isTime(name, inner) ? [] : [[name, PLACES.has(name) ? '*' : reduced(inner)]],
      ),
    )
  return {
    label: (object) => text(formatObject(identityOf(object))),
    essence({ metadata, ...own }) {
      const kept = Object.fromEntries(Object.entries(metadata).filter(([member]) => !OF_THE_WAY.includes(member)))
      return { ...members(own), metadata: members(kept) }
    },
  }
}

/** Returns the addresses that a pod got in the order in which pods were started. */
function addressesOf({ kind, status }: KubeObject): readonly string[] {
  if (kind !== 'Pod' || !isObject(status)) return []
  const host = status['hostIP']
  const listed = Array.isArray(status['podIPs']) ? status['podIPs'] : []
  return listed
    .map((entry: unknown) => getPath(entry, ['ip']))
    .filter((ip): ip is string => typeof ip === 'string' && ip !== host)
}

const isTime = (name: string, value: unknown): boolean =>
  TIMES.test(name) || (TIME_NAMES.test(name) && typeof value === 'string' && TIMESTAMP.test(value))
