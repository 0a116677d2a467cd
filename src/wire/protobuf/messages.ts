// One message a line: its name, then its members as `number mark name:type` without the space. Mark: `?` is a pointer, whose zero
// value is kept; `*` a list; `%` a map with text keys; a further `!` says that the JSON shows the zero value too, as it does of every
// message that is no pointer. A member without a name lends its own members to the message around it.
/** The wire form of the messages that Kubernetes clients write. */
export const MESSAGES = `
ExtraValue 1*items:string
api.resource.Quantity 1string:string
apiextensions.v1.CustomResourceColumnDefinition 1!name:string 2!type:string 3format:string 4description:string 5priority:int32 6!jsonPath:string
apiextensions.v1.CustomResourceConversion 1!strategy:string 2?webhook:apiextensions.v1.WebhookConversion
apiextensions.v1.CustomResourceDefinition 1metadata:meta.v1.ObjectMeta 2spec:apiextensions.v1.CustomResourceDefinitionSpec 3status:apiextensions.v1.CustomResourceDefinitionStatus
apiextensions.v1.CustomResourceDefinitionCondition 1!type:string 2!status:string 3lastTransitionTime:meta.v1.Time 4reason:string 5message:string
apiextensions.v1.CustomResourceDefinitionNames 1!plural:string 2singular:string 3*shortNames:string 4!kind:string 5listKind:string 6*categories:string
apiextensions.v1.CustomResourceDefinitionSpec 1!group:string 3names:apiextensions.v1.CustomResourceDefinitionNames 4!scope:string 7*!versions:apiextensions.v1.CustomResourceDefinitionVersion 9?conversion:apiextensions.v1.CustomResourceConversion 10preserveUnknownFields:bool
apiextensions.v1.CustomResourceDefinitionStatus 1*conditions:apiextensions.v1.CustomResourceDefinitionCondition 2acceptedNames:apiextensions.v1.CustomResourceDefinitionNames 3*storedVersions:string
apiextensions.v1.CustomResourceDefinitionVersion 1!name:string 2!served:bool 3!storage:bool 4?schema:apiextensions.v1.CustomResourceValidation 5?subresources:apiextensions.v1.CustomResourceSubresources 6*additionalPrinterColumns:apiextensions.v1.CustomResourceColumnDefinition 7deprecated:bool 8?deprecationWarning:string 9*selectableFields:apiextensions.v1.SelectableField
apiextensions.v1.CustomResourceSubresourceScale 1!specReplicasPath:string 2!statusReplicasPath:string 3?labelSelectorPath:string
apiextensions.v1.CustomResourceSubresourceStatus
apiextensions.v1.CustomResourceSubresources 1?status:apiextensions.v1.CustomResourceSubresourceStatus 2?scale:apiextensions.v1.CustomResourceSubresourceScale
apiextensions.v1.CustomResourceValidation 1?openAPIV3Schema:apiextensions.v1.JSONSchemaProps
apiextensions.v1.ExternalDocumentation 1description:string 2url:string
apiextensions.v1.JSON 1raw:json
apiextensions.v1.JSONSchemaProps 1id:string 2$schema:string 3?$ref:string 4description:string 5type:string 6format:string 7title:string 8?default:apiextensions.v1.JSON 9?maximum:float64 10exclusiveMaximum:bool 11?minimum:float64 12exclusiveMinimum:bool 13?maxLength:int64 14?minLength:int64 15pattern:string 16?maxItems:int64 17?minItems:int64 18uniqueItems:bool 19?multipleOf:float64 20*enum:apiextensions.v1.JSON 21?maxProperties:int64 22?minProperties:int64 23*required:string 24?items:apiextensions.v1.JSONSchemaPropsOrArray 25*allOf:apiextensions.v1.JSONSchemaProps 26*oneOf:apiextensions.v1.JSONSchemaProps 27*anyOf:apiextensions.v1.JSONSchemaProps 28?not:apiextensions.v1.JSONSchemaProps 29%properties:apiextensions.v1.JSONSchemaProps 30?additionalProperties:apiextensions.v1.JSONSchemaPropsOrBool 31%patternProperties:apiextensions.v1.JSONSchemaProps 32%dependencies:apiextensions.v1.JSONSchemaPropsOrStringArray 33?additionalItems:apiextensions.v1.JSONSchemaPropsOrBool 34%definitions:apiextensions.v1.JSONSchemaProps 35?externalDocs:apiextensions.v1.ExternalDocumentation 36?example:apiextensions.v1.JSON 37nullable:bool 38?x-kubernetes-preserve-unknown-fields:bool 39x-kubernetes-embedded-resource:bool 40x-kubernetes-int-or-string:bool 41*x-kubernetes-list-map-keys:string 42?x-kubernetes-list-type:string 43?x-kubernetes-map-type:string 44*x-kubernetes-validations:apiextensions.v1.ValidationRule
apiextensions.v1.JSONSchemaPropsOrArray 1?schema:apiextensions.v1.JSONSchemaProps 2*jSONSchemas:apiextensions.v1.JSONSchemaProps
apiextensions.v1.JSONSchemaPropsOrBool 1allows:bool 2?schema:apiextensions.v1.JSONSchemaProps
apiextensions.v1.JSONSchemaPropsOrStringArray 1?schema:apiextensions.v1.JSONSchemaProps 2*property:string
apiextensions.v1.SelectableField 1!jsonPath:string
apiextensions.v1.ServiceReference 1!namespace:string 2!name:string 3?path:string 4?port:int32
apiextensions.v1.ValidationRule 1!rule:string 2message:string 3messageExpression:string 4?reason:string 5fieldPath:string 6?optionalOldSelf:bool
apiextensions.v1.WebhookClientConfig 1?service:apiextensions.v1.ServiceReference 2caBundle:bytes 3?url:string
apiextensions.v1.WebhookConversion 2?clientConfig:apiextensions.v1.WebhookClientConfig 3*!conversionReviewVersions:string
apiregistration.v1.APIService 1metadata:meta.v1.ObjectMeta 2spec:apiregistration.v1.APIServiceSpec 3status:apiregistration.v1.APIServiceStatus
apiregistration.v1.APIServiceCondition 1!type:string 2!status:string 3lastTransitionTime:meta.v1.Time 4reason:string 5message:string
apiregistration.v1.APIServiceSpec 1?service:apiregistration.v1.ServiceReference 2group:string 3version:string 4insecureSkipTLSVerify:bool 5caBundle:bytes 7!groupPriorityMinimum:int32 8!versionPriority:int32
apiregistration.v1.APIServiceStatus 1*conditions:apiregistration.v1.APIServiceCondition
apiregistration.v1.ServiceReference 1namespace:string 2name:string 3?port:int32
apps.v1.Deployment 1metadata:meta.v1.ObjectMeta 2spec:apps.v1.DeploymentSpec 3status:apps.v1.DeploymentStatus
apps.v1.DeploymentCondition 1!type:string 2!status:string 4reason:string 5message:string 6lastUpdateTime:meta.v1.Time 7lastTransitionTime:meta.v1.Time
apps.v1.DeploymentSpec 1?replicas:int32 2?!selector:meta.v1.LabelSelector 3template:core.v1.PodTemplateSpec 4strategy:apps.v1.DeploymentStrategy 5minReadySeconds:int32 6?revisionHistoryLimit:int32 7paused:bool 9?progressDeadlineSeconds:int32
apps.v1.DeploymentStatus 1observedGeneration:int64 2replicas:int32 3updatedReplicas:int32 4availableReplicas:int32 5unavailableReplicas:int32 6*conditions:apps.v1.DeploymentCondition 7readyReplicas:int32 8?collisionCount:int32 9?terminatingReplicas:int32
apps.v1.DeploymentStrategy 1type:string 2?rollingUpdate:apps.v1.RollingUpdateDeployment
apps.v1.RollingUpdateDeployment 1?maxUnavailable:util.intstr.IntOrString 2?maxSurge:util.intstr.IntOrString
authentication.v1.SelfSubjectReview 1metadata:meta.v1.ObjectMeta 2status:authentication.v1.SelfSubjectReviewStatus
authentication.v1.SelfSubjectReviewStatus 1userInfo:authentication.v1.UserInfo
authentication.v1.TokenReview 1metadata:meta.v1.ObjectMeta 2spec:authentication.v1.TokenReviewSpec 3status:authentication.v1.TokenReviewStatus
authentication.v1.TokenReviewSpec 1token:string 2*audiences:string
authentication.v1.TokenReviewStatus 1authenticated:bool 2user:authentication.v1.UserInfo 3error:string 4*audiences:string
authentication.v1.UserInfo 1username:string 2uid:string 3*groups:string 4%extra:ExtraValue
authorization.v1.FieldSelectorAttributes 1rawSelector:string 2*requirements:meta.v1.FieldSelectorRequirement
authorization.v1.LabelSelectorAttributes 1rawSelector:string 2*requirements:meta.v1.LabelSelectorRequirement
authorization.v1.NonResourceAttributes 1path:string 2verb:string
authorization.v1.NonResourceRule 1*!verbs:string 2*nonResourceURLs:string
authorization.v1.ResourceAttributes 1namespace:string 2verb:string 3group:string 4version:string 5resource:string 6subresource:string 7name:string 8?fieldSelector:authorization.v1.FieldSelectorAttributes 9?labelSelector:authorization.v1.LabelSelectorAttributes
authorization.v1.ResourceRule 1*!verbs:string 2*apiGroups:string 3*resources:string 4*resourceNames:string
authorization.v1.SelfSubjectAccessReview 1metadata:meta.v1.ObjectMeta 2spec:authorization.v1.SelfSubjectAccessReviewSpec 3status:authorization.v1.SubjectAccessReviewStatus
authorization.v1.SelfSubjectAccessReviewSpec 1?resourceAttributes:authorization.v1.ResourceAttributes 2?nonResourceAttributes:authorization.v1.NonResourceAttributes
authorization.v1.SelfSubjectRulesReview 1metadata:meta.v1.ObjectMeta 2spec:authorization.v1.SelfSubjectRulesReviewSpec 3status:authorization.v1.SubjectRulesReviewStatus
authorization.v1.SelfSubjectRulesReviewSpec 1namespace:string
authorization.v1.SubjectAccessReview 1metadata:meta.v1.ObjectMeta 2spec:authorization.v1.SubjectAccessReviewSpec 3status:authorization.v1.SubjectAccessReviewStatus
authorization.v1.SubjectAccessReviewSpec 1?resourceAttributes:authorization.v1.ResourceAttributes 2?nonResourceAttributes:authorization.v1.NonResourceAttributes 3user:string 4*groups:string 5%extra:ExtraValue 6uid:string
authorization.v1.SubjectAccessReviewStatus 1!allowed:bool 2reason:string 3evaluationError:string 4denied:bool
authorization.v1.SubjectRulesReviewStatus 1*!resourceRules:authorization.v1.ResourceRule 2*!nonResourceRules:authorization.v1.NonResourceRule 3!incomplete:bool 4evaluationError:string
coordination.v1.Lease 1metadata:meta.v1.ObjectMeta 2spec:coordination.v1.LeaseSpec
coordination.v1.LeaseSpec 1?holderIdentity:string 2?leaseDurationSeconds:int32 3?acquireTime:meta.v1.MicroTime 4?renewTime:meta.v1.MicroTime 5?leaseTransitions:int32 6?strategy:string 7?preferredHolder:string
coordination.v1beta1.LeaseCandidate 1metadata:meta.v1.ObjectMeta 2spec:coordination.v1beta1.LeaseCandidateSpec
coordination.v1beta1.LeaseCandidateSpec 1!leaseName:string 2?pingTime:meta.v1.MicroTime 3?renewTime:meta.v1.MicroTime 4!binaryVersion:string 5emulationVersion:string 6strategy:string
core.v1.AWSElasticBlockStoreVolumeSource 1!volumeID:string 2fsType:string 3partition:int32 4readOnly:bool
core.v1.Affinity 1?nodeAffinity:core.v1.NodeAffinity 2?podAffinity:core.v1.PodAffinity 3?podAntiAffinity:core.v1.PodAntiAffinity
core.v1.AppArmorProfile 1!type:string 2?localhostProfile:string
core.v1.AttachedVolume 1!name:string 2!devicePath:string
core.v1.AzureDiskVolumeSource 1!diskName:string 2!diskURI:string 3?cachingMode:string 4?fsType:string 5?readOnly:bool 6?kind:string
core.v1.AzureFilePersistentVolumeSource 1!secretName:string 2!shareName:string 3readOnly:bool 4?secretNamespace:string
core.v1.AzureFileVolumeSource 1!secretName:string 2!shareName:string 3readOnly:bool
core.v1.CSIPersistentVolumeSource 1!driver:string 2!volumeHandle:string 3readOnly:bool 4fsType:string 5%volumeAttributes:string 6?controllerPublishSecretRef:core.v1.SecretReference 7?nodeStageSecretRef:core.v1.SecretReference 8?nodePublishSecretRef:core.v1.SecretReference 9?controllerExpandSecretRef:core.v1.SecretReference 10?nodeExpandSecretRef:core.v1.SecretReference
core.v1.CSIVolumeSource 1!driver:string 2?readOnly:bool 3?fsType:string 4%volumeAttributes:string 5?nodePublishSecretRef:core.v1.LocalObjectReference
core.v1.Capabilities 1*add:string 2*drop:string
core.v1.CephFSPersistentVolumeSource 1*!monitors:string 2path:string 3user:string 4secretFile:string 5?secretRef:core.v1.SecretReference 6readOnly:bool
core.v1.CephFSVolumeSource 1*!monitors:string 2path:string 3user:string 4secretFile:string 5?secretRef:core.v1.LocalObjectReference 6readOnly:bool
core.v1.CinderPersistentVolumeSource 1!volumeID:string 2fsType:string 3readOnly:bool 4?secretRef:core.v1.SecretReference
core.v1.CinderVolumeSource 1!volumeID:string 2fsType:string 3readOnly:bool 4?secretRef:core.v1.LocalObjectReference
core.v1.ClientIPConfig 1?timeoutSeconds:int32
core.v1.ClusterTrustBundleProjection 1?name:string 2?signerName:string 3?labelSelector:meta.v1.LabelSelector 4!path:string 5?optional:bool
core.v1.ConfigMap 1metadata:meta.v1.ObjectMeta 2%data:string 3%binaryData:bytes 4?immutable:bool
core.v1.ConfigMapEnvSource 1:core.v1.LocalObjectReference 2?optional:bool
core.v1.ConfigMapKeySelector 1:core.v1.LocalObjectReference 2!key:string 3?optional:bool
core.v1.ConfigMapNodeConfigSource 1!namespace:string 2!name:string 3uid:string 4resourceVersion:string 5!kubeletConfigKey:string
core.v1.ConfigMapProjection 1:core.v1.LocalObjectReference 2*items:core.v1.KeyToPath 4?optional:bool
core.v1.ConfigMapVolumeSource 1:core.v1.LocalObjectReference 2*items:core.v1.KeyToPath 3?defaultMode:int32 4?optional:bool
core.v1.Container 1!name:string 2image:string 3*command:string 4*args:string 5workingDir:string 6*ports:core.v1.ContainerPort 7*env:core.v1.EnvVar 8resources:core.v1.ResourceRequirements 9*volumeMounts:core.v1.VolumeMount 10?livenessProbe:core.v1.Probe 11?readinessProbe:core.v1.Probe 12?lifecycle:core.v1.Lifecycle 13terminationMessagePath:string 14imagePullPolicy:string 15?securityContext:core.v1.SecurityContext 16stdin:bool 17stdinOnce:bool 18tty:bool 19*envFrom:core.v1.EnvFromSource 20terminationMessagePolicy:string 21*volumeDevices:core.v1.VolumeDevice 22?startupProbe:core.v1.Probe 23*resizePolicy:core.v1.ContainerResizePolicy 24?restartPolicy:string
core.v1.ContainerImage 1*names:string 2sizeBytes:int64
core.v1.ContainerPort 1name:string 2hostPort:int32 3!containerPort:int32 4protocol:string 5hostIP:string
core.v1.ContainerResizePolicy 1!resourceName:string 2!restartPolicy:string
core.v1.ContainerState 1?waiting:core.v1.ContainerStateWaiting 2?running:core.v1.ContainerStateRunning 3?terminated:core.v1.ContainerStateTerminated
core.v1.ContainerStateRunning 1startedAt:meta.v1.Time
core.v1.ContainerStateTerminated 1!exitCode:int32 2signal:int32 3reason:string 4message:string 5startedAt:meta.v1.Time 6finishedAt:meta.v1.Time 7containerID:string
core.v1.ContainerStateWaiting 1reason:string 2message:string
core.v1.ContainerStatus 1!name:string 2state:core.v1.ContainerState 3lastState:core.v1.ContainerState 4!ready:bool 5!restartCount:int32 6!image:string 7!imageID:string 8containerID:string 9?started:bool 10%allocatedResources:api.resource.Quantity 11?resources:core.v1.ResourceRequirements 12*volumeMounts:core.v1.VolumeMountStatus 13?user:core.v1.ContainerUser 14*allocatedResourcesStatus:core.v1.ResourceStatus 15?stopSignal:string
core.v1.ContainerUser 1?linux:core.v1.LinuxContainerUser
core.v1.DaemonEndpoint 1!Port:int32
core.v1.DownwardAPIProjection 1*items:core.v1.DownwardAPIVolumeFile
core.v1.DownwardAPIVolumeFile 1!path:string 2?fieldRef:core.v1.ObjectFieldSelector 3?resourceFieldRef:core.v1.ResourceFieldSelector 4?mode:int32
core.v1.DownwardAPIVolumeSource 1*items:core.v1.DownwardAPIVolumeFile 2?defaultMode:int32
core.v1.EmptyDirVolumeSource 1medium:string 2?sizeLimit:api.resource.Quantity
core.v1.EnvFromSource 1prefix:string 2?configMapRef:core.v1.ConfigMapEnvSource 3?secretRef:core.v1.SecretEnvSource
core.v1.EnvVar 1!name:string 2value:string 3?valueFrom:core.v1.EnvVarSource
core.v1.EnvVarSource 1?fieldRef:core.v1.ObjectFieldSelector 2?resourceFieldRef:core.v1.ResourceFieldSelector 3?configMapKeyRef:core.v1.ConfigMapKeySelector 4?secretKeyRef:core.v1.SecretKeySelector
core.v1.EphemeralContainer 1:core.v1.EphemeralContainerCommon 2targetContainerName:string
core.v1.EphemeralContainerCommon 1name:string 2image:string 3*command:string 4*args:string 5workingDir:string 6*ports:core.v1.ContainerPort 7*env:core.v1.EnvVar 8resources:core.v1.ResourceRequirements 9*volumeMounts:core.v1.VolumeMount 10?livenessProbe:core.v1.Probe 11?readinessProbe:core.v1.Probe 12?lifecycle:core.v1.Lifecycle 13terminationMessagePath:string 14imagePullPolicy:string 15?securityContext:core.v1.SecurityContext 16stdin:bool 17stdinOnce:bool 18tty:bool 19*envFrom:core.v1.EnvFromSource 20terminationMessagePolicy:string 21*volumeDevices:core.v1.VolumeDevice 22?startupProbe:core.v1.Probe 23*resizePolicy:core.v1.ContainerResizePolicy 24?restartPolicy:string
core.v1.EphemeralVolumeSource 1?volumeClaimTemplate:core.v1.PersistentVolumeClaimTemplate
core.v1.Event 1metadata:meta.v1.ObjectMeta 2involvedObject:core.v1.ObjectReference 3reason:string 4message:string 5source:core.v1.EventSource 6firstTimestamp:meta.v1.Time 7lastTimestamp:meta.v1.Time 8count:int32 9type:string 10eventTime:meta.v1.MicroTime 11?series:core.v1.EventSeries 12action:string 13?related:core.v1.ObjectReference 14reportingComponent:string 15reportingInstance:string
core.v1.EventSeries 1count:int32 2lastObservedTime:meta.v1.MicroTime
core.v1.EventSource 1component:string 2host:string
core.v1.ExecAction 1*command:string
core.v1.FCVolumeSource 1*targetWWNs:string 2?lun:int32 3fsType:string 4readOnly:bool 5*wwids:string
core.v1.FlexPersistentVolumeSource 1!driver:string 2fsType:string 3?secretRef:core.v1.SecretReference 4readOnly:bool 5%options:string
core.v1.FlexVolumeSource 1!driver:string 2fsType:string 3?secretRef:core.v1.LocalObjectReference 4readOnly:bool 5%options:string
core.v1.FlockerVolumeSource 1datasetName:string 2datasetUUID:string
core.v1.GCEPersistentDiskVolumeSource 1!pdName:string 2fsType:string 3partition:int32 4readOnly:bool
core.v1.GRPCAction 1!port:int32 2?!service:string
core.v1.GitRepoVolumeSource 1!repository:string 2revision:string 3directory:string
core.v1.GlusterfsPersistentVolumeSource 1!endpoints:string 2!path:string 3readOnly:bool 4?endpointsNamespace:string
core.v1.GlusterfsVolumeSource 1!endpoints:string 2!path:string 3readOnly:bool
core.v1.HTTPGetAction 1path:string 2port:util.intstr.IntOrString 3host:string 4scheme:string 5*httpHeaders:core.v1.HTTPHeader
core.v1.HTTPHeader 1!name:string 2!value:string
core.v1.HostAlias 1!ip:string 2*hostnames:string
core.v1.HostIP 1!ip:string
core.v1.HostPathVolumeSource 1!path:string 2?type:string
core.v1.ISCSIPersistentVolumeSource 1!targetPortal:string 2!iqn:string 3!lun:int32 4iscsiInterface:string 5fsType:string 6readOnly:bool 7*portals:string 8chapAuthDiscovery:bool 10?secretRef:core.v1.SecretReference 11chapAuthSession:bool 12?initiatorName:string
core.v1.ISCSIVolumeSource 1!targetPortal:string 2!iqn:string 3!lun:int32 4iscsiInterface:string 5fsType:string 6readOnly:bool 7*portals:string 8chapAuthDiscovery:bool 10?secretRef:core.v1.LocalObjectReference 11chapAuthSession:bool 12?initiatorName:string
core.v1.ImageVolumeSource 1reference:string 2pullPolicy:string
core.v1.KeyToPath 1!key:string 2!path:string 3?mode:int32
core.v1.Lifecycle 1?postStart:core.v1.LifecycleHandler 2?preStop:core.v1.LifecycleHandler 3?stopSignal:string
core.v1.LifecycleHandler 1?exec:core.v1.ExecAction 2?httpGet:core.v1.HTTPGetAction 3?tcpSocket:core.v1.TCPSocketAction 4?sleep:core.v1.SleepAction
core.v1.LimitRange 1metadata:meta.v1.ObjectMeta 2spec:core.v1.LimitRangeSpec
core.v1.LimitRangeItem 1!type:string 2%max:api.resource.Quantity 3%min:api.resource.Quantity 4%default:api.resource.Quantity 5%defaultRequest:api.resource.Quantity 6%maxLimitRequestRatio:api.resource.Quantity
core.v1.LimitRangeSpec 1*!limits:core.v1.LimitRangeItem
core.v1.LinuxContainerUser 1!uid:int64 2!gid:int64 3*supplementalGroups:int64
core.v1.LoadBalancerIngress 1ip:string 2hostname:string 3?ipMode:string 4*ports:core.v1.PortStatus
core.v1.LoadBalancerStatus 1*ingress:core.v1.LoadBalancerIngress
core.v1.LocalObjectReference 1name:string
core.v1.LocalVolumeSource 1!path:string 2?fsType:string
core.v1.ModifyVolumeStatus 1targetVolumeAttributesClassName:string 2!status:string
core.v1.NFSVolumeSource 1!server:string 2!path:string 3readOnly:bool
core.v1.Namespace 1metadata:meta.v1.ObjectMeta 2spec:core.v1.NamespaceSpec 3status:core.v1.NamespaceStatus
core.v1.NamespaceCondition 1!type:string 2!status:string 4lastTransitionTime:meta.v1.Time 5reason:string 6message:string
core.v1.NamespaceSpec 1*finalizers:string
core.v1.NamespaceStatus 1phase:string 2*conditions:core.v1.NamespaceCondition
core.v1.Node 1metadata:meta.v1.ObjectMeta 2spec:core.v1.NodeSpec 3status:core.v1.NodeStatus
core.v1.NodeAddress 1!type:string 2!address:string
core.v1.NodeAffinity 1?requiredDuringSchedulingIgnoredDuringExecution:core.v1.NodeSelector 2*preferredDuringSchedulingIgnoredDuringExecution:core.v1.PreferredSchedulingTerm
core.v1.NodeCondition 1!type:string 2!status:string 3lastHeartbeatTime:meta.v1.Time 4lastTransitionTime:meta.v1.Time 5reason:string 6message:string
core.v1.NodeConfigSource 2?configMap:core.v1.ConfigMapNodeConfigSource
core.v1.NodeConfigStatus 1?assigned:core.v1.NodeConfigSource 2?active:core.v1.NodeConfigSource 3?lastKnownGood:core.v1.NodeConfigSource 4error:string
core.v1.NodeDaemonEndpoints 1kubeletEndpoint:core.v1.DaemonEndpoint
core.v1.NodeFeatures 1?supplementalGroupsPolicy:bool
core.v1.NodeRuntimeHandler 1name:string 2?features:core.v1.NodeRuntimeHandlerFeatures
core.v1.NodeRuntimeHandlerFeatures 1?recursiveReadOnlyMounts:bool 2?userNamespaces:bool
core.v1.NodeSelector 1*!nodeSelectorTerms:core.v1.NodeSelectorTerm
core.v1.NodeSelectorRequirement 1!key:string 2!operator:string 3*values:string
core.v1.NodeSelectorTerm 1*matchExpressions:core.v1.NodeSelectorRequirement 2*matchFields:core.v1.NodeSelectorRequirement
core.v1.NodeSpec 1podCIDR:string 2externalID:string 3providerID:string 4unschedulable:bool 5*taints:core.v1.Taint 6?configSource:core.v1.NodeConfigSource 7*podCIDRs:string
core.v1.NodeStatus 1%capacity:api.resource.Quantity 2%allocatable:api.resource.Quantity 3phase:string 4*conditions:core.v1.NodeCondition 5*addresses:core.v1.NodeAddress 6daemonEndpoints:core.v1.NodeDaemonEndpoints 7nodeInfo:core.v1.NodeSystemInfo 8*images:core.v1.ContainerImage 9*volumesInUse:string 10*volumesAttached:core.v1.AttachedVolume 11?config:core.v1.NodeConfigStatus 12*runtimeHandlers:core.v1.NodeRuntimeHandler 13?features:core.v1.NodeFeatures
core.v1.NodeSwapStatus 1?capacity:int64
core.v1.NodeSystemInfo 1!machineID:string 2!systemUUID:string 3!bootID:string 4!kernelVersion:string 5!osImage:string 6!containerRuntimeVersion:string 7!kubeletVersion:string 8!kubeProxyVersion:string 9!operatingSystem:string 10!architecture:string 11?swap:core.v1.NodeSwapStatus
core.v1.ObjectFieldSelector 1apiVersion:string 2!fieldPath:string
core.v1.ObjectReference 1kind:string 2namespace:string 3name:string 4uid:string 5apiVersion:string 6resourceVersion:string 7fieldPath:string
core.v1.PersistentVolume 1metadata:meta.v1.ObjectMeta 2spec:core.v1.PersistentVolumeSpec 3status:core.v1.PersistentVolumeStatus
core.v1.PersistentVolumeClaim 1metadata:meta.v1.ObjectMeta 2spec:core.v1.PersistentVolumeClaimSpec 3status:core.v1.PersistentVolumeClaimStatus
core.v1.PersistentVolumeClaimCondition 1!type:string 2!status:string 3lastProbeTime:meta.v1.Time 4lastTransitionTime:meta.v1.Time 5reason:string 6message:string
core.v1.PersistentVolumeClaimSpec 1*accessModes:string 2resources:core.v1.VolumeResourceRequirements 3volumeName:string 4?selector:meta.v1.LabelSelector 5?storageClassName:string 6?volumeMode:string 7?dataSource:core.v1.TypedLocalObjectReference 8?dataSourceRef:core.v1.TypedObjectReference 9?volumeAttributesClassName:string
core.v1.PersistentVolumeClaimStatus 1phase:string 2*accessModes:string 3%capacity:api.resource.Quantity 4*conditions:core.v1.PersistentVolumeClaimCondition 5%allocatedResources:api.resource.Quantity 7%allocatedResourceStatuses:string 8?currentVolumeAttributesClassName:string 9?modifyVolumeStatus:core.v1.ModifyVolumeStatus
core.v1.PersistentVolumeClaimTemplate 1metadata:meta.v1.ObjectMeta 2spec:core.v1.PersistentVolumeClaimSpec
core.v1.PersistentVolumeClaimVolumeSource 1!claimName:string 2readOnly:bool
core.v1.PersistentVolumeSource 1?gcePersistentDisk:core.v1.GCEPersistentDiskVolumeSource 2?awsElasticBlockStore:core.v1.AWSElasticBlockStoreVolumeSource 3?hostPath:core.v1.HostPathVolumeSource 4?glusterfs:core.v1.GlusterfsPersistentVolumeSource 5?nfs:core.v1.NFSVolumeSource 6?rbd:core.v1.RBDPersistentVolumeSource 7?iscsi:core.v1.ISCSIPersistentVolumeSource 8?cinder:core.v1.CinderPersistentVolumeSource 9?cephfs:core.v1.CephFSPersistentVolumeSource 10?fc:core.v1.FCVolumeSource 11?flocker:core.v1.FlockerVolumeSource 12?flexVolume:core.v1.FlexPersistentVolumeSource 13?azureFile:core.v1.AzureFilePersistentVolumeSource 14?vsphereVolume:core.v1.VsphereVirtualDiskVolumeSource 15?quobyte:core.v1.QuobyteVolumeSource 16?azureDisk:core.v1.AzureDiskVolumeSource 17?photonPersistentDisk:core.v1.PhotonPersistentDiskVolumeSource 18?portworxVolume:core.v1.PortworxVolumeSource 19?scaleIO:core.v1.ScaleIOPersistentVolumeSource 20?local:core.v1.LocalVolumeSource 21?storageos:core.v1.StorageOSPersistentVolumeSource 22?csi:core.v1.CSIPersistentVolumeSource
core.v1.PersistentVolumeSpec 1%capacity:api.resource.Quantity 2:core.v1.PersistentVolumeSource 3*accessModes:string 4?claimRef:core.v1.ObjectReference 5persistentVolumeReclaimPolicy:string 6storageClassName:string 7*mountOptions:string 8?volumeMode:string 9?nodeAffinity:core.v1.VolumeNodeAffinity 10?volumeAttributesClassName:string
core.v1.PersistentVolumeStatus 1phase:string 2message:string 3reason:string 4?lastPhaseTransitionTime:meta.v1.Time
core.v1.PhotonPersistentDiskVolumeSource 1!pdID:string 2fsType:string
core.v1.Pod 1metadata:meta.v1.ObjectMeta 2spec:core.v1.PodSpec 3status:core.v1.PodStatus
core.v1.PodAffinity 1*requiredDuringSchedulingIgnoredDuringExecution:core.v1.PodAffinityTerm 2*preferredDuringSchedulingIgnoredDuringExecution:core.v1.WeightedPodAffinityTerm
core.v1.PodAffinityTerm 1?labelSelector:meta.v1.LabelSelector 2*namespaces:string 3!topologyKey:string 4?namespaceSelector:meta.v1.LabelSelector 5*matchLabelKeys:string 6*mismatchLabelKeys:string
core.v1.PodAntiAffinity 1*requiredDuringSchedulingIgnoredDuringExecution:core.v1.PodAffinityTerm 2*preferredDuringSchedulingIgnoredDuringExecution:core.v1.WeightedPodAffinityTerm
core.v1.PodCondition 1!type:string 2!status:string 3lastProbeTime:meta.v1.Time 4lastTransitionTime:meta.v1.Time 5reason:string 6message:string 7observedGeneration:int64
core.v1.PodDNSConfig 1*nameservers:string 2*searches:string 3*options:core.v1.PodDNSConfigOption
core.v1.PodDNSConfigOption 1name:string 2?value:string
core.v1.PodIP 1!ip:string
core.v1.PodOS 1!name:string
core.v1.PodReadinessGate 1!conditionType:string
core.v1.PodResourceClaim 1!name:string 3?resourceClaimName:string 4?resourceClaimTemplateName:string
core.v1.PodResourceClaimStatus 1!name:string 2?resourceClaimName:string
core.v1.PodSchedulingGate 1!name:string
core.v1.PodSecurityContext 1?seLinuxOptions:core.v1.SELinuxOptions 2?runAsUser:int64 3?runAsNonRoot:bool 4*supplementalGroups:int64 5?fsGroup:int64 6?runAsGroup:int64 7*sysctls:core.v1.Sysctl 8?windowsOptions:core.v1.WindowsSecurityContextOptions 9?fsGroupChangePolicy:string 10?seccompProfile:core.v1.SeccompProfile 11?appArmorProfile:core.v1.AppArmorProfile 12?supplementalGroupsPolicy:string 13?seLinuxChangePolicy:string
core.v1.PodSpec 1*volumes:core.v1.Volume 2*!containers:core.v1.Container 3restartPolicy:string 4?terminationGracePeriodSeconds:int64 5?activeDeadlineSeconds:int64 6dnsPolicy:string 7%nodeSelector:string 8serviceAccountName:string 9serviceAccount:string 10nodeName:string 11hostNetwork:bool 12hostPID:bool 13hostIPC:bool 14?securityContext:core.v1.PodSecurityContext 15*imagePullSecrets:core.v1.LocalObjectReference 16hostname:string 17subdomain:string 18?affinity:core.v1.Affinity 19schedulerName:string 20*initContainers:core.v1.Container 21?automountServiceAccountToken:bool 22*tolerations:core.v1.Toleration 23*hostAliases:core.v1.HostAlias 24priorityClassName:string 25?priority:int32 26?dnsConfig:core.v1.PodDNSConfig 27?shareProcessNamespace:bool 28*readinessGates:core.v1.PodReadinessGate 29?runtimeClassName:string 30?enableServiceLinks:bool 31?preemptionPolicy:string 32%overhead:api.resource.Quantity 33*topologySpreadConstraints:core.v1.TopologySpreadConstraint 34*ephemeralContainers:core.v1.EphemeralContainer 35?setHostnameAsFQDN:bool 36?os:core.v1.PodOS 37?hostUsers:bool 38*schedulingGates:core.v1.PodSchedulingGate 39*resourceClaims:core.v1.PodResourceClaim 40?resources:core.v1.ResourceRequirements
core.v1.PodStatus 1phase:string 2*conditions:core.v1.PodCondition 3message:string 4reason:string 5hostIP:string 6podIP:string 7?startTime:meta.v1.Time 8*containerStatuses:core.v1.ContainerStatus 9qosClass:string 10*initContainerStatuses:core.v1.ContainerStatus 11nominatedNodeName:string 12*podIPs:core.v1.PodIP 13*ephemeralContainerStatuses:core.v1.ContainerStatus 14resize:string 15*resourceClaimStatuses:core.v1.PodResourceClaimStatus 16*hostIPs:core.v1.HostIP 17observedGeneration:int64
core.v1.PodTemplateSpec 1metadata:meta.v1.ObjectMeta 2spec:core.v1.PodSpec
core.v1.PortStatus 1!port:int32 2!protocol:string 3?error:string
core.v1.PortworxVolumeSource 1!volumeID:string 2fsType:string 3readOnly:bool
core.v1.PreferredSchedulingTerm 1!weight:int32 2preference:core.v1.NodeSelectorTerm
core.v1.Probe 1:core.v1.ProbeHandler 2initialDelaySeconds:int32 3timeoutSeconds:int32 4periodSeconds:int32 5successThreshold:int32 6failureThreshold:int32 7?terminationGracePeriodSeconds:int64
core.v1.ProbeHandler 1?exec:core.v1.ExecAction 2?httpGet:core.v1.HTTPGetAction 3?tcpSocket:core.v1.TCPSocketAction 4?grpc:core.v1.GRPCAction
core.v1.ProjectedVolumeSource 1*sources:core.v1.VolumeProjection 2?defaultMode:int32
core.v1.QuobyteVolumeSource 1!registry:string 2!volume:string 3readOnly:bool 4user:string 5group:string 6tenant:string
core.v1.RBDPersistentVolumeSource 1*!monitors:string 2!image:string 3fsType:string 4pool:string 5user:string 6keyring:string 7?secretRef:core.v1.SecretReference 8readOnly:bool
core.v1.RBDVolumeSource 1*!monitors:string 2!image:string 3fsType:string 4pool:string 5user:string 6keyring:string 7?secretRef:core.v1.LocalObjectReference 8readOnly:bool
core.v1.ResourceClaim 1!name:string 2request:string
core.v1.ResourceFieldSelector 1containerName:string 2!resource:string 3divisor:api.resource.Quantity
core.v1.ResourceHealth 1!resourceID:string 2health:string
core.v1.ResourceQuota 1metadata:meta.v1.ObjectMeta 2spec:core.v1.ResourceQuotaSpec 3status:core.v1.ResourceQuotaStatus
core.v1.ResourceQuotaSpec 1%hard:api.resource.Quantity 2*scopes:string 3?scopeSelector:core.v1.ScopeSelector
core.v1.ResourceQuotaStatus 1%hard:api.resource.Quantity 2%used:api.resource.Quantity
core.v1.ResourceRequirements 1%limits:api.resource.Quantity 2%requests:api.resource.Quantity 3*claims:core.v1.ResourceClaim
core.v1.ResourceStatus 1!name:string 2*resources:core.v1.ResourceHealth
core.v1.SELinuxOptions 1user:string 2role:string 3type:string 4level:string
core.v1.ScaleIOPersistentVolumeSource 1!gateway:string 2!system:string 3?!secretRef:core.v1.SecretReference 4sslEnabled:bool 5protectionDomain:string 6storagePool:string 7storageMode:string 8volumeName:string 9fsType:string 10readOnly:bool
core.v1.ScaleIOVolumeSource 1!gateway:string 2!system:string 3?!secretRef:core.v1.LocalObjectReference 4sslEnabled:bool 5protectionDomain:string 6storagePool:string 7storageMode:string 8volumeName:string 9fsType:string 10readOnly:bool
core.v1.ScopeSelector 1*matchExpressions:core.v1.ScopedResourceSelectorRequirement
core.v1.ScopedResourceSelectorRequirement 1!scopeName:string 2!operator:string 3*values:string
core.v1.SeccompProfile 1!type:string 2?localhostProfile:string
core.v1.Secret 1metadata:meta.v1.ObjectMeta 2%data:bytes 3type:string 4%stringData:string 5?immutable:bool
core.v1.SecretEnvSource 1:core.v1.LocalObjectReference 2?optional:bool
core.v1.SecretKeySelector 1:core.v1.LocalObjectReference 2!key:string 3?optional:bool
core.v1.SecretProjection 1:core.v1.LocalObjectReference 2*items:core.v1.KeyToPath 4?optional:bool
core.v1.SecretReference 1name:string 2namespace:string
core.v1.SecretVolumeSource 1secretName:string 2*items:core.v1.KeyToPath 3?defaultMode:int32 4?optional:bool
core.v1.SecurityContext 1?capabilities:core.v1.Capabilities 2?privileged:bool 3?seLinuxOptions:core.v1.SELinuxOptions 4?runAsUser:int64 5?runAsNonRoot:bool 6?readOnlyRootFilesystem:bool 7?allowPrivilegeEscalation:bool 8?runAsGroup:int64 9?procMount:string 10?windowsOptions:core.v1.WindowsSecurityContextOptions 11?seccompProfile:core.v1.SeccompProfile 12?appArmorProfile:core.v1.AppArmorProfile
core.v1.Service 1metadata:meta.v1.ObjectMeta 2spec:core.v1.ServiceSpec 3status:core.v1.ServiceStatus
core.v1.ServiceAccount 1metadata:meta.v1.ObjectMeta 2*secrets:core.v1.ObjectReference 3*imagePullSecrets:core.v1.LocalObjectReference 4?automountServiceAccountToken:bool
core.v1.ServiceAccountTokenProjection 1audience:string 2?expirationSeconds:int64 3!path:string
core.v1.ServicePort 1name:string 2protocol:string 3!port:int32 4targetPort:util.intstr.IntOrString 5nodePort:int32 6?appProtocol:string
core.v1.ServiceSpec 1*ports:core.v1.ServicePort 2%selector:string 3clusterIP:string 4type:string 5*externalIPs:string 7sessionAffinity:string 8loadBalancerIP:string 9*loadBalancerSourceRanges:string 10externalName:string 11externalTrafficPolicy:string 12healthCheckNodePort:int32 13publishNotReadyAddresses:bool 14?sessionAffinityConfig:core.v1.SessionAffinityConfig 17?ipFamilyPolicy:string 18*clusterIPs:string 19*ipFamilies:string 20?allocateLoadBalancerNodePorts:bool 21?loadBalancerClass:string 22?internalTrafficPolicy:string 23?trafficDistribution:string
core.v1.ServiceStatus 1loadBalancer:core.v1.LoadBalancerStatus 2*conditions:meta.v1.Condition
core.v1.SessionAffinityConfig 1?clientIP:core.v1.ClientIPConfig
core.v1.SleepAction 1!seconds:int64
core.v1.StorageOSPersistentVolumeSource 1volumeName:string 2volumeNamespace:string 3fsType:string 4readOnly:bool 5?secretRef:core.v1.ObjectReference
core.v1.StorageOSVolumeSource 1volumeName:string 2volumeNamespace:string 3fsType:string 4readOnly:bool 5?secretRef:core.v1.LocalObjectReference
core.v1.Sysctl 1!name:string 2!value:string
core.v1.TCPSocketAction 1port:util.intstr.IntOrString 2host:string
core.v1.Taint 1!key:string 2value:string 3!effect:string 4?timeAdded:meta.v1.Time
core.v1.Toleration 1key:string 2operator:string 3value:string 4effect:string 5?tolerationSeconds:int64
core.v1.TopologySelectorLabelRequirement 1!key:string 2*!values:string
core.v1.TopologySelectorTerm 1*matchLabelExpressions:core.v1.TopologySelectorLabelRequirement
core.v1.TopologySpreadConstraint 1!maxSkew:int32 2!topologyKey:string 3!whenUnsatisfiable:string 4?labelSelector:meta.v1.LabelSelector 5?minDomains:int32 6?nodeAffinityPolicy:string 7?nodeTaintsPolicy:string 8*matchLabelKeys:string
core.v1.TypedLocalObjectReference 1?apiGroup:string 2!kind:string 3!name:string
core.v1.TypedObjectReference 1?apiGroup:string 2!kind:string 3!name:string 4?namespace:string
core.v1.Volume 1!name:string 2:core.v1.VolumeSource
core.v1.VolumeDevice 1!name:string 2!devicePath:string
core.v1.VolumeMount 1!name:string 2readOnly:bool 3!mountPath:string 4subPath:string 5?mountPropagation:string 6subPathExpr:string 7?recursiveReadOnly:string
core.v1.VolumeMountStatus 1!name:string 2!mountPath:string 3readOnly:bool 4?recursiveReadOnly:string
core.v1.VolumeNodeAffinity 1?required:core.v1.NodeSelector
core.v1.VolumeProjection 1?secret:core.v1.SecretProjection 2?downwardAPI:core.v1.DownwardAPIProjection 3?configMap:core.v1.ConfigMapProjection 4?serviceAccountToken:core.v1.ServiceAccountTokenProjection 5?clusterTrustBundle:core.v1.ClusterTrustBundleProjection
core.v1.VolumeResourceRequirements 1%limits:api.resource.Quantity 2%requests:api.resource.Quantity
core.v1.VolumeSource 1?hostPath:core.v1.HostPathVolumeSource 2?emptyDir:core.v1.EmptyDirVolumeSource 3?gcePersistentDisk:core.v1.GCEPersistentDiskVolumeSource 4?awsElasticBlockStore:core.v1.AWSElasticBlockStoreVolumeSource 5?gitRepo:core.v1.GitRepoVolumeSource 6?secret:core.v1.SecretVolumeSource 7?nfs:core.v1.NFSVolumeSource 8?iscsi:core.v1.ISCSIVolumeSource 9?glusterfs:core.v1.GlusterfsVolumeSource 10?persistentVolumeClaim:core.v1.PersistentVolumeClaimVolumeSource 11?rbd:core.v1.RBDVolumeSource 12?flexVolume:core.v1.FlexVolumeSource 13?cinder:core.v1.CinderVolumeSource 14?cephfs:core.v1.CephFSVolumeSource 15?flocker:core.v1.FlockerVolumeSource 16?downwardAPI:core.v1.DownwardAPIVolumeSource 17?fc:core.v1.FCVolumeSource 18?azureFile:core.v1.AzureFileVolumeSource 19?configMap:core.v1.ConfigMapVolumeSource 20?vsphereVolume:core.v1.VsphereVirtualDiskVolumeSource 21?quobyte:core.v1.QuobyteVolumeSource 22?azureDisk:core.v1.AzureDiskVolumeSource 23?photonPersistentDisk:core.v1.PhotonPersistentDiskVolumeSource 24?portworxVolume:core.v1.PortworxVolumeSource 25?scaleIO:core.v1.ScaleIOVolumeSource 26?projected:core.v1.ProjectedVolumeSource 27?storageos:core.v1.StorageOSVolumeSource 28?csi:core.v1.CSIVolumeSource 29?ephemeral:core.v1.EphemeralVolumeSource 30?image:core.v1.ImageVolumeSource
core.v1.VsphereVirtualDiskVolumeSource 1!volumePath:string 2fsType:string 3storagePolicyName:string 4storagePolicyID:string
core.v1.WeightedPodAffinityTerm 1!weight:int32 2podAffinityTerm:core.v1.PodAffinityTerm
core.v1.WindowsSecurityContextOptions 1?gmsaCredentialSpecName:string 2?gmsaCredentialSpec:string 3?runAsUserName:string 4?hostProcess:bool
events.v1.Event 1metadata:meta.v1.ObjectMeta 2eventTime:meta.v1.MicroTime 3?series:events.v1.EventSeries 4reportingController:string 5reportingInstance:string 6action:string 7reason:string 8regarding:core.v1.ObjectReference 9?related:core.v1.ObjectReference 10note:string 11type:string 12deprecatedSource:core.v1.EventSource 13deprecatedFirstTimestamp:meta.v1.Time 14deprecatedLastTimestamp:meta.v1.Time 15deprecatedCount:int32
events.v1.EventSeries 1!count:int32 2lastObservedTime:meta.v1.MicroTime
meta.v1.Condition 1!type:string 2!status:string 3observedGeneration:int64 4lastTransitionTime:meta.v1.Time 5!reason:string 6!message:string
meta.v1.DeleteOptions 1?gracePeriodSeconds:int64 2?preconditions:meta.v1.Preconditions 3?orphanDependents:bool 4?propagationPolicy:string 5*dryRun:string 6?ignoreStoreReadErrorWithClusterBreakingPotential:bool
meta.v1.FieldSelectorRequirement 1!key:string 2!operator:string 3*values:string
meta.v1.FieldsV1 1Raw:json
meta.v1.LabelSelector 1%matchLabels:string 2*matchExpressions:meta.v1.LabelSelectorRequirement
meta.v1.LabelSelectorRequirement 1!key:string 2!operator:string 3*values:string
meta.v1.ManagedFieldsEntry 1manager:string 2operation:string 3apiVersion:string 4?time:meta.v1.Time 6fieldsType:string 7?fieldsV1:meta.v1.FieldsV1 8subresource:string
meta.v1.MicroTime 1?seconds:int64 2?nanos:int32
meta.v1.ObjectMeta 1name:string 2generateName:string 3namespace:string 4selfLink:string 5uid:string 6resourceVersion:string 7generation:int64 8creationTimestamp:meta.v1.Time 9?deletionTimestamp:meta.v1.Time 10?deletionGracePeriodSeconds:int64 11%labels:string 12%annotations:string 13*ownerReferences:meta.v1.OwnerReference 14*finalizers:string 17*managedFields:meta.v1.ManagedFieldsEntry
meta.v1.OwnerReference 1!kind:string 3!name:string 4!uid:string 5!apiVersion:string 6?controller:bool 7?blockOwnerDeletion:bool
meta.v1.Preconditions 1?uid:string 2?resourceVersion:string
meta.v1.Time 1?seconds:int64 2?nanos:int32
networking.v1.IPAddress 1metadata:meta.v1.ObjectMeta 2spec:networking.v1.IPAddressSpec
networking.v1.IPAddressSpec 1?parentRef:networking.v1.ParentReference
networking.v1.ParentReference 1group:string 2resource:string 3namespace:string 4name:string
networking.v1.ServiceCIDR 1metadata:meta.v1.ObjectMeta 2spec:networking.v1.ServiceCIDRSpec 3status:networking.v1.ServiceCIDRStatus
networking.v1.ServiceCIDRSpec 1*cidrs:string
networking.v1.ServiceCIDRStatus 1*conditions:meta.v1.Condition
node.v1.Overhead 1%podFixed:api.resource.Quantity
node.v1.RuntimeClass 1metadata:meta.v1.ObjectMeta 2!handler:string 3?overhead:node.v1.Overhead 4?scheduling:node.v1.Scheduling
node.v1.Scheduling 1%nodeSelector:string 2*tolerations:core.v1.Toleration
policy.v1.Eviction 1metadata:meta.v1.ObjectMeta 2?deleteOptions:meta.v1.DeleteOptions
policy.v1.PodDisruptionBudget 1metadata:meta.v1.ObjectMeta 2spec:policy.v1.PodDisruptionBudgetSpec 3status:policy.v1.PodDisruptionBudgetStatus
policy.v1.PodDisruptionBudgetSpec 1?minAvailable:util.intstr.IntOrString 2?selector:meta.v1.LabelSelector 3?maxUnavailable:util.intstr.IntOrString 4?unhealthyPodEvictionPolicy:string
policy.v1.PodDisruptionBudgetStatus 1observedGeneration:int64 2%disruptedPods:meta.v1.Time 3!disruptionsAllowed:int32 4!currentHealthy:int32 5!desiredHealthy:int32 6!expectedPods:int32 7*conditions:meta.v1.Condition
storage.v1.StorageClass 1metadata:meta.v1.ObjectMeta 2!provisioner:string 3%parameters:string 4?reclaimPolicy:string 5*mountOptions:string 6?allowVolumeExpansion:bool 7?volumeBindingMode:string 8*allowedTopologies:core.v1.TopologySelectorTerm
storage.v1beta1.VolumeAttributesClass 1metadata:meta.v1.ObjectMeta 2!driverName:string 3%parameters:string
util.intstr.IntOrString 1type:int64 2intVal:int32 3strVal:string
`
