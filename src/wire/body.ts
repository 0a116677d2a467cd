import type { JsonTree } from '../base/json-tree.js'
import { isObject } from '../base/json.js'
import { endTurn, isInTurns, progressOf } from '../base/parts.js'
import { bodySummary } from '../base/body-summary.js'
import { goJsonErrorOf } from '../base/go-json.js'
import { type StatusError, badRequest, failure, plainError } from '../base/status.js'
import { decodeUtf8 } from '../base/utf8.js'
import { NO_TYPE, groupVersionProblem, typeMetaProblem } from '../registry/type-meta.js'
import type { Body, PatchType } from '../api/call.js'
import { type Look, lookAt, parseTree, saysLess, startTree, withoutLoneSurrogates } from './json-text.js'

/** Bytes a request body may have. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024

// Most are: nothing has to be taken off.
const BARE_TYPE = /^[a-z]+\/[a-z.+-]+$/

// As Go's mime.ParseMediaType has it.
const TOKEN = "[\\w!#$%&'*+.^`|~-]+"
const PARAMETER = new RegExp(`;\\s*${TOKEN}\\s*=\\s*(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*")\\s*`, 'g')

/** The media type of a Content-Type header, without its parameters; where one is none, it is no media type at all. */
export const mediaType = (header: string | null | undefined): string => {
  if (header && BARE_TYPE.test(header)) return header
  const plain = (header ?? '').replace(PARAMETER, '').trim()
  return (plain.endsWith(';') ? plain.slice(0, -1) : plain).trim().toLowerCase()
}

const PATCH_TYPES: { readonly [type: string]: PatchType } = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
}

/** The patch a media type stands for; undefined for any other. */
export const patchType = (type: string): PatchType | undefined =>
  Object.hasOwn(PATCH_TYPES, type) ? PATCH_TYPES[type] : undefined

/** 415 of the router, which words it by whether there is a body; 406 where it is said that there is none. */
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

/** The notation of a body that is an object. */
export type Notation = 'json' | 'yaml' | 'protobuf'

/**
 * Says how an object body is written.
 *
 * @throws StatusError 415 of the handler
 */
export function notationOf(type: string): Notation {
  if (type === '' || type === 'application/json') return 'json'
  if (type === 'application/yaml') return 'yaml'
  if (type === PROTOBUF) return 'protobuf'
  throw unknownFormat(['application/json', 'application/yaml', PROTOBUF])
}

/** The media type of the binary form. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf'

/** 415 of the handler. */
export const unknownFormat = (accepted: readonly string[]): StatusError =>
  failure(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  )

/** Text read as a value, with what the value does not tell of it; or what Go's parser says of it. */
export type Parsed =
  | (Pick<Body, 'value' | 'written'> & { readonly duplicates?: Body['duplicates']; readonly error?: undefined })
  | { readonly error: string; readonly value?: undefined; readonly written?: undefined }

/** Parses JSON. */
export function parseJson(bytes: Uint8Array): Parsed {
  const reading = readingOf(bytes, (text, value) => () => parseTree(text, value))
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}

/** Parses a long JSON text, letting others work between its parts. */
export async function parseLongJson(bytes: Uint8Array, pause: () => Promise<void>): Promise<Parsed> {
  const reading = readingOf(bytes, startTree)
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
    await pause()
  }
}

/** Bytes of a JSON text that is parsed in several turns. */
export const LONG_TEXT = 128 * 1024

/**
 * Parses JSON that is part of what is read: a long text in several turns, where the work has them.
 *
 * @throws PAUSE after each
 */
export function parseInnerJson(bytes: Uint8Array): Parsed {
  if (!isInTurns() || bytes.length <= LONG_TEXT) return parseJson(bytes)
  // The bytes are taken anew in each turn; what they are part of, and where, stays.
  const reading = progressOf(bytes.buffer, `JSON at ${bytes.byteOffset}`, () => readingOf(bytes, startTree))
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
    endTurn()
  }
}

type StartTree = (text: string, value: unknown) => () => JsonTree | undefined

/** Reads JSON in parts, between which others may work. A byte order mark is no white space of JSON's. */
function* readingOf(bytes: Uint8Array, startTree: StartTree): Generator<undefined, Parsed> {
  const text = withoutLoneSurrogates(decodeUtf8(bytes))
  const look = lookAt(text)
  yield
  const parsed = valueOf(text, look)
  yield
  if (!parsed) return { error: goJsonErrorOf(bytes) }
  if (!saysLess(look, parsed.value)) return parsed
  const readOn = startTree(text, parsed.value)
  for (;;) {
    yield
    const written = readOn()
    if (written) return { value: parsed.value, written }
  }
}

/**
 * What JavaScript's parser makes of a text; undefined of one that is no JSON. It would go on to the end of what is
 * nested ever deeper.
 */
function valueOf(text: string, { tooDeep }: Look): { readonly value: unknown } | undefined {
  if (tooDeep) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * Makes an object of a parsed body, for create and replace.
 *
 * @throws StatusError 400 in the words of the server's decoder
 */
export function objectBody(parsed: Parsed, bytes: Uint8Array, notation: Notation, kind: string): Body {
  const head = `the object provided is unrecognized (must be of type ${kind}): `
  if (parsed.error !== undefined)
    throw badRequest(`${head}${notation === 'json' ? NO_TYPE : ''}${parsed.error} (${bodySummary(bytes)})`)
  const problem = typeMetaProblem(parsed.value) ?? groupVersionProblem(parsed.value)
  if (problem) throw badRequest(`${head}${problem} (${bodySummary(bytes)})`)
  const value = parsed.value ?? {}
  const body = { duplicates: [], ...parsed, value }
  return isObject(value) && !value['kind'] ? { ...body, untyped: decodeUtf8(bytes) } : body
}

/**
 * Makes DeleteOptions of a parsed body.
 *
 * @throws StatusError 500 in the words of the server's decoder
 */
export function optionsBody(parsed: Parsed): unknown {
  const problem =
    parsed.error === undefined
      ? (typeMetaProblem(parsed.value) ?? groupVersionProblem(parsed.value))
      : `${NO_TYPE}${parsed.error}`
  if (problem !== undefined) throw plainError(problem)
  return parsed.value
}

/** 413 of a body over the limit. */
export const bodyTooLarge = () =>
  failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${MAX_BODY_BYTES}`)
