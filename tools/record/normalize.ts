import { isObject } from '../../src/base/json/json.js'
import type { Reply } from './story.js'

// The recorded replies were normalised in the same way: only what differs between any two servers is masked.

// The second form is that of an already normalised reply.
const UID = /\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|uid\d+)\b/g
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\b/g
const NEAR = 6 * 3600_000

const MASKS: readonly (readonly [RegExp, string])[] = [
  // Tokens of service accounts.
  [/\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, '<jwt>'],
  // Random suffixes of generated names and hashes of event names.
  [/\b(gen-|Bad_|g-)[a-z0-9]{5}\b/g, '$1<suffix>'],
  [/^([a-z0-9.-]+\.)[0-9a-f]{16}$/, '$1<hash>'],
  [/^127\.0\.0\.1:\d+$|^localhost:\d+$/, '<address>'],
  // How a struct is printed in an error depends on the Go release.
  [/\n\s+core\.PersistentVolumeClaimSpec\{[\s\S]*?(?=, metadata|, spec|, status|\]?$)/, ''],
  // Revisions inside sentences, where they cannot be ranked.
  [/(Too large resource version: \d+, current: )\d+/g, '$1<n>'],
  [/(too old resource version: \d+ \()\d+\)/g, '$1<n>)'],
  [/(ResourceVersion in (?:the precondition|record) \()\d+\)/g, '$1<n>)'],
  [/(ResourceVersion in object meta: )\d+/g, '$1<n>'],
  [/(object not decodable revision=)\d+/g, '$1<n>'],
  [/(resourceVersion: "?)\d+("?$)/gm, '$1<n>$2'],
  [/(\\*"resourceVersion\\*":\\*")\d+/g, '$1<n>'],
]

/**
 * Normalises the replies of a story: uids are numbered in order of appearance, times near `now` masked, random suffixes
 * masked, and resourceVersions replaced by their ranks, so that equal, lower and higher ones can still be told apart.
 */
export function normalize(
  given: readonly (Reply | undefined)[],
  now: number,
  lists?: 'masked',
): readonly (Reply | undefined)[] {
  const replies = lists === 'masked' ? given.map(withMaskedRevision) : given
  const ranks = rankRevisions(replies)
  const uids = new Map<string, string>()
  const text = (value: string) => {
    const named = withSortedReasons(value).replace(
      UID,
      (uid) => uids.get(uid) ?? (uids.set(uid, `uid${uids.size}`), uids.get(uid)!),
    )
    const timeless = named.replace(TIME, (time) =>
      Math.abs(Date.parse(time) - now) < NEAR ? (time.includes('.') ? '<microtime>' : '<time>') : time,
    )
    return MASKS.reduce((masked, [pattern, instead]) => masked.replace(pattern, instead), timeless)
  }
  const scalar = (member: string, value: string) => {
    if (member === 'resourceVersion' && ranks.has(value)) return ranks.get(value)!
    if (member === 'continue' && value) return '<continue>'
    if (member === 'cells' && /^\d+[smhdy](\d+[smhd])?$/.test(value)) return '<age>'
    return text(value)
  }
  return replies.map((reply) => reply && maskComposites(map(reply, scalar, '') as Reply)) // map keeps the shape
}

function rankRevisions(replies: readonly unknown[]): ReadonlyMap<string, string> {
  const found = new Set<string>()
  const visit = (value: unknown, member: string) => {
    if (typeof value === 'string') {
      if (member === 'resourceVersion' && /^\d+$/.test(value)) found.add(value)
    } else if (Array.isArray(value)) for (const item of value) visit(item, '')
    else if (isObject(value)) for (const [name, item] of Object.entries(value)) visit(item, name)
  }
  visit(replies, '')
  const ordered = [...found].map(BigInt).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return new Map(ordered.map((revision, rank) => [String(revision), `rv${rank}`]))
}

function map(value: unknown, scalar: (member: string, value: string) => string, member: string): unknown {
  if (typeof value === 'string') return scalar(member, value)
  if (Array.isArray(value)) return inKnownOrder(member, value).map((item) => map(item, scalar, member))
  if (!isObject(value)) return value
  // Sorted, so that the numbering does not depend on the order of fields.
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [scalar('', name), map(value[name], scalar, name)]),
  )
}

/** Sorts lists whose order varies: owners of fields, and the rules of a user, which Go keeps in a map. */
function inKnownOrder(member: string, list: readonly unknown[]): readonly unknown[] {
  if (member === 'managedFields' && list.every(isObject)) return byOwner(list)
  const isOfUser = member === 'resourceRules' && list.every((rule) => isObject(rule) && rule['verbs'])
  if (isOfUser || member === 'nonResourceRules')
    return [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return list
}

/** Sorts the roles that a refusal names as missing. */
const withSortedReasons = (text: string): string =>
  text.replace(/: RBAC: \[(.*)\]$/s, (_, reasons: string) => `: RBAC: [${reasons.split(', ').sort().join(', ')}]`)

/** Masks the resourceVersion of a list. */
function withMaskedRevision(reply: Reply | undefined): Reply | undefined {
  const body = reply?.['body']
  if (!isObject(body) || !isObject(body['metadata']) || !(Array.isArray(body['items']) || Array.isArray(body['rows'])))
    return reply
  if (!body['metadata']['resourceVersion']) return reply
  return { ...reply, body: { ...body, metadata: { ...body['metadata'], resourceVersion: '<list>' } } }
}

/** Sorts entries of managedFields by manager: the order of entries of the same second varies. */
export const byOwner = (entries: readonly Reply[]) => [...entries].sort((a, b) => (owner(a) < owner(b) ? -1 : 1))
const owner = ({ manager, operation, subresource = '', apiVersion }: Reply) =>
  `${manager}/${operation}/${subresource}/${apiVersion}`

const COMPOSITE = /^((?:Invalid|Duplicate|Unsupported) value: )(?!"|-?\d|true|false|null)[\s\S]*([\]}]|\))(?=: |$)/

// How a list or an object is printed in an error differs between releases (Go syntax, JSON): the value is masked.
function maskComposites(reply: Reply): Reply {
  const { body } = reply
  if (!isObject(body) || !isObject(body['details']) || !Array.isArray(body['details']['causes'])) return reply
  // Causes of a Status have messages.
  const causes = body['details']['causes'] as readonly { readonly message: string }[]
  if (!causes.some(({ message }) => COMPOSITE.test(message))) return reply
  const masked = causes.map((cause) => ({ ...cause, message: cause.message.replace(COMPOSITE, '$1<value>') }))
  return {
    ...reply,
    body: { ...body, message: '<message with a value masked>', details: { ...body['details'], causes: masked } },
  }
}
