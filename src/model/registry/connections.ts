import type { KindDef } from './kind-def.js'
import type { ConnectPart } from './subresource-name.js'

/** What can be connected to, by the plural in the core group. */
export type Connected = 'pods' | 'services' | 'nodes'

const PARTS: { readonly [plural in Connected]: readonly ConnectPart[] } = {
  pods: ['attach', 'exec', 'log', 'portforward', 'proxy'],
  services: ['proxy'],
  nodes: ['proxy'],
}

/** Tells whether a resource of the core group can be connected to by a subresource. */
export const hasConnection = (plural: string | undefined, part: ConnectPart): plural is Connected =>
  isConnected(plural) && PARTS[plural].includes(part)

const isConnected = (plural: string | undefined): plural is Connected =>
  plural !== undefined && Object.hasOwn(PARTS, plural)

const STREAMED = ['GET', 'POST']
/** The methods of each connection. */
export const CONNECT_METHODS: { readonly [part in ConnectPart]: readonly string[] } = {
  log: ['GET'],
  exec: STREAMED,
  attach: STREAMED,
  portforward: STREAMED,
  proxy: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
}

const VERBS = [
  ['create', 'POST'],
  ['delete', 'DELETE'],
  ['get', 'GET'],
  ['patch', 'PATCH'],
  ['update', 'PUT'],
] as const

const OPTIONS: { readonly [part in ConnectPart]: string } = {
  log: '',
  exec: 'ExecOptions',
  attach: 'AttachOptions',
  portforward: 'PortForwardOptions',
  proxy: 'ProxyOptions',
}

/** A connection in discovery. */
type Connection = { readonly part: ConnectPart; readonly kind: string; readonly verbs: readonly string[] }

/** Returns the connections that objects of a kind have. */
export const connectionsOf = ({ group, plural, kind }: KindDef): readonly Connection[] =>
  group === '' && isConnected(plural)
    ? PARTS[plural].map((part) => ({
        part,
        kind: `${kind}${OPTIONS[part]}`,
        verbs: VERBS.flatMap(([verb, method]) => (CONNECT_METHODS[part].includes(method) ? [verb] : [])),
      }))
    : []
