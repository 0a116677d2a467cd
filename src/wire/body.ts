import { type StatusError, badRequest, failure, plainError } from '../base/status.js'
import type { PatchType, RequestVerb } from '../rest/types.js'
import { goJsonError } from './go-json.js'

/** Bytes a request body may have. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024

/** The media type of a Content-Type header, without its parameters. */
export const mediaType = (header: string | null | undefined): string => (header ?? '').split(';')[0]!.trim().toLowerCase()

const PATCH_TYPES: { readonly [type: string]: PatchType } = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
}

/** The patch a media type stands for; undefined for any other. */
export const patchType = (type: string): PatchType | undefined => (Object.hasOwn(PATCH_TYPES, type) ? PATCH_TYPES[type] : undefined)

/** 415 of the router, which words it by whether there is a body. */
export const unsupportedPatch = (hasBody: boolean): StatusError =>
  failure(415, 'UnsupportedMediaType', hasBody ? '415: Unsupported Media Type' : '415: Unsupported Media Type\n\nAvailable representations: ', {})

/** The notation of a body that is an object. */
export type Notation = 'json' | 'yaml'

/**
 * Says how an object body is written.
 *
 * @throws StatusError 415 of the handler
 */
export function notationOf(type: string): Notation {
  if (type === '' || type === 'application/json') return 'json'
  if (type === 'application/yaml') return 'yaml'
  throw failure(
    415,
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
  )
}

/** Text read as a value, or what Go's parser says of it. */
export type Parsed = { readonly value: unknown; readonly error?: undefined } | { readonly error: string; readonly value?: undefined }

/** Parses JSON. */
export function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { error: goJsonError(text) }
  }
}

/**
 * Makes an object of a parsed body, for create and replace.
 *
 * @throws StatusError 400 in the words of the server's decoder
 */
export function objectBody(parsed: Parsed, text: string, notation: Notation, kind: string): unknown {
  const head = `the object provided is unrecognized (must be of type ${kind}): `
  if (parsed.error !== undefined) throw badRequest(`${head}${notation === 'json' ? "couldn't get version/kind; json parse error: " : ''}${parsed.error} (${summary(text)})`)
  const problem = typeMetaProblem(parsed.value)
  if (problem) throw badRequest(`${head}couldn't get version/kind; json parse error: ${problem} (${summary(text)})`)
  return parsed.value ?? {}
}

/**
 * Makes DeleteOptions of a parsed body.
 *
 * @throws StatusError 500 in the words of the server's decoder
 */
export function optionsBody(parsed: Parsed): unknown {
  const problem = parsed.error ?? typeMetaProblem(parsed.value)
  if (problem !== undefined) throw plainError(`couldn't get version/kind; json parse error: ${problem}`)
  return parsed.value
}

// The decoder first looks for kind and apiVersion in this anonymous struct, and its errors show it.
const TYPE_META = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

function typeMetaProblem(value: unknown): string | undefined {
  const word = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  if (value === null) return undefined
  if (word !== 'object') return `json: cannot unmarshal ${word} into Go value of type ${TYPE_META}`
  for (const [member, name] of [['apiVersion', 'apiVersion'], ['kind', 'kind']] as const) {
    const given = (value as Record<string, unknown>)[member]
    if (given === undefined || given === null || typeof given === 'string') continue
    return `json: cannot unmarshal ${Array.isArray(given) ? 'array' : typeof given === 'boolean' ? 'bool' : typeof given} into Go struct field .${name} of type string`
  }
  return undefined
}

/** What an error shows of a body: its first 30 bytes, in hex unless it looks like JSON. */
function summary(text: string): string {
  if (text === '') return '<empty>'
  const bytes = new TextEncoder().encode(text)
  const head = bytes.subarray(0, 30)
  const shown = text.startsWith('{') ? new TextDecoder().decode(head) : [...head].map((b) => b.toString(16).padStart(2, '0')).join('')
  return bytes.length > 30 ? `${shown} ...` : shown
}

/** Tells whether a request of this verb may carry a body. */
export const takesBody = (verb: RequestVerb): boolean => verb !== 'get' && verb !== 'list' && verb !== 'watch'

/** 413 of a body over the limit. */
export const bodyTooLarge = () => failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${MAX_BODY_BYTES}`)
