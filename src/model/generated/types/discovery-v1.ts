// Written by `npm run generate`; not to be changed by hand.
import type { ObjectReference, Protocol } from './core-v1.js'
import type { ObjectMeta } from './meta-v1.js'

export type AddressType = 'FQDN' | 'IPv4' | 'IPv6' | (string & {})
export type Endpoint = {
  readonly addresses: string[]
  readonly conditions?: EndpointConditions
  readonly hostname?: string
  readonly targetRef?: ObjectReference
  readonly deprecatedTopology?: { readonly [key: string]: string }
  readonly nodeName?: string
  readonly zone?: string
  readonly hints?: EndpointHints
}
export type EndpointConditions = {
  readonly ready?: boolean
  readonly serving?: boolean
  readonly terminating?: boolean
}
export type EndpointHints = {
  readonly forZones?: ForZone[]
  readonly forNodes?: ForNode[]
}
export type EndpointPort = {
  readonly name?: string
  readonly protocol?: Protocol
  readonly port?: number
  readonly appProtocol?: string
}
export type EndpointSlice = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly addressType: AddressType
  readonly endpoints: Endpoint[]
  readonly ports?: EndpointPort[]
}
export type ForNode = {
  readonly name: string
}
export type ForZone = {
  readonly name: string
}
