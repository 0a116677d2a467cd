import { carriedKind } from '../kind/carried.js'
import type { KindDef } from '../kind/define.js'
import type { Gates } from '../kind/gates.js'
import type { Profile } from '../kind/profile.js'
import type { Options } from '../base/options.js'
import type { Body, Call, PatchType, Target, User } from '../rest/types.js'
import {
  MAX_BODY_BYTES,
  type Notation,
  PROTOBUF,
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
import { loadYaml } from './yaml.js'

// Without a struct there is nothing a strategic merge could go by.
const STRUCTURAL_PATCHES = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml']

/** Who asks for what, besides the target. */
export type Caller = { readonly query: Query; readonly user: User; readonly userAgent: string }

/** What a call with a body is read from, besides its target. */
export type CallSource = Caller & {
  readonly contentType: string | null
  readonly contentLength: string | null
  readonly text: () => Promise<string>
  readonly bytes: () => Promise<Uint8Array>
  /** Whose member names the kinds have. */
  readonly profile: Profile
}

/**
 * Reads a call whose verb takes no body.
 *
 * @throws StatusError 400 or 422 for its options
 */
export function readCall(target: Target, { query, user, userAgent }: Caller, gates: Gates): Call {
  const options = target.verb === 'get' ? getOptions(query) : listOptions(query, target.verb, gates)
  return { target, options, body: undefined, user, manager: managerOf(options, userAgent), userAgent }
}

/**
 * Reads a call with a body, checking in the order the server does: media type, size, options, text.
 *
 * @throws StatusError 413, 415, 400, 422, or 500 for DeleteOptions that do not decode
 */
export async function readBodyCall(target: Target, source: CallSource, gates: Gates): Promise<Call> {
  const { query, user, userAgent } = source
  const type = mediaType(source.contentType)
  const finish = (options: Options, body: Body | undefined): Call => ({ target, options, body, user, manager: managerOf(options, userAgent), userAgent })
  switch (target.verb) {
    case 'create': {
      const notation = notationOf(type)
      const content = await readContent(source, type)
      const options = writeOptions(query, 'create')
      return finish(options, await readObject(content, notation, carriedKind(target.def, target.endpoint), source.profile))
    }
    case 'update': {
      const content = await readContent(source, type)
      const options = writeOptions(query, 'update')
      const notation = notationOf(type)
      return finish(options, await readObject(content, notation, carriedKind(target.def, target.endpoint), source.profile))
    }
    case 'patch': {
      const patch = patchTypeOf(target, source.contentType)
      if (!patch) throw withoutStrategic(target) ? unknownFormat(STRUCTURAL_PATCHES) : unsupportedPatch(await hasBody(source))
      const text = await readText(source)
      const options = writeOptions(query, 'patch', patch)
      return finish(options, await readPatch(text, patch))
    }
    default: {
      const content = await readContent(source, type)
      const base = target.verb === 'deletecollection' ? listOptions(query, 'deletecollection', gates) : undefined
      const value = content.length === 0 ? deleteQuery(query) : await readOptions(content, notationOf(type))
      return finish(deleteOptions(value, target.def, base), undefined)
    }
  }
}

const withoutStrategic = ({ def, endpoint }: Target): boolean => def.structural !== undefined && endpoint !== 'scale'

/** The type of a patch by its media type; undefined for one the target does not take. */
export function patchTypeOf(target: Target, contentType: string | null): PatchType | undefined {
  const patch = patchType(mediaType(contentType))
  return patch === 'strategic' && withoutStrategic(target) ? undefined : patch
}

// A request handed over in process states no length.
const hasBody = async ({ contentLength, text }: CallSource) => (contentLength === null ? (await text()) !== '' : contentLength !== '0')

const readContent = (source: CallSource, type: string): Promise<string | Uint8Array> => (type === PROTOBUF ? readBytes(source) : readText(source))

async function readBytes({ contentLength, bytes }: CallSource): Promise<Uint8Array> {
  if (Number(contentLength ?? 0) > MAX_BODY_BYTES) throw bodyTooLarge()
  const body = await bytes()
  if (body.length > MAX_BODY_BYTES) throw bodyTooLarge()
  return body
}

async function readText({ contentLength, text }: CallSource): Promise<string> {
  if (Number(contentLength ?? 0) > MAX_BODY_BYTES) throw bodyTooLarge()
  const body = await text()
  // A character is at most three bytes per code unit; only then is the exact size worth counting.
  if (body.length * 3 > MAX_BODY_BYTES && new TextEncoder().encode(body).length > MAX_BODY_BYTES) throw bodyTooLarge()
  return body
}

// Only protobuf content is bytes, and only its readers need the decoder.
function readObject(content: string | Uint8Array, notation: Notation, def: KindDef, profile: Profile): Body | Promise<Body> {
  if (typeof content !== 'string')
    return import('./protobuf/request-body.js').then(({ protobufObject }) => ({ value: protobufObject(content, def, profile), duplicates: [] }))
  if (notation === 'json') return objectBody(parseJson(content), content, notation, def.kind)
  return loadYaml().then((yaml) => objectBody(yaml.parse(content), content, notation, def.kind))
}

async function readOptions(content: string | Uint8Array, notation: Notation): Promise<unknown> {
  if (typeof content !== 'string') return (await import('./protobuf/request-body.js')).protobufOptions(content)
  return optionsBody(await parse(content, notation))
}

async function parse(text: string, notation: Notation): Promise<Parsed> {
  return notation === 'json' ? parseJson(text) : (await loadYaml()).parse(text)
}

async function readPatch(text: string, patch: PatchType): Promise<Body> {
  const parsed = patch === 'apply' ? (await loadYaml()).parse(text) : parseJson(text)
  return parsed.error === undefined
    ? Object.assign({}, parsed, { patch, duplicates: parsed.duplicates ?? [] })
    : { value: undefined, patch, error: parsed.error, duplicates: [] }
}

/** The name a write is recorded under: the option, else the User-Agent up to its first `/`. */
export function managerOf({ fieldManager }: Options, userAgent: string): string {
  if (fieldManager) return fieldManager
  const end = userAgent.indexOf('/')
  const product = end < 0 ? userAgent : userAgent.slice(0, end)
  return (PRINTABLE.test(product) ? product : product.replace(/[\p{C}]/gu, '')).slice(0, 128) || 'unknown'
}

const PRINTABLE = /^[ -~]*$/
