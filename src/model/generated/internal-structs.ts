// Written by `npm run generate`; not to be changed by hand.

/** The structs as which a server compares what a refused change would change, a line each; src/kinds/struct/difference/types.ts tells how one reads. */
export const INTERNAL_STRUCTS = `
apiextensions.CustomResourceColumnDefinition Name:name:string Type:type:string Format:format:string
 Description:description:string Priority:priority:int32 JSONPath:jsonPath:string
apiextensions.CustomResourceDefinitionVersion Name:name:string Served:served:bool Storage:storage:bool
 Deprecated:deprecated:bool DeprecationWarning:deprecationWarning:*string
 Schema:schema:*apiextensions.CustomResourceValidation
 Subresources:subresources:*apiextensions.CustomResourceSubresources
 AdditionalPrinterColumns:additionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition
 SelectableFields:selectableFields:[]apiextensions.SelectableField
apiextensions.CustomResourceSubresourceScale SpecReplicasPath:specReplicasPath:string
 StatusReplicasPath:statusReplicasPath:string LabelSelectorPath:labelSelectorPath:*string
apiextensions.CustomResourceSubresourceStatus
apiextensions.CustomResourceSubresources Status:status:*apiextensions.CustomResourceSubresourceStatus
 Scale:scale:*apiextensions.CustomResourceSubresourceScale
apiextensions.CustomResourceValidation OpenAPIV3Schema:openAPIV3Schema:*apiextensions.JSONSchemaProps
apiextensions.ExternalDocumentation Description:description:string URL:url:string
apiextensions.FieldValueErrorReason =string
apiextensions.JSON =interface
apiextensions.JSONSchemaDefinitions =map[string]apiextensions.JSONSchemaProps
apiextensions.JSONSchemaDependencies =map[string]apiextensions.JSONSchemaPropsOrStringArray
apiextensions.JSONSchemaProps ID:id:string Schema:$schema:apiextensions.JSONSchemaURL Ref:$ref:*string
 Description:description:string Type:type:string Nullable:nullable:bool Format:format:string Title:title:string
 Default:default:*apiextensions.JSON Maximum:maximum:*float64 ExclusiveMaximum:exclusiveMaximum:bool
 Minimum:minimum:*float64 ExclusiveMinimum:exclusiveMinimum:bool MaxLength:maxLength:*int64 MinLength:minLength:*int64
 Pattern:pattern:string MaxItems:maxItems:*int64 MinItems:minItems:*int64 UniqueItems:uniqueItems:bool
 MultipleOf:multipleOf:*float64 Enum:enum:[]apiextensions.JSON MaxProperties:maxProperties:*int64
 MinProperties:minProperties:*int64 Required:required:[]string Items:items:*apiextensions.JSONSchemaPropsOrArray
 AllOf:allOf:[]apiextensions.JSONSchemaProps OneOf:oneOf:[]apiextensions.JSONSchemaProps
 AnyOf:anyOf:[]apiextensions.JSONSchemaProps Not:not:*apiextensions.JSONSchemaProps
 Properties:properties:map[string]apiextensions.JSONSchemaProps
 AdditionalProperties:additionalProperties:*apiextensions.JSONSchemaPropsOrBool
 PatternProperties:patternProperties:map[string]apiextensions.JSONSchemaProps
 Dependencies:dependencies:apiextensions.JSONSchemaDependencies
 AdditionalItems:additionalItems:*apiextensions.JSONSchemaPropsOrBool
 Definitions:definitions:apiextensions.JSONSchemaDefinitions
 ExternalDocs:externalDocs:*apiextensions.ExternalDocumentation Example:example:*apiextensions.JSON
 XPreserveUnknownFields:x-kubernetes-preserve-unknown-fields:*bool XEmbeddedResource:x-kubernetes-embedded-resource:bool
 XIntOrString:x-kubernetes-int-or-string:bool XListMapKeys:x-kubernetes-list-map-keys:[]string
 XListType:x-kubernetes-list-type:*string XMapType:x-kubernetes-map-type:*string
 XValidations:x-kubernetes-validations:apiextensions.ValidationRules
apiextensions.JSONSchemaPropsOrArray Schema::*apiextensions.JSONSchemaProps JSONSchemas::[]apiextensions.JSONSchemaProps
apiextensions.JSONSchemaPropsOrBool Allows::bool Schema::*apiextensions.JSONSchemaProps
apiextensions.JSONSchemaPropsOrStringArray Schema::*apiextensions.JSONSchemaProps Property::[]string
apiextensions.JSONSchemaURL =string
apiextensions.SelectableField JSONPath:jsonPath:string
apiextensions.ValidationRule Rule:rule:string Message:message:string MessageExpression:messageExpression:string
 Reason:reason:*apiextensions.FieldValueErrorReason FieldPath:fieldPath:string OptionalOldSelf:optionalOldSelf:*bool
apiextensions.ValidationRules =[]apiextensions.ValidationRule
batch.PodFailurePolicy Rules:rules:[]batch.PodFailurePolicyRule
batch.PodFailurePolicyAction =string
batch.PodFailurePolicyOnExitCodesOperator =string
batch.PodFailurePolicyOnExitCodesRequirement ContainerName:containerName:*string
 Operator:operator:batch.PodFailurePolicyOnExitCodesOperator Values:values:[]int32
batch.PodFailurePolicyOnPodConditionsPattern Type:type:core.PodConditionType Status:status:core.ConditionStatus
batch.PodFailurePolicyRule Action:action:batch.PodFailurePolicyAction
 OnExitCodes:onExitCodes:*batch.PodFailurePolicyOnExitCodesRequirement
 OnPodConditions:onPodConditions:[]batch.PodFailurePolicyOnPodConditionsPattern
batch.SuccessPolicy Rules:rules:[]batch.SuccessPolicyRule
batch.SuccessPolicyRule SucceededIndexes:succeededIndexes:*string SucceededCount:succeededCount:*int32
certificates.CertificateSigningRequestCondition Type:type:certificates.RequestConditionType
 Status:status:core.ConditionStatus Reason:reason:string Message:message:string LastUpdateTime:lastUpdateTime:v1.Time
 LastTransitionTime:lastTransitionTime:v1.Time
certificates.RequestConditionType =string
core.AWSElasticBlockStoreVolumeSource VolumeID:volumeID:string FSType:fsType:string Partition:partition:int32
 ReadOnly:readOnly:bool
core.Affinity NodeAffinity:nodeAffinity:*core.NodeAffinity PodAffinity:podAffinity:*core.PodAffinity
 PodAntiAffinity:podAntiAffinity:*core.PodAntiAffinity
core.AppArmorProfile Type:type:core.AppArmorProfileType LocalhostProfile:localhostProfile:*string
core.AppArmorProfileType =string
core.AzureDataDiskCachingMode =string
core.AzureDataDiskKind =string
core.AzureDiskVolumeSource DiskName:diskName:string DataDiskURI:diskURI:string
 CachingMode:cachingMode:*core.AzureDataDiskCachingMode FSType:fsType:*string ReadOnly:readOnly:*bool
 Kind:kind:*core.AzureDataDiskKind
core.AzureFilePersistentVolumeSource SecretName:secretName:string ShareName:shareName:string ReadOnly:readOnly:bool
 SecretNamespace:secretNamespace:*string
core.AzureFileVolumeSource SecretName:secretName:string ShareName:shareName:string ReadOnly:readOnly:bool
core.CSIPersistentVolumeSource Driver:driver:string VolumeHandle:volumeHandle:string ReadOnly:readOnly:bool
 FSType:fsType:string VolumeAttributes:volumeAttributes:map[string]string
 ControllerPublishSecretRef:controllerPublishSecretRef:*core.SecretReference
 NodeStageSecretRef:nodeStageSecretRef:*core.SecretReference
 NodePublishSecretRef:nodePublishSecretRef:*core.SecretReference
 ControllerExpandSecretRef:controllerExpandSecretRef:*core.SecretReference
 NodeExpandSecretRef:nodeExpandSecretRef:*core.SecretReference
core.CSIVolumeSource Driver:driver:string ReadOnly:readOnly:*bool FSType:fsType:*string
 VolumeAttributes:volumeAttributes:map[string]string
 NodePublishSecretRef:nodePublishSecretRef:*core.LocalObjectReference
core.Capabilities Add:add:[]core.Capability Drop:drop:[]core.Capability
core.Capability =string
core.CephFSPersistentVolumeSource Monitors:monitors:[]string Path:path:string User:user:string
 SecretFile:secretFile:string SecretRef:secretRef:*core.SecretReference ReadOnly:readOnly:bool
core.CephFSVolumeSource Monitors:monitors:[]string Path:path:string User:user:string SecretFile:secretFile:string
 SecretRef:secretRef:*core.LocalObjectReference ReadOnly:readOnly:bool
core.CinderPersistentVolumeSource VolumeID:volumeID:string FSType:fsType:string ReadOnly:readOnly:bool
 SecretRef:secretRef:*core.SecretReference
core.CinderVolumeSource VolumeID:volumeID:string FSType:fsType:string ReadOnly:readOnly:bool
 SecretRef:secretRef:*core.LocalObjectReference
core.ClaimResourceStatus =string
core.ClusterTrustBundleProjection Name:name:*string SignerName:signerName:*string
 LabelSelector:labelSelector:*v1.LabelSelector Optional:optional:*bool Path:path:string >37:User:user:*int64
core.ConditionStatus =string
core.ConfigMapEnvSource LocalObjectReference::core.LocalObjectReference:- Optional:optional:*bool
core.ConfigMapKeySelector LocalObjectReference::core.LocalObjectReference:- Key:key:string Optional:optional:*bool
core.ConfigMapProjection LocalObjectReference::core.LocalObjectReference:- Items:items:[]core.KeyToPath
 Optional:optional:*bool
core.ConfigMapVolumeSource LocalObjectReference::core.LocalObjectReference:- Items:items:[]core.KeyToPath
 DefaultMode:defaultMode:*int32 Optional:optional:*bool >37:DefaultUser:defaultUser:*int64
core.Container Name:name:string Image:image:string Command:command:[]string Args:args:[]string
 WorkingDir:workingDir:string Ports:ports:[]core.ContainerPort EnvFrom:envFrom:[]core.EnvFromSource
 Env:env:[]core.EnvVar Resources:resources:core.ResourceRequirements
 ResizePolicy:resizePolicy:[]core.ContainerResizePolicy RestartPolicy:restartPolicy:*core.ContainerRestartPolicy
 >34:RestartPolicyRules:restartPolicyRules:[]core.ContainerRestartRule VolumeMounts:volumeMounts:[]core.VolumeMount
 VolumeDevices:volumeDevices:[]core.VolumeDevice LivenessProbe:livenessProbe:*core.Probe
 ReadinessProbe:readinessProbe:*core.Probe StartupProbe:startupProbe:*core.Probe Lifecycle:lifecycle:*core.Lifecycle
 TerminationMessagePath:terminationMessagePath:string
 TerminationMessagePolicy:terminationMessagePolicy:core.TerminationMessagePolicy
 ImagePullPolicy:imagePullPolicy:core.PullPolicy SecurityContext:securityContext:*core.SecurityContext Stdin:stdin:bool
 StdinOnce:stdinOnce:bool TTY:tty:bool
core.ContainerPort Name:name:string HostPort:hostPort:int32 ContainerPort:containerPort:int32
 Protocol:protocol:core.Protocol HostIP:hostIP:string
core.ContainerResizePolicy ResourceName:resourceName:core.ResourceName
 RestartPolicy:restartPolicy:core.ResourceResizeRestartPolicy
core.ContainerRestartPolicy =string
>34:core.ContainerRestartRule Action:action:core.ContainerRestartRuleAction
 ExitCodes:exitCodes:*core.ContainerRestartRuleOnExitCodes
>34:core.ContainerRestartRuleAction =string
>34:core.ContainerRestartRuleOnExitCodes Operator:operator:core.ContainerRestartRuleOnExitCodesOperator
 Values:values:[]int32
>34:core.ContainerRestartRuleOnExitCodesOperator =string
core.DNSPolicy =string
core.DownwardAPIProjection Items:items:[]core.DownwardAPIVolumeFile
core.DownwardAPIVolumeFile Path:path:string FieldRef:fieldRef:*core.ObjectFieldSelector
 ResourceFieldRef:resourceFieldRef:*core.ResourceFieldSelector Mode:mode:*int32 >37:User:user:*int64
core.DownwardAPIVolumeSource Items:items:[]core.DownwardAPIVolumeFile DefaultMode:defaultMode:*int32
 >37:DefaultUser:defaultUser:*int64
core.EmptyDirVolumeSource Medium:medium:core.StorageMedium SizeLimit:sizeLimit:*resource.Quantity >37:Mode:mode:*int32
core.EnvFromSource Prefix:prefix:string ConfigMapRef:configMapRef:*core.ConfigMapEnvSource
 SecretRef:secretRef:*core.SecretEnvSource
core.EnvVar Name:name:string Value:value:string ValueFrom:valueFrom:*core.EnvVarSource
core.EnvVarSource FieldRef:fieldRef:*core.ObjectFieldSelector
 ResourceFieldRef:resourceFieldRef:*core.ResourceFieldSelector
 ConfigMapKeyRef:configMapKeyRef:*core.ConfigMapKeySelector SecretKeyRef:secretKeyRef:*core.SecretKeySelector
 >34:FileKeyRef:fileKeyRef:*core.FileKeySelector
core.EphemeralContainer EphemeralContainerCommon::core.EphemeralContainerCommon:-
 TargetContainerName:targetContainerName:string
core.EphemeralContainerCommon Name:name:string Image:image:string Command:command:[]string Args:args:[]string
 WorkingDir:workingDir:string Ports:ports:[]core.ContainerPort EnvFrom:envFrom:[]core.EnvFromSource
 Env:env:[]core.EnvVar Resources:resources:core.ResourceRequirements
 ResizePolicy:resizePolicy:[]core.ContainerResizePolicy RestartPolicy:restartPolicy:*core.ContainerRestartPolicy
 >34:RestartPolicyRules:restartPolicyRules:[]core.ContainerRestartRule VolumeMounts:volumeMounts:[]core.VolumeMount
 VolumeDevices:volumeDevices:[]core.VolumeDevice LivenessProbe:livenessProbe:*core.Probe
 ReadinessProbe:readinessProbe:*core.Probe StartupProbe:startupProbe:*core.Probe Lifecycle:lifecycle:*core.Lifecycle
 TerminationMessagePath:terminationMessagePath:string
 TerminationMessagePolicy:terminationMessagePolicy:core.TerminationMessagePolicy
 ImagePullPolicy:imagePullPolicy:core.PullPolicy SecurityContext:securityContext:*core.SecurityContext Stdin:stdin:bool
 StdinOnce:stdinOnce:bool TTY:tty:bool
core.EphemeralVolumeSource VolumeClaimTemplate:volumeClaimTemplate:*core.PersistentVolumeClaimTemplate
>37:core.EvictionResponder Name:name:string Priority:priority:*int32
core.ExecAction Command:command:[]string
core.FCVolumeSource TargetWWNs:targetWWNs:[]string Lun:lun:*int32 FSType:fsType:string ReadOnly:readOnly:bool
 WWIDs:wwids:[]string
>34:core.FileKeySelector VolumeName:volumeName:string Path:path:string Key:key:string Optional:optional:*bool
core.FlexPersistentVolumeSource Driver:driver:string FSType:fsType:string SecretRef:secretRef:*core.SecretReference
 ReadOnly:readOnly:bool Options:options:map[string]string
core.FlexVolumeSource Driver:driver:string FSType:fsType:string SecretRef:secretRef:*core.LocalObjectReference
 ReadOnly:readOnly:bool Options:options:map[string]string
core.FlockerVolumeSource DatasetName:datasetName:string DatasetUUID:datasetUUID:string
core.GCEPersistentDiskVolumeSource PDName:pdName:string FSType:fsType:string Partition:partition:int32
 ReadOnly:readOnly:bool
core.GRPCAction Port:port:int32 Service:service:*string >37:Mode:mode:*core.GRPCProbeMode
>37:core.GRPCProbeMode =string
core.GitRepoVolumeSource Repository:repository:string Revision:revision:string Directory:directory:string
core.GlusterfsPersistentVolumeSource EndpointsName:endpoints:string Path:path:string ReadOnly:readOnly:bool
 EndpointsNamespace:endpointsNamespace:*string
core.GlusterfsVolumeSource EndpointsName:endpoints:string Path:path:string ReadOnly:readOnly:bool
core.HTTPGetAction Path:path:string Port:port:intstr.IntOrString Host:host:string Scheme:scheme:core.URIScheme
 HTTPHeaders:httpHeaders:[]core.HTTPHeader >37:Protocol:protocol:*core.HTTPProtocol
core.HTTPHeader Name:name:string Value:value:string
>37:core.HTTPProtocol =string
core.HostAlias IP:ip:string Hostnames:hostnames:[]string
core.HostPathType =string
core.HostPathVolumeSource Path:path:string Type:type:*core.HostPathType
core.ISCSIPersistentVolumeSource TargetPortal:targetPortal:string IQN:iqn:string Lun:lun:int32
 ISCSIInterface:iscsiInterface:string FSType:fsType:string ReadOnly:readOnly:bool Portals:portals:[]string
 DiscoveryCHAPAuth:chapAuthDiscovery:bool SessionCHAPAuth:chapAuthSession:bool SecretRef:secretRef:*core.SecretReference
 InitiatorName:initiatorName:*string
core.ISCSIVolumeSource TargetPortal:targetPortal:string IQN:iqn:string Lun:lun:int32
 ISCSIInterface:iscsiInterface:string FSType:fsType:string ReadOnly:readOnly:bool Portals:portals:[]string
 DiscoveryCHAPAuth:chapAuthDiscovery:bool SessionCHAPAuth:chapAuthSession:bool
 SecretRef:secretRef:*core.LocalObjectReference InitiatorName:initiatorName:*string
core.ImageVolumeSource Reference:reference:string PullPolicy:pullPolicy:core.PullPolicy
core.KeyToPath Key:key:string Path:path:string Mode:mode:*int32 >37:User:user:*int64
core.Lifecycle PostStart:postStart:*core.LifecycleHandler PreStop:preStop:*core.LifecycleHandler
 StopSignal:stopSignal:*core.Signal
core.LifecycleHandler Exec:exec:*core.ExecAction HTTPGet:httpGet:*core.HTTPGetAction
 TCPSocket:tcpSocket:*core.TCPSocketAction Sleep:sleep:*core.SleepAction
core.LocalObjectReference Name:name:string
core.LocalVolumeSource Path:path:string FSType:fsType:*string
core.ModifyVolumeStatus TargetVolumeAttributesClassName:targetVolumeAttributesClassName:string
 Status:status:core.PersistentVolumeClaimModifyVolumeStatus
core.MountPropagationMode =string
core.NFSVolumeSource Server:server:string Path:path:string ReadOnly:readOnly:bool
core.NodeAffinity
 RequiredDuringSchedulingIgnoredDuringExecution:requiredDuringSchedulingIgnoredDuringExecution:*core.NodeSelector
 PreferredDuringSchedulingIgnoredDuringExecution:preferredDuringSchedulingIgnoredDuringExecution:[]core.PreferredSchedulingTerm
core.NodeInclusionPolicy =string
core.NodeSelector NodeSelectorTerms:nodeSelectorTerms:[]core.NodeSelectorTerm
core.NodeSelectorOperator =string
core.NodeSelectorRequirement Key:key:string Operator:operator:core.NodeSelectorOperator Values:values:[]string
core.NodeSelectorTerm MatchExpressions:matchExpressions:[]core.NodeSelectorRequirement
 MatchFields:matchFields:[]core.NodeSelectorRequirement
core.OSName =string
core.ObjectFieldSelector APIVersion:apiVersion:string FieldPath:fieldPath:string
core.ObjectReference Kind:kind:string Namespace:namespace:string Name:name:string UID:uid:types.UID
 APIVersion:apiVersion:string ResourceVersion:resourceVersion:string FieldPath:fieldPath:string
core.PersistentVolumeAccessMode =string
core.PersistentVolumeClaim TypeMeta::v1.TypeMeta:- ObjectMeta:metadata:v1.ObjectMeta:-
 Spec:spec:core.PersistentVolumeClaimSpec Status:status:core.PersistentVolumeClaimStatus
core.PersistentVolumeClaimCondition Type:type:core.PersistentVolumeClaimConditionType Status:status:core.ConditionStatus
 LastProbeTime:lastProbeTime:v1.Time LastTransitionTime:lastTransitionTime:v1.Time Reason:reason:string
 Message:message:string
core.PersistentVolumeClaimConditionType =string
core.PersistentVolumeClaimModifyVolumeStatus =string
core.PersistentVolumeClaimPhase =string
core.PersistentVolumeClaimSpec AccessModes:accessModes:[]core.PersistentVolumeAccessMode
 Selector:selector:*v1.LabelSelector Resources:resources:core.VolumeResourceRequirements VolumeName:volumeName:string
 StorageClassName:storageClassName:*string VolumeMode:volumeMode:*core.PersistentVolumeMode
 DataSource:dataSource:*core.TypedLocalObjectReference DataSourceRef:dataSourceRef:*core.TypedObjectReference
 VolumeAttributesClassName:volumeAttributesClassName:*string
core.PersistentVolumeClaimStatus Phase:phase:core.PersistentVolumeClaimPhase
 AccessModes:accessModes:[]core.PersistentVolumeAccessMode Capacity:capacity:core.ResourceList
 Conditions:conditions:[]core.PersistentVolumeClaimCondition AllocatedResources:allocatedResources:core.ResourceList
 AllocatedResourceStatuses:allocatedResourceStatuses:map[core.ResourceName]core.ClaimResourceStatus
 CurrentVolumeAttributesClassName:currentVolumeAttributesClassName:*string
 ModifyVolumeStatus:modifyVolumeStatus:*core.ModifyVolumeStatus >37:HealthStatus:healthStatus:*core.VolumeHealthStatus
core.PersistentVolumeClaimTemplate !pointer ObjectMeta:metadata:v1.ObjectMeta:- Spec:spec:core.PersistentVolumeClaimSpec
core.PersistentVolumeClaimVolumeSource ClaimName:claimName:string ReadOnly:readOnly:bool
core.PersistentVolumeMode =string
core.PersistentVolumeSource GCEPersistentDisk:gcePersistentDisk:*core.GCEPersistentDiskVolumeSource
 AWSElasticBlockStore:awsElasticBlockStore:*core.AWSElasticBlockStoreVolumeSource
 HostPath:hostPath:*core.HostPathVolumeSource Glusterfs:glusterfs:*core.GlusterfsPersistentVolumeSource
 NFS:nfs:*core.NFSVolumeSource RBD:rbd:*core.RBDPersistentVolumeSource <37:Quobyte:quobyte:*core.QuobyteVolumeSource
 ISCSI:iscsi:*core.ISCSIPersistentVolumeSource <37:FlexVolume:flexVolume:*core.FlexPersistentVolumeSource
 Cinder:cinder:*core.CinderPersistentVolumeSource CephFS:cephfs:*core.CephFSPersistentVolumeSource
 FC:fc:*core.FCVolumeSource Flocker:flocker:*core.FlockerVolumeSource
 >37:FlexVolume:flexVolume:*core.FlexPersistentVolumeSource AzureFile:azureFile:*core.AzureFilePersistentVolumeSource
 VsphereVolume:vsphereVolume:*core.VsphereVirtualDiskVolumeSource >37:Quobyte:quobyte:*core.QuobyteVolumeSource
 AzureDisk:azureDisk:*core.AzureDiskVolumeSource
 PhotonPersistentDisk:photonPersistentDisk:*core.PhotonPersistentDiskVolumeSource
 PortworxVolume:portworxVolume:*core.PortworxVolumeSource ScaleIO:scaleIO:*core.ScaleIOPersistentVolumeSource
 Local:local:*core.LocalVolumeSource StorageOS:storageos:*core.StorageOSPersistentVolumeSource
 CSI:csi:*core.CSIPersistentVolumeSource
core.PhotonPersistentDiskVolumeSource PdID:pdID:string FSType:fsType:string
core.PodAffinity
 RequiredDuringSchedulingIgnoredDuringExecution:requiredDuringSchedulingIgnoredDuringExecution:[]core.PodAffinityTerm
 PreferredDuringSchedulingIgnoredDuringExecution:preferredDuringSchedulingIgnoredDuringExecution:[]core.WeightedPodAffinityTerm
core.PodAffinityTerm LabelSelector:labelSelector:*v1.LabelSelector Namespaces:namespaces:[]string
 TopologyKey:topologyKey:string NamespaceSelector:namespaceSelector:*v1.LabelSelector
 MatchLabelKeys:matchLabelKeys:[]string MismatchLabelKeys:mismatchLabelKeys:[]string
core.PodAntiAffinity
 RequiredDuringSchedulingIgnoredDuringExecution:requiredDuringSchedulingIgnoredDuringExecution:[]core.PodAffinityTerm
 PreferredDuringSchedulingIgnoredDuringExecution:preferredDuringSchedulingIgnoredDuringExecution:[]core.WeightedPodAffinityTerm
>34:core.PodCertificateProjection SignerName:signerName:string KeyType:keyType:string
 MaxExpirationSeconds:maxExpirationSeconds:*int32 CredentialBundlePath:credentialBundlePath:string
 KeyPath:keyPath:string CertificateChainPath:certificateChainPath:string
 >35:UserAnnotations:userAnnotations:map[string]string >37:User:user:*int64
core.PodConditionType =string
core.PodDNSConfig Nameservers:nameservers:[]string Searches:searches:[]string Options:options:[]core.PodDNSConfigOption
core.PodDNSConfigOption Name:name:string Value:value:*string
core.PodFSGroupChangePolicy =string
core.PodOS Name:name:core.OSName
core.PodReadinessGate ConditionType:conditionType:core.PodConditionType
core.PodResourceClaim Name:name:string ResourceClaimName:resourceClaimName:*string
 ResourceClaimTemplateName:resourceClaimTemplateName:*string
core.PodSELinuxChangePolicy =string
core.PodSchedulingGate Name:name:string
>36:core.PodSchedulingGroup PodGroupName:podGroupName:*string
core.PodSecurityContext <37:HostNetwork:hostNetwork:bool <37:HostPID:hostPID:bool <37:HostIPC:hostIPC:bool
 <37:ShareProcessNamespace:shareProcessNamespace:*bool <37:HostUsers:hostUsers:*bool
 SELinuxOptions:seLinuxOptions:*core.SELinuxOptions WindowsOptions:windowsOptions:*core.WindowsSecurityContextOptions
 RunAsUser:runAsUser:*int64 RunAsGroup:runAsGroup:*int64 RunAsNonRoot:runAsNonRoot:*bool
 SupplementalGroups:supplementalGroups:[]int64
 SupplementalGroupsPolicy:supplementalGroupsPolicy:*core.SupplementalGroupsPolicy FSGroup:fsGroup:*int64
 <37:FSGroupChangePolicy:fsGroupChangePolicy:*core.PodFSGroupChangePolicy Sysctls:sysctls:[]core.Sysctl
 >37:FSGroupChangePolicy:fsGroupChangePolicy:*core.PodFSGroupChangePolicy
 SeccompProfile:seccompProfile:*core.SeccompProfile AppArmorProfile:appArmorProfile:*core.AppArmorProfile
 SELinuxChangePolicy:seLinuxChangePolicy:*core.PodSELinuxChangePolicy
core.PodSpec Volumes:volumes:[]core.Volume InitContainers:initContainers:[]core.Container
 Containers:containers:[]core.Container EphemeralContainers:ephemeralContainers:[]core.EphemeralContainer
 RestartPolicy:restartPolicy:core.RestartPolicy TerminationGracePeriodSeconds:terminationGracePeriodSeconds:*int64
 ActiveDeadlineSeconds:activeDeadlineSeconds:*int64 DNSPolicy:dnsPolicy:core.DNSPolicy
 NodeSelector:nodeSelector:map[string]string ServiceAccountName:serviceAccountName:string
 >37:DeprecatedServiceAccount:serviceAccount:string AutomountServiceAccountToken:automountServiceAccountToken:*bool
 NodeName:nodeName:string >37:HostNetwork:hostNetwork:bool >37:HostPID:hostPID:bool >37:HostIPC:hostIPC:bool
 >37:ShareProcessNamespace:shareProcessNamespace:*bool SecurityContext:securityContext:*core.PodSecurityContext
 ImagePullSecrets:imagePullSecrets:[]core.LocalObjectReference Hostname:hostname:string Subdomain:subdomain:string
 <37:SetHostnameAsFQDN:setHostnameAsFQDN:*bool Affinity:affinity:*core.Affinity SchedulerName:schedulerName:string
 Tolerations:tolerations:[]core.Toleration HostAliases:hostAliases:[]core.HostAlias
 PriorityClassName:priorityClassName:string Priority:priority:*int32
 <37:PreemptionPolicy:preemptionPolicy:*core.PreemptionPolicy DNSConfig:dnsConfig:*core.PodDNSConfig
 ReadinessGates:readinessGates:[]core.PodReadinessGate RuntimeClassName:runtimeClassName:*string
 <37:Overhead:overhead:core.ResourceList EnableServiceLinks:enableServiceLinks:*bool
 >37:PreemptionPolicy:preemptionPolicy:*core.PreemptionPolicy >37:Overhead:overhead:core.ResourceList
 TopologySpreadConstraints:topologySpreadConstraints:[]core.TopologySpreadConstraint
 >37:SetHostnameAsFQDN:setHostnameAsFQDN:*bool OS:os:*core.PodOS >37:HostUsers:hostUsers:*bool
 SchedulingGates:schedulingGates:[]core.PodSchedulingGate ResourceClaims:resourceClaims:[]core.PodResourceClaim
 Resources:resources:*core.ResourceRequirements >34:HostnameOverride:hostnameOverride:*string
 >35<36:WorkloadRef:workloadRef:*core.WorkloadReference >36:SchedulingGroup:schedulingGroup:*core.PodSchedulingGroup
 >37:EvictionResponders:evictionResponders:[]core.EvictionResponder
core.PodTemplateSpec !pointer ObjectMeta:metadata:v1.ObjectMeta:- Spec:spec:core.PodSpec
core.PortworxVolumeSource VolumeID:volumeID:string FSType:fsType:string ReadOnly:readOnly:bool
core.PreemptionPolicy =string
core.PreferredSchedulingTerm Weight:weight:int32 Preference:preference:core.NodeSelectorTerm
core.Probe ProbeHandler::core.ProbeHandler:- InitialDelaySeconds:initialDelaySeconds:int32
 TimeoutSeconds:timeoutSeconds:int32 PeriodSeconds:periodSeconds:int32 SuccessThreshold:successThreshold:int32
 FailureThreshold:failureThreshold:int32 TerminationGracePeriodSeconds:terminationGracePeriodSeconds:*int64
core.ProbeHandler Exec:exec:*core.ExecAction HTTPGet:httpGet:*core.HTTPGetAction
 TCPSocket:tcpSocket:*core.TCPSocketAction GRPC:grpc:*core.GRPCAction
core.ProcMountType =string
core.ProjectedVolumeSource Sources:sources:[]core.VolumeProjection DefaultMode:defaultMode:*int32
 >37:DefaultUser:defaultUser:*int64
core.Protocol =string
core.PullPolicy =string
core.QuobyteVolumeSource Registry:registry:string Volume:volume:string ReadOnly:readOnly:bool User:user:string
 Group:group:string Tenant:tenant:string
core.RBDPersistentVolumeSource CephMonitors:monitors:[]string RBDImage:image:string FSType:fsType:string
 RBDPool:pool:string RadosUser:user:string Keyring:keyring:string SecretRef:secretRef:*core.SecretReference
 ReadOnly:readOnly:bool
core.RBDVolumeSource CephMonitors:monitors:[]string RBDImage:image:string FSType:fsType:string RBDPool:pool:string
 RadosUser:user:string Keyring:keyring:string SecretRef:secretRef:*core.LocalObjectReference ReadOnly:readOnly:bool
core.RecursiveReadOnlyMode =string
core.ResourceClaim Name:name:string Request:request:string
core.ResourceFieldSelector ContainerName:containerName:string Resource:resource:string Divisor:divisor:resource.Quantity
core.ResourceList =map[core.ResourceName]resource.Quantity
core.ResourceName !value =string
core.ResourceRequirements Limits:limits:core.ResourceList Requests:requests:core.ResourceList
 Claims:claims:[]core.ResourceClaim
core.ResourceResizeRestartPolicy =string
core.RestartPolicy =string
core.SELinuxOptions User:user:string Role:role:string Type:type:string Level:level:string
core.ScaleIOPersistentVolumeSource Gateway:gateway:string System:system:string SecretRef:secretRef:*core.SecretReference
 SSLEnabled:sslEnabled:bool ProtectionDomain:protectionDomain:string StoragePool:storagePool:string
 StorageMode:storageMode:string VolumeName:volumeName:string FSType:fsType:string ReadOnly:readOnly:bool
core.ScaleIOVolumeSource Gateway:gateway:string System:system:string SecretRef:secretRef:*core.LocalObjectReference
 SSLEnabled:sslEnabled:bool ProtectionDomain:protectionDomain:string StoragePool:storagePool:string
 StorageMode:storageMode:string VolumeName:volumeName:string FSType:fsType:string ReadOnly:readOnly:bool
core.SeccompProfile Type:type:core.SeccompProfileType LocalhostProfile:localhostProfile:*string
core.SeccompProfileType =string
core.SecretEnvSource LocalObjectReference::core.LocalObjectReference:- Optional:optional:*bool
core.SecretKeySelector LocalObjectReference::core.LocalObjectReference:- Key:key:string Optional:optional:*bool
core.SecretProjection LocalObjectReference::core.LocalObjectReference:- Items:items:[]core.KeyToPath
 Optional:optional:*bool
core.SecretReference Name:name:string Namespace:namespace:string
core.SecretVolumeSource SecretName:secretName:string Items:items:[]core.KeyToPath DefaultMode:defaultMode:*int32
 Optional:optional:*bool >37:DefaultUser:defaultUser:*int64
core.SecurityContext Capabilities:capabilities:*core.Capabilities Privileged:privileged:*bool
 SELinuxOptions:seLinuxOptions:*core.SELinuxOptions WindowsOptions:windowsOptions:*core.WindowsSecurityContextOptions
 RunAsUser:runAsUser:*int64 RunAsGroup:runAsGroup:*int64 RunAsNonRoot:runAsNonRoot:*bool
 ReadOnlyRootFilesystem:readOnlyRootFilesystem:*bool AllowPrivilegeEscalation:allowPrivilegeEscalation:*bool
 ProcMount:procMount:*core.ProcMountType SeccompProfile:seccompProfile:*core.SeccompProfile
 AppArmorProfile:appArmorProfile:*core.AppArmorProfile
core.ServiceAccountTokenProjection Audience:audience:string <37:ExpirationSeconds:expirationSeconds:int64
 >37:ExpirationSeconds:expirationSeconds:*int64 Path:path:string >37:User:user:*int64
core.Signal =string
core.SleepAction Seconds:seconds:int64
core.StorageMedium =string
core.StorageOSPersistentVolumeSource VolumeName:volumeName:string VolumeNamespace:volumeNamespace:string
 FSType:fsType:string ReadOnly:readOnly:bool SecretRef:secretRef:*core.ObjectReference
core.StorageOSVolumeSource VolumeName:volumeName:string VolumeNamespace:volumeNamespace:string FSType:fsType:string
 ReadOnly:readOnly:bool SecretRef:secretRef:*core.LocalObjectReference
core.SupplementalGroupsPolicy =string
core.Sysctl Name:name:string Value:value:string
core.TCPSocketAction Port:port:intstr.IntOrString Host:host:string
core.TaintEffect =string
core.TerminationMessagePolicy =string
core.Toleration Key:key:string Operator:operator:core.TolerationOperator Value:value:string
 Effect:effect:core.TaintEffect TolerationSeconds:tolerationSeconds:*int64
core.TolerationOperator =string
core.TopologySpreadConstraint MaxSkew:maxSkew:int32 TopologyKey:topologyKey:string
 WhenUnsatisfiable:whenUnsatisfiable:core.UnsatisfiableConstraintAction LabelSelector:labelSelector:*v1.LabelSelector
 MinDomains:minDomains:*int32 NodeAffinityPolicy:nodeAffinityPolicy:*core.NodeInclusionPolicy
 NodeTaintsPolicy:nodeTaintsPolicy:*core.NodeInclusionPolicy MatchLabelKeys:matchLabelKeys:[]string
core.TypedLocalObjectReference APIGroup:apiGroup:*string Kind:kind:string Name:name:string
core.TypedObjectReference APIGroup:apiGroup:*string Kind:kind:string Name:name:string Namespace:namespace:*string
core.URIScheme =string
core.UnsatisfiableConstraintAction =string
core.Volume Name:name:string VolumeSource::core.VolumeSource:-
core.VolumeDevice Name:name:string DevicePath:devicePath:string
>37:core.VolumeHealthCondition Status:status:core.VolumeHealthStatusType Reason:reason:string Message:message:string
>37:core.VolumeHealthStatus HealthConditions:healthConditions:[]core.VolumeHealthCondition
 LastTransitionTime:lastTransitionTime:v1.Time
>37:core.VolumeHealthStatusType =string
core.VolumeMount Name:name:string ReadOnly:readOnly:bool RecursiveReadOnly:recursiveReadOnly:*core.RecursiveReadOnlyMode
 MountPath:mountPath:string SubPath:subPath:string MountPropagation:mountPropagation:*core.MountPropagationMode
 SubPathExpr:subPathExpr:string >37:BindMountOptions:bindMountOptions:[]string
core.VolumeNodeAffinity Required:required:*core.NodeSelector
core.VolumeProjection Secret:secret:*core.SecretProjection DownwardAPI:downwardAPI:*core.DownwardAPIProjection
 ConfigMap:configMap:*core.ConfigMapProjection
 ServiceAccountToken:serviceAccountToken:*core.ServiceAccountTokenProjection
 ClusterTrustBundle:clusterTrustBundle:*core.ClusterTrustBundleProjection
 >34:PodCertificate:podCertificate:*core.PodCertificateProjection
core.VolumeResourceRequirements Limits:limits:core.ResourceList Requests:requests:core.ResourceList
core.VolumeSource HostPath:hostPath:*core.HostPathVolumeSource EmptyDir:emptyDir:*core.EmptyDirVolumeSource
 GCEPersistentDisk:gcePersistentDisk:*core.GCEPersistentDiskVolumeSource
 AWSElasticBlockStore:awsElasticBlockStore:*core.AWSElasticBlockStoreVolumeSource
 GitRepo:gitRepo:*core.GitRepoVolumeSource Secret:secret:*core.SecretVolumeSource NFS:nfs:*core.NFSVolumeSource
 ISCSI:iscsi:*core.ISCSIVolumeSource Glusterfs:glusterfs:*core.GlusterfsVolumeSource
 PersistentVolumeClaim:persistentVolumeClaim:*core.PersistentVolumeClaimVolumeSource RBD:rbd:*core.RBDVolumeSource
 <37:Quobyte:quobyte:*core.QuobyteVolumeSource FlexVolume:flexVolume:*core.FlexVolumeSource
 Cinder:cinder:*core.CinderVolumeSource CephFS:cephfs:*core.CephFSVolumeSource Flocker:flocker:*core.FlockerVolumeSource
 DownwardAPI:downwardAPI:*core.DownwardAPIVolumeSource FC:fc:*core.FCVolumeSource
 AzureFile:azureFile:*core.AzureFileVolumeSource ConfigMap:configMap:*core.ConfigMapVolumeSource
 VsphereVolume:vsphereVolume:*core.VsphereVirtualDiskVolumeSource >37:Quobyte:quobyte:*core.QuobyteVolumeSource
 AzureDisk:azureDisk:*core.AzureDiskVolumeSource
 PhotonPersistentDisk:photonPersistentDisk:*core.PhotonPersistentDiskVolumeSource
 Projected:projected:*core.ProjectedVolumeSource PortworxVolume:portworxVolume:*core.PortworxVolumeSource
 ScaleIO:scaleIO:*core.ScaleIOVolumeSource StorageOS:storageos:*core.StorageOSVolumeSource CSI:csi:*core.CSIVolumeSource
 Ephemeral:ephemeral:*core.EphemeralVolumeSource Image:image:*core.ImageVolumeSource
core.VsphereVirtualDiskVolumeSource VolumePath:volumePath:string FSType:fsType:string
 StoragePolicyName:storagePolicyName:string StoragePolicyID:storagePolicyID:string
core.WeightedPodAffinityTerm Weight:weight:int32 PodAffinityTerm:podAffinityTerm:core.PodAffinityTerm
core.WindowsSecurityContextOptions GMSACredentialSpecName:gmsaCredentialSpecName:*string
 GMSACredentialSpec:gmsaCredentialSpec:*string RunAsUserName:runAsUserName:*string HostProcess:hostProcess:*bool
>35<36:core.WorkloadReference Name:name:string PodGroup:podGroup:string PodGroupReplicaKey:podGroupReplicaKey:string
intstr.IntOrString !pointer Type::intstr.Type IntVal::int32 StrVal::string
intstr.Type =int64
resource.AllocationConfigSource =string
resource.AllocationResult Devices:devices:resource.DeviceAllocationResult NodeSelector:nodeSelector:*core.NodeSelector
 >34:AllocationTimestamp:allocationTimestamp:*v1.Time
resource.CELDeviceSelector Expression:expression:string
>34:resource.CapacityRequirements Requests:requests:map[resource.QualifiedName]resource.Quantity
resource.DeviceAllocationConfiguration Source:source:resource.AllocationConfigSource Requests:requests:[]string
 DeviceConfiguration::resource.DeviceConfiguration:-
resource.DeviceAllocationMode =string
resource.DeviceAllocationResult Results:results:[]resource.DeviceRequestAllocationResult
 Config:config:[]resource.DeviceAllocationConfiguration
resource.DeviceClaim Requests:requests:[]resource.DeviceRequest Constraints:constraints:[]resource.DeviceConstraint
 Config:config:[]resource.DeviceClaimConfiguration
resource.DeviceClaimConfiguration Requests:requests:[]string DeviceConfiguration::resource.DeviceConfiguration:-
resource.DeviceConfiguration Opaque:opaque:*resource.OpaqueDeviceConfiguration
resource.DeviceConstraint Requests:requests:[]string MatchAttribute:matchAttribute:*resource.FullyQualifiedName
 >34:DistinctAttribute:distinctAttribute:*resource.FullyQualifiedName
>37:resource.DeviceDerivedAttribute Name:name:resource.FullyQualifiedName Expression:expression:string
resource.DeviceRequest Name:name:string Exactly:exactly:*resource.ExactDeviceRequest
 FirstAvailable:firstAvailable:[]resource.DeviceSubRequest
resource.DeviceRequestAllocationResult Request:request:string Driver:driver:string Pool:pool:string Device:device:string
 AdminAccess:adminAccess:*bool Tolerations:tolerations:[]resource.DeviceToleration
 >34:BindingConditions:bindingConditions:[]string >34:BindingFailureConditions:bindingFailureConditions:[]string
 >34:ShareID:shareID:*types.UID >34:ConsumedCapacity:consumedCapacity:map[resource.QualifiedName]resource.Quantity
 >37:SkipNodeOperations:skipNodeOperations:[]resource.SkipNodeOperation
resource.DeviceSelector CEL:cel:*resource.CELDeviceSelector
resource.DeviceSubRequest Name:name:string DeviceClassName:deviceClassName:string
 Selectors:selectors:[]resource.DeviceSelector AllocationMode:allocationMode:resource.DeviceAllocationMode
 Count:count:int64 Tolerations:tolerations:[]resource.DeviceToleration
 >34:Capacity:capacity:*resource.CapacityRequirements
 >37:DerivedAttributes:derivedAttributes:[]resource.DeviceDerivedAttribute
resource.DeviceTaintEffect =string
resource.DeviceToleration Key:key:string Operator:operator:resource.DeviceTolerationOperator Value:value:string
 Effect:effect:resource.DeviceTaintEffect TolerationSeconds:tolerationSeconds:*int64
resource.DeviceTolerationOperator =string
resource.ExactDeviceRequest DeviceClassName:deviceClassName:string Selectors:selectors:[]resource.DeviceSelector
 AllocationMode:allocationMode:resource.DeviceAllocationMode Count:count:int64 AdminAccess:adminAccess:*bool
 Tolerations:tolerations:[]resource.DeviceToleration >34:Capacity:capacity:*resource.CapacityRequirements
 >37:DerivedAttributes:derivedAttributes:[]resource.DeviceDerivedAttribute
resource.FullyQualifiedName =string
resource.OpaqueDeviceConfiguration Driver:driver:string Parameters:parameters:runtime.RawExtension
>34:resource.QualifiedName =string
resource.Quantity !pointer !equal
resource.ResourceClaimSpec Devices:devices:resource.DeviceClaim
resource.ResourceClaimTemplateSpec !pointer ObjectMeta:metadata:v1.ObjectMeta:- Spec:spec:resource.ResourceClaimSpec
>37:resource.SkipNodeOperation =string
runtime.Object =interface
runtime.RawExtension !pointer Raw:-:[]uint8:= Object:-:runtime.Object:=
time.Time !value !equal
types.UID =string
v1.FieldsV1 !value <36:Raw:-:[]uint8:= >36:!equal
v1.LabelSelector !pointer MatchLabels:matchLabels:map[string]string:?
 MatchExpressions:matchExpressions:[]v1.LabelSelectorRequirement:?
v1.LabelSelectorOperator =string
v1.LabelSelectorRequirement !pointer Key:key:string:= Operator:operator:v1.LabelSelectorOperator:=
 Values:values:[]string:?
v1.ManagedFieldsEntry !pointer Manager:manager:string:? Operation:operation:v1.ManagedFieldsOperationType:?
 APIVersion:apiVersion:string:? Time:time:*v1.Time:? FieldsType:fieldsType:string:? FieldsV1:fieldsV1:*v1.FieldsV1:?
 Subresource:subresource:string:?
v1.ManagedFieldsOperationType =string
v1.ObjectMeta !pointer Name:name:string:? GenerateName:generateName:string:? Namespace:namespace:string:?
 SelfLink:selfLink:string:? UID:uid:types.UID:? ResourceVersion:resourceVersion:string:? Generation:generation:int64:?
 <34:CreationTimestamp:creationTimestamp:v1.Time:= >34:CreationTimestamp:creationTimestamp:v1.Time:?
 DeletionTimestamp:deletionTimestamp:*v1.Time:? DeletionGracePeriodSeconds:deletionGracePeriodSeconds:*int64:?
 Labels:labels:map[string]string:? Annotations:annotations:map[string]string:?
 OwnerReferences:ownerReferences:[]v1.OwnerReference:? Finalizers:finalizers:[]string:?
 ManagedFields:managedFields:[]v1.ManagedFieldsEntry:?
v1.OwnerReference !pointer APIVersion:apiVersion:string:= Kind:kind:string:= Name:name:string:= UID:uid:types.UID:=
 Controller:controller:*bool:? BlockOwnerDeletion:blockOwnerDeletion:*bool:?
v1.Time !value Time::time.Time:-
v1.TypeMeta !pointer Kind:kind:string:? APIVersion:apiVersion:string:?
`
