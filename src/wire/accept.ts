import { failure, type StatusError } from '../base/status.js'
import { trim } from '../base/trim.js'
import { parseAccept } from './accept-clauses.js'
import { PROTOBUF } from './body.js'

/** How a reply is to be written. */
export type ReplyFormat = {
  readonly media: 'json' | 'yaml' | 'protobuf'
  /** A kind of meta.k8s.io, in place of the object's own. */
  readonly as?: { readonly kind: MetaKind; readonly version: MetaVersion }
  /** Indented, whatever the query and the User-Agent say. */
  readonly pretty?: true
}

/** A kind of meta.k8s.io that an object or a list can be transformed into. */
type MetaKind = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'
/** A version of meta.k8s.io. */
export type MetaVersion = 'v1' | 'v1beta1'

/**
 * What a route answers with: a document is transformed into nothing, an item is no Table, a collection may be watched.
 */
export type Answered = 'document' | 'item' | 'object' | 'collection'

/**
 * The media types a handler writes its own objects in: custom resources are text only, as there are no messages of
 * them.
 */
export type Written = 'text' | 'any'

const JSON_FORMAT: ReplyFormat = { media: 'json' }
const FORMATS: { readonly [media in ReplyFormat['media']]: ReplyFormat } = {
  json: JSON_FORMAT,
  yaml: { media: 'yaml' },
  protobuf: { media: 'protobuf' },
}
// What is written where nothing that is asked for can be: the server then indents.
const RAW_FORMAT: ReplyFormat = { media: 'json', pretty: true }

const SERVED = ['application/json', 'application/yaml', PROTOBUF]
const STREAMED = ['application/json;stream=watch', `${PROTOBUF};stream=watch`]
const METADATA: readonly MetaKind[] = ['PartialObjectMetadata', 'PartialObjectMetadataList']
const EVERY: readonly MetaKind[] = ['Table', ...METADATA]
const KINDS: { readonly [A in Answered]: readonly MetaKind[] } = {
  document: [],
  item: METADATA,
  object: EVERY,
  collection: EVERY,
}

/** What most ask for, and what nothing has to be chosen for. */
const takesPlainJson = (
  accept: string | null | undefined,
): accept is null | undefined | '' | 'application/json' | '*/*' =>
  !accept || accept === 'application/json' || accept === '*/*'

/**
 * What the router has against a request's Accept. It looks only at media types, and is asked before the handler.
 *
 * @throws StatusError 406
 */
export function passRouter(accept: string | null | undefined, answered: Answered): void {
  if (!takesPlainJson(accept) && !takesOneOf(SERVED, accept))
    throw routerRefusal(answered === 'collection' ? [...SERVED, ...STREAMED] : SERVED)
}

/**
 * What the router has against the Accept of a request that is answered in one media type, whatever is asked for.
 *
 * @throws StatusError 406
 */
export function passRouterOf(type: string, accept: string | null): void {
  if (accept && !takesOneOf([type], accept)) throw routerRefusal([type])
}

/**
 * The format a handler writes its reply in: that of the first clause it can serve, so that a later `application/json`
 * is a fallback.
 *
 * @throws StatusError 406
 */
export function handlerFormat(
  accept: string | null | undefined,
  answered: Answered,
  written: Written = 'any',
): ReplyFormat {
  if (takesPlainJson(accept)) return JSON_FORMAT
  const format = chooseFormat(accept, KINDS[answered], written)
  if (!format) throw handlerRefusal(SERVED)
  return format
}

/** The format an error is written in: the one asked for, without a transformation. */
export function errorFormat(accept: string | null | undefined): ReplyFormat {
  if (takesPlainJson(accept)) return JSON_FORMAT
  return chooseFormat(accept, [], 'any') ?? RAW_FORMAT
}

/** Tells whether a format is JSON of the object's own kind, written as the query and the User-Agent say. */
export const isPlain = ({ media, as, pretty }: ReplyFormat): boolean =>
  media === 'json' && as === undefined && pretty === undefined

/** 406 of a watch in a notation that has no frames. */
export const notStreamable = (): StatusError => handlerRefusal(STREAMED)

const ROUTER = '406: Not Acceptable'
const ROUTER_ON_BODIES = '415: Unsupported Media Type'

/** Tells whether an error is the router's own, which no handler was asked before. */
export const isOfRouter = ({ status: { message = '' } }: StatusError): boolean =>
  [ROUTER, ROUTER_ON_BODIES].some((words) => message.startsWith(words))

/** 406 of a handler, in its own words. */
export const notAcceptable = (message: string, details?: object): StatusError =>
  failure(406, 'NotAcceptable', message, details)

const routerRefusal = (types: readonly string[]) =>
  notAcceptable(`${ROUTER}\n\nAvailable representations: ${types.join(', ')}`, {})
const handlerRefusal = (types: readonly string[]) =>
  notAcceptable(`only the following media types are accepted: ${types.join(', ')}`)

// Only whole types pass the router: `application/*` does not.
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

function chooseFormat(accept: string, kinds: readonly MetaKind[], written: Written): ReplyFormat | undefined {
  for (const { type, parameters } of parseAccept(accept)) {
    const media = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined
    const format = media && formatOf(media, parameters, kinds)
    // What is transformed is of kinds that have messages.
    if (format && (media !== 'protobuf' || written === 'any' || format.as)) return format
  }
  return undefined
}

function formatOf(
  media: ReplyFormat['media'],
  parameters: ReadonlyMap<string, string>,
  kinds: readonly MetaKind[],
): ReplyFormat | undefined {
  if (parameters.size === 0) return FORMATS[media]
  if ((parameters.get('stream') || 'watch') !== 'watch') return undefined
  const serverVersion = parameters.get('sv')
  if (serverVersion && !(kinds.length > 0 && serverVersion === 'v1')) return undefined
  const pretty = media === 'json' && parameters.get('pretty') === '1' ? { pretty: true as const } : {}
  const [as, group, version] = [parameters.get('as'), parameters.get('g'), parameters.get('v')]
  if (as === undefined && group === undefined && version === undefined) return { media, ...pretty }
  const kind = kinds.find((name) => name === as)
  if (!kind || group !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1')) return undefined
  // A table's cells hold anything: there is no message of it.
  if (kind === 'Table' && media === 'protobuf') return undefined
  return { media, as: { kind, version }, ...pretty }
}
