import { byteText, charBytes } from '../../base/bytes/utf8.js'
import { StatusError, badRequest, expired, plainError } from '../../base/errors/status.js'
import { goJsonErrorOf } from '../../base/go/encoding-json.js'
import { treeOf } from '../../base/json/json-tree.js'
import { trimEnd } from '../../base/text/trim.js'
import type { Call } from '../../model/call/call.js'
import type { ListMeta, Outcome } from '../../model/call/outcome.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { onlyName, onlyNamespace, selectionOf } from '../../model/select/selection.js'
import { int64, string, struct } from '../../schema/builders.js'
import { explain } from '../../schema/explain.js'
import type { KubeObject } from '../../schema/object.js'
import type { ObjectTable } from '../../store/history.js'
import { type Page, countAfter, readPage } from '../../store/page.js'
import { type RestContext, type CaughtUp, type LastReads, tableOf } from '../context.js'
import { computedObjects } from './computed.js'
import { checkReached, checkRevision, invalidRevision } from './get.js'

/** The position of a paged list: the revision of its first page and the first key of the next page. */
type ContinueToken = { readonly revision: number; readonly start: string }

/** Encodes a token in the real server's format: base64url of `{v, rv, start}`. */
export function encodeContinue(revision: number, after: string): string {
  return toBase64Url(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start: `${after}\u0000` }))
}

/**
 * Decodes a token.
 *
 * @throws StatusError 400 with the server's message
 */
export function decodeContinue(token: string): ContinueToken {
  const { v, rv, start } = parseToken(token)
  if (v !== 'meta.k8s.io/v1') throw bad(`server does not recognize this encoded version ${v ?? ''}`)
  if (!rv) throw bad('incorrect encoded start resourceVersion (version meta.k8s.io/v1)')
  if (!start) throw bad('encoded start key empty (version meta.k8s.io/v1)')
  const key = start.startsWith('/') ? start : `/${start}`
  if (key !== '/' && key.split('/').slice(1).some(isNoSegment)) throw bad(start)
  return { revision: rv, start: key.slice(1) }
}

// What Go's path.Clean removes.
const isNoSegment = (part: string) => part === '' || part === '.' || part === '..'

const bad = (text: string) => badRequest(`invalid continue token: continue key is not valid: ${text}`)

const tokenSchema = struct('storage.continueToken', { v: string(), rv: int64(), start: string() })

type Token = { readonly v?: string; readonly rv?: number; readonly start?: string }

function parseToken(token: string): Token {
  const bytes = fromBase64Url(token)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  } catch {
    throw bad(goJsonErrorOf(bytes))
  }
  const { problem } = explain(tokenSchema, treeOf(value))
  if (problem !== undefined) throw bad(problem)
  return (value ?? {}) as Token // it fits the schema
}

function toBase64Url(text: string): string {
  const base64 = btoa(byteText(text))
  return trimEnd(base64.replaceAll('+', '-').replaceAll('/', '_'), '=')
}

function fromBase64Url(token: string): Uint8Array {
  const strange = token.search(/[^A-Za-z0-9_-]/)
  // A single trailing character, six bits, does not make a byte.
  const fault = strange >= 0 ? strange : token.length % 4 === 1 ? token.length - 1 : undefined
  if (fault !== undefined) throw bad(`illegal base64 data at input byte ${fault}`)
  return charBytes(atob(token.replaceAll('-', '+').replaceAll('_', '/')))
}

const FUTURE_REVISION = 'etcdserver: mvcc: required revision is a future revision'
const LIST_TOO_OLD = 'The resourceVersion for the provided list is too old.'
const CONTINUE_TOO_OLD =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.'

/** The items of a list, and its metadata. */
type Listing = { readonly items: readonly KubeObject[]; readonly metadata: ListMeta }

/** GET of a collection. */
export function list(context: RestContext, call: Call): Outcome {
  return { type: 'list', code: 200, def: call.target.def, ...listObjects(context, call) }
}

/**
 * Reads a collection at the requested revision.
 *
 * @throws StatusError 400 for a bad selector, token or revision, 410 for a revision no longer held, 504 for one in the
 * future
 */
export function listObjects(context: RestContext, call: Call): Listing {
  const { store, tokens, lastReads, caughtUp } = context
  const { target, options } = call
  const { def } = target
  const selection = selectionOf(def, options)
  const { computed } = def.storage
  if (computed) {
    const items = computedObjects(computed, context, target)
    return { items: selection ? items.filter(selection) : items, metadata: {} }
  }
  const namespace = namespaceOf(call)
  const { table, revision, start, limit } = locate(call, store, tokens, caughtUp)
  const prefix = namespace ? `${namespace}/` : ''
  if (!table) return { items: [], metadata: { resourceVersion: String(revision) } }
  const page =
    start === '' && limit === 0 && !selection
      ? readAll(lastReads, def, table, prefix)
      : readPage(table, { prefix, start, limit, matches: selection })
  const isWhole = page.last === undefined || (isByKey(call) && page.items.length > 0)
  if (page.last === undefined || isWhole) return { items: page.items, metadata: { resourceVersion: String(revision) } }
  const remaining = selection ? {} : { remainingItemCount: countAfter(table, prefix, page.last) }
  const token = encodeContinue(revision, page.last)
  tokens?.note(token, revision)
  return { items: page.items, metadata: { resourceVersion: String(revision), continue: token, ...remaining } }
}

/** Tells whether a list is read by the single key that its field selector requires. */
const isByKey = (call: Call): boolean =>
  call.options.continue === '' &&
  (namespaceOf(call) !== '' || call.target.def.scope === 'Cluster') &&
  onlyName(call.options) !== undefined

/** Returns the namespace to read; `''` for all. */
const namespaceOf = ({ target: { def, namespace }, options }: Call): string =>
  namespace || (def.scope === 'Cluster' ? '' : (onlyNamespace(options) ?? ''))

/**
 * Reads everything. The same page is returned until something changes, so that encoders recognize a list they have
 * encoded.
 */
function readAll(lastReads: LastReads, def: KindDef, table: ObjectTable<KubeObject>, prefix: string): Page<KubeObject> {
  const last = lastReads.get(def)
  if (last?.table === table && last.prefix === prefix) return last.page
  const page = readPage(table, { prefix, start: '', limit: 0, matches: undefined })
  Object.freeze(page.items)
  lastReads.set(def, { table, prefix, page })
  return page
}

type Located = {
  readonly table: ObjectTable<KubeObject> | undefined
  readonly revision: number
  readonly start: string
  readonly limit: number
}

function locate(call: Call, store: RestContext['store'], tokens: RestContext['tokens'], caughtUp: CaughtUp): Located {
  const { target, options, faults } = call
  const name = tableOf(target)
  const current = store.table(name)
  const present = store.revision()
  const { resourceVersion, resourceVersionMatch, limit } = options
  if (options.continue !== '') {
    const { revision, start } = decodeContinue(options.continue)
    if (resourceVersion !== '' && resourceVersion !== '0')
      throw badRequest('specifying resource version is not allowed when using continue')
    if (revision < 0) return { table: current, revision: present, start, limit }
    const isExpired = faults?.expired || tokens?.isExpired(options.continue, revision)
    if (!isExpired && revision > present) throw plainError(FUTURE_REVISION)
    const table = isExpired ? undefined : store.stateAt(name, revision)
    if (!table) throw continueTooOld(start)
    return { table, revision, start, limit }
  }
  const wanted = Number(resourceVersion)
  if (resourceVersion !== '') checkRevision(resourceVersion, invalidRevision)
  // A limit without resourceVersionMatch means exactly that revision, except "0", where the whole cached list is
  // served, and for a single key, of which the storage is asked for the present. Deletecollection always reads in
  // pages (of 10,000).
  const isLimited = wanted > 0 && (limit > 0 || target.verb === 'deletecollection') && resourceVersionMatch === ''
  const isPresent = isLimited && isByKey(call)
  const exact = resourceVersionMatch === 'Exact' || (isLimited && !isPresent)
  // Deletecollection and lists at an exact revision bypass the cache.
  if ((exact || target.verb === 'deletecollection') && wanted > present) throw plainError(FUTURE_REVISION)
  checkReached(resourceVersion, present, invalidRevision, target.def.storage.watchCache && !isPresent)
  if (exact) {
    const table = store.stateAt(name, wanted)
    if (!table) throw expired(LIST_TOO_OLD)
    return { table, revision: wanted, start: '', limit }
  }
  const { watchCache } = target.def.storage
  if (watchCache && resourceVersion === '') caughtUp.tables.set(name, present)
  return {
    table: current,
    revision: watchCache && resourceVersion !== '' && !isPresent ? cachedAt(store, caughtUp, name, wanted) : present,
    start: '',
    limit: resourceVersion === '0' && watchCache ? 0 : limit,
  }
}

/** Returns the revision of the watch cache of a table: that of the table's last change or last consistent read. */
function cachedAt(store: RestContext['store'], caughtUp: CaughtUp, name: string, wanted: number): number {
  const log = store.log(name)
  const last = log.at(log.end() - 1)
  const changed = typeof last === 'object' ? last.revision : log.floor()
  return Math.max(changed, caughtUp.tables.get(name) ?? 0, caughtUp.whole, wanted)
}

/** Makes the 410, with a token that continues after the same key in the current state. */
function continueTooOld(start: string): StatusError {
  const { status } = expired(CONTINUE_TOO_OLD)
  return new StatusError({ ...status, metadata: { continue: encodeContinue(-1, start.replace(/\0$/, '')) } })
}
