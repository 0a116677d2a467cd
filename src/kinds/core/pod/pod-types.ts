import type { PodResourceClaim, PodResourceClaimStatus } from '../../../model/generated/types/core-v1.js'
import type { KubeObject } from '../../../schema/object.js'

/** The fields of a container that the rules read. */
export type Container = {
  readonly name: string
  readonly image?: string
  readonly imagePullPolicy?: string
  readonly restartPolicy?: string
  readonly restartPolicyRules?: readonly RestartRule[]
  readonly terminationMessagePath?: string
  readonly terminationMessagePolicy?: string
  readonly resources?: { readonly limits?: Amounts; readonly requests?: Amounts }
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

/** The fields of a pod's spec that the rules read. */
export type PodSpec = {
  readonly os?: { readonly name?: string }
  readonly volumes?: readonly { readonly [source: string]: unknown }[]
  readonly containers?: readonly Container[] | null
  readonly initContainers?: readonly Container[]
  readonly resources?: { readonly limits?: Amounts; readonly requests?: Amounts; readonly claims?: readonly object[] }
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
