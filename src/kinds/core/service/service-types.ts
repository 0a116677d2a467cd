import type { KubeObject } from '../../../schema/object.js'

/** The fields of a service port that the rules read. */
export type ServicePort = {
  readonly name?: string
  readonly protocol?: string
  readonly port: number
  readonly targetPort?: number | string
  readonly appProtocol?: string
  readonly nodePort?: number
}

/** The fields of a service's spec that the rules read. */
export type ServiceSpec = {
  readonly ports?: readonly ServicePort[]
  readonly selector?: { readonly [label: string]: string }
  readonly type?: string
  readonly clusterIP?: string
  readonly clusterIPs?: readonly string[]
  readonly externalIPs?: readonly string[]
  readonly externalName?: string
  readonly externalTrafficPolicy?: string
  readonly internalTrafficPolicy?: string
  readonly sessionAffinity?: string
  readonly sessionAffinityConfig?: { readonly clientIP?: { readonly timeoutSeconds?: number } }
  readonly ipFamilies?: readonly string[]
  readonly ipFamilyPolicy?: string
  readonly allocateLoadBalancerNodePorts?: boolean
  readonly loadBalancerSourceRanges?: readonly string[]
  readonly loadBalancerClass?: string
  readonly loadBalancerIP?: string
  readonly healthCheckNodePort?: number
  readonly trafficDistribution?: string
}

/** The fields of a service that the rules read. */
export type Service = KubeObject & {
  readonly spec?: ServiceSpec
  readonly status?: {
    readonly loadBalancer?: {
      readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string; readonly ipMode?: string }[]
    }
  }
}
