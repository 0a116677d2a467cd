import { createLateLibrary } from '../../base/turns/late-library.js'
import { type Steps, waitFor } from '../../base/turns/steps.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { Routed } from '../../model/call/routed.js'
import { malformed, nowhere, unavailable, undetermined } from '../discovery/plain-answers.js'
import type { Answer } from '../discovery/conditional.js'
import type { Registered } from '../discovery/registered.js'
import type { Registry } from '../../model/registry/registry.js'
import { aggregatedFormat, openApiMedia } from '../wire/accept-documents.js'
import { type ReplyFormat, handlerFormat, passRouter, passRouterOf } from '../wire/accept.js'
import type { PipelineContext } from './context.js'
import { PROTOBUF } from '../wire/body.js'
import type { HttpRequest } from './request.js'

/** The reply to a path that is not a resource, and its format. */
export type Document = { readonly outcome: Outcome; readonly format: ReplyFormat }

/** What the documents describe. */
type Documented = Pick<PipelineContext, 'registry' | 'accounts' | 'healthChecks'>

const originOf = ({ raw: { url }, host }: HttpRequest) => `${url.slice(0, url.indexOf('://'))}://${host}`

/** The path as it was sent, with its query. */
export const pathOf = ({ raw: { url } }: HttpRequest) => url.slice(url.indexOf('/', url.indexOf('://') + 3))

// Always indented, whoever asks: these handlers write JSON by themselves.
const INDENTED: ReplyFormat = { media: 'json', pretty: true }

/** Answers requests about the API itself: discovery, OpenAPI, version, health, and 404 in plain text. */
export function* answerDocument(
  routed: Exclude<Routed, { type: 'resource' | 'connect' | 'refused' }>,
  context: Documented,
  registered: readonly Registered[],
  request: HttpRequest,
): Steps<Document> {
  switch (routed.type) {
    case 'nowhere':
      return inJson(nowhere)
    case 'unavailable':
      return inJson(unavailable)
    case 'beginning':
      return inJson(undetermined(pathOf(request)))
    case 'malformed':
      return inJson(malformed)
    case 'service':
      passServiceRouter(routed.path, request)
      return inJson(yield* serve(routed.path, context, registered, request))
    case 'discovery':
      return yield* discover(routed, context.registry, registered, request)
  }
}

// Documents with a single media type.
const ONE_MEDIA: { readonly [path: string]: string } = {
  '/version': 'application/json',
  '/version/': 'application/json',
  '/.well-known/openid-configuration': 'application/json',
  '/.well-known/openid-configuration/': 'application/json',
  '/openid/v1/jwks': 'application/jwk-set+json',
  '/openid/v1/jwks/': 'application/jwk-set+json',
}

const isOpenId = (path: string) => path.startsWith('/openid/') || path.startsWith('/.well-known/')

// Loaded on demand: only clients that verify tokens need the keys.
const openId = createLateLibrary(() => import('../discovery/open-id.js'))

/** @throws StatusError 406 */
function passServiceRouter(path: string, { method, raw: { headers } }: HttpRequest): void {
  const media = Object.hasOwn(ONE_MEDIA, path) ? ONE_MEDIA[path] : undefined
  if (media && method === 'GET') passRouterOf(media, headers.get('accept'))
}

const outcomeOf = (answer: Answer): Outcome => ({ type: 'document', ...answer })
const inJson = (answer: Answer): Document => ({ outcome: outcomeOf(answer), format: INDENTED })

function* serve(
  path: string,
  { registry, accounts, healthChecks }: Documented,
  registered: readonly Registered[],
  request: HttpRequest,
): Steps<Answer> {
  const { raw, method, host, query, now, pause } = request
  if (isOpenId(path)) {
    yield* waitFor(openId.load())
    yield* waitFor(accounts.load())
    return openId.needed().answerOpenId({ ...request, origin: originOf(request) }, accounts)
  }
  if (path.startsWith('/openapi/')) {
    const media = openApiMedia(raw.headers.get('accept'), path.startsWith('/openapi/v3') ? 3 : 2)
    const ifNoneMatch = raw.headers.get('if-none-match')
    const asked = { path, hash: query.get('hash'), media, ifNoneMatch, now: now(), pause }
    yield* waitFor(openApi.load())
    return yield* openApi.needed().answerOpenApi(asked, registry)
  }
  const varying = { method, host, verbose: query.get('verbose') !== undefined, excluded: query.all('exclude') }
  yield* waitFor(health.load())
  healthChecks.count(...health.needed().checksOf(path, varying, registry.profile.version))
  yield* waitFor(discovery.load())
  return discovery.needed().answerService(path, varying, registry, registered, health.needed())
}

// Loaded on demand: a page may know what is served.
const discovery = createLateLibrary(() => import('../discovery/answer.js'))

// Loaded on demand: health is rarely requested.
const health = createLateLibrary(() => import('../discovery/health.js'))

// Loaded on demand: only clients of OpenAPI need it.
const openApi = createLateLibrary(() => import('../discovery/openapi/answer.js'))

function* discover(
  { document, group, version }: Extract<Routed, { type: 'discovery' }>,
  registry: Registry,
  registered: readonly Registered[],
  { raw: { headers }, host, path }: HttpRequest,
): Steps<Document> {
  yield* waitFor(discovery.load())
  const { answerAggregated, answerDiscovery } = discovery.needed()
  const accept = headers.get('accept')
  // The aggregator answers for groups itself: no router checks the request first, and only one path is aggregated.
  const isRouted = document === 'core' || document === 'resources'
  if (isRouted) passRouter(accept, 'document')
  if (document === 'core' || (document === 'groups' && path === '/apis')) {
    const aggregated = aggregatedFormat(accept)
    if (aggregated) {
      const { version, media } = aggregated
      const form = { version, mediaType: media === 'json' ? 'application/json' : PROTOBUF }
      const answer = answerAggregated(document, form, registry, registered, headers.get('if-none-match'))
      return { outcome: outcomeOf(answer), format: { media } }
    }
  }
  const answer = answerDiscovery(document, group, version, registry, registered, host)
  return { outcome: outcomeOf(answer), format: handlerFormat(accept, 'document') }
}
