import { failure, type StatusError } from '../base/status.js'

/** How a reply is to be written. */
export type View = {
  readonly media: 'json' | 'yaml'
  /** Another shape than the object's own. */
  readonly as?: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'
  /** Version of meta.k8s.io the shape is asked for in. */
  readonly version?: 'v1' | 'v1beta1'
}

const JSON_VIEW: View = { media: 'json' }
const YAML_VIEW: View = { media: 'yaml' }
const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const SERVED = ['application/json', 'application/yaml', PROTOBUF]
const SHAPES = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'] as const

/**
 * Chooses the view a request asks for. The router looks only at media types; the handler then takes the first clause it
 * can serve, so that a later `application/json` is a fallback.
 *
 * @throws StatusError 406
 */
export function negotiate(accept: string | null | undefined, watching: boolean): View {
  if (!accept || accept === '*/*' || accept === 'application/json') return JSON_VIEW
  const clauses = parseAccept(accept)
  if (!clauses.some(({ type }) => matchesRoute(type))) throw routerRefusal(watching)
  for (const { type, parameters } of clauses) {
    const view = viewOf(type, parameters, watching)
    if (view) return view
  }
  throw handlerRefusal(watching)
}

/** The view an error is written in: the one asked for, JSON where that is none. */
export function errorView(accept: string | null | undefined): View {
  if (!accept || !accept.includes('yaml')) return JSON_VIEW
  return parseAccept(accept).find(({ type }) => type === 'application/yaml' || type === 'application/json' || type === '*/*')?.type === 'application/yaml' ? YAML_VIEW : JSON_VIEW
}

type Clause = { readonly type: string; readonly parameters: ReadonlyMap<string, string>; readonly quality: number }

/** Reads an Accept header into its clauses, best first. */
export function parseAccept(header: string): readonly Clause[] {
  return header
    .split(',')
    .map((part): Clause => {
      const [type = '', ...pairs] = part.split(';').map((text) => text.trim())
      const parameters = new Map(pairs.map((pair): [string, string] => {
        const [name = '', value = ''] = pair.split('=')
        return [name, value.replace(/^"|"$/g, '')]
      }))
      return { type, parameters, quality: Number(parameters.get('q') ?? 1) }
    })
    .filter(({ type }) => type !== '')
    .sort((a, b) => b.quality - a.quality)
}

const matchesRoute = (type: string) => type === '*/*' || type === 'application/*' || SERVED.includes(type)

function viewOf(type: string, parameters: ReadonlyMap<string, string>, watching: boolean): View | undefined {
  const media = type === '*/*' || type === 'application/*' || type === 'application/json' ? 'json' : type === 'application/yaml' && !watching ? 'yaml' : undefined
  if (!media) return undefined
  const as = parameters.get('as')
  if (as === undefined) return media === 'json' ? JSON_VIEW : YAML_VIEW
  const shape = SHAPES.find((s) => s === as)
  const version = parameters.get('v')
  return shape && parameters.get('g') === 'meta.k8s.io' && (version === 'v1' || version === 'v1beta1') ? { media, as: shape, version } : undefined
}

const WATCH_TYPES = ['application/json;stream=watch', `${PROTOBUF};stream=watch`]

const routerRefusal = (watching: boolean): StatusError =>
  failure(406, 'NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${[...SERVED, ...(watching ? WATCH_TYPES : [])].join(', ')}`, {})

const handlerRefusal = (watching: boolean): StatusError =>
  failure(406, 'NotAcceptable', `only the following media types are accepted: ${(watching ? WATCH_TYPES : SERVED).join(', ')}`)
