import type { RestartRule } from '../../../kinds/core/pod/pod-types.js'
import type { KubeObject } from '../../../schema/object.js'

/** The fields of a container that an agent reads; an init container with its own restart policy is a sidecar. */
export type Container = {
  readonly name: string
  readonly image: string
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  readonly imagePullPolicy?: string
  readonly restartPolicy?: string
  readonly restartPolicyRules?: readonly RestartRule[]
  readonly stdin?: boolean
  readonly tty?: boolean
  readonly ports?: readonly { readonly containerPort: number; readonly hostPort?: number }[]
  readonly resources?: Resources
  readonly resizePolicy?: readonly { readonly resourceName: string; readonly restartPolicy: string }[]
  readonly volumeMounts?: readonly Mount[]
  readonly startupProbe?: Probe
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
}
type Mount = {
  readonly name: string
  readonly mountPath: string
  readonly readOnly?: boolean
  readonly recursiveReadOnly?: string
}
type Amounts = { readonly [resource: string]: string }

/** The resources of a container. */
export type Resources = { readonly requests?: Amounts; readonly limits?: Amounts }

/** A probe of a container, with times in seconds. */
export type Probe = {
  readonly initialDelaySeconds?: number
  readonly periodSeconds?: number
  readonly successThreshold?: number
  readonly failureThreshold?: number
  readonly terminationGracePeriodSeconds?: number
  readonly httpGet?: object
  readonly tcpSocket?: { readonly port?: number | string }
  readonly grpc?: object
}

/** The termination of a container. */
type Terminated = {
  readonly exitCode: number
  readonly reason: string
  readonly message?: string
  readonly startedAt?: string
  readonly finishedAt?: string
  readonly containerID?: string
}
/** The state of a container: exactly one field is set. */
type State = {
  readonly waiting?: { readonly reason?: string; readonly message?: string }
  readonly running?: { readonly startedAt?: string }
  readonly terminated?: Terminated
}
/** The status an agent reports for a container. */
export type ContainerStatus = {
  readonly name: string
  readonly image: string
  readonly imageID: string
  readonly containerID?: string
  readonly state?: State
  readonly lastState?: State
  readonly ready: boolean
  readonly started?: boolean
  readonly restartCount: number
  readonly resources?: Resources
  readonly allocatedResources?: Amounts
  readonly volumeMounts?: readonly object[]
}

/** A condition of a pod. */
export type PodCondition = {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly lastProbeTime?: string | null
  readonly lastTransitionTime?: string
  readonly observedGeneration?: number
}

/** The status an agent reports for a pod. */
export type PodStatus = {
  readonly observedGeneration?: number
  readonly phase?: string
  readonly reason?: string
  readonly message?: string
  readonly conditions?: readonly PodCondition[]
  readonly hostIP?: string
  readonly hostIPs?: readonly { readonly ip: string }[]
  readonly podIP?: string
  readonly podIPs?: readonly { readonly ip: string }[]
  readonly startTime?: string
  readonly containerStatuses?: readonly ContainerStatus[]
  readonly initContainerStatuses?: readonly ContainerStatus[]
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[]
}

/** The fields of a pod spec that an agent reads. */
export type PodSpec = {
  readonly nodeName?: string
  readonly hostNetwork?: boolean
  readonly restartPolicy?: string
  readonly containers?: readonly Container[]
  readonly initContainers?: readonly Container[]
  readonly ephemeralContainers?: readonly Container[]
  readonly readinessGates?: readonly { readonly conditionType: string }[]
  readonly activeDeadlineSeconds?: number
  readonly terminationGracePeriodSeconds?: number
}

/** A pod, as an agent sees it. */
export type AgentPod = KubeObject & { readonly spec?: PodSpec; readonly status?: PodStatus }
