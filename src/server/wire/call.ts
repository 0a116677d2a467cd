import { printable } from '../../base/go/printable.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { later } from '../../base/turns/later.js'
import { inTurns } from '../../base/turns/work-in-parts.js'
import { truncatedUtf8 } from '../../base/bytes/utf8.js'
import { bodyKind } from '../../model/registry/body-kind.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'
import type { Profile } from '../../model/registry/profile.js'
import type { Options } from '../../model/call/options.js'
import type { Body, Call, PatchType, User } from '../../model/call/call.js'
import type { Target } from '../../model/call/target.js'
import {
  LONG_TEXT,
  MAX_BODY_BYTES,
  PATCHES,
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
import { selectionOf, sharePrepared } from '../../model/select/selection.js'
import { deleteOptions } from './delete-options.js'
import { prepareSelectors } from './prepare-selectors.js'
import { type Query, deleteQuery, getOptions, listOptions, writeOptions } from './query.js'
import { LONG_YAML, parseLongYaml, parseYaml } from './yaml.js'

// Strategic merge needs a struct.
const STRUCTURAL_PATCHES = PATCHES.filter((type) => patchType(type) !== 'strategic')

/** The query and the user of a request. */
export type Caller = { readonly query: Query; readonly user: User; readonly userAgent: string }

/** The parts of a request that a call with a body is decoded from, besides its target. */
export type CallSource = Caller & {
  readonly contentType: string | null
  readonly contentLength: string | null
  readonly bytes: () => Promise<Uint8Array>
  /** Yields to other work during a long task. */
  readonly pause: () => Promise<void>
  /** The profile whose field names the kinds have. */
  readonly profile: Profile
}

/**
 * Decodes a call whose verb takes no body.
 *
 * @throws StatusError 400 or 422 for its options
 */
export function readCall(target: Target, { query, user, userAgent }: Caller, featureGates: FeatureGates): Call {
  const options = target.verb === 'get' ? getOptions(query) : listOptions(query, target.verb, featureGates)
  return { target, options, body: undefined, user, manager: managerOf(options, userAgent), userAgent }
}

/**
 * Decodes a call with a body, in the server's order of checks: media type, size, options, text.
 *
 * @throws StatusError 413, 415, 400, 422, or 500 for DeleteOptions that do not decode; thrown at once, or by the
 * promise
 */
export function readBodyCall(target: Target, source: CallSource, featureGates: FeatureGates): Promise<Call> {
  const { query, user, userAgent, contentType, profile, pause } = source
  const { verb, def, subresource } = target
  const type = mediaType(contentType)
  const finish = (options: Options, body: Body | undefined): Call => {
    return { target, options, body, user, manager: managerOf(options, userAgent), userAgent }
  }
  const objectIn = (bytes: Uint8Array, notation: Notation, options: Options) => {
    const kind = bodyKind(def, subresource)
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
        // An invalid selector is reported before invalid DeleteOptions.
        if (base) await prepareSelectors(base, pause)
        if (base) selectionOf(def, base)
        const value = bytes.length === 0 ? deleteQuery(query) : await readOptions(bytes, notationOf(type), pause)
        const options = deleteOptions(value, base)
        if (base) sharePrepared(base, options)
        return finish(options, undefined)
      })
  }
}

/** Size in bytes from which a body is processed over several event-loop turns. */
const LONG_BODY = 32 * 1024

const sized = (body: Body, { length }: Uint8Array): Body => (length > LONG_BODY ? { ...body, long: true } : body)

/** Waits for the bytes of a body, and checks their size. */
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

/** Throws the error for a patch of an unsupported type. */
async function refusePatch(target: Target, source: CallSource): Promise<never> {
  if (withoutStrategic(target)) throw unknownFormat(STRUCTURAL_PATCHES)
  throw passesRouter(source.contentType)
    ? unknownFormat(PATCHES)
    : unsupportedPatch(await hasBody(source), source.contentLength)
}

// The router takes a list of types, with white space around each; the handler only a single one.
const passesRouter = (contentType: string | null): boolean =>
  (contentType ?? '').split(',').some((part) => patchType(part.split(';', 1).join().trim()) !== undefined)

const withoutStrategic = ({ def }: Target): boolean => def.structural !== undefined

/** Returns the patch type for a media type; undefined if the target does not support it. */
export function patchTypeOf(target: Target, contentType: string | null): PatchType | undefined {
  // Types are compared case-sensitively, and with the white space before parameters.
  const patch = patchType((contentType ?? '').trim().split(';', 1).join())
  return patch === 'strategic' && withoutStrategic(target) ? undefined : patch
}

// A request passed in process has no Content-Length.
const hasBody = async ({ contentLength, bytes }: CallSource) =>
  contentLength === null ? (await bytes()).length > 0 : contentLength !== '0'

// Loaded on demand: only protobuf needs it.
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
  return optionsBody(await parse(bytes, notation, pause), notation)
}

const long = createLateLibrary(() => import('./long-body.js'))

function parse(
  bytes: Uint8Array,
  notation: Exclude<Notation, 'protobuf'>,
  pause: CallSource['pause'],
): Parsed | Promise<Parsed> {
  if (notation === 'yaml') return bytes.length > LONG_YAML ? parseLongYaml(bytes, pause) : parseYaml(bytes)
  if (bytes.length <= LONG_TEXT) return parseJson(bytes)
  return later(long.load(), () => long.needed().parseLongJson(bytes, pause))
}

const patchBody = (parsed: Parsed, patch: PatchType): Body =>
  parsed.error === undefined
    ? Object.assign({}, parsed, { patch, duplicates: parsed.duplicates ?? [] })
    : { value: undefined, patch, error: parsed.error, duplicates: [] }

/** Bytes of a field manager (FieldManagerMaxLength). */
const LONGEST_MANAGER = 128

/**
 * Returns the manager a write is recorded under: the fieldManager option, else the User-Agent up to its first `/`
 * (prefixFromUserAgent).
 */
function managerOf({ fieldManager }: Options, userAgent: string): string {
  if (fieldManager) return fieldManager
  const end = userAgent.indexOf('/')
  const product = end < 0 ? userAgent : userAgent.slice(0, end)
  const shown = PRINTABLE_ASCII.test(product) ? product : printable(product)
  return truncatedUtf8(shown, LONGEST_MANAGER) || 'unknown'
}

const PRINTABLE_ASCII = /^[ -~]*$/
