import { unescapePointer, jsonEqual, stringifyJson } from '../../base/json/json.js'
import type { Bundle, BundleChange, BundleReply, BundleRequest } from '../bundle/types.js'
import { createJsonPatch } from '../../model/patch/diff.js'
import type { Identity } from '../../schema/object.js'

/** A recorded request, and the sequence number of its counterpart in the replay. */
export type Pair = { readonly recorded: BundleRequest; readonly sequence: number }

/**
 * Returns the differences between recording and replay, one line each: requests, then the first change that differs,
 * then objects at the end.
 */
export function differencesOf(recorded: Bundle, replayed: Bundle, pairs: readonly Pair[]): readonly string[] {
  const then = objectsOf(recorded)
  const now = objectsOf(replayed)
  const bySequence = new Map(replayed.requests.map((request) => [request.sequence, request]))
  const masked = new Map(recorded.requests.map((request) => [request.sequence, request]))
  const requests = pairs.flatMap(({ recorded: { sequence: at }, sequence }) => {
    const [one, other] = [masked.get(at), bySequence.get(sequence)]
    return one ? differenceOf(told(one, then), other && told(other, now), one) : []
  })
  return [...requests, ...firstChange(recorded, replayed), ...endings(recorded, replayed)]
}

/** The result of a request, with references to objects resolved. */
type Told = { readonly outcome: string; readonly reply: unknown; readonly wrote: readonly number[] }

function told({ code, reason, reply, revisions, kind }: BundleRequest, objects: ReadonlyMap<string, unknown>): Told {
  const answer = reply ? (reply.type === 'cut' ? 'cut' : String(code ?? reply.type)) : 'no answer'
  // The token of a TokenReview is masked, so its response cannot be compared.
  const isUnknown = kind === 'TokenReview'
  return {
    outcome: [answer, reason].filter(Boolean).join(' '),
    reply: isUnknown ? undefined : replyIn(reply, objects),
    wrote: revisions,
  }
}

function replyIn(reply: BundleReply | undefined, objects: ReadonlyMap<string, unknown>): unknown {
  if (reply?.type === 'list') return { count: reply.count, resourceVersion: reply.resourceVersion }
  if (reply?.type === 'status') return reply.status
  if (reply?.type !== 'object') return reply
  return 'object' in reply ? reply.object : (objects.get(`${reply.revision} ${idOf(reply)}`) ?? reply.revision)
}

function differenceOf(
  one: Told,
  other: Told | undefined,
  { sequence, method, path }: BundleRequest,
): readonly string[] {
  const at = `#${sequence} ${method} ${path}`
  if (!other) return [`${at}: ${one.outcome}, in the replay nothing`]
  if (one.outcome !== other.outcome) return [`${at}: ${one.outcome}, in the replay ${other.outcome}`]
  if (!jsonEqual(one.reply, other.reply)) return [`${at}: ${firstDifference(one.reply, other.reply)}`]
  if (jsonEqual(one.wrote, other.wrote)) return []
  return [`${at}: wrote ${one.wrote.join(', ') || 'nothing'}, in the replay ${other.wrote.join(', ') || 'nothing'}`]
}

/** Describes the first field that differs. */
function firstDifference(one: unknown, other: unknown): string {
  const [step] = createJsonPatch(one ?? null, other ?? null)
  if (!step) return 'the same'
  const path = step.path || 'all of it'
  const was = show(valueAt(one, step.path))
  return step.op === 'remove'
    ? `${path} was ${was}, in the replay nothing`
    : `${path} was ${was}, in the replay ${show('value' in step ? step.value : undefined)}`
}

function valueAt(value: unknown, pointer: string): unknown {
  let at = value
  for (const part of pointer.split('/').slice(1)) {
    const key = unescapePointer(part)
    // Arrays are indexed the same way.
    at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[key] : undefined
  }
  return at
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : stringifyJson(value)
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}

/** Returns all objects that were ever stored, by revision and identity. */
function objectsOf({ start, changes }: Bundle): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>()
  for (const { object } of start) {
    const { namespace = '', name = '', resourceVersion = '' } = object.metadata
    found.set(`${resourceVersion} ${object.kind} ${namespace}/${name}`, object)
  }
  for (const change of changes) if (change.object) found.set(`${change.revision} ${idOf(change)}`, change.object)
  return found
}

const idOf = ({ kind, namespace, name }: Identity): string => `${kind} ${namespace}/${name}`

/** Describes the first change that differs or is missing. */
function firstChange({ changes: one }: Bundle, { changes: other }: Bundle): readonly string[] {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    const [was, is] = [one[i], other[i]]
    if (was && is && isSame(was, is)) continue
    if (!was) return [`after its last change, in the replay ${changed(is)}`]
    if (!is || changed(was) !== changed(is)) return [`${changed(was)}, in the replay ${is ? changed(is) : 'nothing'}`]
    return [`${changed(was)}: ${firstDifference(was.object, is.object)}`]
  }
  return []
}

const isSame = (one: BundleChange, other: BundleChange): boolean =>
  changed(one) === changed(other) && jsonEqual(one.object, other.object)

const changed = (change: BundleChange | undefined): string =>
  change
    ? `${change.revision} ${change.type} ${change.kind} ${change.namespace ? `${change.namespace}/` : ''}${change.name}`
    : 'nothing'

/** Describes the objects whose last states differ, apart from resourceVersion and managedFields. */
function endings(recorded: Bundle, replayed: Bundle): readonly string[] {
  const then = lastOf(recorded)
  const now = lastOf(replayed)
  return [...new Set([...then.keys(), ...now.keys()])].sort().flatMap((id) => {
    const [one, other] = [then.get(id), now.get(id)]
    if (jsonEqual(one, other)) return []
    if (one === undefined) return [`at the end: ${id} is there in the replay only`]
    return [`at the end: ${id}: ${other === undefined ? 'is not there in the replay' : firstDifference(one, other)}`]
  })
}

/** Returns the last state of each object that was changed. */
function lastOf({ changes }: Bundle): ReadonlyMap<string, unknown> {
  const last = new Map<string, unknown>()
  for (const change of changes) {
    if (change.object) last.set(idOf(change), plain(change.object))
    else last.delete(idOf(change))
  }
  return last
}

function plain({ metadata, ...members }: NonNullable<BundleChange['object']>): unknown {
  const { resourceVersion: _, managedFields: __, ...rest } = metadata
  return { ...members, metadata: rest }
}
