// Written by scripts/companion-structs.js from the documents of a v1.33 server. A line is a struct: its name, then its members;
// a line that goes on is indented. See schema.ts for how a member reads.

/** The structs of the companion kinds. */
export const structs = `
apps.v1.Deployment spec!:DeploymentSpec status!:DeploymentStatus
apps.v1.DeploymentCondition type! status! lastUpdateTime!:time lastTransitionTime!:time reason message
apps.v1.DeploymentSpec replicas?:int32 selector!?*:meta.v1.LabelSelector template!*:core.v1.PodTemplateSpec strategy!:DeploymentStrategy~
 minReadySeconds:int32 revisionHistoryLimit?:int32 paused:bool progressDeadlineSeconds?:int32
apps.v1.DeploymentStatus observedGeneration:int64 replicas:int32 updatedReplicas:int32 availableReplicas:int32 unavailableReplicas:int32
 conditions:[]DeploymentCondition@type+type readyReplicas:int32 collisionCount?:int32 terminatingReplicas?:int32
apps.v1.DeploymentStrategy type{Recreate,RollingUpdate} rollingUpdate?:RollingUpdateDeployment
apps.v1.RollingUpdateDeployment maxUnavailable?:intOrString maxSurge?:intOrString
authentication.v1.SelfSubjectReview status!:SelfSubjectReviewStatus
authentication.v1.SelfSubjectReviewStatus userInfo!:UserInfo
authentication.v1.TokenReview spec!*:TokenReviewSpec status!:TokenReviewStatus
authentication.v1.TokenReviewSpec token audiences:[]string
authentication.v1.TokenReviewStatus authenticated:bool user!:UserInfo error audiences:[]string
authentication.v1.UserInfo username uid groups:[]string extra:{}[]string
authorization.v1.FieldSelectorAttributes rawSelector requirements:[]meta.v1.FieldSelectorRequirement
authorization.v1.LabelSelectorAttributes rawSelector requirements:[]meta.v1.LabelSelectorRequirement
authorization.v1.LocalSubjectAccessReview spec!*:SubjectAccessReviewSpec status!:SubjectAccessReviewStatus
authorization.v1.NonResourceAttributes path verb
authorization.v1.NonResourceRule verbs!?:[]string nonResourceURLs:[]string
authorization.v1.ResourceAttributes namespace verb group version resource subresource name fieldSelector?:FieldSelectorAttributes
 labelSelector?:LabelSelectorAttributes
authorization.v1.ResourceRule verbs!?:[]string apiGroups:[]string resources:[]string resourceNames:[]string
authorization.v1.SelfSubjectAccessReview spec!*:SelfSubjectAccessReviewSpec status!:SubjectAccessReviewStatus
authorization.v1.SelfSubjectAccessReviewSpec resourceAttributes?:ResourceAttributes nonResourceAttributes?:NonResourceAttributes
authorization.v1.SelfSubjectRulesReview spec!*:SelfSubjectRulesReviewSpec status!:SubjectRulesReviewStatus
authorization.v1.SelfSubjectRulesReviewSpec namespace
authorization.v1.SubjectAccessReview spec!*:SubjectAccessReviewSpec status!:SubjectAccessReviewStatus
authorization.v1.SubjectAccessReviewSpec resourceAttributes?:ResourceAttributes nonResourceAttributes?:NonResourceAttributes user groups:[]string
 extra:{}[]string uid
authorization.v1.SubjectAccessReviewStatus allowed!:bool reason evaluationError denied:bool
authorization.v1.SubjectRulesReviewStatus resourceRules!?:[]ResourceRule nonResourceRules!?:[]NonResourceRule incomplete!:bool evaluationError
autoscaling.v1.Scale spec!:ScaleSpec status!:ScaleStatus
autoscaling.v1.ScaleSpec replicas:int32
autoscaling.v1.ScaleStatus replicas!:int32 selector
core.v1.AWSElasticBlockStoreVolumeSource volumeID! fsType partition:int32 readOnly:bool
core.v1.Affinity nodeAffinity?:NodeAffinity podAffinity?:PodAffinity podAntiAffinity?:PodAntiAffinity
core.v1.AppArmorProfile type!{Localhost,RuntimeDefault,Unconfined} localhostProfile?
core.v1.AzureDiskVolumeSource diskName! diskURI! cachingMode?{None,ReadOnly,ReadWrite}=ReadWrite fsType?=ext4 readOnly?:bool=false
 kind?{Dedicated,Managed,Shared}=Shared
core.v1.AzureFilePersistentVolumeSource secretName! shareName! readOnly:bool secretNamespace?
core.v1.AzureFileVolumeSource secretName! shareName! readOnly:bool
core.v1.Binding target!*:ObjectReference
core.v1.CSIPersistentVolumeSource driver! volumeHandle! readOnly:bool fsType volumeAttributes:{}string controllerPublishSecretRef?:SecretReference
 nodeStageSecretRef?:SecretReference nodePublishSecretRef?:SecretReference controllerExpandSecretRef?:SecretReference nodeExpandSecretRef?:SecretReference
core.v1.CSIVolumeSource driver! readOnly?:bool fsType? volumeAttributes:{}string nodePublishSecretRef?:LocalObjectReference
core.v1.Capabilities add:[]string drop:[]string
core.v1.CephFSPersistentVolumeSource monitors!?:[]string path user secretFile secretRef?:SecretReference readOnly:bool
core.v1.CephFSVolumeSource monitors!?:[]string path user secretFile secretRef?:LocalObjectReference readOnly:bool
core.v1.CinderPersistentVolumeSource volumeID! fsType readOnly:bool secretRef?:SecretReference
core.v1.CinderVolumeSource volumeID! fsType readOnly:bool secretRef?:LocalObjectReference
core.v1.ClientIPConfig timeoutSeconds?:int32
core.v1.ClusterTrustBundleProjection name? signerName? labelSelector?:meta.v1.LabelSelector path! optional?:bool
core.v1.ConfigMap immutable?:bool data:{}string binaryData:{}bytes
core.v1.ConfigMapEnvSource name= optional?:bool
core.v1.ConfigMapKeySelector^ name= key! optional?:bool
core.v1.ConfigMapProjection name= items:[]KeyToPath optional?:bool
core.v1.ConfigMapVolumeSource name= items:[]KeyToPath defaultMode?:int32 optional?:bool
core.v1.Container name! image command:[]string args:[]string workingDir ports:[]ContainerPort@containerPort,protocol+containerPort envFrom:[]EnvFromSource
 env:[]EnvVar@name+name resources!:ResourceRequirements resizePolicy:[]ContainerResizePolicy restartPolicy? volumeMounts:[]VolumeMount@mountPath+mountPath
 volumeDevices:[]VolumeDevice@devicePath+devicePath livenessProbe?:Probe readinessProbe?:Probe startupProbe?:Probe lifecycle?:Lifecycle terminationMessagePath
 terminationMessagePolicy{FallbackToLogsOnError,File} imagePullPolicy{Always,IfNotPresent,Never} securityContext?:SecurityContext stdin:bool stdinOnce:bool
 tty:bool
core.v1.ContainerPort name hostPort:int32 containerPort!:int32 protocol{SCTP,TCP,UDP}=TCP hostIP
core.v1.ContainerResizePolicy resourceName! restartPolicy!
core.v1.ContainerState waiting?:ContainerStateWaiting running?:ContainerStateRunning terminated?:ContainerStateTerminated
core.v1.ContainerStateRunning startedAt!:time
core.v1.ContainerStateTerminated exitCode!:int32 signal:int32 reason message startedAt!:time finishedAt!:time containerID
core.v1.ContainerStateWaiting reason message
core.v1.ContainerStatus name! state!:ContainerState lastState!:ContainerState ready!:bool restartCount!:int32 image! imageID! containerID started?:bool
 allocatedResources:{}quantity resources?:ResourceRequirements volumeMounts:[]VolumeMountStatus@mountPath+mountPath user?:ContainerUser
 allocatedResourcesStatus:[]ResourceStatus@name+name
 stopSignal?{SIGABRT,SIGALRM,SIGBUS,SIGCHLD,SIGCLD,SIGCONT,SIGFPE,SIGHUP,SIGILL,SIGINT,SIGIO,SIGIOT,SIGKILL,SIGPIPE,SIGPOLL,SIGPROF,SIGPWR,SIGQUIT,SIGRTMAX,SIGRTMAX-1,SIGRTMAX-10,SIGRTMAX-11,SIGRTMAX-12,SIGRTMAX-13,SIGRTMAX-14,SIGRTMAX-2,SIGRTMAX-3,SIGRTMAX-4,SIGRTMAX-5,SIGRTMAX-6,SIGRTMAX-7,SIGRTMAX-8,SIGRTMAX-9,SIGRTMIN,SIGRTMIN+1,SIGRTMIN+10,SIGRTMIN+11,SIGRTMIN+12,SIGRTMIN+13,SIGRTMIN+14,SIGRTMIN+15,SIGRTMIN+2,SIGRTMIN+3,SIGRTMIN+4,SIGRTMIN+5,SIGRTMIN+6,SIGRTMIN+7,SIGRTMIN+8,SIGRTMIN+9,SIGSEGV,SIGSTKFLT,SIGSTOP,SIGSYS,SIGTERM,SIGTRAP,SIGTSTP,SIGTTIN,SIGTTOU,SIGURG,SIGUSR1,SIGUSR2,SIGVTALRM,SIGWINCH,SIGXCPU,SIGXFSZ}
core.v1.ContainerUser linux?:LinuxContainerUser
core.v1.DownwardAPIProjection items:[]DownwardAPIVolumeFile
core.v1.DownwardAPIVolumeFile path! fieldRef?:ObjectFieldSelector resourceFieldRef?:ResourceFieldSelector mode?:int32
core.v1.DownwardAPIVolumeSource items:[]DownwardAPIVolumeFile defaultMode?:int32
core.v1.EmptyDirVolumeSource medium sizeLimit?:quantity
core.v1.EnvFromSource prefix configMapRef?:ConfigMapEnvSource secretRef?:SecretEnvSource
core.v1.EnvVar name! value valueFrom?:EnvVarSource
core.v1.EnvVarSource fieldRef?:ObjectFieldSelector resourceFieldRef?:ResourceFieldSelector configMapKeyRef?:ConfigMapKeySelector
 secretKeyRef?:SecretKeySelector
core.v1.EphemeralContainer name! image command:[]string args:[]string workingDir ports:[]ContainerPort@containerPort,protocol+containerPort
 envFrom:[]EnvFromSource env:[]EnvVar@name+name resources!:ResourceRequirements resizePolicy:[]ContainerResizePolicy restartPolicy?
 volumeMounts:[]VolumeMount@mountPath+mountPath volumeDevices:[]VolumeDevice@devicePath+devicePath livenessProbe?:Probe readinessProbe?:Probe
 startupProbe?:Probe lifecycle?:Lifecycle terminationMessagePath terminationMessagePolicy{FallbackToLogsOnError,File}
 imagePullPolicy{Always,IfNotPresent,Never} securityContext?:SecurityContext stdin:bool stdinOnce:bool tty:bool targetContainerName
core.v1.EphemeralVolumeSource volumeClaimTemplate?:PersistentVolumeClaimTemplate
core.v1.Event involvedObject!*:ObjectReference reason message source!:EventSource firstTimestamp!:time lastTimestamp!:time count:int32 type
 eventTime!:microTime series?:EventSeries action related?:ObjectReference reportingComponent= reportingInstance=
core.v1.EventSeries count:int32 lastObservedTime!:microTime
core.v1.EventSource component host
core.v1.ExecAction command:[]string
core.v1.FCVolumeSource targetWWNs:[]string lun?:int32 fsType readOnly:bool wwids:[]string
core.v1.FlexPersistentVolumeSource driver! fsType secretRef?:SecretReference readOnly:bool options:{}string
core.v1.FlexVolumeSource driver! fsType secretRef?:LocalObjectReference readOnly:bool options:{}string
core.v1.FlockerVolumeSource datasetName datasetUUID
core.v1.GCEPersistentDiskVolumeSource pdName! fsType partition:int32 readOnly:bool
core.v1.GRPCAction port!:int32 service?=
core.v1.GitRepoVolumeSource repository! revision directory
core.v1.GlusterfsPersistentVolumeSource endpoints! path! readOnly:bool endpointsNamespace?
core.v1.GlusterfsVolumeSource endpoints! path! readOnly:bool
core.v1.HTTPGetAction path port!*:intOrString host scheme{HTTP,HTTPS} httpHeaders:[]HTTPHeader
core.v1.HTTPHeader name! value!
core.v1.HostAlias ip! hostnames:[]string
core.v1.HostIP ip!
core.v1.HostPathVolumeSource path! type?{,BlockDevice,CharDevice,Directory,DirectoryOrCreate,File,FileOrCreate,Socket}
core.v1.ISCSIPersistentVolumeSource targetPortal! iqn! lun!:int32 iscsiInterface=default fsType readOnly:bool portals:[]string chapAuthDiscovery:bool
 secretRef?:SecretReference chapAuthSession:bool initiatorName?
core.v1.ISCSIVolumeSource targetPortal! iqn! lun!:int32 iscsiInterface=default fsType readOnly:bool portals:[]string chapAuthDiscovery:bool
 secretRef?:LocalObjectReference chapAuthSession:bool initiatorName?
core.v1.ImageVolumeSource reference pullPolicy{Always,IfNotPresent,Never}
core.v1.KeyToPath key! path! mode?:int32
core.v1.Lifecycle postStart?:LifecycleHandler preStop?:LifecycleHandler
 stopSignal?{SIGABRT,SIGALRM,SIGBUS,SIGCHLD,SIGCLD,SIGCONT,SIGFPE,SIGHUP,SIGILL,SIGINT,SIGIO,SIGIOT,SIGKILL,SIGPIPE,SIGPOLL,SIGPROF,SIGPWR,SIGQUIT,SIGRTMAX,SIGRTMAX-1,SIGRTMAX-10,SIGRTMAX-11,SIGRTMAX-12,SIGRTMAX-13,SIGRTMAX-14,SIGRTMAX-2,SIGRTMAX-3,SIGRTMAX-4,SIGRTMAX-5,SIGRTMAX-6,SIGRTMAX-7,SIGRTMAX-8,SIGRTMAX-9,SIGRTMIN,SIGRTMIN+1,SIGRTMIN+10,SIGRTMIN+11,SIGRTMIN+12,SIGRTMIN+13,SIGRTMIN+14,SIGRTMIN+15,SIGRTMIN+2,SIGRTMIN+3,SIGRTMIN+4,SIGRTMIN+5,SIGRTMIN+6,SIGRTMIN+7,SIGRTMIN+8,SIGRTMIN+9,SIGSEGV,SIGSTKFLT,SIGSTOP,SIGSYS,SIGTERM,SIGTRAP,SIGTSTP,SIGTTIN,SIGTTOU,SIGURG,SIGUSR1,SIGUSR2,SIGVTALRM,SIGWINCH,SIGXCPU,SIGXFSZ}
core.v1.LifecycleHandler exec?:ExecAction httpGet?:HTTPGetAction tcpSocket?:TCPSocketAction sleep?:SleepAction
core.v1.LimitRange spec!:LimitRangeSpec
core.v1.LimitRangeItem type! max:{}quantity min:{}quantity default:{}quantity defaultRequest:{}quantity maxLimitRequestRatio:{}quantity
core.v1.LimitRangeSpec limits!?:[]LimitRangeItem
core.v1.LinuxContainerUser uid!:int64 gid!:int64 supplementalGroups:[]int64
core.v1.LoadBalancerIngress ip hostname ipMode? ports:[]PortStatus
core.v1.LoadBalancerStatus ingress:[]LoadBalancerIngress
core.v1.LocalObjectReference^ name=
core.v1.LocalVolumeSource path! fsType?
core.v1.NFSVolumeSource server! path! readOnly:bool
core.v1.NodeAffinity requiredDuringSchedulingIgnoredDuringExecution?:NodeSelector preferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
core.v1.NodeSelectorRequirement key! operator!{DoesNotExist,Exists,Gt,In,Lt,NotIn} values:[]string
core.v1.NodeSelectorTerm^ matchExpressions:[]NodeSelectorRequirement matchFields:[]NodeSelectorRequirement
core.v1.NodeSelector^ nodeSelectorTerms!?:[]NodeSelectorTerm
core.v1.ObjectFieldSelector^ apiVersion fieldPath!
core.v1.ObjectReference^ kind namespace name uid apiVersion resourceVersion fieldPath
core.v1.PersistentVolume spec!:PersistentVolumeSpec status!:PersistentVolumeStatus
core.v1.PersistentVolumeClaimSpec accessModes:[]string{ReadOnlyMany,ReadWriteMany,ReadWriteOnce,ReadWriteOncePod} resources!:VolumeResourceRequirements
 volumeName selector?:meta.v1.LabelSelector storageClassName? volumeMode?{Block,Filesystem} dataSource?:TypedLocalObjectReference
 dataSourceRef?:TypedObjectReference volumeAttributesClassName?
core.v1.PersistentVolumeClaimTemplate metadata!:metadata spec!*:PersistentVolumeClaimSpec
core.v1.PersistentVolumeClaimVolumeSource claimName! readOnly:bool
core.v1.PersistentVolumeSpec capacity:{}quantity gcePersistentDisk?:GCEPersistentDiskVolumeSource awsElasticBlockStore?:AWSElasticBlockStoreVolumeSource
 hostPath?:HostPathVolumeSource glusterfs?:GlusterfsPersistentVolumeSource nfs?:NFSVolumeSource rbd?:RBDPersistentVolumeSource
 iscsi?:ISCSIPersistentVolumeSource cinder?:CinderPersistentVolumeSource cephfs?:CephFSPersistentVolumeSource fc?:FCVolumeSource flocker?:FlockerVolumeSource
 flexVolume?:FlexPersistentVolumeSource azureFile?:AzureFilePersistentVolumeSource vsphereVolume?:VsphereVirtualDiskVolumeSource quobyte?:QuobyteVolumeSource
 azureDisk?:AzureDiskVolumeSource photonPersistentDisk?:PhotonPersistentDiskVolumeSource portworxVolume?:PortworxVolumeSource
 scaleIO?:ScaleIOPersistentVolumeSource local?:LocalVolumeSource storageos?:StorageOSPersistentVolumeSource csi?:CSIPersistentVolumeSource
 accessModes:[]string{ReadOnlyMany,ReadWriteMany,ReadWriteOnce,ReadWriteOncePod} claimRef?:ObjectReference%
 persistentVolumeReclaimPolicy{Delete,Recycle,Retain} storageClassName mountOptions:[]string volumeMode?{Block,Filesystem} nodeAffinity?:VolumeNodeAffinity
 volumeAttributesClassName?
core.v1.PersistentVolumeStatus phase{Available,Bound,Failed,Pending,Released} message reason lastPhaseTransitionTime?:time
core.v1.PhotonPersistentDiskVolumeSource pdID! fsType
core.v1.Pod spec!:PodSpec status!:PodStatus
core.v1.PodAffinity requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
core.v1.PodAffinityTerm labelSelector?:meta.v1.LabelSelector namespaces:[]string topologyKey! namespaceSelector?:meta.v1.LabelSelector matchLabelKeys:[]string
 mismatchLabelKeys:[]string
core.v1.PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
 preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
core.v1.PodCondition type! status! lastProbeTime!:time lastTransitionTime!:time reason message observedGeneration:int64
core.v1.PodDNSConfig nameservers:[]string searches:[]string options:[]PodDNSConfigOption
core.v1.PodDNSConfigOption name value?
core.v1.PodIP ip!
core.v1.PodOS name!
core.v1.PodReadinessGate conditionType!
core.v1.PodResourceClaim name! resourceClaimName? resourceClaimTemplateName?
core.v1.PodResourceClaimStatus name! resourceClaimName?
core.v1.PodSchedulingGate name!
core.v1.PodSecurityContext seLinuxOptions?:SELinuxOptions runAsUser?:int64 runAsNonRoot?:bool supplementalGroups:[]int64 fsGroup?:int64 runAsGroup?:int64
 sysctls:[]Sysctl windowsOptions?:WindowsSecurityContextOptions fsGroupChangePolicy?{Always,OnRootMismatch} seccompProfile?:SeccompProfile
 appArmorProfile?:AppArmorProfile supplementalGroupsPolicy?{Merge,Strict} seLinuxChangePolicy?
core.v1.PodSpec volumes:[]Volume@name+name~ initContainers:[]Container@name+name containers!?:[]Container@name+name
 ephemeralContainers:[]EphemeralContainer@name+name restartPolicy{Always,Never,OnFailure} terminationGracePeriodSeconds?:int64 activeDeadlineSeconds?:int64
 dnsPolicy{ClusterFirst,ClusterFirstWithHostNet,Default,None} nodeSelector:{}string^ serviceAccountName serviceAccount automountServiceAccountToken?:bool
 nodeName hostNetwork:bool hostPID:bool hostIPC:bool shareProcessNamespace?:bool securityContext?:PodSecurityContext
 imagePullSecrets:[]LocalObjectReference@name+name hostname subdomain affinity?:Affinity schedulerName tolerations:[]Toleration hostAliases:[]HostAlias@ip+ip
 priorityClassName priority?:int32 dnsConfig?:PodDNSConfig readinessGates:[]PodReadinessGate runtimeClassName? enableServiceLinks?:bool
 preemptionPolicy?{Never,PreemptLowerPriority} overhead:{}quantity
 topologySpreadConstraints:[]TopologySpreadConstraint@topologyKey,whenUnsatisfiable+topologyKey setHostnameAsFQDN?:bool os?:PodOS hostUsers?:bool
 schedulingGates:[]PodSchedulingGate@name+name resourceClaims:[]PodResourceClaim@name+name~ resources?:ResourceRequirements
core.v1.PodStatus observedGeneration:int64 phase{Failed,Pending,Running,Succeeded,Unknown} conditions:[]PodCondition@type+type message reason
 nominatedNodeName hostIP hostIPs:[]HostIP+ip podIP podIPs:[]PodIP@ip+ip startTime?:time initContainerStatuses:[]ContainerStatus
 containerStatuses:[]ContainerStatus qosClass{BestEffort,Burstable,Guaranteed} ephemeralContainerStatuses:[]ContainerStatus resize
 resourceClaimStatuses:[]PodResourceClaimStatus@name+name~
core.v1.PodTemplateSpec metadata!:metadata spec!:PodSpec
core.v1.PortStatus port!:int32 protocol!{SCTP,TCP,UDP} error?
core.v1.PortworxVolumeSource volumeID! fsType readOnly:bool
core.v1.PreferredSchedulingTerm weight!:int32 preference!*:NodeSelectorTerm
core.v1.Probe exec?:ExecAction httpGet?:HTTPGetAction tcpSocket?:TCPSocketAction grpc?:GRPCAction initialDelaySeconds:int32 timeoutSeconds:int32
 periodSeconds:int32 successThreshold:int32 failureThreshold:int32 terminationGracePeriodSeconds?:int64
core.v1.ProjectedVolumeSource sources:[]VolumeProjection defaultMode?:int32
core.v1.QuobyteVolumeSource registry! volume! readOnly:bool user group tenant
core.v1.RBDPersistentVolumeSource monitors!?:[]string image! fsType pool=rbd user=admin keyring=/etc/ceph/keyring secretRef?:SecretReference readOnly:bool
core.v1.RBDVolumeSource monitors!?:[]string image! fsType pool=rbd user=admin keyring=/etc/ceph/keyring secretRef?:LocalObjectReference readOnly:bool
core.v1.ResourceClaim name! request
core.v1.ResourceFieldSelector^ containerName resource! divisor!:quantity
core.v1.ResourceHealth resourceID! health
core.v1.ResourceQuota spec!:ResourceQuotaSpec status!:ResourceQuotaStatus
core.v1.ResourceQuotaSpec hard:{}quantity
 scopes:[]string{BestEffort,CrossNamespacePodAffinity,NotBestEffort,NotTerminating,PriorityClass,Terminating,VolumeAttributesClass}
 scopeSelector?:ScopeSelector
core.v1.ResourceQuotaStatus hard:{}quantity used:{}quantity
core.v1.ResourceRequirements limits:{}quantity requests:{}quantity claims:[]ResourceClaim@name
core.v1.ResourceStatus name! resources:[]ResourceHealth@resourceID
core.v1.SELinuxOptions user role type level
core.v1.ScaleIOPersistentVolumeSource gateway! system! secretRef!?*:SecretReference sslEnabled:bool protectionDomain storagePool storageMode=ThinProvisioned
 volumeName fsType=xfs readOnly:bool
core.v1.ScaleIOVolumeSource gateway! system! secretRef!?*:LocalObjectReference sslEnabled:bool protectionDomain storagePool storageMode=ThinProvisioned
 volumeName fsType=xfs readOnly:bool
core.v1.ScopeSelector^ matchExpressions:[]ScopedResourceSelectorRequirement
core.v1.ScopedResourceSelectorRequirement
 scopeName!{BestEffort,CrossNamespacePodAffinity,NotBestEffort,NotTerminating,PriorityClass,Terminating,VolumeAttributesClass}
 operator!{DoesNotExist,Exists,In,NotIn} values:[]string
core.v1.SeccompProfile type!{Localhost,RuntimeDefault,Unconfined} localhostProfile?
core.v1.Secret immutable?:bool data:{}bytes stringData:{}string type
core.v1.SecretEnvSource name= optional?:bool
core.v1.SecretKeySelector^ name= key! optional?:bool
core.v1.SecretProjection name= items:[]KeyToPath optional?:bool
core.v1.SecretReference^ name namespace
core.v1.SecretVolumeSource secretName items:[]KeyToPath defaultMode?:int32 optional?:bool
core.v1.SecurityContext capabilities?:Capabilities privileged?:bool seLinuxOptions?:SELinuxOptions runAsUser?:int64 runAsNonRoot?:bool
 readOnlyRootFilesystem?:bool allowPrivilegeEscalation?:bool runAsGroup?:int64 procMount?{Default,Unmasked} windowsOptions?:WindowsSecurityContextOptions
 seccompProfile?:SeccompProfile appArmorProfile?:AppArmorProfile
core.v1.Service spec!:ServiceSpec status!:ServiceStatus
core.v1.ServiceAccount secrets:[]ObjectReference@name+name imagePullSecrets:[]LocalObjectReference automountServiceAccountToken?:bool
core.v1.ServiceAccountTokenProjection audience expirationSeconds?:int64 path!
core.v1.ServicePort name protocol{SCTP,TCP,UDP}=TCP appProtocol? port!:int32 targetPort!:intOrString nodePort:int32
core.v1.ServiceSpec ports:[]ServicePort@port,protocol+port selector:{}string^ clusterIP clusterIPs:[]string type{ClusterIP,ExternalName,LoadBalancer,NodePort}
 externalIPs:[]string sessionAffinity{ClientIP,None} loadBalancerIP loadBalancerSourceRanges:[]string externalName externalTrafficPolicy{Cluster,Local}
 healthCheckNodePort:int32 publishNotReadyAddresses:bool sessionAffinityConfig?:SessionAffinityConfig ipFamilies:[]string{,IPv4,IPv6}
 ipFamilyPolicy?{PreferDualStack,RequireDualStack,SingleStack} allocateLoadBalancerNodePorts?:bool loadBalancerClass? internalTrafficPolicy?{Cluster,Local}
 trafficDistribution?
core.v1.ServiceStatus loadBalancer!:LoadBalancerStatus conditions:[]meta.v1.Condition@type+type
core.v1.SessionAffinityConfig clientIP?:ClientIPConfig
core.v1.SleepAction seconds!:int64
core.v1.StorageOSPersistentVolumeSource volumeName volumeNamespace fsType readOnly:bool secretRef?:ObjectReference
core.v1.StorageOSVolumeSource volumeName volumeNamespace fsType readOnly:bool secretRef?:LocalObjectReference
core.v1.Sysctl name! value!
core.v1.TCPSocketAction port!*:intOrString host
core.v1.Toleration key operator{Equal,Exists} value effect{NoExecute,NoSchedule,PreferNoSchedule} tolerationSeconds?:int64
core.v1.TopologySelectorLabelRequirement key! values!?:[]string
core.v1.TopologySelectorTerm^ matchLabelExpressions:[]TopologySelectorLabelRequirement
core.v1.TopologySpreadConstraint maxSkew!:int32 topologyKey! whenUnsatisfiable!{DoNotSchedule,ScheduleAnyway} labelSelector?:meta.v1.LabelSelector
 minDomains?:int32 nodeAffinityPolicy?{Honor,Ignore} nodeTaintsPolicy?{Honor,Ignore} matchLabelKeys:[]string
core.v1.TypedLocalObjectReference^ apiGroup? kind! name!
core.v1.TypedObjectReference apiGroup? kind! name! namespace?
core.v1.Volume name! hostPath?:HostPathVolumeSource emptyDir?:EmptyDirVolumeSource gcePersistentDisk?:GCEPersistentDiskVolumeSource
 awsElasticBlockStore?:AWSElasticBlockStoreVolumeSource gitRepo?:GitRepoVolumeSource secret?:SecretVolumeSource nfs?:NFSVolumeSource iscsi?:ISCSIVolumeSource
 glusterfs?:GlusterfsVolumeSource persistentVolumeClaim?:PersistentVolumeClaimVolumeSource rbd?:RBDVolumeSource flexVolume?:FlexVolumeSource
 cinder?:CinderVolumeSource cephfs?:CephFSVolumeSource flocker?:FlockerVolumeSource downwardAPI?:DownwardAPIVolumeSource fc?:FCVolumeSource
 azureFile?:AzureFileVolumeSource configMap?:ConfigMapVolumeSource vsphereVolume?:VsphereVirtualDiskVolumeSource quobyte?:QuobyteVolumeSource
 azureDisk?:AzureDiskVolumeSource photonPersistentDisk?:PhotonPersistentDiskVolumeSource portworxVolume?:PortworxVolumeSource scaleIO?:ScaleIOVolumeSource
 projected?:ProjectedVolumeSource storageos?:StorageOSVolumeSource csi?:CSIVolumeSource ephemeral?:EphemeralVolumeSource image?:ImageVolumeSource
core.v1.VolumeDevice name! devicePath!
core.v1.VolumeMount name! readOnly:bool mountPath! subPath mountPropagation?{Bidirectional,HostToContainer,None} subPathExpr recursiveReadOnly?
core.v1.VolumeMountStatus name! mountPath! readOnly:bool recursiveReadOnly?
core.v1.VolumeNodeAffinity required?:NodeSelector
core.v1.VolumeProjection secret?:SecretProjection downwardAPI?:DownwardAPIProjection configMap?:ConfigMapProjection
 serviceAccountToken?:ServiceAccountTokenProjection clusterTrustBundle?:ClusterTrustBundleProjection
core.v1.VolumeResourceRequirements limits:{}quantity requests:{}quantity
core.v1.VsphereVirtualDiskVolumeSource volumePath! fsType storagePolicyName storagePolicyID
core.v1.WeightedPodAffinityTerm weight!:int32 podAffinityTerm!*:PodAffinityTerm
core.v1.WindowsSecurityContextOptions gmsaCredentialSpecName? gmsaCredentialSpec? runAsUserName? hostProcess?:bool
meta.v1.Condition type! status! observedGeneration:int64 lastTransitionTime!*:time reason! message!
meta.v1.DeleteOptions gracePeriodSeconds?:int64 preconditions?:Preconditions orphanDependents?:bool propagationPolicy? dryRun:[]string
 ignoreStoreReadErrorWithClusterBreakingPotential?:bool apiVersion kind
meta.v1.FieldSelectorRequirement key! operator! values:[]string
meta.v1.LabelSelectorRequirement key! operator! values:[]string
meta.v1.LabelSelector^ matchLabels:{}string matchExpressions:[]LabelSelectorRequirement
meta.v1.Preconditions uid? resourceVersion?
policy.v1.Eviction deleteOptions?:meta.v1.DeleteOptions
storage.v1.StorageClass provisioner! parameters:{}string reclaimPolicy?{Delete,Recycle,Retain} mountOptions:[]string allowVolumeExpansion?:bool
 volumeBindingMode?{Immediate,WaitForFirstConsumer} allowedTopologies:[]core.v1.TopologySelectorTerm
storage.v1beta1.VolumeAttributesClass driverName! parameters:{}string
`
