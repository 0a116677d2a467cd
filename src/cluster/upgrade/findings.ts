import { getPath, isObject, jsonEqual } from '../../base/json/json.js'
import { type KubeObject, identityOf } from '../../schema/object.js'
import { formatObject } from '../../server/journal/format.js'
import type { Bundle, BundleRequest } from '../bundle/types.js'
import type { SteadyNames } from './counterparts.js'
import type { Played, Said } from './play.js'
import { type UpgradeFinding, type UpgradeLevel, upgradeLevels } from './types.js'

/** A difference between two replies. */
type Difference = Pick<UpgradeFinding, 'level' | 'what' | 'before' | 'after'>

/** A finding while requests are added to it. */
type Found = { finding: UpgradeFinding; readonly order: number }

/** Compares what two versions said to the requests of clients; returns what differs, most serious first. */
export function findingsOf({ requests }: Bundle, before: Played, after: Played): readonly UpgradeFinding[] {
  const found = new Map<string, Found>()
  // What the second version has refused to write: later replies differ as a consequence.
  const refused = new Map<string, string>()
  const add = (key: string, difference: Difference, request: BundleRequest) => {
    const known = found.get(key)?.finding ?? { ...difference, requests: [], consequences: 0 }
    const { sequence, method, path, userAgent } = request
    const all = [...known.requests, { sequence, method, path, userAgent }]
    found.set(key, { finding: { ...known, requests: all }, order: found.get(key)?.order ?? found.size })
  }
  for (const request of requests) {
    const [one, other] = [before.said.get(request.sequence)?.(), after.said.get(request.sequence)?.()]
    if (!one || !other) continue
    const cause = refused.get(idOf(request))
    const differences = differencesOf(request, { one, other, before, after })
    if (cause !== undefined && differences.some(({ level }) => level !== 'warned')) {
      const known = found.get(cause)
      if (known) known.finding = { ...known.finding, consequences: known.finding.consequences + 1 }
      continue
    }
    for (const difference of differences) {
      const key = keyOf(request, difference)
      add(key, difference, request)
      if (difference.level === 'gone' || difference.level === 'refused') refused.set(idOf(request), key)
    }
  }
  const misfits = after.misfits.map((what): UpgradeFinding => ({
    level: 'dropped',
    what,
    requests: [],
    consequences: 0,
  }))
  return inOrder([...misfits, ...[...found.values()].sort((a, b) => a.order - b.order).map(({ finding }) => finding)])
}

/** Puts findings in the order of their levels. */
export const inOrder = (findings: readonly UpgradeFinding[]): readonly UpgradeFinding[] =>
  findings.toSorted((a, b) => upgradeLevels.indexOf(a.level) - upgradeLevels.indexOf(b.level))

const idOf = ({ kind, namespace, name }: BundleRequest): string => `${kind} ${namespace}/${name}`

/** Returns what findings are alike in: the same field of a kind, or the same words about the same kind of request. */
function keyOf({ verb, resource, apiVersion, subresource }: BundleRequest, { level, what }: Difference): string {
  const isOfFields = level === 'dropped' || level === 'changed'
  return JSON.stringify([level, what, apiVersion, resource, ...(isOfFields ? [] : [verb, subresource])])
}

/** Two replies to a request, and the runs they belong to. */
type Two = { readonly one: Said; readonly other: Said; readonly before: Played; readonly after: Played }

const isFailure = ({ code }: Said): boolean => code === undefined || code >= 400

function differencesOf(request: BundleRequest, { one, other, before, after }: Two): readonly Difference[] {
  const warned = other.warnings
    .filter((text) => !one.warnings.includes(text))
    .map((after): Difference => ({ level: 'warned', what: after, after }))
  const [was, is] = [answerOf(one, before.names), answerOf(other, after.names)]
  const answers = { before: was, after: is }
  if (isFailure(other)) {
    if (!isFailure(one)) {
      const isGone = before.isServed(request) && !after.isServed(request)
      const level: UpgradeLevel = isGone ? 'gone' : 'refused'
      return [
        { level, what: isGone ? `${request.apiVersion} does not serve ${request.resource}` : is, ...answers },
        ...warned,
      ]
    }
    if (one.code !== other.code || one.reason !== other.reason)
      return [{ level: 'status', what: `${is}, was ${was}`, ...answers }, ...warned]
    return was === is ? warned : [{ level: 'message', what: is, ...answers }, ...warned]
  }
  if (one.code !== other.code) return [{ level: 'status', what: `${is}, was ${was}`, ...answers }, ...warned]
  return [...warned, ...contentsOf(request, { one, other, before, after })]
}

/** Formats how a request was answered. */
function answerOf({ code, reason, message }: Said, names: SteadyNames): string {
  const text = message.replace(WORDS, names.of).replace(UIDS, '*')
  return [code === undefined ? 'no reply' : String(code), reason, text && `${reason ? ': ' : ''}${text}`]
    .filter(Boolean)
    .join(' ')
    .replace(' : ', ': ')
}

const WORDS = /[-.0-9a-z]+/g
const UIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** Members whose values each run makes anew. */
const DRAWN = new Set([
  ...['resourceVersion', 'uid', 'managedFields', 'nodeName', 'hostIP', 'hostIPs', 'podIP', 'podIPs', 'ip', 'addresses'],
  ...['clusterIP', 'clusterIPs', 'nodePort', 'pod-template-hash', 'controller-revision-hash', 'containerID'],
])

/** Compares the objects of two replies, paired by kind, namespace and steady name. */
function contentsOf({ body }: BundleRequest, { one, other, before, after }: Two): readonly Difference[] {
  const left = new Map<string, KubeObject[]>()
  const labelOf = (object: KubeObject, names: SteadyNames) => {
    const { name, ...identity } = identityOf(object)
    return formatObject({ ...identity, name: names.of(name) })
  }
  for (const object of other.objects) {
    const label = labelOf(object, after.names)
    left.set(label, [...(left.get(label) ?? []), object])
  }
  const names = { before: before.names, after: after.names }
  const paired = one.objects.flatMap((object): readonly Difference[] => {
    const label = labelOf(object, before.names)
    const counterpart = left.get(label)?.shift()
    if (!counterpart) return [{ level: 'changed', what: `${label} is missing` }]
    return fieldsOf(object, counterpart, names).map(({ path, was, is }) => fieldFinding(path, { was, is, body }))
  })
  const more = [...left].flatMap(([label, those]) =>
    those.map((): Difference => ({ level: 'changed', what: `${label} is there too` })),
  )
  return [...paired, ...more]
}

/** A field that differs. */
type Field = { readonly path: readonly string[]; readonly was: unknown; readonly is: unknown }

function fieldFinding(
  path: readonly string[],
  { was, is, body }: Omit<Field, 'path'> & { readonly body: unknown },
): Difference {
  const field = path.map((part, i) => (/^\d+$/.test(part) ? '[*]' : i === 0 ? part : `.${part}`)).join('')
  const values = { ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }
  if (is === undefined) {
    const isSent = getPath(body, path) !== undefined
    return {
      level: isSent ? 'dropped' : 'changed',
      what: `${field} is ${isSent ? 'dropped' : 'no longer there'}`,
      ...values,
    }
  }
  return { level: 'changed', what: was === undefined ? `${field} is new` : `${field} is another`, ...values }
}

/** Returns the fields that differ, apart from what each run draws. */
function fieldsOf(was: unknown, is: unknown, names: { readonly before: SteadyNames; readonly after: SteadyNames }) {
  const found: Field[] = []
  const steady = (value: string, of: SteadyNames) => value.replace(UIDS, '*').replace(WORDS, of.of)
  const compare = (a: unknown, b: unknown, path: readonly string[]): void => {
    if (a === b || jsonEqual(a, b)) return
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
      return a.forEach((item, i) => compare(item, b[i], [...path, String(i)]))
    if (isObject(a) && isObject(b)) {
      for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
        if (a[name] === undefined || b[name] === undefined || !DRAWN.has(name))
          compare(a[name], b[name], [...path, name])
      return
    }
    if (typeof a === 'string' && typeof b === 'string') {
      if (TIMESTAMP.test(a) && TIMESTAMP.test(b)) return
      if (steady(a, names.before) === steady(b, names.after)) return
    }
    found.push({ path, was: a, is: b })
  }
  compare(was, is, [])
  return found
}
