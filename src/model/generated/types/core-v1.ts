// Written by `npm run generate`; not to be changed by hand.
import type { Condition, LabelSelector, ObjectMeta } from './meta-v1.js'
import type { IntOrString, MicroTime, Quantity, Time } from './scalars.js'

export type AWSElasticBlockStoreVolumeSource = {
  readonly volumeID: string
  readonly fsType?: string
  readonly partition?: number
  readonly readOnly?: boolean
}
export type Affinity = {
  readonly nodeAffinity?: NodeAffinity
  readonly podAffinity?: PodAffinity
  readonly podAntiAffinity?: PodAntiAffinity
}
export type AppArmorProfile = {
  readonly type: AppArmorProfileType
  readonly localhostProfile?: string
}
export type AppArmorProfileType = 'Localhost' | 'RuntimeDefault' | 'Unconfined' | (string & {})
export type AttachedVolume = {
  readonly name: string
  readonly devicePath: string
}
export type AzureDataDiskCachingMode = 'None' | 'ReadOnly' | 'ReadWrite' | (string & {})
export type AzureDataDiskKind = 'Dedicated' | 'Managed' | 'Shared' | (string & {})
export type AzureDiskVolumeSource = {
  readonly diskName: string
  readonly diskURI: string
  readonly cachingMode?: AzureDataDiskCachingMode
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly kind?: AzureDataDiskKind
}
export type AzureFilePersistentVolumeSource = {
  readonly secretName: string
  readonly shareName: string
  readonly readOnly?: boolean
  readonly secretNamespace?: string
}
export type AzureFileVolumeSource = {
  readonly secretName: string
  readonly shareName: string
  readonly readOnly?: boolean
}
export type Binding = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly target: ObjectReference
}
export type CSIPersistentVolumeSource = {
  readonly driver: string
  readonly volumeHandle: string
  readonly readOnly?: boolean
  readonly fsType?: string
  readonly volumeAttributes?: { readonly [key: string]: string }
  readonly controllerPublishSecretRef?: SecretReference
  readonly nodeStageSecretRef?: SecretReference
  readonly nodePublishSecretRef?: SecretReference
  readonly controllerExpandSecretRef?: SecretReference
  readonly nodeExpandSecretRef?: SecretReference
}
export type CSIVolumeSource = {
  readonly driver: string
  readonly readOnly?: boolean
  readonly fsType?: string
  readonly volumeAttributes?: { readonly [key: string]: string }
  readonly nodePublishSecretRef?: LocalObjectReference
}
export type Capabilities = {
  readonly add?: string[]
  readonly drop?: string[]
}
export type CephFSPersistentVolumeSource = {
  readonly monitors: string[]
  readonly path?: string
  readonly user?: string
  readonly secretFile?: string
  readonly secretRef?: SecretReference
  readonly readOnly?: boolean
}
export type CephFSVolumeSource = {
  readonly monitors: string[]
  readonly path?: string
  readonly user?: string
  readonly secretFile?: string
  readonly secretRef?: LocalObjectReference
  readonly readOnly?: boolean
}
export type CinderPersistentVolumeSource = {
  readonly volumeID: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: SecretReference
}
export type CinderVolumeSource = {
  readonly volumeID: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: LocalObjectReference
}
export type ClaimResourceStatus = 'ControllerResizeInProgress' | 'ControllerResizeInfeasible' | 'NodeResizeInProgress' | 'NodeResizeInfeasible' | 'NodeResizePending' | (string & {})
export type ClientIPConfig = {
  readonly timeoutSeconds?: number
}
export type ClusterTrustBundleProjection = {
  readonly name?: string
  readonly signerName?: string
  readonly labelSelector?: LabelSelector
  readonly optional?: boolean
  readonly path: string
  readonly user?: number
}
export type ComponentCondition = {
  readonly type: string
  readonly status: string
  readonly message?: string
  readonly error?: string
}
export type ComponentStatus = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly conditions?: ComponentCondition[]
}
export type ConfigMap = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly immutable?: boolean
  readonly data?: { readonly [key: string]: string }
  readonly binaryData?: { readonly [key: string]: string }
}
export type ConfigMapEnvSource = {
  readonly name?: string
  readonly optional?: boolean
}
export type ConfigMapKeySelector = {
  readonly name?: string
  readonly key: string
  readonly optional?: boolean
}
export type ConfigMapNodeConfigSource = {
  readonly namespace: string
  readonly name: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly kubeletConfigKey: string
}
export type ConfigMapProjection = {
  readonly name?: string
  readonly items?: KeyToPath[]
  readonly optional?: boolean
}
export type ConfigMapVolumeSource = {
  readonly name?: string
  readonly items?: KeyToPath[]
  readonly defaultMode?: number
  readonly optional?: boolean
  readonly defaultUser?: number
}
export type Container = {
  readonly name: string
  readonly image?: string
  readonly command?: string[]
  readonly args?: string[]
  readonly workingDir?: string
  readonly ports?: ContainerPort[]
  readonly envFrom?: EnvFromSource[]
  readonly env?: EnvVar[]
  readonly resources?: ResourceRequirements
  readonly resizePolicy?: ContainerResizePolicy[]
  readonly restartPolicy?: string
  readonly restartPolicyRules?: ContainerRestartRule[]
  readonly volumeMounts?: VolumeMount[]
  readonly volumeDevices?: VolumeDevice[]
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly startupProbe?: Probe
  readonly lifecycle?: Lifecycle
  readonly terminationMessagePath?: string
  readonly terminationMessagePolicy?: TerminationMessagePolicy
  readonly imagePullPolicy?: PullPolicy
  readonly securityContext?: SecurityContext
  readonly stdin?: boolean
  readonly stdinOnce?: boolean
  readonly tty?: boolean
}
export type ContainerExtendedResourceRequest = {
  readonly containerName: string
  readonly resourceName: string
  readonly requestName: string
}
export type ContainerImage = {
  readonly names?: string[]
  readonly sizeBytes?: number
}
export type ContainerPort = {
  readonly name?: string
  readonly hostPort?: number
  readonly containerPort: number
  readonly protocol?: Protocol
  readonly hostIP?: string
}
export type ContainerResizePolicy = {
  readonly resourceName: string
  readonly restartPolicy: string
}
export type ContainerRestartRule = {
  readonly action: string
  readonly exitCodes?: ContainerRestartRuleOnExitCodes
}
export type ContainerRestartRuleOnExitCodes = {
  readonly operator: string
  readonly values?: number[]
}
export type ContainerState = {
  readonly waiting?: ContainerStateWaiting
  readonly running?: ContainerStateRunning
  readonly terminated?: ContainerStateTerminated
}
export type ContainerStateRunning = {
  readonly startedAt?: Time
}
export type ContainerStateTerminated = {
  readonly exitCode: number
  readonly signal?: number
  readonly reason?: string
  readonly message?: string
  readonly startedAt?: Time
  readonly finishedAt?: Time
  readonly containerID?: string
}
export type ContainerStateWaiting = {
  readonly reason?: string
  readonly message?: string
}
export type ContainerStatus = {
  readonly name: string
  readonly state?: ContainerState
  readonly lastState?: ContainerState
  readonly ready: boolean
  readonly restartCount: number
  readonly image: string
  readonly imageID: string
  readonly containerID?: string
  readonly started?: boolean
  readonly allocatedResources?: ResourceList
  readonly resources?: ResourceRequirements
  readonly volumeMounts?: VolumeMountStatus[]
  readonly user?: ContainerUser
  readonly allocatedResourcesStatus?: ResourceStatus[]
  readonly stopSignal?: Signal
}
export type ContainerUser = {
  readonly linux?: LinuxContainerUser
}
export type DNSPolicy = 'ClusterFirst' | 'ClusterFirstWithHostNet' | 'Default' | 'None' | (string & {})
export type DaemonEndpoint = {
  readonly Port: number
}
export type DownwardAPIProjection = {
  readonly items?: DownwardAPIVolumeFile[]
}
export type DownwardAPIVolumeFile = {
  readonly path: string
  readonly fieldRef?: ObjectFieldSelector
  readonly resourceFieldRef?: ResourceFieldSelector
  readonly mode?: number
  readonly user?: number
}
export type DownwardAPIVolumeSource = {
  readonly items?: DownwardAPIVolumeFile[]
  readonly defaultMode?: number
  readonly defaultUser?: number
}
export type EmptyDirVolumeSource = {
  readonly medium?: string
  readonly sizeLimit?: Quantity
  readonly mode?: number
}
export type EndpointAddress = {
  readonly ip: string
  readonly hostname?: string
  readonly nodeName?: string
  readonly targetRef?: ObjectReference
}
export type EndpointPort = {
  readonly name?: string
  readonly port: number
  readonly protocol?: Protocol
  readonly appProtocol?: string
}
export type EndpointSubset = {
  readonly addresses?: EndpointAddress[]
  readonly notReadyAddresses?: EndpointAddress[]
  readonly ports?: EndpointPort[]
}
export type Endpoints = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly subsets?: EndpointSubset[]
}
export type EnvFromSource = {
  readonly prefix?: string
  readonly configMapRef?: ConfigMapEnvSource
  readonly secretRef?: SecretEnvSource
}
export type EnvVar = {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: EnvVarSource
}
export type EnvVarSource = {
  readonly fieldRef?: ObjectFieldSelector
  readonly resourceFieldRef?: ResourceFieldSelector
  readonly configMapKeyRef?: ConfigMapKeySelector
  readonly secretKeyRef?: SecretKeySelector
  readonly fileKeyRef?: FileKeySelector
}
export type EphemeralContainer = {
  readonly name: string
  readonly image?: string
  readonly command?: string[]
  readonly args?: string[]
  readonly workingDir?: string
  readonly ports?: ContainerPort[]
  readonly envFrom?: EnvFromSource[]
  readonly env?: EnvVar[]
  readonly resources?: ResourceRequirements
  readonly resizePolicy?: ContainerResizePolicy[]
  readonly restartPolicy?: string
  readonly restartPolicyRules?: ContainerRestartRule[]
  readonly volumeMounts?: VolumeMount[]
  readonly volumeDevices?: VolumeDevice[]
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly startupProbe?: Probe
  readonly lifecycle?: Lifecycle
  readonly terminationMessagePath?: string
  readonly terminationMessagePolicy?: TerminationMessagePolicy
  readonly imagePullPolicy?: PullPolicy
  readonly securityContext?: SecurityContext
  readonly stdin?: boolean
  readonly stdinOnce?: boolean
  readonly tty?: boolean
  readonly targetContainerName?: string
}
export type EphemeralContainerCommon = {
  readonly name: string
  readonly image?: string
  readonly command?: string[]
  readonly args?: string[]
  readonly workingDir?: string
  readonly ports?: ContainerPort[]
  readonly envFrom?: EnvFromSource[]
  readonly env?: EnvVar[]
  readonly resources?: ResourceRequirements
  readonly resizePolicy?: ContainerResizePolicy[]
  readonly restartPolicy?: string
  readonly restartPolicyRules?: ContainerRestartRule[]
  readonly volumeMounts?: VolumeMount[]
  readonly volumeDevices?: VolumeDevice[]
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly startupProbe?: Probe
  readonly lifecycle?: Lifecycle
  readonly terminationMessagePath?: string
  readonly terminationMessagePolicy?: TerminationMessagePolicy
  readonly imagePullPolicy?: PullPolicy
  readonly securityContext?: SecurityContext
  readonly stdin?: boolean
  readonly stdinOnce?: boolean
  readonly tty?: boolean
}
export type EphemeralVolumeSource = {
  readonly volumeClaimTemplate?: PersistentVolumeClaimTemplate
}
export type Event = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata: ObjectMeta
  readonly involvedObject: ObjectReference
  readonly reason?: string
  readonly message?: string
  readonly source?: EventSource
  readonly firstTimestamp?: Time
  readonly lastTimestamp?: Time
  readonly count?: number
  readonly type?: string
  readonly eventTime?: MicroTime
  readonly series?: EventSeries
  readonly action?: string
  readonly related?: ObjectReference
  readonly reportingComponent?: string
  readonly reportingInstance?: string
}
export type EventSeries = {
  readonly count?: number
  readonly lastObservedTime?: MicroTime
}
export type EventSource = {
  readonly component?: string
  readonly host?: string
}
export type EvictionResponder = {
  readonly name: string
  readonly priority: number
}
export type ExecAction = {
  readonly command?: string[]
}
export type FCVolumeSource = {
  readonly targetWWNs?: string[]
  readonly lun?: number
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly wwids?: string[]
}
export type FileKeySelector = {
  readonly volumeName: string
  readonly path: string
  readonly key: string
  readonly optional?: boolean
}
export type FlexPersistentVolumeSource = {
  readonly driver: string
  readonly fsType?: string
  readonly secretRef?: SecretReference
  readonly readOnly?: boolean
  readonly options?: { readonly [key: string]: string }
}
export type FlexVolumeSource = {
  readonly driver: string
  readonly fsType?: string
  readonly secretRef?: LocalObjectReference
  readonly readOnly?: boolean
  readonly options?: { readonly [key: string]: string }
}
export type FlockerVolumeSource = {
  readonly datasetName?: string
  readonly datasetUUID?: string
}
export type GCEPersistentDiskVolumeSource = {
  readonly pdName: string
  readonly fsType?: string
  readonly partition?: number
  readonly readOnly?: boolean
}
export type GRPCAction = {
  readonly port: number
  readonly service?: string
  readonly mode?: GRPCProbeMode
}
export type GRPCProbeMode = 'Plaintext' | 'TLS' | (string & {})
export type GitRepoVolumeSource = {
  readonly repository: string
  readonly revision?: string
  readonly directory?: string
}
export type GlusterfsPersistentVolumeSource = {
  readonly endpoints: string
  readonly path: string
  readonly readOnly?: boolean
  readonly endpointsNamespace?: string
}
export type GlusterfsVolumeSource = {
  readonly endpoints: string
  readonly path: string
  readonly readOnly?: boolean
}
export type HTTPGetAction = {
  readonly path?: string
  readonly port: IntOrString
  readonly host?: string
  readonly scheme?: URIScheme
  readonly httpHeaders?: HTTPHeader[]
  readonly protocol?: HTTPProtocol
}
export type HTTPHeader = {
  readonly name: string
  readonly value: string
}
export type HTTPProtocol = 'HTTP1' | 'HTTP2' | (string & {})
export type HostAlias = {
  readonly ip: string
  readonly hostnames?: string[]
}
export type HostIP = {
  readonly ip: string
}
export type HostPathType = '' | 'BlockDevice' | 'CharDevice' | 'Directory' | 'DirectoryOrCreate' | 'File' | 'FileOrCreate' | 'Socket' | (string & {})
export type HostPathVolumeSource = {
  readonly path: string
  readonly type?: HostPathType
}
export type IPFamily = '' | 'IPv4' | 'IPv6' | (string & {})
export type IPFamilyPolicy = 'PreferDualStack' | 'RequireDualStack' | 'SingleStack' | (string & {})
export type ISCSIPersistentVolumeSource = {
  readonly targetPortal: string
  readonly iqn: string
  readonly lun: number
  readonly iscsiInterface?: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly portals?: string[]
  readonly chapAuthDiscovery?: boolean
  readonly chapAuthSession?: boolean
  readonly secretRef?: SecretReference
  readonly initiatorName?: string
}
export type ISCSIVolumeSource = {
  readonly targetPortal: string
  readonly iqn: string
  readonly lun: number
  readonly iscsiInterface?: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly portals?: string[]
  readonly chapAuthDiscovery?: boolean
  readonly chapAuthSession?: boolean
  readonly secretRef?: LocalObjectReference
  readonly initiatorName?: string
}
export type ImageVolumeSource = {
  readonly reference?: string
  readonly pullPolicy?: PullPolicy
}
export type ImageVolumeStatus = {
  readonly imageRef: string
}
export type KeyToPath = {
  readonly key: string
  readonly path: string
  readonly mode?: number
  readonly user?: number
}
export type Lifecycle = {
  readonly postStart?: LifecycleHandler
  readonly preStop?: LifecycleHandler
  readonly stopSignal?: Signal
}
export type LifecycleHandler = {
  readonly exec?: ExecAction
  readonly httpGet?: HTTPGetAction
  readonly tcpSocket?: TCPSocketAction
  readonly sleep?: SleepAction
}
export type LimitRange = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: LimitRangeSpec
}
export type LimitRangeItem = {
  readonly type: string
  readonly max?: ResourceList
  readonly min?: ResourceList
  readonly default?: ResourceList
  readonly defaultRequest?: ResourceList
  readonly maxLimitRequestRatio?: ResourceList
}
export type LimitRangeSpec = {
  readonly limits: LimitRangeItem[]
}
export type LinuxContainerUser = {
  readonly uid: number
  readonly gid: number
  readonly supplementalGroups?: number[]
}
export type LoadBalancerIngress = {
  readonly ip?: string
  readonly hostname?: string
  readonly ipMode?: string
  readonly ports?: PortStatus[]
}
export type LoadBalancerStatus = {
  readonly ingress?: LoadBalancerIngress[]
}
export type LocalObjectReference = {
  readonly name?: string
}
export type LocalVolumeSource = {
  readonly path: string
  readonly fsType?: string
}
export type ModifyVolumeStatus = {
  readonly targetVolumeAttributesClassName?: string
  readonly status: PersistentVolumeClaimModifyVolumeStatus
}
export type MountPropagationMode = 'Bidirectional' | 'HostToContainer' | 'None' | (string & {})
export type NFSVolumeSource = {
  readonly server: string
  readonly path: string
  readonly readOnly?: boolean
}
export type Namespace = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: NamespaceSpec
  readonly status?: NamespaceStatus
}
export type NamespaceCondition = {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type NamespacePhase = 'Active' | 'Terminating' | (string & {})
export type NamespaceSpec = {
  readonly finalizers?: string[]
}
export type NamespaceStatus = {
  readonly phase?: NamespacePhase
  readonly conditions?: NamespaceCondition[]
}
export type Node = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: NodeSpec
  readonly status?: NodeStatus
}
export type NodeAddress = {
  readonly type: string
  readonly address: string
}
export type NodeAffinity = {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector
  readonly preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[]
}
export type NodeAllocatableMappedResources = {
  readonly name: string
  readonly quantity: Quantity
}
export type NodeAllocatableOverheadResources = {
  readonly name: string
  readonly perPod?: Quantity
  readonly perContainer?: Quantity
}
export type NodeAllocatableResourceClaimStatus = {
  readonly resourceClaimName: string
  readonly containers?: string[]
  readonly mapping?: NodeAllocatableMappedResources[]
  readonly overhead?: NodeAllocatableOverheadResources[]
  readonly resources: { readonly [key: string]: Quantity }
}
export type NodeCondition = {
  readonly type: string
  readonly status: string
  readonly lastHeartbeatTime?: Time
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type NodeConfigSource = {
  readonly configMap?: ConfigMapNodeConfigSource
}
export type NodeConfigStatus = {
  readonly assigned?: NodeConfigSource
  readonly active?: NodeConfigSource
  readonly lastKnownGood?: NodeConfigSource
  readonly error?: string
}
export type NodeDaemonEndpoints = {
  readonly kubeletEndpoint?: DaemonEndpoint
}
export type NodeFeatures = {
  readonly supplementalGroupsPolicy?: boolean
}
export type NodeInclusionPolicy = 'Honor' | 'Ignore' | (string & {})
export type NodePhase = 'Pending' | 'Running' | 'Terminated' | (string & {})
export type NodePodPreemptionPolicy = {
  readonly disableResizePreemption?: string[]
}
export type NodeRuntimeHandler = {
  readonly name?: string
  readonly features?: NodeRuntimeHandlerFeatures
}
export type NodeRuntimeHandlerFeatures = {
  readonly recursiveReadOnlyMounts?: boolean
  readonly userNamespaces?: boolean
}
export type NodeSelector = {
  readonly nodeSelectorTerms: NodeSelectorTerm[]
}
export type NodeSelectorOperator = 'DoesNotExist' | 'Exists' | 'Gt' | 'In' | 'Lt' | 'NotIn' | (string & {})
export type NodeSelectorRequirement = {
  readonly key: string
  readonly operator: NodeSelectorOperator
  readonly values?: string[]
}
export type NodeSelectorTerm = {
  readonly matchExpressions?: NodeSelectorRequirement[]
  readonly matchFields?: NodeSelectorRequirement[]
}
export type NodeSpec = {
  readonly podCIDR?: string
  readonly podCIDRs?: string[]
  readonly providerID?: string
  readonly unschedulable?: boolean
  readonly taints?: Taint[]
  readonly configSource?: NodeConfigSource
  readonly externalID?: string
  readonly podPreemptionPolicy?: NodePodPreemptionPolicy
}
export type NodeStatus = {
  readonly capacity?: ResourceList
  readonly allocatable?: ResourceList
  readonly phase?: NodePhase
  readonly conditions?: NodeCondition[]
  readonly addresses?: NodeAddress[]
  readonly daemonEndpoints?: NodeDaemonEndpoints
  readonly nodeInfo?: NodeSystemInfo
  readonly images?: ContainerImage[]
  readonly volumesInUse?: string[]
  readonly volumesAttached?: AttachedVolume[]
  readonly config?: NodeConfigStatus
  readonly runtimeHandlers?: NodeRuntimeHandler[]
  readonly features?: NodeFeatures
  readonly declaredFeatures?: string[]
}
export type NodeSwapStatus = {
  readonly capacity?: number
}
export type NodeSystemInfo = {
  readonly machineID: string
  readonly systemUUID: string
  readonly bootID: string
  readonly kernelVersion: string
  readonly osImage: string
  readonly containerRuntimeVersion: string
  readonly kubeletVersion: string
  readonly kubeProxyVersion: string
  readonly operatingSystem: string
  readonly architecture: string
  readonly swap?: NodeSwapStatus
  readonly runningInUserNamespace?: boolean
}
export type ObjectFieldSelector = {
  readonly apiVersion?: string
  readonly fieldPath: string
}
export type ObjectReference = {
  readonly kind?: string
  readonly namespace?: string
  readonly name?: string
  readonly uid?: string
  readonly apiVersion?: string
  readonly resourceVersion?: string
  readonly fieldPath?: string
}
export type PersistentVolume = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: PersistentVolumeSpec
  readonly status?: PersistentVolumeStatus
}
export type PersistentVolumeAccessMode = 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod' | (string & {})
export type PersistentVolumeClaim = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: PersistentVolumeClaimSpec
  readonly status?: PersistentVolumeClaimStatus
}
export type PersistentVolumeClaimCondition = {
  readonly type: string
  readonly status: string
  readonly lastProbeTime?: Time
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type PersistentVolumeClaimModifyVolumeStatus = 'InProgress' | 'Infeasible' | 'Pending' | (string & {})
export type PersistentVolumeClaimPhase = 'Bound' | 'Lost' | 'Pending' | (string & {})
export type PersistentVolumeClaimSpec = {
  readonly accessModes?: PersistentVolumeAccessMode[]
  readonly selector?: LabelSelector
  readonly resources?: VolumeResourceRequirements
  readonly volumeName?: string
  readonly storageClassName?: string
  readonly volumeMode?: PersistentVolumeMode
  readonly dataSource?: TypedLocalObjectReference
  readonly dataSourceRef?: TypedObjectReference
  readonly volumeAttributesClassName?: string
}
export type PersistentVolumeClaimStatus = {
  readonly phase?: PersistentVolumeClaimPhase
  readonly accessModes?: PersistentVolumeAccessMode[]
  readonly capacity?: ResourceList
  readonly conditions?: PersistentVolumeClaimCondition[]
  readonly allocatedResources?: ResourceList
  readonly allocatedResourceStatuses?: { readonly [key: string]: ClaimResourceStatus }
  readonly currentVolumeAttributesClassName?: string
  readonly modifyVolumeStatus?: ModifyVolumeStatus
  readonly healthStatus?: VolumeHealthStatus
}
export type PersistentVolumeClaimTemplate = {
  readonly metadata?: ObjectMeta
  readonly spec: PersistentVolumeClaimSpec
}
export type PersistentVolumeClaimVolumeSource = {
  readonly claimName: string
  readonly readOnly?: boolean
}
export type PersistentVolumeMode = 'Block' | 'Filesystem' | (string & {})
export type PersistentVolumePhase = 'Available' | 'Bound' | 'Failed' | 'Pending' | 'Released' | (string & {})
export type PersistentVolumeReclaimPolicy = 'Delete' | 'Recycle' | 'Retain' | (string & {})
export type PersistentVolumeSource = {
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  readonly hostPath?: HostPathVolumeSource
  readonly glusterfs?: GlusterfsPersistentVolumeSource
  readonly nfs?: NFSVolumeSource
  readonly rbd?: RBDPersistentVolumeSource
  readonly iscsi?: ISCSIPersistentVolumeSource
  readonly cinder?: CinderPersistentVolumeSource
  readonly cephfs?: CephFSPersistentVolumeSource
  readonly fc?: FCVolumeSource
  readonly flocker?: FlockerVolumeSource
  readonly flexVolume?: FlexPersistentVolumeSource
  readonly azureFile?: AzureFilePersistentVolumeSource
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource
  readonly quobyte?: QuobyteVolumeSource
  readonly azureDisk?: AzureDiskVolumeSource
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  readonly portworxVolume?: PortworxVolumeSource
  readonly scaleIO?: ScaleIOPersistentVolumeSource
  readonly local?: LocalVolumeSource
  readonly storageos?: StorageOSPersistentVolumeSource
  readonly csi?: CSIPersistentVolumeSource
}
export type PersistentVolumeSpec = {
  readonly capacity?: ResourceList
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  readonly hostPath?: HostPathVolumeSource
  readonly glusterfs?: GlusterfsPersistentVolumeSource
  readonly nfs?: NFSVolumeSource
  readonly rbd?: RBDPersistentVolumeSource
  readonly iscsi?: ISCSIPersistentVolumeSource
  readonly cinder?: CinderPersistentVolumeSource
  readonly cephfs?: CephFSPersistentVolumeSource
  readonly fc?: FCVolumeSource
  readonly flocker?: FlockerVolumeSource
  readonly flexVolume?: FlexPersistentVolumeSource
  readonly azureFile?: AzureFilePersistentVolumeSource
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource
  readonly quobyte?: QuobyteVolumeSource
  readonly azureDisk?: AzureDiskVolumeSource
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  readonly portworxVolume?: PortworxVolumeSource
  readonly scaleIO?: ScaleIOPersistentVolumeSource
  readonly local?: LocalVolumeSource
  readonly storageos?: StorageOSPersistentVolumeSource
  readonly csi?: CSIPersistentVolumeSource
  readonly accessModes?: PersistentVolumeAccessMode[]
  readonly claimRef?: ObjectReference
  readonly persistentVolumeReclaimPolicy?: PersistentVolumeReclaimPolicy
  readonly storageClassName?: string
  readonly mountOptions?: string[]
  readonly volumeMode?: PersistentVolumeMode
  readonly nodeAffinity?: VolumeNodeAffinity
  readonly volumeAttributesClassName?: string
}
export type PersistentVolumeStatus = {
  readonly phase?: PersistentVolumePhase
  readonly message?: string
  readonly reason?: string
  readonly lastPhaseTransitionTime?: Time
}
export type PhotonPersistentDiskVolumeSource = {
  readonly pdID: string
  readonly fsType?: string
}
export type Pod = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: PodSpec
  readonly status?: PodStatus
}
export type PodAffinity = {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
  readonly preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}
export type PodAffinityTerm = {
  readonly labelSelector?: LabelSelector
  readonly namespaces?: string[]
  readonly topologyKey: string
  readonly namespaceSelector?: LabelSelector
  readonly matchLabelKeys?: string[]
  readonly mismatchLabelKeys?: string[]
}
export type PodAntiAffinity = {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
  readonly preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}
export type PodCertificateProjection = {
  readonly signerName: string
  readonly keyType: string
  readonly maxExpirationSeconds?: number
  readonly credentialBundlePath?: string
  readonly keyPath?: string
  readonly certificateChainPath?: string
  readonly userAnnotations?: { readonly [key: string]: string }
  readonly user?: number
}
export type PodCondition = {
  readonly type: string
  readonly observedGeneration?: number
  readonly status: string
  readonly lastProbeTime?: Time
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type PodDNSConfig = {
  readonly nameservers?: string[]
  readonly searches?: string[]
  readonly options?: PodDNSConfigOption[]
}
export type PodDNSConfigOption = {
  readonly name?: string
  readonly value?: string
}
export type PodExtendedResourceClaimStatus = {
  readonly requestMappings: ContainerExtendedResourceRequest[]
  readonly resourceClaimName: string
}
export type PodFSGroupChangePolicy = 'Always' | 'OnRootMismatch' | (string & {})
export type PodIP = {
  readonly ip: string
}
export type PodOS = {
  readonly name: string
}
export type PodPhase = 'Failed' | 'Pending' | 'Running' | 'Succeeded' | 'Unknown' | (string & {})
export type PodQOSClass = 'BestEffort' | 'Burstable' | 'Guaranteed' | (string & {})
export type PodReadinessGate = {
  readonly conditionType: string
}
export type PodResourceClaim = {
  readonly name: string
  readonly resourceClaimName?: string
  readonly resourceClaimTemplateName?: string
}
export type PodResourceClaimStatus = {
  readonly name: string
  readonly resourceClaimName?: string
}
export type PodSchedulingGate = {
  readonly name: string
}
export type PodSchedulingGroup = {
  readonly podGroupName?: string
}
export type PodSecurityContext = {
  readonly seLinuxOptions?: SELinuxOptions
  readonly windowsOptions?: WindowsSecurityContextOptions
  readonly runAsUser?: number
  readonly runAsGroup?: number
  readonly runAsNonRoot?: boolean
  readonly supplementalGroups?: number[]
  readonly supplementalGroupsPolicy?: SupplementalGroupsPolicy
  readonly fsGroup?: number
  readonly sysctls?: Sysctl[]
  readonly fsGroupChangePolicy?: PodFSGroupChangePolicy
  readonly seccompProfile?: SeccompProfile
  readonly appArmorProfile?: AppArmorProfile
  readonly seLinuxChangePolicy?: string
}
export type PodSpec = {
  readonly volumes?: Volume[]
  readonly initContainers?: Container[]
  readonly containers: Container[]
  readonly ephemeralContainers?: EphemeralContainer[]
  readonly restartPolicy?: RestartPolicy
  readonly terminationGracePeriodSeconds?: number
  readonly activeDeadlineSeconds?: number
  readonly dnsPolicy?: DNSPolicy
  readonly nodeSelector?: { readonly [key: string]: string }
  readonly serviceAccountName?: string
  readonly serviceAccount?: string
  readonly automountServiceAccountToken?: boolean
  readonly nodeName?: string
  readonly hostNetwork?: boolean
  readonly hostPID?: boolean
  readonly hostIPC?: boolean
  readonly shareProcessNamespace?: boolean
  readonly securityContext?: PodSecurityContext
  readonly imagePullSecrets?: LocalObjectReference[]
  readonly hostname?: string
  readonly subdomain?: string
  readonly affinity?: Affinity
  readonly schedulerName?: string
  readonly tolerations?: Toleration[]
  readonly hostAliases?: HostAlias[]
  readonly priorityClassName?: string
  readonly priority?: number
  readonly dnsConfig?: PodDNSConfig
  readonly readinessGates?: PodReadinessGate[]
  readonly runtimeClassName?: string
  readonly enableServiceLinks?: boolean
  readonly preemptionPolicy?: PreemptionPolicy
  readonly overhead?: ResourceList
  readonly topologySpreadConstraints?: TopologySpreadConstraint[]
  readonly setHostnameAsFQDN?: boolean
  readonly os?: PodOS
  readonly hostUsers?: boolean
  readonly schedulingGates?: PodSchedulingGate[]
  readonly resourceClaims?: PodResourceClaim[]
  readonly resources?: ResourceRequirements
  readonly hostnameOverride?: string
  readonly schedulingGroup?: PodSchedulingGroup
  readonly evictionResponders?: EvictionResponder[]
  readonly workloadRef?: WorkloadReference
}
export type PodStatus = {
  readonly observedGeneration?: number
  readonly phase?: PodPhase
  readonly conditions?: PodCondition[]
  readonly message?: string
  readonly reason?: string
  readonly nominatedNodeName?: string
  readonly hostIP?: string
  readonly hostIPs?: HostIP[]
  readonly podIP?: string
  readonly podIPs?: PodIP[]
  readonly startTime?: Time
  readonly initContainerStatuses?: ContainerStatus[]
  readonly containerStatuses?: ContainerStatus[]
  readonly qosClass?: PodQOSClass
  readonly ephemeralContainerStatuses?: ContainerStatus[]
  readonly resize?: string
  readonly resourceClaimStatuses?: PodResourceClaimStatus[]
  readonly extendedResourceClaimStatus?: PodExtendedResourceClaimStatus
  readonly allocatedResources?: ResourceList
  readonly resources?: ResourceRequirements
  readonly nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[]
  readonly volumeHealth?: PodVolumeHealth[]
}
export type PodTemplate = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly template?: PodTemplateSpec
}
export type PodTemplateSpec = {
  readonly metadata?: ObjectMeta
  readonly spec?: PodSpec
}
export type PodVolumeHealth = {
  readonly name: string
  readonly healthConditions?: VolumeHealthCondition[]
  readonly lastTransitionTime?: Time
}
export type PortStatus = {
  readonly port: number
  readonly protocol: Protocol
  readonly error?: string
}
export type PortworxVolumeSource = {
  readonly volumeID: string
  readonly fsType?: string
  readonly readOnly?: boolean
}
export type PreemptionPolicy = 'Never' | 'PreemptLowerPriority' | (string & {})
export type PreferredSchedulingTerm = {
  readonly weight: number
  readonly preference: NodeSelectorTerm
}
export type Probe = {
  readonly exec?: ExecAction
  readonly httpGet?: HTTPGetAction
  readonly tcpSocket?: TCPSocketAction
  readonly grpc?: GRPCAction
  readonly initialDelaySeconds?: number
  readonly timeoutSeconds?: number
  readonly periodSeconds?: number
  readonly successThreshold?: number
  readonly failureThreshold?: number
  readonly terminationGracePeriodSeconds?: number
}
export type ProbeHandler = {
  readonly exec?: ExecAction
  readonly httpGet?: HTTPGetAction
  readonly tcpSocket?: TCPSocketAction
  readonly grpc?: GRPCAction
}
export type ProcMountType = 'Default' | 'Unmasked' | (string & {})
export type ProjectedVolumeSource = {
  readonly sources?: VolumeProjection[]
  readonly defaultMode?: number
  readonly defaultUser?: number
}
export type Protocol = 'SCTP' | 'TCP' | 'UDP' | (string & {})
export type PullPolicy = 'Always' | 'IfNotPresent' | 'Never' | (string & {})
export type QuobyteVolumeSource = {
  readonly registry: string
  readonly volume: string
  readonly readOnly?: boolean
  readonly user?: string
  readonly group?: string
  readonly tenant?: string
}
export type RBDPersistentVolumeSource = {
  readonly monitors: string[]
  readonly image: string
  readonly fsType?: string
  readonly pool?: string
  readonly user?: string
  readonly keyring?: string
  readonly secretRef?: SecretReference
  readonly readOnly?: boolean
}
export type RBDVolumeSource = {
  readonly monitors: string[]
  readonly image: string
  readonly fsType?: string
  readonly pool?: string
  readonly user?: string
  readonly keyring?: string
  readonly secretRef?: LocalObjectReference
  readonly readOnly?: boolean
}
export type ReplicationController = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: ReplicationControllerSpec
  readonly status?: ReplicationControllerStatus
}
export type ReplicationControllerCondition = {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type ReplicationControllerSpec = {
  readonly replicas?: number
  readonly minReadySeconds?: number
  readonly selector?: { readonly [key: string]: string }
  readonly template?: PodTemplateSpec
}
export type ReplicationControllerStatus = {
  readonly replicas: number
  readonly fullyLabeledReplicas?: number
  readonly readyReplicas?: number
  readonly availableReplicas?: number
  readonly observedGeneration?: number
  readonly conditions?: ReplicationControllerCondition[]
}
export type ResourceClaim = {
  readonly name: string
  readonly request?: string
}
export type ResourceFieldSelector = {
  readonly containerName?: string
  readonly resource: string
  readonly divisor?: Quantity
}
export type ResourceHealth = {
  readonly resourceID: string
  readonly health?: string
  readonly message?: string
}
export type ResourceList = { readonly [key: string]: Quantity }
export type ResourceQuota = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: ResourceQuotaSpec
  readonly status?: ResourceQuotaStatus
}
export type ResourceQuotaScope = 'BestEffort' | 'CrossNamespacePodAffinity' | 'NotBestEffort' | 'NotTerminating' | 'PriorityClass' | 'Terminating' | 'VolumeAttributesClass' | (string & {})
export type ResourceQuotaSpec = {
  readonly hard?: ResourceList
  readonly scopes?: ResourceQuotaScope[]
  readonly scopeSelector?: ScopeSelector
}
export type ResourceQuotaStatus = {
  readonly hard?: ResourceList
  readonly used?: ResourceList
}
export type ResourceRequirements = {
  readonly limits?: ResourceList
  readonly requests?: ResourceList
  readonly claims?: ResourceClaim[]
}
export type ResourceStatus = {
  readonly name: string
  readonly resources?: ResourceHealth[]
}
export type RestartPolicy = 'Always' | 'Never' | 'OnFailure' | (string & {})
export type SELinuxOptions = {
  readonly user?: string
  readonly role?: string
  readonly type?: string
  readonly level?: string
}
export type ScaleIOPersistentVolumeSource = {
  readonly gateway: string
  readonly system: string
  readonly secretRef: SecretReference
  readonly sslEnabled?: boolean
  readonly protectionDomain?: string
  readonly storagePool?: string
  readonly storageMode?: string
  readonly volumeName?: string
  readonly fsType?: string
  readonly readOnly?: boolean
}
export type ScaleIOVolumeSource = {
  readonly gateway: string
  readonly system: string
  readonly secretRef: LocalObjectReference
  readonly sslEnabled?: boolean
  readonly protectionDomain?: string
  readonly storagePool?: string
  readonly storageMode?: string
  readonly volumeName?: string
  readonly fsType?: string
  readonly readOnly?: boolean
}
export type ScopeSelector = {
  readonly matchExpressions?: ScopedResourceSelectorRequirement[]
}
export type ScopeSelectorOperator = 'DoesNotExist' | 'Exists' | 'In' | 'NotIn' | (string & {})
export type ScopedResourceSelectorRequirement = {
  readonly scopeName: ResourceQuotaScope
  readonly operator: ScopeSelectorOperator
  readonly values?: string[]
}
export type SeccompProfile = {
  readonly type: SeccompProfileType
  readonly localhostProfile?: string
}
export type SeccompProfileType = 'Localhost' | 'RuntimeDefault' | 'Unconfined' | (string & {})
export type Secret = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly immutable?: boolean
  readonly data?: { readonly [key: string]: string }
  readonly stringData?: { readonly [key: string]: string }
  readonly type?: string
}
export type SecretEnvSource = {
  readonly name?: string
  readonly optional?: boolean
}
export type SecretKeySelector = {
  readonly name?: string
  readonly key: string
  readonly optional?: boolean
}
export type SecretProjection = {
  readonly name?: string
  readonly items?: KeyToPath[]
  readonly optional?: boolean
}
export type SecretReference = {
  readonly name?: string
  readonly namespace?: string
}
export type SecretVolumeSource = {
  readonly secretName?: string
  readonly items?: KeyToPath[]
  readonly defaultMode?: number
  readonly optional?: boolean
  readonly defaultUser?: number
}
export type SecurityContext = {
  readonly capabilities?: Capabilities
  readonly privileged?: boolean
  readonly seLinuxOptions?: SELinuxOptions
  readonly windowsOptions?: WindowsSecurityContextOptions
  readonly runAsUser?: number
  readonly runAsGroup?: number
  readonly runAsNonRoot?: boolean
  readonly readOnlyRootFilesystem?: boolean
  readonly allowPrivilegeEscalation?: boolean
  readonly procMount?: ProcMountType
  readonly seccompProfile?: SeccompProfile
  readonly appArmorProfile?: AppArmorProfile
}
export type Service = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: ServiceSpec
  readonly status?: ServiceStatus
}
export type ServiceAccount = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly secrets?: ObjectReference[]
  readonly imagePullSecrets?: LocalObjectReference[]
  readonly automountServiceAccountToken?: boolean
}
export type ServiceAccountTokenProjection = {
  readonly audience?: string
  readonly expirationSeconds?: number
  readonly path: string
  readonly user?: number
}
export type ServiceAffinity = 'ClientIP' | 'None' | (string & {})
export type ServiceExternalTrafficPolicy = 'Cluster' | 'Local' | (string & {})
export type ServiceInternalTrafficPolicy = 'Cluster' | 'Local' | (string & {})
export type ServicePort = {
  readonly name?: string
  readonly protocol?: Protocol
  readonly appProtocol?: string
  readonly port: number
  readonly targetPort?: IntOrString
  readonly nodePort?: number
}
export type ServiceSpec = {
  readonly ports?: ServicePort[]
  readonly selector?: { readonly [key: string]: string }
  readonly clusterIP?: string
  readonly clusterIPs?: string[]
  readonly type?: ServiceType
  readonly externalIPs?: string[]
  readonly sessionAffinity?: ServiceAffinity
  readonly loadBalancerIP?: string
  readonly loadBalancerSourceRanges?: string[]
  readonly externalName?: string
  readonly externalTrafficPolicy?: ServiceExternalTrafficPolicy
  readonly healthCheckNodePort?: number
  readonly publishNotReadyAddresses?: boolean
  readonly sessionAffinityConfig?: SessionAffinityConfig
  readonly ipFamilies?: IPFamily[]
  readonly ipFamilyPolicy?: IPFamilyPolicy
  readonly allocateLoadBalancerNodePorts?: boolean
  readonly loadBalancerClass?: string
  readonly internalTrafficPolicy?: ServiceInternalTrafficPolicy
  readonly trafficDistribution?: string
}
export type ServiceStatus = {
  readonly loadBalancer?: LoadBalancerStatus
  readonly conditions?: Condition[]
}
export type ServiceType = 'ClusterIP' | 'ExternalName' | 'LoadBalancer' | 'NodePort' | (string & {})
export type SessionAffinityConfig = {
  readonly clientIP?: ClientIPConfig
}
export type Signal = 'SIGABRT' | 'SIGALRM' | 'SIGBUS' | 'SIGCHLD' | 'SIGCLD' | 'SIGCONT' | 'SIGFPE' | 'SIGHUP' | 'SIGILL' | 'SIGINT' | 'SIGIO' | 'SIGIOT' | 'SIGKILL' | 'SIGPIPE' | 'SIGPOLL' | 'SIGPROF' | 'SIGPWR' | 'SIGQUIT' | 'SIGRTMAX' | 'SIGRTMAX-1' | 'SIGRTMAX-10' | 'SIGRTMAX-11' | 'SIGRTMAX-12' | 'SIGRTMAX-13' | 'SIGRTMAX-14' | 'SIGRTMAX-2' | 'SIGRTMAX-3' | 'SIGRTMAX-4' | 'SIGRTMAX-5' | 'SIGRTMAX-6' | 'SIGRTMAX-7' | 'SIGRTMAX-8' | 'SIGRTMAX-9' | 'SIGRTMIN' | 'SIGRTMIN+1' | 'SIGRTMIN+10' | 'SIGRTMIN+11' | 'SIGRTMIN+12' | 'SIGRTMIN+13' | 'SIGRTMIN+14' | 'SIGRTMIN+15' | 'SIGRTMIN+2' | 'SIGRTMIN+3' | 'SIGRTMIN+4' | 'SIGRTMIN+5' | 'SIGRTMIN+6' | 'SIGRTMIN+7' | 'SIGRTMIN+8' | 'SIGRTMIN+9' | 'SIGSEGV' | 'SIGSTKFLT' | 'SIGSTOP' | 'SIGSYS' | 'SIGTERM' | 'SIGTRAP' | 'SIGTSTP' | 'SIGTTIN' | 'SIGTTOU' | 'SIGURG' | 'SIGUSR1' | 'SIGUSR2' | 'SIGVTALRM' | 'SIGWINCH' | 'SIGXCPU' | 'SIGXFSZ' | (string & {})
export type SleepAction = {
  readonly seconds: number
}
export type StorageOSPersistentVolumeSource = {
  readonly volumeName?: string
  readonly volumeNamespace?: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: ObjectReference
}
export type StorageOSVolumeSource = {
  readonly volumeName?: string
  readonly volumeNamespace?: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: LocalObjectReference
}
export type SupplementalGroupsPolicy = 'Merge' | 'Strict' | (string & {})
export type Sysctl = {
  readonly name: string
  readonly value: string
}
export type TCPSocketAction = {
  readonly port: IntOrString
  readonly host?: string
}
export type Taint = {
  readonly key: string
  readonly value?: string
  readonly effect: TaintEffect
  readonly timeAdded?: Time
}
export type TaintEffect = 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule' | (string & {})
export type TerminationMessagePolicy = 'FallbackToLogsOnError' | 'File' | (string & {})
export type Toleration = {
  readonly key?: string
  readonly operator?: TolerationOperator
  readonly value?: string
  readonly effect?: TaintEffect
  readonly tolerationSeconds?: number
}
export type TolerationOperator = 'Equal' | 'Exists' | 'Gt' | 'Lt' | (string & {})
export type TopologySelectorLabelRequirement = {
  readonly key: string
  readonly values: string[]
}
export type TopologySelectorTerm = {
  readonly matchLabelExpressions?: TopologySelectorLabelRequirement[]
}
export type TopologySpreadConstraint = {
  readonly maxSkew: number
  readonly topologyKey: string
  readonly whenUnsatisfiable: UnsatisfiableConstraintAction
  readonly labelSelector?: LabelSelector
  readonly minDomains?: number
  readonly nodeAffinityPolicy?: NodeInclusionPolicy
  readonly nodeTaintsPolicy?: NodeInclusionPolicy
  readonly matchLabelKeys?: string[]
}
export type TypedLocalObjectReference = {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
}
export type TypedObjectReference = {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}
export type URIScheme = 'HTTP' | 'HTTPS' | (string & {})
export type UnsatisfiableConstraintAction = 'DoNotSchedule' | 'ScheduleAnyway' | (string & {})
export type Volume = {
  readonly name: string
  readonly hostPath?: HostPathVolumeSource
  readonly emptyDir?: EmptyDirVolumeSource
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  readonly gitRepo?: GitRepoVolumeSource
  readonly secret?: SecretVolumeSource
  readonly nfs?: NFSVolumeSource
  readonly iscsi?: ISCSIVolumeSource
  readonly glusterfs?: GlusterfsVolumeSource
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
  readonly rbd?: RBDVolumeSource
  readonly flexVolume?: FlexVolumeSource
  readonly cinder?: CinderVolumeSource
  readonly cephfs?: CephFSVolumeSource
  readonly flocker?: FlockerVolumeSource
  readonly downwardAPI?: DownwardAPIVolumeSource
  readonly fc?: FCVolumeSource
  readonly azureFile?: AzureFileVolumeSource
  readonly configMap?: ConfigMapVolumeSource
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource
  readonly quobyte?: QuobyteVolumeSource
  readonly azureDisk?: AzureDiskVolumeSource
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  readonly projected?: ProjectedVolumeSource
  readonly portworxVolume?: PortworxVolumeSource
  readonly scaleIO?: ScaleIOVolumeSource
  readonly storageos?: StorageOSVolumeSource
  readonly csi?: CSIVolumeSource
  readonly ephemeral?: EphemeralVolumeSource
  readonly image?: ImageVolumeSource
}
export type VolumeDevice = {
  readonly name: string
  readonly devicePath: string
}
export type VolumeHealthCondition = {
  readonly status: VolumeHealthStatusType
  readonly reason: string
  readonly message?: string
}
export type VolumeHealthStatus = {
  readonly healthConditions?: VolumeHealthCondition[]
  readonly lastTransitionTime?: Time
}
export type VolumeHealthStatusType = 'DataLoss' | 'Degraded' | 'Inaccessible' | (string & {})
export type VolumeMount = {
  readonly name: string
  readonly readOnly?: boolean
  readonly recursiveReadOnly?: string
  readonly mountPath: string
  readonly subPath?: string
  readonly mountPropagation?: MountPropagationMode
  readonly subPathExpr?: string
  readonly bindMountOptions?: string[]
}
export type VolumeMountStatus = {
  readonly name: string
  readonly mountPath: string
  readonly readOnly?: boolean
  readonly recursiveReadOnly?: string
  readonly volumeStatus?: VolumeStatus
}
export type VolumeNodeAffinity = {
  readonly required?: NodeSelector
}
export type VolumeProjection = {
  readonly secret?: SecretProjection
  readonly downwardAPI?: DownwardAPIProjection
  readonly configMap?: ConfigMapProjection
  readonly serviceAccountToken?: ServiceAccountTokenProjection
  readonly clusterTrustBundle?: ClusterTrustBundleProjection
  readonly podCertificate?: PodCertificateProjection
}
export type VolumeResourceRequirements = {
  readonly limits?: ResourceList
  readonly requests?: ResourceList
}
export type VolumeSource = {
  readonly hostPath?: HostPathVolumeSource
  readonly emptyDir?: EmptyDirVolumeSource
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  readonly gitRepo?: GitRepoVolumeSource
  readonly secret?: SecretVolumeSource
  readonly nfs?: NFSVolumeSource
  readonly iscsi?: ISCSIVolumeSource
  readonly glusterfs?: GlusterfsVolumeSource
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
  readonly rbd?: RBDVolumeSource
  readonly flexVolume?: FlexVolumeSource
  readonly cinder?: CinderVolumeSource
  readonly cephfs?: CephFSVolumeSource
  readonly flocker?: FlockerVolumeSource
  readonly downwardAPI?: DownwardAPIVolumeSource
  readonly fc?: FCVolumeSource
  readonly azureFile?: AzureFileVolumeSource
  readonly configMap?: ConfigMapVolumeSource
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource
  readonly quobyte?: QuobyteVolumeSource
  readonly azureDisk?: AzureDiskVolumeSource
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  readonly projected?: ProjectedVolumeSource
  readonly portworxVolume?: PortworxVolumeSource
  readonly scaleIO?: ScaleIOVolumeSource
  readonly storageos?: StorageOSVolumeSource
  readonly csi?: CSIVolumeSource
  readonly ephemeral?: EphemeralVolumeSource
  readonly image?: ImageVolumeSource
}
export type VolumeStatus = {
  readonly image?: ImageVolumeStatus
}
export type VsphereVirtualDiskVolumeSource = {
  readonly volumePath: string
  readonly fsType?: string
  readonly storagePolicyName?: string
  readonly storagePolicyID?: string
}
export type WeightedPodAffinityTerm = {
  readonly weight: number
  readonly podAffinityTerm: PodAffinityTerm
}
export type WindowsSecurityContextOptions = {
  readonly gmsaCredentialSpecName?: string
  readonly gmsaCredentialSpec?: string
  readonly runAsUserName?: string
  readonly hostProcess?: boolean
}
export type WorkloadReference = {
  readonly name: string
  readonly podGroup: string
  readonly podGroupReplicaKey?: string
}
