// Written by `npm run generate`; not to be changed by hand.

/** The structs of core.v1, a line each. */
export const coreV1 = `
AWSElasticBlockStoreVolumeSource volumeID!* fsType partition:int32 readOnly:bool
Affinity nodeAffinity?:NodeAffinity podAffinity?:PodAffinity podAntiAffinity?:PodAntiAffinity
AppArmorProfile type!*:AppArmorProfileType localhostProfile?
AppArmorProfileType=string{Localhost,RuntimeDefault,Unconfined}
AttachedVolume name!*:UniqueVolumeName devicePath!*
AzureDataDiskCachingMode=string{None,ReadOnly,ReadWrite}
AzureDataDiskKind=string{Dedicated,Managed,Shared}
AzureDiskVolumeSource diskName!* diskURI!* cachingMode?:AzureDataDiskCachingMode=ReadWrite fsType?=ext4
 readOnly?:bool=false kind?:AzureDataDiskKind=Shared
AzureFilePersistentVolumeSource secretName!* shareName!* readOnly:bool secretNamespace!?
AzureFileVolumeSource secretName!* shareName!* readOnly:bool
Binding# metadata!:metadata target!*:ObjectReference
CSIPersistentVolumeSource driver!* volumeHandle!* readOnly:bool fsType volumeAttributes:{}string
 controllerPublishSecretRef?:SecretReference nodeStageSecretRef?:SecretReference nodePublishSecretRef?:SecretReference
 controllerExpandSecretRef?:SecretReference nodeExpandSecretRef?:SecretReference
CSIVolumeSource driver!* readOnly?:bool fsType? volumeAttributes:{}string nodePublishSecretRef?:LocalObjectReference
Capabilities add:[]Capability drop:[]Capability
Capability=string
CephFSPersistentVolumeSource monitors!?*:[]string path user secretFile secretRef?:SecretReference readOnly:bool
CephFSVolumeSource monitors!?*:[]string path user secretFile secretRef?:LocalObjectReference readOnly:bool
CinderPersistentVolumeSource volumeID!* fsType readOnly:bool secretRef?:SecretReference
CinderVolumeSource volumeID!* fsType readOnly:bool secretRef?:LocalObjectReference
ClaimResourceStatus=string{ControllerResizeInProgress,ControllerResizeInfeasible,NodeResizeInProgress,NodeResizeInfeasible,NodeResizePending}
ClientIPConfig timeoutSeconds?:int32
ClusterTrustBundleProjection name? signerName? labelSelector?:meta.v1.LabelSelector 5optional?:bool 4path!*
 >37:6user?:int64
ComponentCondition type!*:ComponentConditionType status!*:ConditionStatus message error
ComponentConditionType=string
ComponentStatus# metadata!:metadata conditions:[]ComponentCondition@type+type
ConditionStatus=string
ConfigMap# metadata!:metadata 4immutable?:bool 2data:{}string binaryData:{}bytes
ConfigMapEnvSource !:LocalObjectReference optional?:bool
ConfigMapKeySelector^ !:LocalObjectReference key!* optional?:bool
ConfigMapNodeConfigSource namespace!* name!* uid:pkg.types.UID resourceVersion kubeletConfigKey!*
ConfigMapProjection !:LocalObjectReference items:[]KeyToPath 4optional?:bool
ConfigMapVolumeSource !:LocalObjectReference items:[]KeyToPath defaultMode?:int32 optional?:bool >37:defaultUser?:int64
Container name!* image command:[]string args:[]string workingDir
 ports:[]ContainerPort@containerPort,protocol+containerPort 19envFrom:[]EnvFromSource 7env:[]EnvVar@name+name
 resources!:ResourceRequirements 23resizePolicy:[]ContainerResizePolicy restartPolicy?:ContainerRestartPolicy
 >34:restartPolicyRules:[]ContainerRestartRule 9volumeMounts:[]VolumeMount@mountPath+mountPath
 21volumeDevices:[]VolumeDevice@devicePath+devicePath 10livenessProbe?:Probe readinessProbe?:Probe 22startupProbe?:Probe
 12lifecycle?:Lifecycle terminationMessagePath 20terminationMessagePolicy:TerminationMessagePolicy
 14imagePullPolicy:PullPolicy securityContext?:SecurityContext stdin:bool stdinOnce:bool tty:bool
>34:ContainerExtendedResourceRequest containerName!* resourceName!* requestName!*
ContainerImage names!?:[]string sizeBytes:int64
ContainerPort name hostPort:int32 containerPort!*:int32 protocol:Protocol=TCP hostIP
ContainerResizePolicy resourceName!*:ResourceName restartPolicy!*:ResourceResizeRestartPolicy
ContainerRestartPolicy=string
>34:ContainerRestartRule action*:ContainerRestartRuleAction exitCodes?:ContainerRestartRuleOnExitCodes
>34:ContainerRestartRuleAction=string
>34:ContainerRestartRuleOnExitCodes operator*:ContainerRestartRuleOnExitCodesOperator values:[]int32@set
>34:ContainerRestartRuleOnExitCodesOperator=string
ContainerState waiting?:ContainerStateWaiting running?:ContainerStateRunning terminated?:ContainerStateTerminated
ContainerStateRunning startedAt!:time
ContainerStateTerminated exitCode!*:int32 signal:int32 reason message startedAt!:time finishedAt!:time containerID
ContainerStateWaiting reason message
ContainerStatus name!* state!:ContainerState lastState!:ContainerState ready!*:bool restartCount!*:int32 image!*
 imageID!* containerID started?:bool allocatedResources:ResourceList resources?:ResourceRequirements
 volumeMounts:[]VolumeMountStatus@mountPath+mountPath user?:ContainerUser
 allocatedResourcesStatus:[]ResourceStatus@name+name stopSignal?:Signal
ContainerUser linux?:LinuxContainerUser
DNSPolicy=string{ClusterFirst,ClusterFirstWithHostNet,Default,None}
DaemonEndpoint Port!*:int32
DownwardAPIProjection items:[]DownwardAPIVolumeFile
DownwardAPIVolumeFile path!* fieldRef?:ObjectFieldSelector resourceFieldRef?:ResourceFieldSelector mode?:int32
 >37:user?:int64
DownwardAPIVolumeSource items:[]DownwardAPIVolumeFile defaultMode?:int32 >37:defaultUser?:int64
EmptyDirVolumeSource medium:StorageMedium sizeLimit?:quantity >37:mode?:int32
EndpointAddress^ ip!* 3hostname nodeName? 2targetRef?:ObjectReference
EndpointPort^ name port!*:int32 protocol:Protocol appProtocol?
EndpointSubset addresses:[]EndpointAddress notReadyAddresses:[]EndpointAddress ports:[]EndpointPort
Endpoints# metadata!:metadata subsets:[]EndpointSubset
EnvFromSource prefix configMapRef?:ConfigMapEnvSource secretRef?:SecretEnvSource
EnvVar name!* value valueFrom?:EnvVarSource
EnvVarSource fieldRef?:ObjectFieldSelector resourceFieldRef?:ResourceFieldSelector configMapKeyRef?:ConfigMapKeySelector
 secretKeyRef?:SecretKeySelector >34:fileKeyRef?:FileKeySelector
EphemeralContainer !:EphemeralContainerCommon targetContainerName
EphemeralContainerCommon name!* image command:[]string args:[]string workingDir
 ports:[]ContainerPort@containerPort,protocol+containerPort 19envFrom:[]EnvFromSource 7env:[]EnvVar@name+name
 resources!:ResourceRequirements 23resizePolicy:[]ContainerResizePolicy restartPolicy?:ContainerRestartPolicy
 >34:restartPolicyRules:[]ContainerRestartRule 9volumeMounts:[]VolumeMount@mountPath+mountPath
 21volumeDevices:[]VolumeDevice@devicePath+devicePath 10livenessProbe?:Probe readinessProbe?:Probe 22startupProbe?:Probe
 12lifecycle?:Lifecycle terminationMessagePath 20terminationMessagePolicy:TerminationMessagePolicy
 14imagePullPolicy:PullPolicy securityContext?:SecurityContext stdin:bool stdinOnce:bool tty:bool
EphemeralVolumeSource volumeClaimTemplate?:PersistentVolumeClaimTemplate
Event# metadata!*:metadata involvedObject!*:ObjectReference reason message source!:EventSource firstTimestamp!:time
 lastTimestamp!:time count:int32 type eventTime!:microTime series?:EventSeries action related?:ObjectReference
 reportingComponent! reportingInstance!
EventSeries count:int32 lastObservedTime!:microTime
EventSource component host
>37:EvictionResponder^ name!* priority!?*:int32
ExecAction command:[]string
FCVolumeSource targetWWNs:[]string lun?:int32 fsType readOnly:bool wwids:[]string
>34:FileKeySelector^ volumeName!* path!* key!* optional?:bool=false
FinalizerName=string
FlexPersistentVolumeSource driver!* fsType secretRef?:SecretReference readOnly:bool options:{}string
FlexVolumeSource driver!* fsType secretRef?:LocalObjectReference readOnly:bool options:{}string
FlockerVolumeSource datasetName datasetUUID
GCEPersistentDiskVolumeSource pdName!* fsType partition:int32 readOnly:bool
GRPCAction port!*:int32 service!?= >37:mode?:GRPCProbeMode
>37:GRPCProbeMode=string{Plaintext,TLS}
GitRepoVolumeSource repository!* revision directory
GlusterfsPersistentVolumeSource endpoints!* path!* readOnly:bool endpointsNamespace?
GlusterfsVolumeSource endpoints!* path!* readOnly:bool
HTTPGetAction path port!*:intOrString host scheme:URIScheme httpHeaders:[]HTTPHeader >37:protocol?:HTTPProtocol
HTTPHeader name!* value!*
>37:HTTPProtocol=string{HTTP1,HTTP2}
HostAlias ip!* hostnames:[]string
HostIP ip!*
HostPathType=string{,BlockDevice,CharDevice,Directory,DirectoryOrCreate,File,FileOrCreate,Socket}
HostPathVolumeSource path!* type?:HostPathType
IPFamily=string{,IPv4,IPv6}
IPFamilyPolicy=string{PreferDualStack,RequireDualStack,SingleStack}
ISCSIPersistentVolumeSource targetPortal!* iqn!* lun!*:int32 iscsiInterface=default fsType readOnly:bool
 portals:[]string chapAuthDiscovery:bool 11chapAuthSession:bool 10secretRef?:SecretReference 12initiatorName?
ISCSIVolumeSource targetPortal!* iqn!* lun!*:int32 iscsiInterface=default fsType readOnly:bool portals:[]string
 chapAuthDiscovery:bool 11chapAuthSession:bool 10secretRef?:LocalObjectReference 12initiatorName?
ImageVolumeSource reference pullPolicy:PullPolicy
>36:ImageVolumeStatus imageRef*
KeyToPath key!* path!* mode?:int32 >37:user?:int64
Lifecycle postStart?:LifecycleHandler preStop?:LifecycleHandler stopSignal?:Signal
LifecycleHandler exec?:ExecAction httpGet?:HTTPGetAction tcpSocket?:TCPSocketAction sleep?:SleepAction
LimitRange# metadata!:metadata spec!:LimitRangeSpec
LimitRangeItem type!*:LimitType max:ResourceList min:ResourceList default:ResourceList defaultRequest:ResourceList
 maxLimitRequestRatio:ResourceList
LimitRangeSpec limits!?*:[]LimitRangeItem
LimitType=string
LinuxContainerUser uid!*:int64 gid!*:int64 supplementalGroups:[]int64
LoadBalancerIPMode=string
LoadBalancerIngress ip hostname ipMode?:LoadBalancerIPMode ports:[]PortStatus
LoadBalancerStatus ingress:[]LoadBalancerIngress
LocalObjectReference^ name=
LocalVolumeSource path!* fsType?
ModifyVolumeStatus targetVolumeAttributesClassName status!*:PersistentVolumeClaimModifyVolumeStatus
MountPropagationMode=string{Bidirectional,HostToContainer,None}
NFSVolumeSource server!* path!* readOnly:bool
Namespace# metadata!:metadata spec!:NamespaceSpec status!:NamespaceStatus
NamespaceCondition type!*:NamespaceConditionType status!*:ConditionStatus 4lastTransitionTime!:time reason message
NamespaceConditionType=string
NamespacePhase=string{Active,Terminating}
NamespaceSpec finalizers:[]FinalizerName
NamespaceStatus phase:NamespacePhase conditions:[]NamespaceCondition@type+type
Node# metadata!:metadata spec!:NodeSpec status!:NodeStatus
NodeAddress type!*:NodeAddressType address!*
NodeAddressType=string
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution?:NodeSelector
 preferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
>37:NodeAllocatableMappedResources name!*:ResourceName quantity!?*:quantity
>37:NodeAllocatableOverheadResources name!*:ResourceName perPod?:quantity perContainer?:quantity
>36:NodeAllocatableResourceClaimStatus resourceClaimName!* containers:[]string@set
 <37:resources!?*:{ResourceName}quantity >37:4mapping:[]NodeAllocatableMappedResources@name+name
 >37:overhead:[]NodeAllocatableOverheadResources@name+name
NodeCondition type!*:NodeConditionType status!*:ConditionStatus lastHeartbeatTime!:time lastTransitionTime!:time reason
 message
NodeConditionType=string
NodeConfigSource 2configMap?:ConfigMapNodeConfigSource
NodeConfigStatus assigned?:NodeConfigSource active?:NodeConfigSource lastKnownGood?:NodeConfigSource error
NodeDaemonEndpoints kubeletEndpoint!:DaemonEndpoint
NodeFeatures supplementalGroupsPolicy?:bool
NodeInclusionPolicy=string{Honor,Ignore}
NodePhase=string{Pending,Running,Terminated}
>37:NodePodPreemptionPolicy disableResizePreemption:[]string@set
NodeRuntimeHandler name! features?:NodeRuntimeHandlerFeatures
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts?:bool userNamespaces?:bool
NodeSelector^ nodeSelectorTerms!?*:[]NodeSelectorTerm
NodeSelectorOperator=string{DoesNotExist,Exists,Gt,In,Lt,NotIn}
NodeSelectorRequirement key!* operator!*:NodeSelectorOperator values:[]string
NodeSelectorTerm^ matchExpressions:[]NodeSelectorRequirement matchFields:[]NodeSelectorRequirement
NodeSpec podCIDR 7podCIDRs:[]string@set+ 3providerID unschedulable:bool taints:[]Taint configSource?:NodeConfigSource
 2externalID >37:8podPreemptionPolicy?:NodePodPreemptionPolicy
NodeStatus capacity:ResourceList allocatable:ResourceList phase:NodePhase conditions:[]NodeCondition@type+type
 addresses:[]NodeAddress@type+type daemonEndpoints!:NodeDaemonEndpoints nodeInfo!:NodeSystemInfo images:[]ContainerImage
 volumesInUse:[]UniqueVolumeName volumesAttached:[]AttachedVolume config?:NodeConfigStatus
 runtimeHandlers:[]NodeRuntimeHandler features?:NodeFeatures >35:declaredFeatures:[]string
NodeSwapStatus capacity?:int64
NodeSystemInfo machineID!* systemUUID!* bootID!* kernelVersion!* osImage!* containerRuntimeVersion!* kubeletVersion!*
 kubeProxyVersion!* operatingSystem!* architecture!* swap?:NodeSwapStatus >37:runningInUserNamespace?:bool
OSName=string
ObjectFieldSelector^ apiVersion fieldPath!*
ObjectReference^ kind namespace name uid:pkg.types.UID apiVersion resourceVersion fieldPath
PersistentVolume# metadata!:metadata spec!:PersistentVolumeSpec status!:PersistentVolumeStatus
PersistentVolumeAccessMode=string{ReadOnlyMany,ReadWriteMany,ReadWriteOnce,ReadWriteOncePod}
PersistentVolumeClaim# metadata!:metadata spec!:PersistentVolumeClaimSpec status!:PersistentVolumeClaimStatus
PersistentVolumeClaimCondition type!*:PersistentVolumeClaimConditionType status!*:ConditionStatus lastProbeTime!:time
 lastTransitionTime!:time reason message
PersistentVolumeClaimConditionType=string
PersistentVolumeClaimModifyVolumeStatus=string{InProgress,Infeasible,Pending}
PersistentVolumeClaimPhase=string{Bound,Lost,Pending}
PersistentVolumeClaimSpec accessModes:[]PersistentVolumeAccessMode 4selector?:meta.v1.LabelSelector
 2resources!:VolumeResourceRequirements volumeName 5storageClassName? volumeMode?:PersistentVolumeMode
 dataSource?:TypedLocalObjectReference dataSourceRef?:TypedObjectReference volumeAttributesClassName?
PersistentVolumeClaimStatus phase:PersistentVolumeClaimPhase accessModes:[]PersistentVolumeAccessMode
 capacity:ResourceList conditions:[]PersistentVolumeClaimCondition@type+type allocatedResources:ResourceList
 7allocatedResourceStatuses:{ResourceName}ClaimResourceStatus% currentVolumeAttributesClassName?
 modifyVolumeStatus?:ModifyVolumeStatus >37:healthStatus?:VolumeHealthStatus
PersistentVolumeClaimTemplate metadata!:metadata spec!*:PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource claimName!* readOnly:bool
PersistentVolumeMode=string{Block,Filesystem}
PersistentVolumePhase=string{Available,Bound,Failed,Pending,Released}
PersistentVolumeReclaimPolicy=string{Delete,Recycle,Retain}
PersistentVolumeSource gcePersistentDisk?:GCEPersistentDiskVolumeSource
 awsElasticBlockStore?:AWSElasticBlockStoreVolumeSource hostPath?:HostPathVolumeSource
 glusterfs?:GlusterfsPersistentVolumeSource nfs?:NFSVolumeSource rbd?:RBDPersistentVolumeSource
 iscsi?:ISCSIPersistentVolumeSource cinder?:CinderPersistentVolumeSource cephfs?:CephFSPersistentVolumeSource
 fc?:FCVolumeSource flocker?:FlockerVolumeSource flexVolume?:FlexPersistentVolumeSource
 azureFile?:AzureFilePersistentVolumeSource vsphereVolume?:VsphereVirtualDiskVolumeSource quobyte?:QuobyteVolumeSource
 azureDisk?:AzureDiskVolumeSource photonPersistentDisk?:PhotonPersistentDiskVolumeSource
 portworxVolume?:PortworxVolumeSource scaleIO?:ScaleIOPersistentVolumeSource local?:LocalVolumeSource
 storageos?:StorageOSPersistentVolumeSource csi?:CSIPersistentVolumeSource
PersistentVolumeSpec capacity:ResourceList !:PersistentVolumeSource accessModes:[]PersistentVolumeAccessMode
 claimRef?:ObjectReference% persistentVolumeReclaimPolicy:PersistentVolumeReclaimPolicy storageClassName
 mountOptions:[]string volumeMode?:PersistentVolumeMode nodeAffinity?:VolumeNodeAffinity volumeAttributesClassName?
PersistentVolumeStatus phase:PersistentVolumePhase message reason lastPhaseTransitionTime?:time
PhotonPersistentDiskVolumeSource pdID!* fsType
Pod# metadata!:metadata spec!:PodSpec status!:PodStatus
PodAffinity requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
 preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodAffinityTerm labelSelector?:meta.v1.LabelSelector namespaces:[]string topologyKey!*
 namespaceSelector?:meta.v1.LabelSelector matchLabelKeys:[]string mismatchLabelKeys:[]string
PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
 preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
>34:PodCertificateProjection signerName* keyType* maxExpirationSeconds?:int32 credentialBundlePath keyPath
 certificateChainPath >35:userAnnotations:{}string >37:user?:int64
PodCondition type!*:PodConditionType 7observedGeneration:int64 2status!*:ConditionStatus lastProbeTime!:time
 lastTransitionTime!:time reason message
PodConditionType=string
PodDNSConfig nameservers:[]string searches:[]string options:[]PodDNSConfigOption
PodDNSConfigOption name value?
>34:PodExtendedResourceClaimStatus requestMappings!?*:[]ContainerExtendedResourceRequest resourceClaimName!*
PodFSGroupChangePolicy=string{Always,OnRootMismatch}
PodIP ip!*
PodOS name!*:OSName
PodPhase=string{Failed,Pending,Running,Succeeded,Unknown}
PodQOSClass=string{BestEffort,Burstable,Guaranteed}
PodReadinessGate conditionType!*:PodConditionType
PodResizeStatus=string
PodResourceClaim name!* 3resourceClaimName? resourceClaimTemplateName?
PodResourceClaimStatus name!* resourceClaimName?
PodSELinuxChangePolicy=string
PodSchedulingGate name!*
>36:PodSchedulingGroup podGroupName?
PodSecurityContext seLinuxOptions?:SELinuxOptions 8windowsOptions?:WindowsSecurityContextOptions 2runAsUser?:int64
 6runAsGroup?:int64 3runAsNonRoot?:bool supplementalGroups:[]int64 12supplementalGroupsPolicy?:SupplementalGroupsPolicy
 5fsGroup?:int64 7sysctls:[]Sysctl 9fsGroupChangePolicy?:PodFSGroupChangePolicy seccompProfile?:SeccompProfile
 appArmorProfile?:AppArmorProfile 13seLinuxChangePolicy?:PodSELinuxChangePolicy
PodSpec volumes:[]Volume@name+name~ 20initContainers:[]Container@name+name 2containers!?*:[]Container@name+name
 34ephemeralContainers:[]EphemeralContainer@name+name 3restartPolicy:RestartPolicy terminationGracePeriodSeconds?:int64
 activeDeadlineSeconds?:int64 dnsPolicy:DNSPolicy nodeSelector:{}string^ serviceAccountName serviceAccount
 21automountServiceAccountToken?:bool 10nodeName hostNetwork:bool hostPID:bool hostIPC:bool
 27shareProcessNamespace?:bool 14securityContext?:PodSecurityContext imagePullSecrets:[]LocalObjectReference@name+name
 hostname subdomain affinity?:Affinity schedulerName 22tolerations:[]Toleration hostAliases:[]HostAlias@ip+ip
 priorityClassName priority?:int32 dnsConfig?:PodDNSConfig 28readinessGates:[]PodReadinessGate runtimeClassName?
 enableServiceLinks?:bool preemptionPolicy?:PreemptionPolicy overhead:ResourceList
 topologySpreadConstraints:[]TopologySpreadConstraint@topologyKey,whenUnsatisfiable+topologyKey
 35setHostnameAsFQDN?:bool os?:PodOS hostUsers?:bool schedulingGates:[]PodSchedulingGate@name+name
 resourceClaims:[]PodResourceClaim@name+name~ resources?:ResourceRequirements >34:hostnameOverride?
 >35<36:workloadRef?:WorkloadReference >36:43schedulingGroup?:PodSchedulingGroup
 >37:evictionResponders:[]EvictionResponder@name+name
PodStatus 17observedGeneration:int64 1phase:PodPhase conditions:[]PodCondition@type+type message reason
 11nominatedNodeName 5hostIP 16hostIPs:[]HostIP+ip 6podIP 12podIPs:[]PodIP@ip+ip 7startTime?:time
 10initContainerStatuses:[]ContainerStatus 8containerStatuses:[]ContainerStatus qosClass:PodQOSClass
 13ephemeralContainerStatuses:[]ContainerStatus resize:PodResizeStatus
 resourceClaimStatuses:[]PodResourceClaimStatus@name+name~
 >34:18extendedResourceClaimStatus?:PodExtendedResourceClaimStatus >35:allocatedResources:ResourceList
 >35:resources?:ResourceRequirements >36<37:nodeAllocatableResourceClaimStatuses:[]NodeAllocatableResourceClaimStatus
 >37:21nodeAllocatableResourceClaimStatuses:[]NodeAllocatableResourceClaimStatus@resourceClaimName+resourceClaimName
 >37:volumeHealth:[]PodVolumeHealth@name
PodTemplate# metadata!:metadata template!:PodTemplateSpec
PodTemplateSpec metadata!:metadata spec!:PodSpec
>37:PodVolumeHealth name!* healthConditions:[]VolumeHealthCondition@status,reason+status lastTransitionTime!:time
PortStatus port!*:int32 protocol!*:Protocol error?
PortworxVolumeSource volumeID!* fsType readOnly:bool
PreemptionPolicy=string{Never,PreemptLowerPriority}
PreferredSchedulingTerm weight!*:int32 preference!*:NodeSelectorTerm
Probe !:ProbeHandler initialDelaySeconds:int32 timeoutSeconds:int32 periodSeconds:int32 successThreshold:int32
 failureThreshold:int32 terminationGracePeriodSeconds?:int64
ProbeHandler exec?:ExecAction httpGet?:HTTPGetAction tcpSocket?:TCPSocketAction grpc?:GRPCAction
ProcMountType=string{Default,Unmasked}
ProjectedVolumeSource sources!?:[]VolumeProjection defaultMode?:int32 >37:defaultUser?:int64
Protocol=string{SCTP,TCP,UDP}
PullPolicy=string{Always,IfNotPresent,Never}
QuobyteVolumeSource registry!* volume!* readOnly:bool user group tenant
RBDPersistentVolumeSource monitors!?*:[]string image!* fsType pool=rbd user=admin keyring=/etc/ceph/keyring
 secretRef?:SecretReference readOnly:bool
RBDVolumeSource monitors!?*:[]string image!* fsType pool=rbd user=admin keyring=/etc/ceph/keyring
 secretRef?:LocalObjectReference readOnly:bool
RecursiveReadOnlyMode=string
ReplicationController# metadata!:metadata spec!:ReplicationControllerSpec status!:ReplicationControllerStatus
ReplicationControllerCondition type!*:ReplicationControllerConditionType status!*:ConditionStatus
 lastTransitionTime!:time reason message
ReplicationControllerConditionType=string
ReplicationControllerSpec replicas?:int32=1 4minReadySeconds:int32=0 2selector:{}string^ template?:PodTemplateSpec
ReplicationControllerStatus replicas!*:int32 fullyLabeledReplicas:int32 4readyReplicas:int32 availableReplicas:int32
 3observedGeneration:int64 6conditions:[]ReplicationControllerCondition@type+type
ResourceClaim name!* request
ResourceFieldSelector^ containerName resource!* divisor!:quantity
ResourceHealth resourceID!*:ResourceID health:ResourceHealthStatus >36:6message?
ResourceHealthStatus=string
ResourceID=string
ResourceList={ResourceName}quantity
ResourceName=string
ResourceQuota# metadata!:metadata spec!:ResourceQuotaSpec status!:ResourceQuotaStatus
ResourceQuotaScope=string{BestEffort,CrossNamespacePodAffinity,NotBestEffort,NotTerminating,PriorityClass,Terminating,VolumeAttributesClass}
ResourceQuotaSpec hard:ResourceList scopes:[]ResourceQuotaScope scopeSelector?:ScopeSelector
ResourceQuotaStatus hard:ResourceList used:ResourceList
ResourceRequirements limits:ResourceList requests:ResourceList claims:[]ResourceClaim@name
ResourceResizeRestartPolicy=string
ResourceStatus name!*:ResourceName resources:[]ResourceHealth@resourceID
RestartPolicy=string{Always,Never,OnFailure}
SELinuxOptions user role type level
ScaleIOPersistentVolumeSource gateway!* system!* secretRef!?*:SecretReference sslEnabled:bool protectionDomain
 storagePool storageMode=ThinProvisioned volumeName fsType=xfs readOnly:bool
ScaleIOVolumeSource gateway!* system!* secretRef!?*:LocalObjectReference sslEnabled:bool protectionDomain storagePool
 storageMode=ThinProvisioned volumeName fsType=xfs readOnly:bool
ScopeSelector^ matchExpressions:[]ScopedResourceSelectorRequirement
ScopeSelectorOperator=string{DoesNotExist,Exists,In,NotIn}
ScopedResourceSelectorRequirement scopeName!*:ResourceQuotaScope operator!*:ScopeSelectorOperator values:[]string
SeccompProfile type!*:SeccompProfileType localhostProfile?
SeccompProfileType=string{Localhost,RuntimeDefault,Unconfined}
Secret# metadata!:metadata 5immutable?:bool 2data:{}bytes 4stringData:{}string 3type:SecretType
SecretEnvSource !:LocalObjectReference optional?:bool
SecretKeySelector^ !:LocalObjectReference key!* optional?:bool
SecretProjection !:LocalObjectReference items:[]KeyToPath 4optional?:bool
SecretReference^ name namespace
SecretType=string
SecretVolumeSource secretName items:[]KeyToPath defaultMode?:int32 optional?:bool >37:defaultUser?:int64
SecurityContext capabilities?:Capabilities privileged?:bool seLinuxOptions?:SELinuxOptions
 10windowsOptions?:WindowsSecurityContextOptions 4runAsUser?:int64 8runAsGroup?:int64 5runAsNonRoot?:bool
 readOnlyRootFilesystem?:bool allowPrivilegeEscalation?:bool 9procMount?:ProcMountType 11seccompProfile?:SeccompProfile
 appArmorProfile?:AppArmorProfile
Service# metadata!:metadata spec!:ServiceSpec status!:ServiceStatus
ServiceAccount# metadata!:metadata secrets:[]ObjectReference@name+name imagePullSecrets:[]LocalObjectReference
 automountServiceAccountToken?:bool
ServiceAccountTokenProjection audience expirationSeconds?:int64 path!* >37:user?:int64
ServiceAffinity=string{ClientIP,None}
ServiceExternalTrafficPolicy=string{Cluster,Local}
ServiceInternalTrafficPolicy=string{Cluster,Local}
ServicePort name protocol:Protocol=TCP 6appProtocol? 3port!*:int32 targetPort!:intOrString nodePort:int32
ServiceSpec ports:[]ServicePort@port,protocol+port selector:{}string^ clusterIP 18clusterIPs:[]string 4type:ServiceType
 externalIPs:[]string 7sessionAffinity:ServiceAffinity loadBalancerIP loadBalancerSourceRanges:[]string externalName
 externalTrafficPolicy:ServiceExternalTrafficPolicy healthCheckNodePort:int32 publishNotReadyAddresses:bool
 sessionAffinityConfig?:SessionAffinityConfig 19ipFamilies:[]IPFamily 17ipFamilyPolicy?:IPFamilyPolicy
 20allocateLoadBalancerNodePorts?:bool loadBalancerClass? internalTrafficPolicy?:ServiceInternalTrafficPolicy
 trafficDistribution?
ServiceStatus loadBalancer!:LoadBalancerStatus conditions:[]meta.v1.Condition@type+type
ServiceType=string{ClusterIP,ExternalName,LoadBalancer,NodePort}
SessionAffinityConfig clientIP?:ClientIPConfig
Signal=string{SIGABRT,SIGALRM,SIGBUS,SIGCHLD,SIGCLD,SIGCONT,SIGFPE,SIGHUP,SIGILL,SIGINT,SIGIO,SIGIOT,SIGKILL,SIGPIPE,SIGPOLL,SIGPROF,SIGPWR,SIGQUIT,SIGRTMAX,SIGRTMAX-1,SIGRTMAX-10,SIGRTMAX-11,SIGRTMAX-12,SIGRTMAX-13,SIGRTMAX-14,SIGRTMAX-2,SIGRTMAX-3,SIGRTMAX-4,SIGRTMAX-5,SIGRTMAX-6,SIGRTMAX-7,SIGRTMAX-8,SIGRTMAX-9,SIGRTMIN,SIGRTMIN+1,SIGRTMIN+10,SIGRTMIN+11,SIGRTMIN+12,SIGRTMIN+13,SIGRTMIN+14,SIGRTMIN+15,SIGRTMIN+2,SIGRTMIN+3,SIGRTMIN+4,SIGRTMIN+5,SIGRTMIN+6,SIGRTMIN+7,SIGRTMIN+8,SIGRTMIN+9,SIGSEGV,SIGSTKFLT,SIGSTOP,SIGSYS,SIGTERM,SIGTRAP,SIGTSTP,SIGTTIN,SIGTTOU,SIGURG,SIGUSR1,SIGUSR2,SIGVTALRM,SIGWINCH,SIGXCPU,SIGXFSZ}
SleepAction seconds!*:int64
StorageMedium=string
StorageOSPersistentVolumeSource volumeName volumeNamespace fsType readOnly:bool secretRef?:ObjectReference
StorageOSVolumeSource volumeName volumeNamespace fsType readOnly:bool secretRef?:LocalObjectReference
SupplementalGroupsPolicy=string{Merge,Strict}
Sysctl name!* value!*
TCPSocketAction port!*:intOrString host
Taint key!* value effect!*:TaintEffect timeAdded?:time
TaintEffect=string{NoExecute,NoSchedule,PreferNoSchedule}
TerminationMessagePolicy=string{FallbackToLogsOnError,File}
Toleration key operator:TolerationOperator value effect:TaintEffect tolerationSeconds?:int64
TolerationOperator=string{Equal,Exists,>35:Gt,>35:Lt}
TopologySelectorLabelRequirement key!* values!?*:[]string
TopologySelectorTerm^ matchLabelExpressions:[]TopologySelectorLabelRequirement
TopologySpreadConstraint maxSkew!*:int32 topologyKey!* whenUnsatisfiable!*:UnsatisfiableConstraintAction
 labelSelector?:meta.v1.LabelSelector minDomains?:int32 nodeAffinityPolicy?:NodeInclusionPolicy
 nodeTaintsPolicy?:NodeInclusionPolicy matchLabelKeys:[]string
TypedLocalObjectReference^ apiGroup!? kind!* name!*
TypedObjectReference apiGroup!? kind!* name!* namespace?
URIScheme=string{HTTP,HTTPS}
UniqueVolumeName=string
UnsatisfiableConstraintAction=string{DoNotSchedule,ScheduleAnyway}
Volume name!* !:VolumeSource
VolumeDevice name!* devicePath!*
>37:VolumeHealthCondition status!*:VolumeHealthStatusType reason!* message
>37:VolumeHealthStatus healthConditions:[]VolumeHealthCondition@status,reason+status lastTransitionTime!:time
>37:VolumeHealthStatusType=string{DataLoss,Degraded,Inaccessible}
VolumeMount name!* readOnly:bool 7recursiveReadOnly?:RecursiveReadOnlyMode 3mountPath!* subPath
 mountPropagation?:MountPropagationMode subPathExpr >37:8bindMountOptions:[]string@set
VolumeMountStatus name!* mountPath!* readOnly:bool recursiveReadOnly?:RecursiveReadOnlyMode
 >36:volumeStatus?:VolumeStatus
VolumeNodeAffinity required?:NodeSelector
VolumeProjection secret?:SecretProjection downwardAPI?:DownwardAPIProjection configMap?:ConfigMapProjection
 serviceAccountToken?:ServiceAccountTokenProjection clusterTrustBundle?:ClusterTrustBundleProjection
 >34:podCertificate?:PodCertificateProjection
VolumeResourceRequirements limits:ResourceList requests:ResourceList
VolumeSource hostPath?:HostPathVolumeSource emptyDir?:EmptyDirVolumeSource
 gcePersistentDisk?:GCEPersistentDiskVolumeSource awsElasticBlockStore?:AWSElasticBlockStoreVolumeSource
 gitRepo?:GitRepoVolumeSource secret?:SecretVolumeSource nfs?:NFSVolumeSource iscsi?:ISCSIVolumeSource
 glusterfs?:GlusterfsVolumeSource persistentVolumeClaim?:PersistentVolumeClaimVolumeSource rbd?:RBDVolumeSource
 flexVolume?:FlexVolumeSource cinder?:CinderVolumeSource cephfs?:CephFSVolumeSource flocker?:FlockerVolumeSource
 downwardAPI?:DownwardAPIVolumeSource fc?:FCVolumeSource azureFile?:AzureFileVolumeSource
 configMap?:ConfigMapVolumeSource vsphereVolume?:VsphereVirtualDiskVolumeSource quobyte?:QuobyteVolumeSource
 azureDisk?:AzureDiskVolumeSource photonPersistentDisk?:PhotonPersistentDiskVolumeSource
 26projected?:ProjectedVolumeSource 24portworxVolume?:PortworxVolumeSource scaleIO?:ScaleIOVolumeSource
 27storageos?:StorageOSVolumeSource csi?:CSIVolumeSource ephemeral?:EphemeralVolumeSource image?:ImageVolumeSource
>36:VolumeStatus image?:ImageVolumeStatus
VsphereVirtualDiskVolumeSource volumePath!* fsType storagePolicyName storagePolicyID
WeightedPodAffinityTerm weight!*:int32 podAffinityTerm!*:PodAffinityTerm
WindowsSecurityContextOptions gmsaCredentialSpecName? gmsaCredentialSpec? runAsUserName? hostProcess?:bool
>35<36:WorkloadReference name!* podGroup!* podGroupReplicaKey
`
