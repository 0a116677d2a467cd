import { printable } from '../../base/go/printable.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { type Steps, waitFor } from '../../base/turns/steps.js'
import { inTurns } from '../../base/turns/work-in-parts.js'
import { truncatedUtf8 } from '../../base/bytes/utf8.js'
import { bodyKind } from '../../model/registry/subresource-of.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'
import type { Profile } from '../../model/registry/profile.js'
import { type Options, noOptions } from '../../model/call/options.js'
import type { Body, Call, PatchType, User, Target } from '../../model/call/call.js'
import {
  LONG_TEXT,
  type Notation,
  PATCHES,
  type Parsed,
  mediaType,
  notationOf,
  objectBody,
  optionsBody,
  unreadableOptions,
  parseJson,
  readBytes,
  patchType,
  unknownFormat,
  unsupportedPatch,
} from './body.js'
import { selectionOf, sharePrepared } from '../../model/select/selection.js'
import { prepareSelectors } from './prepare-selectors.js'
import type { Asked } from './handle.js'
import { type Query, deleteQuery, getOptions, listOptions, writeOptions } from './query.js'
import { treeOf } from '../../base/json/json-tree.js'
import { withNumbers } from '../../base/yaml/decode.js'
import { type ReadYaml, readYaml, startReading } from '../../base/yaml/read.js'
import { decodeYamlText } from '../../base/yaml/text.js'
import { IF_UNREADABLE, checkedDeleteOptions, failOptions } from '../../model/call/option-rules.js'
import { isObject } from '../../base/json/json.js'
import { invalid } from '../../base/errors/issue.js'
import { type StatusError, badRequest } from '../../base/errors/status.js'
import { array, boolean, int64, pointer, string, struct } from '../../schema/builders.js'
import { DecodeError, decode } from '../../schema/decode.js'
import type { Infer } from '../../schema/types.js'
import { statedType, unregistered } from '../../model/registry/type-meta.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import { UNVERSIONED } from '../../model/registry/scheme.js'
import { META } from '../../schema/metadata.js'

const schema = struct(`${META}.DeleteOptions`, {
  kind: string(),
  apiVersion: string(),
  gracePeriodSeconds: pointer(int64()),
  preconditions: struct(`${META}.Preconditions`, {
    uid: pointer(string('types.UID')),
    resourceVersion: pointer(string()),
  }),
  orphanDependents: pointer(boolean()),
  propagationPolicy: pointer(string('v1.DeletionPropagation')),
  dryRun: array(string()),
  [IF_UNREADABLE]: pointer(boolean()),
})

/**
 * Decodes DeleteOptions, from a body or from {@link deleteQuery}; unknown fields are ignored.
 *
 * @throws StatusError 500 (since 1.35 400) for another kind or a value of the wrong type, 422 for an invalid value
 */
export function deleteOptions(
  value: unknown,
  server: KubernetesVersion,
  featureGates: FeatureGates,
  base: Options = noOptions,
): Options {
  const members = isObject(value) ? value : {}
  checkType(members, server)
  const { [IF_UNREADABLE]: ifUnreadable = false, ...others } = decodeOptions(members, server)
  const isAsked = ifUnreadable && featureGates.AllowUnsafeMalformedObjectDeletion
  return checkedDeleteOptions({ ...others, [IF_UNREADABLE]: isAsked }, server, base)
}

// DeleteOptions are registered in every version, custom ones included. The other kinds of meta.k8s.io are registered
// too, but cannot be converted to DeleteOptions.
const OF_META =
  'ListOptions GetOptions CreateOptions UpdateOptions PatchOptions Table TableOptions PartialObjectMetadata PartialObjectMetadataList'

function checkType(members: object, server: KubernetesVersion): void {
  const { kind, apiVersion } = statedType(members)
  if (kind === '' || kind === 'DeleteOptions') return
  const version = apiVersion || 'meta.k8s.io/v1'
  const isMeta = version === 'meta.k8s.io/v1' && OF_META.split(' ').includes(kind)
  throw unreadableOptions(
    server,
    isMeta || UNVERSIONED.includes(kind)
      ? `converting (v1.${kind}) to (v1.DeleteOptions): unknown conversion`
      : unregistered(kind, version, server),
  )
}

function decodeOptions(members: object, server: KubernetesVersion): Partial<Infer<typeof schema>> {
  try {
    return decode<Partial<Infer<typeof schema>>>(schema, members).object
  } catch (error) {
    if (error instanceof DecodeError) throw unreadableOptions(server, error.message)
    throw error
  }
}

/** Parses YAML like a server. */
export const parseYaml = (bytes: Uint8Array): Parsed => parsedOf(readYaml(decodeYamlText(bytes)))

/** Size in bytes from which a text is parsed over several event-loop turns. */
const LONG_YAML = 32 * 1024
// Until all of them are read, each value takes as much memory as thirty characters of text, and may be a single
// character.
const MOST_VALUES = 500_000
// Number of steps per turn, which take a few milliseconds.
const SLICE = 1000

/** Parses a long text, yielding to other work between its parts. */
export async function parseLongYaml(bytes: Uint8Array, pause: () => Promise<void>): Promise<Parsed> {
  const readOn = startReading(decodeYamlText(bytes), MOST_VALUES)
  for (;;) {
    const read = readOn(SLICE)
    if (read) return parsedOf(read)
    await pause()
  }
}

function parsedOf(read: ReadYaml): Parsed {
  if (read.error !== undefined) return { error: read.error }
  const { value, hasBigints, duplicates } = read
  return {
    ...(hasBigints ? { value: withNumbers(value), written: treeOf(value) } : { value }),
    ...(duplicates.length > 0 ? { duplicates: duplicates.map(({ message }) => message) } : {}),
  }
}

// Strategic merge needs a struct.
const STRUCTURAL_PATCHES = PATCHES.filter((type) => patchType(type) !== 'strategic')

/** The query and the user of a request. */
export type Caller = { readonly query: Query; readonly user: User; readonly userAgent: string }

/** The parts of a request that a call with a body is decoded from, besides its target. */
export type CallSource = Caller & {
  readonly contentType: string | null
  /** The request, which keeps its body once it was read. */
  readonly request: { readonly raw: Asked; bytes: Uint8Array | undefined }
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
 * @throws StatusError 413, 415, 400, 422, or 500 for DeleteOptions that do not decode
 */
export function* readBodyCall(target: Target, source: CallSource, featureGates: FeatureGates): Steps<Call> {
  const { query, user, userAgent, contentType, request, pause } = source
  const { verb, def } = target
  const type = mediaType(contentType)
  const patch = verb === 'patch' ? patchTypeOf(target, contentType) : undefined
  if (verb === 'patch' && !patch) throw yield* patchRefusal(target, source)
  // Only the type of a new object is checked before its body is read.
  const created = verb === 'create' ? notationOf(type) : undefined
  const bytes = (yield readBytes(request.raw)) as Uint8Array // what its promise resolves to
  request.bytes = bytes
  let options: Options
  let body: Body | undefined
  if (patch) {
    options = writeOptions(query, def.serverVersion, 'patch', patch)
    const parsed = parse(bytes, patch === 'apply' ? 'yaml' : 'json', pause)
    const read = parsed instanceof Promise ? yield* waitFor(parsed) : parsed
    if ('error' in read && atLeast(def.serverVersion, '1.37')) {
      if (patch !== 'apply') throw badRequest('invalid JSON patch')
      // What begins as JSON is not encoded as it.
      if (!startsAsObject(bytes)) throw badRequest(`error encoding patch: ${read.error}`)
    }
    body = sized(patchBody(read, patch), bytes, def)
  } else if (verb === 'create' || verb === 'update') {
    options = writeOptions(query, def.serverVersion, verb)
    body = yield* readObject(target, source, bytes, created ?? notationOf(type))
  } else {
    const base = verb === 'deletecollection' ? listOptions(query, 'deletecollection', featureGates) : undefined
    // An invalid selector is reported before invalid DeleteOptions.
    if (base) yield* waitFor(prepareSelectors(base, pause))
    if (base) selectionOf(def, base)
    const given =
      bytes.length === 0
        ? deleteQuery(query)
        : readOptions(bytes, notationOf(type), { pause, server: def.serverVersion })
    options = deleteOptions(yield* waitFor(given), def.serverVersion, featureGates, base)
    if (base && options.ifUnreadable) failOptions('DeleteOptions', [invalid(IF_UNREADABLE, true, OF_ONE)])
    if (base) sharePrepared(base, options)
  }
  return { target, options, body, user, manager: managerOf(options, userAgent), userAgent }
}

const startsAsObject = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trimStart().startsWith('{')

const OF_ONE = 'is not allowed with DELETECOLLECTION, try again after removing the option'

/** Reads the body of a create or an update. */
function* readObject(
  { def, subresource }: Target,
  { profile, pause }: CallSource,
  bytes: Uint8Array,
  notation: Notation,
): Steps<Body> {
  const kind = bodyKind(def, subresource)
  if (notation === 'protobuf') return sized(yield* waitFor(readProtobuf(bytes, kind, profile, pause)), bytes, def)
  const parsed = parse(bytes, notation, pause)
  const read = parsed instanceof Promise ? yield* waitFor(parsed) : parsed
  return sized(objectBody(read, bytes, notation, kind), bytes, def)
}

/** Size in bytes from which a body is processed over several event-loop turns. */
const LONG_BODY = 32 * 1024
const LONG_EXPRESSIONS = 4 * 1024

const sized = (body: Body, { length }: Uint8Array, { hasExpressions }: KindDef): Body =>
  length > (hasExpressions ? LONG_EXPRESSIONS : LONG_BODY) ? { ...body, long: true } : body

/** Returns the error for a patch of an unsupported type. */
function* patchRefusal(target: Target, source: CallSource): Steps<StatusError> {
  if (withoutStrategic(target)) return unknownFormat(STRUCTURAL_PATCHES)
  if (passesRouter(source.contentType)) return unknownFormat(PATCHES)
  // Since v1.34 the router asks for the type alone.
  if (atLeast(target.def.serverVersion, '1.34')) return unsupportedPatch(true, null)
  return unsupportedPatch(yield* waitFor(hasBody(source)), lengthOf(source))
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
async function hasBody(source: CallSource): Promise<boolean> {
  const { request } = source
  const length = lengthOf(source)
  if (length !== null) return length !== '0'
  request.bytes = await readBytes(request.raw)
  return request.bytes.length > 0
}

const lengthOf = ({ request }: CallSource): string | null => request.raw.headers.get('content-length')

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

async function readOptions(
  bytes: Uint8Array,
  notation: Notation,
  { pause, server }: Pick<CallSource, 'pause'> & { readonly server: KubernetesVersion },
): Promise<unknown> {
  if (notation === 'protobuf') return (await import('./protobuf/request-body.js')).protobufOptions(bytes)
  return optionsBody(await parse(bytes, notation, pause), notation, server)
}

const long = createLateLibrary(() => import('./long-body.js'))

function parse(
  bytes: Uint8Array,
  notation: Exclude<Notation, 'protobuf'>,
  pause: CallSource['pause'],
): Parsed | Promise<Parsed> {
  if (notation === 'yaml') return bytes.length > LONG_YAML ? parseLongYaml(bytes, pause) : parseYaml(bytes)
  if (bytes.length <= LONG_TEXT) return parseJson(bytes)
  const read = () => long.needed().parseLongJson(bytes, pause)
  return long.load()?.then(read) ?? read()
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
  const shown = PRINTABLE_ASCII.test(product)
    ? product.slice(0, LONGEST_MANAGER)
    : truncatedUtf8(printable(product), LONGEST_MANAGER)
  return shown || 'unknown'
}

const PRINTABLE_ASCII = /^[ -~]*$/
