import { deleteMembers } from '../../model/call/option-rules.js'
import { whenOver } from '../../rest/watch/watch-stream.js'
import { type Status, failure, messageOf } from '../../base/errors/status.js'
import { DecodeError } from '../../schema/decode.js'
import { withoutManagers } from '../../schema/object.js'
import { formatMicroTime } from '../../base/time/time.js'
import { isObject } from '../../base/json/json.js'
import { readJson } from '../../base/json/json-text.js'
import type { Call, User } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { inOrder, readAs } from '../../model/registry/read.js'
import type { AccessRequest } from '../../model/registry/authorizer.js'
import { unstoredMetadata } from '../../model/registry/root-schema.js'
import { bodyKind } from '../../model/registry/subresource-of.js'
import { typeOf } from '../../rest/write/body.js'
import { accessRequested, requestedBy } from '../access/request.js'
import type { Encode } from '../wire/encode.js'
import { unescaped } from '../wire/route.js'
import { pathOf } from '../journal/entry.js'
import type { Note } from '../journal/note.js'
import type { Asked } from '../wire/handle.js'
import type { Query } from '../wire/query.js'
import { type AuditEvent, type AuditListener, type AuditUser, PATCH_ANNOTATION } from './event.js'
import type { AuditLevel, AuditPolicy, AuditStage, Recorded } from './policy.js'

/** What any request has. */
type Common = {
  readonly auditId: string
  readonly now: () => number
  readonly note: Note
}

/** The parts of an HTTP request that its events tell of. */
type HttpParts = Common & {
  readonly raw: Asked
  readonly method: string
  readonly path: string
  readonly query: Query
  readonly userAgent: string | null
  /** The body, once it was read. */
  readonly bytes: Uint8Array | undefined
}

/** What events tell of a request. */
type AuditedRequest = Common & {
  /** What it asks to do, by its path alone. */
  readonly access: AccessRequest
  readonly uri: string
  readonly userAgent: string
  readonly sourceIPs: readonly string[]
  /** Whether it has a body, which is known once it was read. */
  readonly hasBody: () => boolean
  /** Its body as it was written, if that is JSON: what an apply sends is read in the order of its names. */
  readonly sent: () => unknown
}

/** The record of one request. */
export type Audited = {
  /** The request comes from a user. */
  readonly authenticated: (user: User) => void
  /** It asks to act as another one; nothing else is decided before that is allowed. */
  readonly impersonates: () => void
  /** It acts as another one, which was allowed in a way that has this name (default: that of all servers). */
  readonly impersonating: (user: User, constraint?: string) => void
  /** It has a result; the returned one is to be sent. */
  readonly respond: (outcome: Outcome) => Outcome
  /** It ended in an exception of ours. */
  readonly panic: (error: unknown) => void
}

/** Records requests. */
export type Audit = {
  readonly open: (request: HttpParts) => Audited
  /** Begins the record of a call that did not come over HTTP: as the request that it stands for. */
  readonly openCall: (call: Call, common: Common) => Audited
}

const ALLOWED = { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' }
const LONGEST_AGENT = 1024
const LONG_RUNNING = ['attach', 'exec', 'proxy', 'log', 'portforward']

/** Makes what records requests by a policy (apiserver: pkg/endpoints/filters/audit.go). */
export function createAudit(policy: AuditPolicy, tell: AuditListener, encode: Encode): Audit {
  return {
    open: (request) => record(httpRequest(request), policy, tell, encode),
    openCall: (call, common) => record(requestOf(call, common), policy, tell, encode),
  }
}

function httpRequest(request: HttpParts): AuditedRequest {
  const { raw, method, path, query, userAgent, auditId, now, note } = request
  return {
    ...{ auditId, now, note, userAgent: userAgent ?? '' },
    access: accessRequested(method, unescaped(path) ?? path, query),
    uri: raw.url.slice(raw.url.indexOf('/', raw.url.indexOf('://') + 3)),
    sourceIPs: sourcesOf(raw),
    hasBody: () => Boolean(request.bytes?.length),
    sent: () => jsonIn(request.bytes),
  }
}

const requestOf = (call: Call, common: Common): AuditedRequest => ({
  ...common,
  access: requestedBy(call),
  uri: pathOf(call),
  userAgent: call.userAgent,
  sourceIPs: [HERE],
  hasBody: () => Object.keys(deleteMembers(call.options)).length > 0,
  sent: () => undefined,
})

function jsonIn(bytes: Uint8Array | undefined): unknown {
  try {
    return readJson(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function record(request: AuditedRequest, policy: AuditPolicy, tell: AuditListener, encode: Encode): Audited {
  const { access } = request
  const received = request.now()
  let known: { readonly recorded: Recorded; readonly user: User | undefined } | undefined
  let as: Impersonated | 'undecided' | undefined
  const event = (stage: AuditStage, parts: Partial<AuditEvent> = {}): void => {
    const { recorded, user } = (known ??= { recorded: policy(undefined, access), user: undefined })
    if (recorded.level === 'None' || recorded.omitStages.includes(stage)) return
    const time = stage === 'RequestReceived' ? received : request.now()
    const impersonated = as === 'undecided' ? undefined : as
    tell(eventOf({ request, recorded, user, as: impersonated, stage, received, time, parts }))
  }
  const complete = (outcome: Outcome): Partial<AuditEvent> => {
    const level = (known ??= { recorded: policy(undefined, access), user: undefined }).recorded.level
    if (level === 'None') return {}
    return {
      ...(level === 'Metadata' ? {} : requestParts(request)),
      responseStatus: statusOf(outcome),
      ...(level === 'RequestResponse' && access.path === undefined
        ? responseObjectOf(outcome, encode, known.recorded.omitManagedFields)
        : {}),
      ...(known.user && as !== 'undecided' ? { annotations: annotationsOf(request, level) } : {}),
    }
  }
  return {
    authenticated(user) {
      known = { recorded: policy(user, access), user }
      event('RequestReceived')
    },
    impersonates: () => void (as = 'undecided'),
    impersonating: (user, constraint = '') => void (as = { user, constraint }),
    panic(error) {
      const message = `APIServer panic'd: ${messageOf(error)}`
      event('Panic', { responseStatus: statusFields(failure(500, 'InternalError', message).status, 500) })
    },
    respond(outcome) {
      const parts = complete(outcome)
      // Nobody has signed in.
      if (!known?.user) event('ResponseStarted', parts)
      else if (outcome.type === 'watch') {
        event('ResponseStarted', parts)
        return { ...outcome, stream: whenOver(outcome.stream, () => event('ResponseComplete', parts)) }
      } else {
        if (access.path === undefined && LONG_RUNNING.includes(access.subresource)) event('ResponseStarted', parts)
        event('ResponseComplete', parts)
      }
      return outcome
    },
  }
}

type Impersonated = { readonly user: User; readonly constraint: string }

type Told = {
  readonly request: AuditedRequest
  readonly recorded: Recorded
  readonly user: User | undefined
  readonly as: Impersonated | undefined
  readonly stage: AuditStage
  readonly received: number
  readonly time: number
  readonly parts: Partial<AuditEvent>
}

/** Makes an event, with its members in the order of the real ones. */
function eventOf({ request, recorded, user, as, stage, received, time, parts }: Told): AuditEvent {
  const { access, userAgent, auditId, uri, sourceIPs } = request
  const { responseStatus, requestObject, responseObject, annotations } = parts
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: recorded.level,
    auditID: auditId,
    stage,
    requestURI: uri,
    verb: access.verb,
    user: user ? userIn(user) : {},
    ...(as ? { impersonatedUser: userIn(as.user) } : {}),
    ...(as?.constraint ? { authenticationMetadata: { impersonationConstraint: as.constraint } } : {}),
    sourceIPs,
    ...(userAgent
      ? { userAgent: userAgent.length > LONGEST_AGENT ? `${userAgent.slice(0, LONGEST_AGENT)}...TRUNCATED` : userAgent }
      : {}),
    ...(access.path === undefined ? { objectRef: referenceOf(access, request.note.call, stage) } : {}),
    ...(responseStatus ? { responseStatus } : {}),
    ...(requestObject === undefined ? {} : { requestObject }),
    ...(responseObject === undefined ? {} : { responseObject }),
    requestReceivedTimestamp: formatMicroTime(received),
    stageTimestamp: formatMicroTime(time),
    ...(annotations ? { annotations } : {}),
  }
}

const userIn = ({ name, uid, groups, extra }: User): AuditUser => ({
  username: name,
  ...(uid ? { uid } : {}),
  ...(groups.length > 0 ? { groups } : {}),
  ...(extra && Object.keys(extra).length > 0 ? { extra } : {}),
})

const HERE = '127.0.0.1'

/** Returns the addresses that a request came by, the nearest last (apimachinery: net.SourceIPs). */
function sourcesOf({ headers, address = HERE }: Asked): readonly string[] {
  const passed = (headers.get('x-forwarded-for') ?? '').split(',').map((each) => each.trim())
  const real = headers.get('x-real-ip')?.trim() ?? ''
  const before = [...passed, ...(passed.includes(real) ? [] : [real])].filter((each) => /^[\da-f.:]+$/i.test(each))
  return before.at(-1) === address ? before : [...before, address]
}

type Reference = { readonly [member: string]: string }

/** Returns the object of a request, as far as it is known. */
function referenceOf(access: Exclude<AccessRequest, { path: string }>, call: Call | undefined, stage: AuditStage) {
  const { resource, namespace, name, group, version, subresource } = access
  const { uid, resourceVersion, ...own } = stage === 'RequestReceived' ? NO_METADATA : metadataIn(call)
  const all = {
    ...{ resource, namespace: namespace || own.namespace, name: name || own.name, uid },
    ...{ apiGroup: group, apiVersion: version, resourceVersion, subresource },
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as Reference // without what is empty
}

type Named = { readonly [member in 'name' | 'namespace' | 'uid' | 'resourceVersion']?: string }
const NO_METADATA: Named = {}

function metadataIn(call: Call | undefined): Named {
  const value = call && isWhole(call) && statesKind(call) ? call.body?.value : undefined
  const metadata = isObject(value) ? value['metadata'] : undefined
  if (!isObject(metadata)) return NO_METADATA
  const names = Object.entries(metadata).filter(([name, text]) => NAMED.includes(name) && typeof text === 'string')
  return Object.fromEntries(names) as Named // of these members
}

const NAMED = ['name', 'namespace', 'uid', 'resourceVersion']

/** Tells whether a body is of the kind that the call takes; one of another kind is refused before it is recorded. */
function statesKind({ target, body }: Call): boolean {
  const def = bodyKind(target.def, target.subresource)
  const { kind, apiVersion } = typeOf(body?.value, def)
  return apiVersion === def.apiVersion && (kind === def.kind || def.structural !== undefined)
}

/** Tells whether the body of a call is an object. */
const isWhole = ({ target: { verb } }: Call): boolean => verb === 'create' || verb === 'update'

/** Returns the body of a request, as its kind reads it. */
function requestParts({ note: { call }, hasBody, sent }: AuditedRequest): Pick<AuditEvent, 'requestObject'> {
  if (!call) return {}
  const { verb } = call.target
  if (verb === 'delete' || verb === 'deletecollection') return hasBody() ? { requestObject: optionsIn(call) } : {}
  const { value, patch, error } = call.body ?? {}
  if (value === undefined || error !== undefined) return {}
  if (patch) return { requestObject: sent() ?? value }
  return isWhole(call) && statesKind(call) ? { requestObject: objectIn(call) } : {}
}

/** Returns the options of a deletion, which the real server shows in the form it has for itself. */
const optionsIn = ({ options }: Call): object => ({
  kind: 'DeleteOptions',
  apiVersion: 'meta.k8s.io/__internal',
  ...deleteMembers(options),
})

/** Returns the object of a body, with its defaults; undefined for what cannot be read, which the response tells. */
function objectIn({ target, body }: Call): unknown {
  const def = bodyKind(target.def, target.subresource)
  try {
    const read = def.defaults(readAs(def, body?.value, body?.written, body?.from).object)
    const { kind: _, apiVersion: __, metadata, ...members } = read
    const made = {
      kind: def.kind,
      apiVersion: def.apiVersion,
      metadata: { ...unstoredMetadata(def.serverVersion), ...metadata },
      ...members,
    }
    return inOrder(def, made)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Returns the status of a result: without one of its own, just the code. */
function statusOf(outcome: Outcome): NonNullable<AuditEvent['responseStatus']> {
  if (outcome.type === 'spoilt') return statusOf(outcome.outcome)
  if (outcome.type === 'status') return statusFields(outcome.status, outcome.code)
  return { metadata: {}, code: 'code' in outcome ? outcome.code : 200 }
}

function statusFields({ status: word, message, reason, details }: Status, code: number) {
  return {
    metadata: {},
    ...(word ? { status: word } : {}),
    ...(message ? { message } : {}),
    ...(reason ? { reason } : {}),
    ...(details ? { details } : {}),
    code,
  }
}

/** Returns what the steps of a request have noted, by name. */
function annotationsOf({ note }: AuditedRequest, level: AuditLevel): { readonly [key: string]: string } {
  const all = Object.entries({ ...ALLOWED, ...note.annotations })
  const shown = level === 'Metadata' ? all.filter(([key]) => !key.startsWith(PATCH_ANNOTATION)) : all
  return Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the object of a reply; nothing for what is no object. */
function responseObjectOf(
  outcome: Outcome,
  encode: Encode,
  omitsManagedFields: boolean,
): { readonly responseObject?: unknown } {
  if (outcome.type === 'spoilt') return responseObjectOf(outcome.outcome, encode, omitsManagedFields)
  if (outcome.type !== 'object' && outcome.type !== 'list' && outcome.type !== 'status') return {}
  const shown = omitsManagedFields ? bare(outcome) : outcome
  const { body } = encode(shown, JSON_REPLY)
  const text = body.type === 'text' ? body.text : body.type === 'bytes' ? textOf(body.pieces) : '{}'
  const value: unknown = JSON.parse(text)
  return isObject(value) ? { responseObject: value } : {}
}

const JSON_REPLY = { format: { media: 'json' }, pretty: false, auditId: '', date: '', written: true } as const

function textOf(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder()
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
}

function bare(outcome: Extract<Outcome, { type: 'object' | 'list' | 'status' }>): Outcome {
  if (outcome.type === 'object') return { ...outcome, object: withoutManagers(outcome.object) }
  if (outcome.type === 'list') return { ...outcome, items: outcome.items.map(withoutManagers) }
  return outcome
}
