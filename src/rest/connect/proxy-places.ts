import { ipText, parseIp } from '../../base/text/ip.js'
import { badRequest, failure, notFound } from '../../base/errors/status.js'
import type { KubeObject } from '../../schema/object.js'
import { checkRequestedName } from '../context.js'
import { type ConnectContext, type PodSeen, podNamed } from './pod-container.js'

/** The address that a request is proxied to. */
export type Listener = {
  readonly host: string
  readonly port: string
  /** The pod with this address, if any. */
  readonly pod?: PodSeen
  /** The node whose kubelet listens there, if any. */
  readonly node?: KubeObject
}

/** The name in a proxy URL, `[scheme:]name[:port]`, split into its parts. */
type ProxyName = {
  readonly namespace: string
  readonly id: string
  readonly scheme: string
  readonly name: string
  readonly port: string
}

type Resolve = (context: ConnectContext, name: ProxyName) => Listener

export const unavailable = (message: string) => failure(503, 'ServiceUnavailable', message)

/** Splits a name into its parts (SplitSchemeNamePort of apimachinery); undefined if it is malformed. */
export function splitName(id: string): Pick<ProxyName, 'scheme' | 'name' | 'port'> | undefined {
  const parts = id.split(':')
  if (parts.length > 3) return undefined
  const [scheme = '', name = '', port = ''] = parts.length === 3 ? parts : ['', ...parts]
  return name !== '' && ['', 'http', 'https'].includes(scheme) ? { scheme, name, port } : undefined
}

const portOfScheme = (scheme: string) => (scheme === 'https' ? '443' : '80')

const podPlace: Resolve = (context, { namespace, name, scheme, port }) => {
  const pod = podNamed(context, namespace, name)
  const host = pod.status?.podIP ?? ''
  if (!isGlobalUnicast(host)) throw badRequest('address not allowed')
  const ports = (pod.spec?.containers ?? []).flatMap((container) => container.ports ?? [])
  if (port === '') return { host, pod, port: String(ports[0]?.containerPort ?? portOfScheme(scheme)) }
  return { host, pod, port: String(ports.find((each) => each.name === port)?.containerPort ?? port) }
}

type Service = KubeObject & {
  readonly spec?: { readonly ports?: readonly { readonly name?: string; readonly port: number }[] }
}
type Address = {
  readonly ip: string
  readonly targetRef?: { readonly namespace?: string; readonly name?: string }
}
type Endpoints = KubeObject & {
  readonly subsets?: readonly {
    readonly addresses?: readonly Address[]
    readonly ports?: readonly { readonly name?: string; readonly port: number }[]
  }[]
}

/** Picks a random ready address with that port from the Endpoints of a Service. */
const servicePlace: Resolve = (context, { namespace, id, name, port }) => {
  checkRequestedName(name)
  const key = `${namespace}/${name}`
  const portName = /^[+-]?\d+$/.test(port) ? nameOfPort(context.store.get('/services', key), name, port) : port
  const endpoints: Endpoints | undefined = context.store.get('/endpoints', key)
  if (!endpoints) throw notFound({ group: '', resource: 'services' }, name)
  const { subsets = [] } = endpoints
  if (subsets.length === 0) throw unavailable(`no endpoints available for service "${name}"`)
  for (const { addresses = [], ports = [] } of fromAny(context, subsets)) {
    const found = ports.find((each) => (each.name ?? '') === portName)
    if (!found) continue
    for (const { ip, targetRef } of fromAny(context, addresses)) {
      if (targetRef?.namespace !== namespace) continue
      const pod: PodSeen | undefined = context.store.get('/pods', `${namespace}/${targetRef.name}`)
      if (pod?.status?.podIP === ip) return { host: ip, port: String(found.port), pod }
    }
  }
  throw unavailable(`no endpoints available for service "${id}"`)
}

function nameOfPort(service: Service | undefined, name: string, port: string): string {
  if (!service) throw notFound({ group: '', resource: 'services' }, name)
  const found = service.spec?.ports?.find((each) => each.port === Number(port))
  if (!found) throw unavailable(`no service port ${Number(port)} found for service "${name}"`)
  return found.name ?? ''
}

/** Returns a list, rotated to start at a random item. */
function fromAny<T>({ env }: ConnectContext, list: readonly T[]): readonly T[] {
  const first = list.length > 1 ? Math.floor(env.random() * list.length) : 0
  return [...list.slice(first), ...list.slice(0, first)]
}

type NodeSeen = KubeObject & {
  readonly status?: {
    readonly addresses?: readonly { readonly type: string; readonly address: string }[]
    readonly daemonEndpoints?: { readonly kubeletEndpoint?: { readonly Port?: number } }
  }
}

/** Address types in the order of `--kubelet-preferred-address-types`. */
const PREFERRED = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP']
const KUBELET_PORT = 10250

const nodePlace: Resolve = ({ store }, { name, port }) => {
  checkRequestedName(name)
  const node: NodeSeen | undefined = store.get('/nodes', name)
  if (!node) throw notFound({ group: '', resource: 'nodes' }, name)
  const { addresses = [], daemonEndpoints } = node.status ?? {}
  const [preferred] = PREFERRED.flatMap((type) => addresses.filter((each) => each.type === type))
  if (!preferred) {
    const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ')
    throw failure(500, undefined, `no preferred addresses found; known addresses: [${known}]`)
  }
  const host = lookUp(preferred.address, addresses)
  if (!isGlobalUnicast(host)) throw badRequest('address not allowed')
  const own = String(daemonEndpoints?.kubeletEndpoint?.Port || KUBELET_PORT)
  return { host, port: port || own, ...(port === '' || port === own ? { node } : {}) }
}

/** Resolves a host name: only names of nodes are known, with the addresses in the node's status. */
function lookUp(address: string, addresses: readonly { readonly type: string; readonly address: string }[]): string {
  const isIp = (text: string) => parseIp(text)?.hasLeadingZeros === false
  if (isIp(address)) return address
  const found = address === 'localhost' ? '127.0.0.1' : addresses.find((each) => isIp(each.address))?.address
  if (address === '' || found === undefined) throw badRequest(`lookup ${address}: no such host`)
  return found
}

/** Tells whether a request may be proxied to an address: not to a loopback, link-local, multicast or broadcast one. */
function isGlobalUnicast(address: string): boolean {
  const ip = parseIp(address)
  if (!ip) return false
  const text = ipText(ip.groups)
  return ip.family === 4
    ? !/^(0\.0\.0\.0|255\.255\.255\.255|127\..*|169\.254\..*|2(2[4-9]|3\d)\..*)$/.test(text)
    : !/^(::1?|ff[\da-f]{2}:.*|fe[89ab][\da-f]:.*)$/.test(text)
}

/** How each proxied resource resolves its target, and what error messages call it. */
export const PROXIED = {
  pods: { word: 'pod', resolve: podPlace },
  services: { word: 'service', resolve: servicePlace },
  nodes: { word: 'node', resolve: nodePlace },
} as const satisfies { readonly [resource: string]: { readonly word: string; readonly resolve: Resolve } }
