import { failure, type StatusError } from '../base/status.js'
import { trim } from '../base/trim.js'
import { parseAccept } from './accept-clauses.js'

/** How a reply is to be written. */
export type View = {
  readonly media: 'json' | 'yaml'
  /** Another shape than the object's own. */
  readonly as?: { readonly shape: Shape; readonly version: MetaVersion }
  /** Indented, whatever the query and the User-Agent say. */
  readonly pretty?: true
}

/** A shape of meta.k8s.io an object or a list can be told in. */
export type Shape = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'
/** A version of meta.k8s.io. */
export type MetaVersion = 'v1' | 'v1beta1'

/** What a route answers with: a document takes no other shape, an item is no Table, a collection may be watched. */
export type Answered = 'document' | 'item' | 'object' | 'collection'

const JSON_VIEW: View = { media: 'json' }
const YAML_VIEW: View = { media: 'yaml' }
// What is written where nothing that is asked for can be: the server then indents.
const RAW_VIEW: View = { media: 'json', pretty: true }

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const SERVED = ['application/json', 'application/yaml', PROTOBUF]
const STREAMED = ['application/json;stream=watch', `${PROTOBUF};stream=watch`]
const METADATA: readonly Shape[] = ['PartialObjectMetadata', 'PartialObjectMetadataList']
const EVERY: readonly Shape[] = ['Table', ...METADATA]
const SHAPES: { readonly [A in Answered]: readonly Shape[] } = {
  document: [],
  item: METADATA,
  object: EVERY,
  collection: EVERY,
}

/**
 * Chooses the view a request asks for. The router looks only at media types; the handler then takes the first clause it
 * can serve, so that a later `application/json` is a fallback.
 *
 * @throws StatusError 406
 */
export function negotiate(accept: string | null | undefined, answered: Answered): View {
  passRouter(accept, answered)
  return handlerView(accept, answered)
}

/**
 * What the router has against a request's Accept: the first part of {@link negotiate}.
 *
 * @throws StatusError 406
 */
export function passRouter(accept: string | null | undefined, answered: Answered): void {
  if (accept && !passesRouter(accept))
    throw routerRefusal(answered === 'collection' ? [...SERVED, ...STREAMED] : SERVED)
}

/**
 * What the handler makes of it: the second part.
 *
 * @throws StatusError 406
 */
export function handlerView(accept: string | null | undefined, answered: Answered): View {
  if (!accept || accept === 'application/json' || accept === '*/*') return JSON_VIEW
  const view = chooseView(accept, SHAPES[answered])
  if (!view) throw handlerRefusal(SERVED)
  return view
}

/** The view an error is written in: the one asked for, were it not for another shape. */
export function errorView(accept: string | null | undefined): View {
  if (!accept || accept === 'application/json' || accept === '*/*') return JSON_VIEW
  return chooseView(accept, []) ?? RAW_VIEW
}

/** Tells whether a view is an object's own shape in JSON, written as the query and the User-Agent say. */
export const isPlain = ({ media, as, pretty }: View): boolean =>
  media === 'json' && as === undefined && pretty === undefined

/** 406 of a watch in a notation that has no frames. */
export const notStreamable = (): StatusError => handlerRefusal(STREAMED)

/** 406 of a handler, in its own words. */
export const notAcceptable = (message: string, details?: object): StatusError =>
  failure(406, 'NotAcceptable', message, details)

const routerRefusal = (types: readonly string[]) =>
  notAcceptable(`406: Not Acceptable\n\nAvailable representations: ${types.join(', ')}`, {})
const handlerRefusal = (types: readonly string[]) =>
  notAcceptable(`only the following media types are accepted: ${types.join(', ')}`)

// Only whole types pass the router: `application/*` does not.
function passesRouter(accept: string): boolean {
  return accept.split(',').some((part) => {
    const type = trim(part.split(';', 1).join(), ' ')
    return type === '*/*' || SERVED.includes(type)
  })
}

function chooseView(accept: string, shapes: readonly Shape[]): View | undefined {
  for (const { type, parameters } of parseAccept(accept)) {
    const media =
      type === '*/*' || type === 'application/*' || type === 'application/json'
        ? 'json'
        : type === 'application/yaml'
          ? 'yaml'
          : undefined
    const view = media && viewOf(media, parameters, shapes)
    if (view) return view
  }
  return undefined
}

function viewOf(
  media: View['media'],
  parameters: ReadonlyMap<string, string>,
  shapes: readonly Shape[],
): View | undefined {
  if (parameters.size === 0) return media === 'json' ? JSON_VIEW : YAML_VIEW
  if ((parameters.get('stream') || 'watch') !== 'watch') return undefined
  const serverVersion = parameters.get('sv')
  if (serverVersion && !(shapes.length > 0 && serverVersion === 'v1')) return undefined
  const pretty = parameters.get('pretty') === '1' ? { pretty: true as const } : {}
  const [as, group, version] = [parameters.get('as'), parameters.get('g'), parameters.get('v')]
  if (as === undefined && group === undefined && version === undefined) return { media, ...pretty }
  const shape = shapes.find((name) => name === as)
  if (!shape || group !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1')) return undefined
  return { media, as: { shape, version }, ...pretty }
}
