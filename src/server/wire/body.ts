import { isObject } from '../../base/json/json.js'
import { bodySummary } from '../../base/errors/body-summary.js'
import { goJsonErrorOf } from '../../base/go/encoding-json.js'
import { type StatusError, badRequest, failure, plainError } from '../../base/errors/status.js'
import { decodeUtf8 } from '../../base/bytes/utf8.js'
import { NO_TYPE, typeProblem } from '../../model/registry/type-meta.js'
import type { Body, PatchType } from '../../model/call/call.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import type { Asked } from './handle.js'
import { isLossy, lookAt, parseTree, withoutLoneSurrogates } from '../../base/json/json-text.js'

/** Maximum size of a request body in bytes. */
const MAX_BODY_BYTES = 3 * 1024 * 1024

// Fast path: most media types have no parameters to strip.
const BARE_TYPE = /^[a-z]+\/[a-z.+-]+$/

// As in Go's mime.ParseMediaType.
const TOKEN = "[\\w!#$%&'*+.^`|~-]+"
const PARAMETER = new RegExp(`;\\s*(${TOKEN})\\s*=\\s*(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*")\\s*`, 'g')

/**
 * Returns the media type of a Content-Type header without its parameters; a malformed or repeated parameter is kept,
 * and so makes it an unknown type.
 */
export const mediaType = (header: string | null | undefined): string => {
  if (header && BARE_TYPE.test(header)) return header
  const names = new Set<string>()
  const unlessRepeated = (parameter: string, name: string) => {
    const isRepeated = names.has(name.toLowerCase())
    names.add(name.toLowerCase())
    return isRepeated ? parameter : ''
  }
  const plain = (header ?? '').replace(PARAMETER, unlessRepeated).trim()
  return (plain.endsWith(';') ? plain.slice(0, -1) : plain).trim().toLowerCase()
}

const PATCH_TYPES: { readonly [type: string]: PatchType } = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
}

/** The media types of patches. */
export const PATCHES: readonly string[] = Object.keys(PATCH_TYPES)

/** Returns the patch type for a media type; undefined for any other. */
export const patchType = (type: string): PatchType | undefined =>
  Object.hasOwn(PATCH_TYPES, type) ? PATCH_TYPES[type] : undefined

/** Makes the router's 415, whose text depends on whether there is a body; a 406 if Content-Length is 0. */
export const unsupportedPatch = (hasBody: boolean, contentLength: string | null): StatusError => {
  const isNone = contentLength === '0'
  const words = isNone ? '406: Not Acceptable' : '415: Unsupported Media Type'
  return failure(
    isNone ? 406 : 415,
    isNone ? 'NotAcceptable' : 'UnsupportedMediaType',
    hasBody ? words : `${words}\n\nAvailable representations: `,
    {},
  )
}

/** The format of an object in a body. */
export type Notation = 'json' | 'yaml' | 'protobuf'

/**
 * Returns the format of an object body.
 *
 * @throws StatusError 415 of the handler
 */
export function notationOf(type: string): Notation {
  if (type === '' || type === 'application/json') return 'json'
  if (type === 'application/yaml') return 'yaml'
  if (type === PROTOBUF) return 'protobuf'
  throw unknownFormat(['application/json', 'application/yaml', PROTOBUF])
}

/** The media type of protobuf. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf'

/** Makes the 415 of a handler. */
export const unknownFormat = (accepted: readonly string[]): StatusError =>
  failure(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  )

/** A parsed value, with its syntax tree where the value does not carry all of it; or the error of Go's parser. */
export type Parsed =
  | (Pick<Body, 'value' | 'written'> & { readonly duplicates?: Body['duplicates']; readonly error?: undefined })
  | { readonly error: string; readonly value?: undefined; readonly written?: undefined }

/** Size in bytes from which a JSON text is parsed over several event-loop turns. */
export const LONG_TEXT = 128 * 1024

/** Parses JSON at once. */
export function parseJson(bytes: Uint8Array): Parsed {
  const text = jsonTextOf(bytes)
  const look = lookAt(text)
  const parsed = look.tooDeep ? undefined : valueOf(text)
  if (!parsed) return { error: goJsonErrorOf(bytes) }
  return isLossy(look, parsed.value) ? { ...parsed, written: parseTree(text, parsed.value) } : parsed
}

/** Decodes the text of JSON. A byte order mark is not white space in it. */
export const jsonTextOf = (bytes: Uint8Array): string => withoutLoneSurrogates(decodeUtf8(bytes))

function valueOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

// YAML is converted to JSON before anything is read.
const unparsable = (error: string, notation: Notation) => (notation === 'json' ? `${NO_TYPE}${error}` : error)

/**
 * Makes the Body of a parsed object, for create and update.
 *
 * @throws StatusError 400 with the message of the server's decoder
 */
export function objectBody(parsed: Parsed, bytes: Uint8Array, notation: Notation, def: KindDef): Body {
  const head = `the object provided is unrecognized (must be of type ${def.kind}): `
  if (parsed.error !== undefined)
    throw badRequest(`${head}${unparsable(parsed.error, notation)} (${bodySummary(bytes)})`)
  const problem = typeProblem(parsed.value)
  if (problem) throw badRequest(`${head}${problem} (${bodySummary(bytes)})`)
  const value = parsed.value ?? {}
  const body = { duplicates: [], ...parsed, value }
  // Only custom resources have to state their kind.
  const isUntyped = def.structural && isObject(value) && !value['kind']
  return isUntyped ? { ...body, untyped: decodeUtf8(bytes) } : body
}

/** Makes the error for DeleteOptions that are none. */
export const unreadableOptions = (server: KubernetesVersion, message: string): StatusError =>
  atLeast(server, '1.35') ? badRequest(message) : plainError(message)

/**
 * Checks a parsed body that holds DeleteOptions.
 *
 * @throws StatusError 500, since 1.35 400, with the message of the server's decoder
 */
export function optionsBody(parsed: Parsed, notation: Notation, server: KubernetesVersion): unknown {
  const problem = parsed.error === undefined ? typeProblem(parsed.value) : unparsable(parsed.error, notation)
  if (problem !== undefined) throw unreadableOptions(server, problem)
  return parsed.value
}

/** Makes the 413 for a body over the limit. */
const bodyTooLarge = () => failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${MAX_BODY_BYTES}`)

// Loaded on demand: few clients do not tell the length.
const bounded = createLateLibrary(() => import('../../base/bytes/read-bounded.js'))

/**
 * Reads a body. One that is too long by its Content-Length is not read; if its length is unknown, reading stops at the
 * limit.
 *
 * @throws StatusError 413
 */
export function readBytes(raw: Asked): Promise<Uint8Array> {
  if (Number(raw.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw bodyTooLarge()
  if ('readBody' in raw) return raw.readBody(MAX_BODY_BYTES, bodyTooLarge)
  if (raw.headers.get('transfer-encoding') !== null)
    return Promise.resolve(bounded.load()).then(() =>
      bounded.needed().readBounded(raw.body, MAX_BODY_BYTES, bodyTooLarge),
    )
  return raw.arrayBuffer().then((buffer) => {
    if (buffer.byteLength > MAX_BODY_BYTES) throw bodyTooLarge()
    return new Uint8Array(buffer)
  })
}
