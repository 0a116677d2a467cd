import type { Registry } from '../../../model/registry/registry.js'
import { nowhere } from '../plain-answers.js'
import { type Answer, conditional } from '../conditional.js'
import { type Descriptions, loadDescriptions, loadFurtherTexts, unmarked } from './descriptions.js'
import { encodeJson, encodeUnescapedJson, escapedJson } from '../../../base/json/json.js'
import { readJson } from '../../../base/json/json-text.js'
import { LibraryNotLoaded, createLateLibrary, loadAll } from '../../../base/turns/late-library.js'
import { type Steps, finish, finishInTurns, waitFor } from '../../../base/turns/steps.js'
import type { KindMapping } from '../../../model/registry/kind-def.js'
import { createDocumentHash, documentHash } from '../document-hash.js'
import { type PartOfApi, partsOf } from './api-parts.js'
import type { WrittenV2 } from './document-v2.js'
import { documentV2 } from './v2.js'
import { documentV3 } from './v3.js'
import type { Bytes } from './protobuf.js'

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

const JSON_TYPE = 'application/json'
const TYPES_V2 = { json: JSON_TYPE, protobuf: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' } as const
const TYPES_V3 = { json: JSON_TYPE, protobuf: 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf' } as const
// A real server compresses this document and varies it by that, whether the client takes it compressed or not.
const V2_HEADERS = { Vary: 'Accept-Encoding, Accept' }

// Few clients ask for it.
const protobuf = createLateLibrary(() => import('./encode.js'))

/** Answers `/openapi/v2`, `/openapi/v3` and the paths below it. */
export function* answerOpenApi(request: OpenApiRequest, registry: Registry): Steps<Answer> {
  const documents = openApiOf(registry, yield* waitFor(loadDescriptions(registry.profile.version)))
  yield* waitFor(loadWriters(request))
  yield* waitFor(preparationOf(request, documents))
  for (;;)
    try {
      return answer(request, documents)
    } catch (error) {
      // The texts of other components than frequent ones.
      if (!(error instanceof LibraryNotLoaded)) throw error
      yield* waitFor(error.load())
    }
}

/** Loads what a document needs besides what frequent documents do, as far as its path and format tell. */
export const loadWriters = ({ path, media }: Pick<OpenApiRequest, 'path' | 'media'>): Promise<void> | undefined =>
  loadAll([
    ...(path === '/openapi/v2' || path === '/openapi/v3' ? [loadFurtherTexts] : []),
    ...(media === 'protobuf' ? [protobuf.load] : []),
  ])

/** Prepares what the requested document is built from. */
function preparationOf({ path, media, pause }: OpenApiRequest, documents: Documents): Promise<void> | undefined {
  if (path === '/openapi/v3') return documents.prepareIndex(pause)
  return path === '/openapi/v2' && media ? documents.prepareV2(media, pause) : undefined
}

function answer({ path, hash, media, ifNoneMatch, now }: OpenApiRequest, documents: Documents): Answer {
  const send = ({ body, hash: tag }: Written, contentType: string, headers: Answer['headers'] = {}) =>
    conditional({ code: 200, body, contentType, headers: { Vary: 'Accept', ...headers } }, tag, ifNoneMatch)

  if (path === '/openapi/v2') return media ? send(documents.v2(media), TYPES_V2[media], V2_HEADERS) : unacceptable
  // Sent whatever the client accepts, as plain text.
  if (path === '/openapi/v3') return { code: 200, body: documents.index().body }
  if (!path.startsWith('/openapi/v3/')) return nowhere
  const part = path.slice('/openapi/v3/'.length)
  if (!documents.v3(part, 'json')) return { code: 404, body: '', contentType: '' }
  const document = media && documents.v3(part, media)
  if (!document) return unacceptable
  const type = TYPES_V3[media]
  if (!hash) return send(document, type)
  if (hash !== document.hash) return moved(urlOf(part, document.hash), document, type)
  // A document with a given hash never changes.
  return send(document, type, { 'Cache-Control': 'public, immutable', Expires: inAYear(now) })
}

/** Formats the time in a year as a server in UTC does (time.RFC1123). */
function inAYear(now: number): string {
  const date = new Date(now)
  date.setUTCFullYear(date.getUTCFullYear() + 1)
  return date.toUTCString().replace('GMT', 'UTC')
}

const unacceptable: Answer = { code: 406, body: '', contentType: '', headers: { Vary: 'Accept' } }

const moved = (url: string, { hash }: Written, contentType: string): Answer => ({
  code: 301,
  body: '',
  contentType,
  headers: { Location: url, ETag: `"${hash}"`, Vary: 'Accept' },
})

/** The documents of a registry; each is created at its first request. */
type Documents = {
  readonly index: () => Written
  /** Returns the document at `/openapi/v3/PART`; undefined if there is none. */
  readonly v3: (part: string, media?: 'json' | 'protobuf') => Written | undefined
  readonly v2: (media: 'json' | 'protobuf') => Written
  /** Creates the version 2 document, letting other requests run after each step; undefined if it exists. */
  readonly prepareV2: (media: 'json' | 'protobuf', pause: () => Promise<void>) => Promise<void> | undefined
  /** Creates the documents the index needs, letting other requests run after each; undefined if all exist. */
  readonly prepareIndex: (pause: () => Promise<void>) => Promise<void> | undefined
}

const kept = new WeakMap<object, Documents>()

/** Returns the documents of a registry, the same ones every time. */
export function openApiOf(registry: Registry, descriptions: Descriptions): Documents {
  const state = registry.state()
  let documents = kept.get(state)
  if (!documents) kept.set(state, (documents = createDocuments(registry, descriptions)))
  return documents
}

function createDocuments(registry: Registry, descriptions: Descriptions): Documents {
  const parts = partsOf(registry, descriptions)
  const made = new Map<string, Written>()
  const once = (name: string, make: () => Written): Written => {
    let document = made.get(name)
    if (!document) made.set(name, (document = make()))
    return document
  }
  const v3 = (name: string, media: 'json' | 'protobuf' = 'json'): Written | undefined => {
    const part = parts.get(name)
    if (!part) return undefined
    const make = () => documentV3(part.make(), descriptions, registry.profile)
    const inJson = once(`v3/${name}`, () => unchanged(part, () => written(escapedJson(make()))))
    // The hash is that of the JSON, whatever the format.
    if (media === 'json') return inJson
    return once(`v3/${name} ${media}`, () => ({
      body: protobuf.needed().encodeDocumentV3(readJson(make())),
      hash: inJson.hash,
    }))
  }
  // When the second format is requested, the document made for the first is mostly still there.
  let swagger: WeakRef<WrittenV2> | undefined
  function* makeV2(media: 'json' | 'protobuf'): Steps<Written> {
    const makers = [...parts.values()].map(({ make }) => make)
    const document = swagger?.deref() ?? (yield* documentV2(makers, descriptions, registry.profile))
    swagger = new WeakRef(document)
    return yield* media === 'json' ? writtenInJson(document) : writtenInProtobuf(document)
  }
  const making = new Map<string, Promise<void>>()
  const prepare = async (media: 'json' | 'protobuf', pause: () => Promise<void>) => {
    const document = await finishInTurns(makeV2(media), pause)
    made.set(media, document)
    making.delete(media)
  }
  const prepareAll = async (names: readonly string[], pause: () => Promise<void>) => {
    for (const name of names) {
      v3(name)
      await pause()
    }
  }
  return {
    v3,
    prepareIndex: (pause) => {
      const missing = [...parts.keys()].filter((name) => !made.has(`v3/${name}`))
      return missing.length === 0 ? undefined : prepareAll(missing, pause)
    },
    index: () => once('v3', () => written(encodeJson(indexOf([...parts.keys()].sort(), (name) => v3(name)!.hash)))),
    prepareV2(media, pause) {
      if (made.has(media)) return undefined
      const preparing = making.get(media) ?? prepare(media, pause)
      making.set(media, preparing)
      return preparing
    },
    v2: (media) => once(media, () => finish(makeV2(media))),
  }
}

const indexOf = (names: readonly string[], hashOf: (name: string) => string) => ({
  paths: Object.fromEntries(names.map((name) => [name, { serverRelativeURL: urlOf(name, hashOf(name)) }])),
})

// Documents of parts by the first kind in them: adding or removing a definition changes only those of its group
// version.
const byKind = new WeakMap<KindMapping, { readonly of: readonly KindMapping[]; readonly document: Written }>()

/** Returns the document of a part, reusing the existing one if it has the same kinds. */
function unchanged({ of }: PartOfApi, make: () => Written): Written {
  const [first] = of
  const known = first && byKind.get(first)
  if (known && known.of.length === of.length && of.every((mapping, i) => mapping === known.of[i])) return known.document
  const document = make()
  if (first) byKind.set(first, { of, document })
  return document
}

const written = (body: string): Written => ({ body, hash: documentHash(body) })

/** Returns the URL of a version 3 document with the hash of its content. */
const urlOf = (part: string, hash: string): string => `/openapi/v3/${part}?hash=${hash}`

/** An encoded document and the hash of its content. */
type Written = { readonly body: string | Bytes; readonly hash: string }

/** Encodes the document as JSON, one path or schema a step. */
function* writtenInJson(document: WrittenV2): Steps<Written> {
  const hash = createDocumentHash()
  const pieces: string[] = []
  for (const piece of piecesOf(document)) {
    pieces.push(piece)
    hash.add(piece)
    yield
  }
  return { body: pieces.join(''), hash: hash.digest() }
}

/** Encodes the document as protobuf, one path or schema a step; its hash is that of the JSON. */
function* writtenInProtobuf(document: WrittenV2): Steps<Written> {
  const body = yield* protobuf.needed().encodeDocumentV2(document, (schema) => readJson(unmarked(schema)))
  const hash = createDocumentHash()
  for (const piece of piecesOf(document)) {
    hash.add(piece)
    yield
  }
  return { body, hash: hash.digest() }
}

function* piecesOf({ swagger, info, paths, definitions, ...others }: WrittenV2): Generator<string, void, undefined> {
  yield encodeUnescapedJson({ swagger, info }).slice(0, -1)
  yield* membersOf('paths', Object.entries(paths), encodeUnescapedJson)
  yield* membersOf('definitions', definitions, unmarked)
  yield `,${encodeUnescapedJson(others).slice(1)}`
}

function* membersOf<V>(
  name: string,
  members: Iterable<readonly [name: string, value: V]>,
  write: (value: V) => string,
): Generator<string, void, undefined> {
  yield `,${encodeUnescapedJson(name)}:{`
  let comma = ''
  for (const [member, value] of members) {
    yield `${comma}${encodeUnescapedJson(member)}:${write(value)}`
    comma = ','
  }
  yield '}'
}
