import type { Call, RequestVerb, Target } from '../../model/call/call.js'
import { deepFreeze, getPath } from '../../base/json/json.js'
import { type Note, type NotedWebhook, askedBy, subresourceIn } from './note.js'
import { changeOf } from './change.js'
import type { JournalEntry, JournalReply, JournalWebhook } from './types.js'
import type { Options } from '../../model/call/options.js'

/** Returns a note as frozen plain data. */
export function entryOf(note: Note): JournalEntry {
  const {
    sequence,
    time,
    via,
    by,
    method,
    url,
    userAgent,
    user,
    ended,
    kept,
    changes = [],
    hooks = [],
    webhooks,
  } = note
  const call = askedBy(note)
  const { target, options, body } = call ?? {}
  const reply = replyOf(kept)
  return deepFreeze({
    sequence,
    time,
    duration: ended === undefined ? undefined : ended - time,
    via,
    method: method || (target ? methodOf(target.verb) : ''),
    path: url ? pathOfUrl(url) : call ? pathOf(call) : '',
    userAgent,
    user: (call?.user ?? user)?.name ?? '',
    manager: call?.manager ?? '',
    verb: target?.verb,
    apiVersion: target?.def.apiVersion ?? '',
    kind: target?.def.kind ?? '',
    resource: target?.def.plural ?? '',
    namespace: target?.namespace ?? '',
    name: target?.name || nameIn(reply?.type === 'object' ? reply.object : body?.value),
    subresource: call ? subresourceIn(call) : '',
    dryRun: options?.dryRun ?? false,
    body: body?.value,
    code: codeOf(kept),
    reason: kept?.type === 'status' && kept.status.status === 'Failure' ? (kept.status.reason ?? '') : '',
    reply,
    revisions: changes.map(({ revision }) => revision),
    changes: changes.map(changeOf),
    hooks: [...hooks],
    ...(webhooks ? { webhooks: webhooks.map(webhookOf) } : {}),
    by,
  })
}

const webhookOf = ({ review, answer, ...noted }: NotedWebhook): JournalWebhook => ({
  ...noted,
  review: review && jsonOr(review),
  answer: answer && jsonOr(answer),
})

/** Returns the value of a text of JSON, or the text. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function nameIn(value: unknown): string {
  const name = getPath(value, ['metadata', 'name'])
  return typeof name === 'string' ? name : ''
}

function codeOf(kept: Note['kept']): number | undefined {
  if (!kept || kept.type === 'cut' || kept.type === 'spoilt' || kept.type === 'fault') return undefined
  return kept.type === 'watch' ? 200 : kept.code
}

function replyOf(kept: Note['kept']): JournalReply | undefined {
  switch (kept?.type) {
    case 'object':
      return { type: 'object', object: kept.object }
    case 'status':
      return { type: 'status', status: kept.status }
    case 'list': {
      const { resourceVersion, continue: token } = kept.metadata
      return {
        type: 'list',
        count: kept.count,
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
        ...(token ? { continue: token } : {}),
      }
    }
    case 'fault':
      return { type: 'fault', message: kept.message }
    case 'spoilt':
      return { type: 'cut' }
    default:
      return kept && { type: kept.type }
  }
}

const METHODS: { readonly [verb in RequestVerb]: string } = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
}

/** Returns the HTTP method of a verb. */
const methodOf = (verb: RequestVerb): string => METHODS[verb]

/** Returns the path and query of an HTTP request equivalent to a call. */
export function pathOf({ target, options }: Call): string {
  const query = queryOf(target, options)
  return `${placeOf(target)}${query === '' ? '' : `?${query}`}`
}

/** Returns the path and query of a URL. */
function pathOfUrl(url: string): string {
  const from = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('#', from)
  return from < 0 ? '/' : url.slice(from, end < 0 ? url.length : end)
}

function placeOf({ def, namespace, name, subresource, verb }: Target): string {
  const own = verb === 'create' && subresource === 'main' ? '' : name
  return [
    def.group ? `/apis/${def.group}/${def.version}` : `/api/${def.version}`,
    ...(namespace ? ['namespaces', namespace] : []),
    def.plural,
    ...(own ? [own] : []),
    ...(subresource === 'main' ? [] : [subresource]),
  ].join('/')
}

const TEXTS = [
  'labelSelector',
  'fieldSelector',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
  'fieldManager',
  'propagationPolicy',
] as const

function queryOf({ verb }: Target, options: Options): string {
  const pairs: (readonly [string, string])[] = verb === 'watch' ? [['watch', 'true']] : []
  for (const name of TEXTS) if (options[name]) pairs.push([name, options[name]])
  if (options.limit > 0) pairs.push(['limit', String(options.limit)])
  if (options.timeoutSeconds !== undefined) pairs.push(['timeoutSeconds', String(options.timeoutSeconds)])
  if (options.gracePeriodSeconds !== undefined) pairs.push(['gracePeriodSeconds', String(options.gracePeriodSeconds)])
  if (options.dryRun) pairs.push(['dryRun', 'All'])
  if (options.force) pairs.push(['force', 'true'])
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}
