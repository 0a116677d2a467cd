import { getPath, isObject } from '../../../base/json/json.js'
import { identityOf } from '../../../schema/identity.js'
import type { KubeObject } from '../../../schema/object.js'
import { formatObject } from '../../../server/journal/format.js'

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
export function createEssences(objects: Iterable<KubeObject>): Essences {
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
