import { later } from '../base/later.js'
import { inTurns } from '../base/parts.js'
import { carriedKind } from '../registry/carried.js'
import type { KindDef } from '../registry/kind-def.js'
import type { FeatureGates } from '../registry/feature-gates.js'
import type { Profile } from '../registry/profile.js'
import type { Options } from '../base/options.js'
import type { Body, Call, PatchType, User } from '../api/call.js'
import type { Target } from '../api/target.js'
import {
  LONG_TEXT,
  MAX_BODY_BYTES,
  type Notation,
  type Parsed,
  bodyTooLarge,
  mediaType,
  notationOf,
  objectBody,
  optionsBody,
  parseJson,
  parseLongJson,
  patchType,
  unknownFormat,
  unsupportedPatch,
} from './body.js'
import { selectionOf } from '../select/selection.js'
import { deleteOptions } from './delete-options.js'
import { type Query, deleteQuery, getOptions, listOptions, writeOptions } from './query.js'
import { LONG_YAML, parseLongYaml, parseYaml } from './yaml.js'

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
  /** Lets others work, while a long text is read. */
  readonly pause: () => Promise<void>
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
 * @throws StatusError 413, 415, 400, 422, or 500 for DeleteOptions that do not decode: now, or the promise rejects with
 * it
 */
export function readBodyCall(target: Target, source: CallSource, featureGates: FeatureGates): Promise<Call> {
  const { query, user, userAgent, contentType, profile, pause } = source
  const { verb, def, subresource } = target
  const type = mediaType(contentType)
  const finish = (options: Options, body: Body | undefined): Call => {
    return { target, options, body, user, manager: managerOf(options, userAgent), userAgent }
  }
  const objectIn = (bytes: Uint8Array, notation: Notation, options: Options) => {
    const kind = carriedKind(def, subresource)
    const body =
      notation === 'protobuf'
        ? readProtobuf(bytes, kind, profile, pause)
        : later(parse(bytes, notation, pause), (parsed) => objectBody(parsed, bytes, notation, kind.kind))
    return later(body, (read) => finish(options, sized(read, bytes)))
  }
  switch (verb) {
    case 'create': {
      const notation = notationOf(type)
      return withBytes(source, (bytes) => objectIn(bytes, notation, writeOptions(query, 'create')))
    }
    case 'update':
      return withBytes(source, (bytes) => {
        const options = writeOptions(query, 'update')
        return objectIn(bytes, notationOf(type), options)
      })
    case 'patch': {
      const patch = patchTypeOf(target, contentType)
      if (!patch) return refusePatch(target, source)
      return withBytes(source, (bytes) => {
        const options = writeOptions(query, 'patch', patch)
        const parsed = parse(bytes, patch === 'apply' ? 'yaml' : 'json', pause)
        return later(parsed, (read) => finish(options, sized(patchBody(read, patch), bytes)))
      })
    }
    default:
      return withBytes(source, async (bytes) => {
        const base = verb === 'deletecollection' ? listOptions(query, 'deletecollection', featureGates) : undefined
        // What cannot be selected by is told before what the options say.
        if (base) selectionOf(def, base.labelSelector, base.fieldSelector)
        const value = bytes.length === 0 ? deleteQuery(query) : await readOptions(bytes, notationOf(type), pause)
        return finish(deleteOptions(value, base), undefined)
      })
  }
}

/** Bytes of a body that is worked on in several turns. */
const LONG_BODY = 32 * 1024

const sized = (body: Body, { length }: Uint8Array): Body => (length > LONG_BODY ? { ...body, long: true } : body)

/** Goes on with the bytes of a body once they have come. */
function withBytes(
  { contentLength, bytes }: CallSource,
  read: (bytes: Uint8Array) => Call | Promise<Call>,
): Promise<Call> {
  if (Number(contentLength ?? 0) > MAX_BODY_BYTES) throw bodyTooLarge()
  return bytes().then((body) => {
    if (body.length > MAX_BODY_BYTES) throw bodyTooLarge()
    return read(body)
  })
}

/** A patch of a type that is not taken. */
async function refusePatch(target: Target, source: CallSource): Promise<never> {
  throw withoutStrategic(target)
    ? unknownFormat(STRUCTURAL_PATCHES)
    : unsupportedPatch(await hasBody(source), source.contentLength)
}

const withoutStrategic = ({ def }: Target): boolean => def.structural !== undefined

/** The type of a patch by its media type; undefined for one the target does not take. */
export function patchTypeOf(target: Target, contentType: string | null): PatchType | undefined {
  // The router takes a type only as it is spelt.
  const patch = patchType((contentType ?? '').split(';', 1).join().trim())
  return patch === 'strategic' && withoutStrategic(target) ? undefined : patch
}

// A request handed over in process states no length.
const hasBody = async ({ contentLength, bytes }: CallSource) =>
  contentLength === null ? (await bytes()).length > 0 : contentLength !== '0'

// Only readers of protobuf need what reads it.
async function readProtobuf(
  bytes: Uint8Array,
  def: KindDef,
  profile: Profile,
  pause: CallSource['pause'],
): Promise<Body> {
  const { protobufObject } = await import('./protobuf/request-body.js')
  return { value: await inTurns(() => protobufObject(bytes, def, profile), pause), duplicates: [] }
}

async function readOptions(bytes: Uint8Array, notation: Notation, pause: CallSource['pause']): Promise<unknown> {
  if (notation === 'protobuf') return (await import('./protobuf/request-body.js')).protobufOptions(bytes)
  return optionsBody(await parse(bytes, notation, pause))
}

function parse(
  bytes: Uint8Array,
  notation: Exclude<Notation, 'protobuf'>,
  pause: CallSource['pause'],
): Parsed | Promise<Parsed> {
  if (notation === 'json') return bytes.length > LONG_TEXT ? parseLongJson(bytes, pause) : parseJson(bytes)
  return bytes.length > LONG_YAML ? parseLongYaml(bytes, pause) : parseYaml(bytes)
}

const patchBody = (parsed: Parsed, patch: PatchType): Body =>
  parsed.error === undefined
    ? Object.assign({}, parsed, { patch, duplicates: parsed.duplicates ?? [] })
    : { value: undefined, patch, error: parsed.error, duplicates: [] }

/** The name a write is recorded under: the option, else the User-Agent up to its first `/`. */
function managerOf({ fieldManager }: Options, userAgent: string): string {
  if (fieldManager) return fieldManager
  const end = userAgent.indexOf('/')
  const product = end < 0 ? userAgent : userAgent.slice(0, end)
  return (PRINTABLE.test(product) ? product : product.replace(/[\p{C}]/gu, '')).slice(0, 128) || 'unknown'
}

const PRINTABLE = /^[ -~]*$/
