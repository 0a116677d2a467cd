import type { Registry } from '../../registry/registry.js'
import { nowhere } from '../answer.js'
import { type Answer, conditional } from '../conditional.js'
import { later } from '../../base/later.js'
import { loadDescriptions } from './descriptions.js'
import { type Documents, openApiOf, urlOf } from './documents.js'
import type { Written } from './v2-written.js'

/** What a request for an OpenAPI document may vary by. */
type OpenApiRequest = {
  readonly path: string
  readonly hash: string | undefined
  /** The notation asked for, undefined where there is no such. */
  readonly media: 'json' | 'protobuf' | undefined
  readonly ifNoneMatch: string | null
  /** Milliseconds since 1970. */
  readonly now: number
  /** Lets others work, while much is made. */
  readonly pause: () => Promise<void>
}

const TYPES = {
  json: 'application/json',
  protobuf: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
} as const
const YEAR = 365 * 24 * 3600 * 1000

/** Answers `/openapi/v2`, `/openapi/v3` and what is under it. */
export const answerOpenApi = (request: OpenApiRequest, registry: Registry): Answer | Promise<Answer> =>
  later(loadDescriptions(), (descriptions) => {
    const documents = openApiOf(registry, descriptions)
    return later(preparationOf(request, documents), () => answer(request, documents))
  })

/** What the documents asked for have to be made of first. */
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
  // Written whatever is asked for, and taken for a text.
  if (path === '/openapi/v3') return { code: 200, body: documents.index().body }
  if (!path.startsWith('/openapi/v3/')) return nowhere
  const part = path.slice('/openapi/v3/'.length)
  const document = documents.v3(part)
  if (!document) return { code: 404, body: '', contentType: '' }
  if (media !== 'json') return unacceptable
  if (!hash) return send(document)
  if (hash !== document.hash) return moved(urlOf(part, document.hash), document)
  // What a fingerprint stands for never changes.
  return send(document, 'json', { 'Cache-Control': 'public, immutable', Expires: new Date(now + YEAR).toUTCString() })
}

const unacceptable: Answer = { code: 406, body: '', contentType: '', headers: { Vary: 'Accept' } }

const moved = (url: string, { hash }: Written): Answer => ({
  code: 301,
  body: '',
  contentType: TYPES.json,
  headers: { Location: url, ETag: `"${hash}"`, Vary: 'Accept' },
})
