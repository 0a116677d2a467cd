import { ipText, parseIp } from '../../base/text/ip.js'
import { badRequest, failure, notFound } from '../../base/errors/status.js'
import type { KubeObject } from '../../schema/object.js'
import type { EndpointSlice } from '../../model/generated/types/discovery-v1.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import { objectsOf } from '../../store/page.js'
import { checkRequestedName, keyOf } from '../context.js'
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

/** Addresses that are ready at a port. */
type Ready = { readonly port: number | undefined; readonly addresses: readonly Address[] }

/** Picks a random ready address with that port: of a Service's EndpointSlices since v1.37, before of its Endpoints. */
const servicePlace: Resolve = (context, { namespace, id, name, port }) => {
  const key = keyOf(namespace, name)
  const isSliced = atLeast(context.registry.profile.version, '1.37')
  const isNumber = /^[+-]?\d+$/.test(port)
  if (isNumber || !isSliced) checkRequestedName(name)
  const portName = isNumber ? nameOfPort(context.store.get('/services', key), name, port) : port
  const all = isSliced ? ofSlices(context, namespace, name, portName) : ofEndpoints(context, key, name, portName)
  for (const { port: number, addresses } of all)
    for (const { ip, targetRef } of fromAny(context, addresses)) {
      if (targetRef?.namespace !== namespace) continue
      const pod: PodSeen | undefined = context.store.get('/pods', `${namespace}/${targetRef.name}`)
      if (pod?.status?.podIPs?.some((each) => each.ip === ip)) return { host: ip, port: String(number), pod }
    }
  throw noEndpoints(isSliced ? name : id)
}

const noEndpoints = (name: string) => unavailable(`no endpoints available for service "${name}"`)

function ofEndpoints(context: ConnectContext, key: string, name: string, portName: string): readonly Ready[] {
  const endpoints: Endpoints | undefined = context.store.get('/endpoints', key)
  if (!endpoints) throw notFound({ group: '', resource: 'services' }, name)
  const { subsets = [] } = endpoints
  if (subsets.length === 0) throw noEndpoints(name)
  return fromAny(context, subsets).flatMap(({ addresses = [], ports = [] }) => {
    const found = ports.find((each) => (each.name ?? '') === portName)
    return found ? [{ port: found.port, addresses }] : []
  })
}

/** Returns those of slices, of the server's family of addresses first (util/proxy: RandomEndpoint). */
function ofSlices(context: ConnectContext, namespace: string, name: string, portName: string): readonly Ready[] {
  const all = objectsOf(context.store.table('discovery.k8s.io/endpointslices'), `${namespace}/`)
  const ofService = all.filter(({ metadata }) => metadata.labels?.[SERVICE_NAME] === name)
  const slices = ofService as unknown as readonly EndpointSlice[] // what the table holds
  const rank = ({ addressType }: EndpointSlice) => (addressType === 'IPv4' ? 0 : 1)
  return fromAny(context, slices)
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap(({ ports, endpoints }) => {
      const addresses = (endpoints ?? [])
        .filter(({ conditions }) => conditions?.ready !== false)
        .map(({ addresses: [ip = ''], targetRef }) => ({ ip, ...(targetRef && { targetRef }) }))
      const named = (ports ?? []).filter((each) => each.name === portName && each.port !== undefined)
      return named.map(({ port }) => ({ port, addresses }))
    })
}

const SERVICE_NAME = 'kubernetes.io/service-name'

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
