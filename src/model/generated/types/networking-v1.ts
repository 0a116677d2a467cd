// Written by `npm run generate`; not to be changed by hand.
import type { Protocol, TypedLocalObjectReference } from './core-v1.js'
import type { Condition, LabelSelector, ObjectMeta } from './meta-v1.js'
import type { IntOrString } from './scalars.js'

export type HTTPIngressPath = {
  readonly path?: string
  readonly pathType: PathType
  readonly backend: IngressBackend
}
export type HTTPIngressRuleValue = {
  readonly paths: HTTPIngressPath[]
}
export type IPAddress = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: IPAddressSpec
}
export type IPAddressSpec = {
  readonly parentRef: ParentReference
}
export type IPBlock = {
  readonly cidr: string
  readonly except?: string[]
}
export type Ingress = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: IngressSpec
  readonly status?: IngressStatus
}
export type IngressBackend = {
  readonly service?: IngressServiceBackend
  readonly resource?: TypedLocalObjectReference
}
export type IngressClass = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: IngressClassSpec
}
export type IngressClassParametersReference = {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
  readonly scope?: string
  readonly namespace?: string
}
export type IngressClassSpec = {
  readonly controller?: string
  readonly parameters?: IngressClassParametersReference
}
export type IngressLoadBalancerIngress = {
  readonly ip?: string
  readonly hostname?: string
  readonly ports?: IngressPortStatus[]
}
export type IngressLoadBalancerStatus = {
  readonly ingress?: IngressLoadBalancerIngress[]
}
export type IngressPortStatus = {
  readonly port: number
  readonly protocol: Protocol
  readonly error?: string
}
export type IngressRule = {
  readonly host?: string
  readonly http?: HTTPIngressRuleValue
}
export type IngressRuleValue = {
  readonly http?: HTTPIngressRuleValue
}
export type IngressServiceBackend = {
  readonly name: string
  readonly port?: ServiceBackendPort
}
export type IngressSpec = {
  readonly ingressClassName?: string
  readonly defaultBackend?: IngressBackend
  readonly tls?: IngressTLS[]
  readonly rules?: IngressRule[]
}
export type IngressStatus = {
  readonly loadBalancer?: IngressLoadBalancerStatus
}
export type IngressTLS = {
  readonly hosts?: string[]
  readonly secretName?: string
}
export type NetworkPolicy = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: NetworkPolicySpec
}
export type NetworkPolicyEgressRule = {
  readonly ports?: NetworkPolicyPort[]
  readonly to?: NetworkPolicyPeer[]
}
export type NetworkPolicyIngressRule = {
  readonly ports?: NetworkPolicyPort[]
  readonly from?: NetworkPolicyPeer[]
}
export type NetworkPolicyPeer = {
  readonly podSelector?: LabelSelector
  readonly namespaceSelector?: LabelSelector
  readonly ipBlock?: IPBlock
}
export type NetworkPolicyPort = {
  readonly protocol?: Protocol
  readonly port?: IntOrString
  readonly endPort?: number
}
export type NetworkPolicySpec = {
  readonly podSelector: LabelSelector
  readonly ingress?: NetworkPolicyIngressRule[]
  readonly egress?: NetworkPolicyEgressRule[]
  readonly policyTypes?: PolicyType[]
}
export type ParentReference = {
  readonly group?: string
  readonly resource: string
  readonly namespace?: string
  readonly name: string
}
export type PathType = 'Exact' | 'ImplementationSpecific' | 'Prefix' | (string & {})
export type PolicyType = 'Egress' | 'Ingress' | (string & {})
export type ServiceBackendPort = {
  readonly name?: string
  readonly number?: number
}
export type ServiceCIDR = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: ServiceCIDRSpec
  readonly status?: ServiceCIDRStatus
}
export type ServiceCIDRSpec = {
  readonly cidrs?: string[]
}
export type ServiceCIDRStatus = {
  readonly conditions?: Condition[]
}
