import { carriedKind } from '../registry/carried.js'
import type { KindDef } from '../registry/kind-def.js'
import type { FeatureGates } from '../registry/feature-gates.js'
import type { Profile } from '../registry/profile.js'
import type { Options } from '../base/options.js'
import type { Body, Call, PatchType, User } from '../api/call.js'
import type { Target } from '../api/target.js'
import {
  MAX_BODY_BYTES,
  type Notation,
  type Parsed,
  bodyTooLarge,
  mediaType,
  notationOf,
  objectBody,
  optionsBody,
  parseJson,
  patchType,
  unknownFormat,
  unsupportedPatch,
} from './body.js'
import { deleteOptions } from './delete-options.js'
import { type Query, deleteQuery, getOptions, listOptions, writeOptions } from './query.js'
import { parseYaml } from './yaml.js'

// Without a struct there is nothing a strategic merge could go by.
const STRUCTURAL_PATCHES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
]

/** Who asks for what, besides the target. */
export type Caller = { readonly query: Query; readonly user: User; readonly userAgent: string }

/** What a call with a body is read from, besides its target. */
export type CallSource = Caller & {
  readonly contentType: string | null
  readonly contentLength: string | null
  readonly bytes: () => Promise<Uint8Array>
  /** Whose member names the kinds have. */
  readonly profile: Profile
}

/**
 * Reads a call whose verb takes no body.
 *
 * @throws StatusError 400 or 422 for its options
 */
export function readCall(target: Target, { query, user, userAgent }: Caller, featureGates: FeatureGates): Call {
  const options = target.verb === 'get' ? getOptions(query) : listOptions(query, target.verb, featureGates)
  return { target, options, body: undefined, user, manager: managerOf(options, userAgent), userAgent }
}

/**
 * Reads a call with a body, checking in the order the server does: media type, size, options, text.
 *
 * @throws StatusError 413, 415, 400, 422, or 500 for DeleteOptions that do not decode
 */
export async function readBodyCall(target: Target, source: CallSource, featureGates: FeatureGates): Promise<Call> {
  const { query, user, userAgent } = source
  const type = mediaType(source.contentType)
  const finish = (options: Options, body: Body | undefined): Call => ({
    target,
    options,
    body,
    user,
    manager: managerOf(options, userAgent),
    userAgent,
  })
  switch (target.verb) {
    case 'create': {
      const notation = notationOf(type)
      const bytes = await readBytes(source)
      const options = writeOptions(query, 'create')
      const body = readObject(bytes, notation, carriedKind(target.def, target.subresource), source.profile)
      return finish(options, body instanceof Promise ? await body : body)
    }
    case 'update': {
      const bytes = await readBytes(source)
      const options = writeOptions(query, 'update')
      const body = readObject(bytes, notationOf(type), carriedKind(target.def, target.subresource), source.profile)
      return finish(options, body instanceof Promise ? await body : body)
    }
    case 'patch': {
      const patch = patchTypeOf(target, source.contentType)
      if (!patch)
        throw withoutStrategic(target) ? unknownFormat(STRUCTURAL_PATCHES) : unsupportedPatch(await hasBody(source))
      const bytes = await readBytes(source)
      const options = writeOptions(query, 'patch', patch)
      const body = readPatch(bytes, patch)
      return finish(options, body instanceof Promise ? await body : body)
    }
    default: {
      const bytes = await readBytes(source)
      const base = target.verb === 'deletecollection' ? listOptions(query, 'deletecollection', featureGates) : undefined
      const value = bytes.length === 0 ? deleteQuery(query) : await readOptions(bytes, notationOf(type))
      return finish(deleteOptions(value, target.def, base), undefined)
    }
  }
}

const withoutStrategic = ({ def }: Target): boolean => def.structural !== undefined

/** The type of a patch by its media type; undefined for one the target does not take. */
export function patchTypeOf(target: Target, contentType: string | null): PatchType | undefined {
  const patch = patchType(mediaType(contentType))
  return patch === 'strategic' && withoutStrategic(target) ? undefined : patch
}

// A request handed over in process states no length.
const hasBody = async ({ contentLength, bytes }: CallSource) =>
  contentLength === null ? (await bytes()).length > 0 : contentLength !== '0'

async function readBytes({ contentLength, bytes }: CallSource): Promise<Uint8Array> {
  if (Number(contentLength ?? 0) > MAX_BODY_BYTES) throw bodyTooLarge()
  const body = await bytes()
  if (body.length > MAX_BODY_BYTES) throw bodyTooLarge()
  return body
}

// Only readers of protobuf need what reads it.
function readObject(bytes: Uint8Array, notation: Notation, def: KindDef, profile: Profile): Body | Promise<Body> {
  if (notation === 'protobuf')
    return import('./protobuf/request-body.js').then(({ protobufObject }) => ({
      value: protobufObject(bytes, def, profile),
      duplicates: [],
    }))
  return objectBody(parse(bytes, notation), bytes, notation, def.kind)
}

async function readOptions(bytes: Uint8Array, notation: Notation): Promise<unknown> {
  if (notation === 'protobuf') return (await import('./protobuf/request-body.js')).protobufOptions(bytes)
  return optionsBody(parse(bytes, notation))
}

const parse = (bytes: Uint8Array, notation: Exclude<Notation, 'protobuf'>): Parsed =>
  notation === 'json' ? parseJson(bytes) : parseYaml(bytes)

const readPatch = (bytes: Uint8Array, patch: PatchType): Body =>
  patchBody(parse(bytes, patch === 'apply' ? 'yaml' : 'json'), patch)

const patchBody = (parsed: Parsed, patch: PatchType): Body =>
  parsed.error === undefined
    ? Object.assign({}, parsed, { patch, duplicates: parsed.duplicates ?? [] })
    : { value: undefined, patch, error: parsed.error, duplicates: [] }

/** The name a write is recorded under: the option, else the User-Agent up to its first `/`. */
export function managerOf({ fieldManager }: Options, userAgent: string): string {
  if (fieldManager) return fieldManager
  const end = userAgent.indexOf('/')
  const product = end < 0 ? userAgent : userAgent.slice(0, end)
  return (PRINTABLE.test(product) ? product : product.replace(/[\p{C}]/gu, '')).slice(0, 128) || 'unknown'
}

const PRINTABLE = /^[ -~]*$/
