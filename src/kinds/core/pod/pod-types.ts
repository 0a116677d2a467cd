import type {
  PodExtendedResourceClaimStatus,
  PodResourceClaim,
  PodResourceClaimStatus,
  ResourceClaim,
  ResourceStatus,
} from '../../../model/generated/types/core-v1.js'
import type { KubeObject } from '../../../schema/object.js'
import { type KubernetesVersion, runningVersion } from '../../../model/registry/kubernetes-version.js'
import { structOf } from '../../../model/registry/struct-schema.js'
import type { Schema } from '../../../schema/types.js'
import { withMembers } from '../../../base/json/json.js'
import type { Unchecked } from '../../struct/unchecked.js'

/** The members of a spec that hold containers, in the order of the server's visits. */
export const CONTAINER_LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const

/** The fields of a container that the rules read. */
export type Container = {
  readonly name: string
  readonly image?: string
  readonly imagePullPolicy?: string
  readonly restartPolicy?: string
  readonly restartPolicyRules?: readonly RestartRule[]
  readonly terminationMessagePath?: string
  readonly terminationMessagePolicy?: string
  readonly resources?: Resources
  readonly resizePolicy?: readonly { readonly resourceName: string; readonly restartPolicy: string }[]
  readonly env?: readonly EnvVar[]
  readonly envFrom?: readonly { readonly secretRef?: { readonly name?: string } }[]
  readonly volumeMounts?: readonly { readonly name: string; readonly readOnly?: boolean; readonly mountPath?: string }[]
  readonly volumeDevices?: readonly { readonly name: string }[]
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly startupProbe?: Probe
  readonly lifecycle?: object
  readonly ports?: readonly { readonly containerPort: number; readonly hostPort?: number }[]
}

/** What a container does when it exits with one of these codes, in place of its restart policy. */
export type RestartRule = {
  readonly action?: string
  readonly exitCodes?: { readonly operator?: string; readonly values?: readonly number[] }
}

/** The fields of an environment variable that the rules read. */
export type EnvVar = {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: {
    readonly secretKeyRef?: { readonly name?: string }
    readonly fileKeyRef?: { readonly volumeName?: string }
  }
}

/** The fields of a probe that the rules read. */
type Probe = { readonly successThreshold?: number; readonly terminationGracePeriodSeconds?: number }

/** Quantities by resource name. */
export type Amounts = { readonly [resource: string]: string }

type Resources = { readonly limits?: Amounts; readonly requests?: Amounts; readonly claims?: readonly ResourceClaim[] }

/** The fields of a pod's spec that the rules read. */
export type PodSpec = {
  readonly os?: { readonly name?: string }
  readonly volumes?: readonly { readonly [source: string]: unknown }[]
  readonly containers?: readonly Container[] | null
  readonly initContainers?: readonly Container[]
  readonly resources?: Resources
  readonly restartPolicy?: string
  readonly dnsPolicy?: string
  readonly schedulerName?: string
  readonly terminationGracePeriodSeconds?: number
  readonly securityContext?: object
  readonly activeDeadlineSeconds?: number
  readonly affinity?: {
    readonly nodeAffinity?: object
    readonly podAffinity?: object
    readonly podAntiAffinity?: object
  }
  readonly ephemeralContainers?: readonly Container[]
  readonly resourceClaims?: readonly PodResourceClaim[]
  readonly schedulingGates?: readonly { readonly name: string }[]
  readonly enableServiceLinks?: boolean
  readonly serviceAccountName?: string
  readonly serviceAccount?: string
  readonly automountServiceAccountToken?: boolean
  readonly imagePullSecrets?: readonly { readonly name?: string }[]
  readonly nodeName?: string
  readonly nodeSelector?: { readonly [label: string]: string }
  readonly runtimeClassName?: string
  readonly overhead?: Amounts
  readonly hostNetwork?: boolean
  readonly priority?: number
  readonly priorityClassName?: string
  readonly preemptionPolicy?: string
  readonly tolerations?: readonly Toleration[]
  readonly readinessGates?: readonly { readonly conditionType: string }[]
}

/** The fields of a toleration that the rules read. */
export type Toleration = {
  readonly key?: string
  readonly operator?: string
  readonly value?: string
  readonly effect?: string
  readonly tolerationSeconds?: number
}

/** The fields of a container's status that the rules read. */
export type ContainerStatus = {
  readonly name?: string
  readonly ready?: boolean
  readonly started?: boolean
  readonly restartCount?: number
  readonly resources?: object
  readonly allocatedResourcesStatus?: readonly Unchecked<ResourceStatus>[]
  readonly lastState?: { readonly terminated?: { readonly finishedAt?: string | null } }
  readonly state?: {
    readonly waiting?: { readonly reason?: string }
    readonly running?: object
    readonly terminated?: { readonly reason?: string; readonly exitCode?: number; readonly signal?: number }
  }
  readonly user?: {
    readonly linux?: { readonly uid?: number; readonly gid?: number; readonly supplementalGroups?: readonly number[] }
  }
}

/** The fields of a pod that the rules read. */
export type Pod = KubeObject & {
  readonly spec?: PodSpec
  readonly status?: {
    readonly observedGeneration?: number
    readonly phase?: string
    readonly reason?: string
    readonly podIP?: string
    readonly podIPs?: readonly { readonly ip: string }[]
    readonly hostIP?: string
    readonly hostIPs?: readonly { readonly ip: string }[]
    readonly nominatedNodeName?: string
    readonly qosClass?: string
    readonly conditions?: readonly PodCondition[]
    readonly initContainerStatuses?: readonly ContainerStatus[]
    readonly containerStatuses?: readonly ContainerStatus[]
    readonly ephemeralContainerStatuses?: readonly ContainerStatus[]
    readonly resourceClaimStatuses?: readonly PodResourceClaimStatus[]
    readonly extendedResourceClaimStatus?: Unchecked<PodExtendedResourceClaimStatus>
  }
}

/** The fields of a pod condition that the rules read. */
export type PodCondition = {
  readonly observedGeneration?: number
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly lastProbeTime?: null
  readonly lastTransitionTime?: string | null
}

/** The annotation of mirror pods, which represent static pods of a node. */
export const MIRROR = 'kubernetes.io/config.mirror'
/** The annotation that preceded a pod's own seccompProfile. */
export const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod'
/** The prefix, before a container's name, of the annotations that preceded its seccompProfile. */
export const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/'
/** The prefix, before a container's name, of the annotations that preceded its appArmorProfile. */
export const APP_ARMOR_CONTAINER = 'container.apparmor.security.beta.kubernetes.io/'

/** Lists that validation must distinguish from missing ones when they are empty: they must not be set at all. */
export const KEPT_EMPTY_OF_PODS = { 'core.v1.EphemeralContainer': ['ports', 'resizePolicy'] }

/** Returns the schema of a struct (`core.v1.PodSpec`) as kinds with pods have it, in the version whose rules run. */
export const podStructOf = (name: string, version: KubernetesVersion = runningVersion()): Schema =>
  structOf(name, KEPT_EMPTY_OF_PODS, version)

type PodStatus = NonNullable<Pod['status']>

/**
 * Sets a condition in a pod's status, in place or at the end (podutil.UpdatePodCondition). It replaces the old one;
 * lastTransitionTime is kept if the condition's status does not change.
 */
export function withCondition(status: PodStatus = {}, condition: PodCondition, now: string): PodStatus {
  const { conditions = [] } = status
  const old = conditions.find(({ type }) => type === condition.type)
  const since = old?.status === condition.status ? (old.lastTransitionTime ?? null) : now
  // In wire order, in which what an eviction leaves is sent.
  const { type, observedGeneration, status: value, ...why } = condition
  const seen = observedGeneration === undefined ? {} : { observedGeneration }
  const next = { type, ...seen, status: value, lastProbeTime: null, lastTransitionTime: since, ...why }
  const all = old ? conditions.map((each) => (each === old ? next : each)) : [...conditions, next]
  return withMembers(status, { conditions: all })
}
