import { failure, type StatusError } from '../../base/errors/status.js'
import { trim } from '../../base/text/trim.js'
import { parseAccept } from './accept-clauses.js'
import { PROTOBUF } from './body.js'
import { hasMessage } from './has-message.js'

/** The format of a reply. */
export type ReplyFormat = {
  readonly media: 'json' | 'yaml' | 'protobuf'
  /** A kind of meta.k8s.io that replaces the object's own. */
  readonly as?: { readonly kind: MetaKind; readonly version: MetaVersion }
  /** Indented, whatever the query and the User-Agent say. */
  readonly pretty?: true
}

/** A kind of meta.k8s.io that an object or a list can be transformed into. */
type MetaKind = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'
/** A version of meta.k8s.io. */
export type MetaVersion = 'v1' | 'v1beta1'

/**
 * What a route answers with: a document cannot be transformed, an item cannot be a Table, a collection can be watched.
 * A log is text, but only whoever accepts an item too gets it.
 */
export type Answered = 'document' | 'log' | 'item' | 'object' | 'collection'

/** Plain JSON. */
export const JSON_FORMAT: ReplyFormat = { media: 'json' }
const FORMATS: { readonly [media in ReplyFormat['media']]: ReplyFormat } = {
  json: JSON_FORMAT,
  yaml: { media: 'yaml' },
  protobuf: { media: 'protobuf' },
}
// The fallback if no requested format is possible: the server then indents.
const RAW_FORMAT: ReplyFormat = { media: 'json', pretty: true }

/** The media types of an object. */
export const SERVED: readonly string[] = ['application/json', 'application/yaml', PROTOBUF]
const STREAMED = ['application/json;stream=watch', `${PROTOBUF};stream=watch`]
const METADATA: readonly MetaKind[] = ['PartialObjectMetadata', 'PartialObjectMetadataList']
const EVERY: readonly MetaKind[] = ['Table', ...METADATA]
const KINDS: { readonly [A in Answered]: readonly MetaKind[] } = {
  document: [],
  log: METADATA,
  item: METADATA,
  object: EVERY,
  collection: EVERY,
}

/** Tells whether plain JSON is accepted, the common case that needs no negotiation. */
export const takesPlainJson = (
  accept: string | null | undefined,
): accept is null | undefined | '' | 'application/json' | '*/*' =>
  !accept || accept === 'application/json' || accept === '*/*'

/**
 * Checks a request's Accept header as the router does, before the handler: only the media types.
 *
 * @throws StatusError 406
 */
export function passRouter(accept: string | null | undefined, answered: Answered): void {
  if (takesPlainJson(accept)) return
  const served = answered === 'log' ? ['text/plain', ...SERVED] : SERVED
  if (!takesOneOf(served, accept)) throw routerRefusal(answered === 'collection' ? [...SERVED, ...STREAMED] : served)
}

/**
 * Checks the Accept header of a request whose reply has a single media type.
 *
 * @throws StatusError 406
 */
export function passRouterOf(type: string, accept: string | null): void {
  if (accept && !takesOneOf([type], accept)) throw routerRefusal([type])
}

/**
 * Returns the format of a handler's reply: that of the first clause it supports, so that a later `application/json` is
 * a fallback. `def` is the kind of its objects; custom resources are written as text only.
 *
 * @throws StatusError 406
 */
export function handlerFormat(
  accept: string | null | undefined,
  answered: Answered,
  def?: Parameters<typeof hasMessage>[0],
): ReplyFormat {
  if (takesPlainJson(accept)) return JSON_FORMAT
  const format = chooseFormat(accept, KINDS[answered], def)
  if (!format) throw handlerRefusal(SERVED)
  return format
}

/** Returns the format of an error: the requested one, without a transformation. */
export function errorFormat(accept: string | null | undefined): ReplyFormat {
  if (takesPlainJson(accept)) return JSON_FORMAT
  return chooseFormat(accept, []) ?? RAW_FORMAT
}

/** Tells whether a format is JSON of the object's own kind, indented only if the query or the User-Agent says so. */
export const isPlain = ({ media, as, pretty }: ReplyFormat): boolean =>
  media === 'json' && as === undefined && pretty === undefined

/** Makes the 406 for a watch in a format that cannot be streamed. */
export const notStreamable = (): StatusError => handlerRefusal(STREAMED)

const ROUTER = '406: Not Acceptable'
const ROUTER_ON_BODIES = '415: Unsupported Media Type'

/** Tells whether an error comes from the router, before any handler was called. */
export const isOfRouter = ({ status: { message = '' } }: StatusError): boolean =>
  [ROUTER, ROUTER_ON_BODIES].some((words) => message.startsWith(words))

/** Makes the 406 of a handler. */
export const notAcceptable = (message: string, details?: object): StatusError =>
  failure(406, 'NotAcceptable', message, details)

const routerRefusal = (types: readonly string[]) =>
  notAcceptable(`${ROUTER}\n\nAvailable representations: ${types.join(', ')}`, {})
const handlerRefusal = (types: readonly string[]) =>
  notAcceptable(`only the following media types are accepted: ${types.join(', ')}`)

// The router only matches complete types, not `application/*`.
const takesOneOf = (types: readonly string[], accept: string): boolean =>
  accept.split(',').some((part) => {
    const type = trim(part.split(';', 1).join(), ' ')
    return type === '*/*' || types.includes(type)
  })

const MEDIA: { readonly [type: string]: ReplyFormat['media'] } = {
  '*/*': 'json',
  'application/*': 'json',
  'application/json': 'json',
  'application/yaml': 'yaml',
  [PROTOBUF]: 'protobuf',
}

function chooseFormat(
  accept: string,
  kinds: readonly MetaKind[],
  def?: Parameters<typeof hasMessage>[0],
): ReplyFormat | undefined {
  for (const { type, parameters } of parseAccept(accept)) {
    const media = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined
    const format = media && formatOf(media, parameters, kinds)
    // The kinds that objects are transformed into have messages.
    if (format && (media !== 'protobuf' || !def || hasMessage(def) || format.as)) return format
  }
  return undefined
}

function formatOf(
  media: ReplyFormat['media'],
  parameters: ReadonlyMap<string, string>,
  kinds: readonly MetaKind[],
): ReplyFormat | undefined {
  if (parameters.size === 0) return FORMATS[media]
  const stream = parameters.get('stream')
  // YAML has no streams.
  if (stream && (stream !== 'watch' || media === 'yaml')) return undefined
  const serverVersion = parameters.get('sv')
  if (serverVersion && !(kinds.length > 0 && serverVersion === 'v1')) return undefined
  const pretty = media === 'json' && parameters.get('pretty') === '1' ? { pretty: true as const } : {}
  const [as, group, version] = [parameters.get('as'), parameters.get('g'), parameters.get('v')]
  if (as === undefined && group === undefined && version === undefined) return { media, ...pretty }
  const kind = kinds.find((name) => name === as)
  if (!kind || group !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1')) return undefined
  // A table's cells may hold anything, so it has no message.
  if (kind === 'Table' && media === 'protobuf') return undefined
  return { media, as: { kind, version }, ...pretty }
}
