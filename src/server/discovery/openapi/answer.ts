import type { Registry } from '../../../model/registry/registry.js'
import { nowhere } from '../answer.js'
import { type Answer, conditional } from '../conditional.js'
import { later } from '../../../base/turns/later.js'
import { loadDescriptions } from './descriptions.js'
import { type Documents, openApiOf, urlOf } from './documents.js'
import type { Written } from './v2-written.js'

/** The properties of a request that the OpenAPI document depends on. */
type OpenApiRequest = {
  readonly path: string
  readonly hash: string | undefined
  /** The accepted format; undefined if none is supported. */
  readonly media: 'json' | 'protobuf' | undefined
  readonly ifNoneMatch: string | null
  /** Milliseconds since 1970. */
  readonly now: number
  /** Lets other requests run between steps. */
  readonly pause: () => Promise<void>
}

const TYPES = {
  json: 'application/json',
  protobuf: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
} as const
const YEAR = 365 * 24 * 3600 * 1000

/** Answers `/openapi/v2`, `/openapi/v3` and the paths below it. */
export const answerOpenApi = (request: OpenApiRequest, registry: Registry): Answer | Promise<Answer> =>
  later(loadDescriptions(), (descriptions) => {
    const documents = openApiOf(registry, descriptions)
    return later(preparationOf(request, documents), () => answer(request, documents))
  })

/** Prepares what the requested document is built from. */
function preparationOf({ path, media, pause }: OpenApiRequest, documents: Documents): Promise<void> | undefined {
  if (path === '/openapi/v3') return documents.prepareIndex(pause)
  return path === '/openapi/v2' && media ? documents.prepareV2(media, pause) : undefined
}

function answer({ path, hash, media, ifNoneMatch, now }: OpenApiRequest, documents: Documents): Answer {
  const send = (document: Written, as: 'json' | 'protobuf' = 'json', headers: Answer['headers'] = {}) =>
    conditional(
      { code: 200, body: document.body, contentType: TYPES[as], headers: { Vary: 'Accept', ...headers } },
      document.hash,
      ifNoneMatch,
    )

  if (path === '/openapi/v2') return media ? send(documents.v2(media), media) : unacceptable
  // Sent whatever the client accepts, as plain text.
  if (path === '/openapi/v3') return { code: 200, body: documents.index().body }
  if (!path.startsWith('/openapi/v3/')) return nowhere
  const part = path.slice('/openapi/v3/'.length)
  const document = documents.v3(part)
  if (!document) return { code: 404, body: '', contentType: '' }
  if (media !== 'json') return unacceptable
  if (!hash) return send(document)
  if (hash !== document.hash) return moved(urlOf(part, document.hash), document)
  // A document with a given hash never changes.
  return send(document, 'json', { 'Cache-Control': 'public, immutable', Expires: new Date(now + YEAR).toUTCString() })
}

const unacceptable: Answer = { code: 406, body: '', contentType: '', headers: { Vary: 'Accept' } }

const moved = (url: string, { hash }: Written): Answer => ({
  code: 301,
  body: '',
  contentType: TYPES.json,
  headers: { Location: url, ETag: `"${hash}"`, Vary: 'Accept' },
})
