import type { Profile } from '../../../registry/profile.js'

const sourceTexts = ({ members }: Profile, path: string) => ({
  [`${path}.configMap`]: 'The ConfigMap that holds it.',
  [`${path}.configMap.namespace`]: 'Namespace of the ConfigMap.',
  [`${path}.configMap.name`]: 'Name of the ConfigMap.',
  [`${path}.configMap.uid`]: 'Uid of the ConfigMap: forbidden in the spec, required in the status.',
  [`${path}.configMap.resourceVersion`]: 'Version of the ConfigMap: forbidden in the spec, required in the status.',
  [`${path}.configMap.${members.agentConfigKey}`]: 'Key of the ConfigMap under which the configuration is.',
})

/** What the members of a Node say. */
export const nodeTexts = (profile: Profile) => ({ ...specTexts(profile), ...statusTexts(profile) })

const specTexts = (profile: Profile) => ({
  spec: 'How the node is to behave.',
  'spec.podCIDR': 'Range of pod addresses assigned to the node.',
  'spec.podCIDRs': 'Ranges of pod addresses assigned to the node, at most one of each IP family. The first is podCIDR.',
  'spec.providerID': 'Identity of the machine at its cloud provider, as in `provider://id`.',
  'spec.unschedulable': 'Keeps new pods away from the node.',
  'spec.taints': 'What pods must tolerate to be on the node.',
  'spec.taints.key': 'Key of the taint.',
  'spec.taints.value': 'Value of the taint.',
  'spec.taints.effect':
    'What becomes of pods that do not tolerate it: `NoSchedule` keeps new ones away, `PreferNoSchedule` tries to, `NoExecute` evicts running ones too.',
  'spec.taints.timeAdded': 'When the taint was added.',
  'spec.configSource': 'Deprecated since 1.22: where the node’s configuration came from.',
  ...sourceTexts(profile, 'spec.configSource'),
  'spec.externalID': 'Deprecated: not every agent sets it.',
})

const statusTexts = (profile: Profile) => ({
  status: 'How the node was last seen. Written by the system.',
  'status.capacity': 'All the node has.',
  'status.allocatable': 'What pods may use of it. All, where nothing else is said.',
  'status.phase': 'Deprecated: never set.',
  'status.conditions': 'Observed conditions of the node.',
  'status.conditions.type': 'The condition, as in `Ready`.',
  'status.conditions.status': '`True`, `False` or `Unknown`.',
  'status.conditions.lastHeartbeatTime': 'When the condition was last updated.',
  'status.conditions.lastTransitionTime': 'When the status last changed.',
  'status.conditions.reason': 'Why it changed, in short.',
  'status.conditions.message': 'Why it changed, for people.',
  'status.addresses':
    'Addresses the node is reached at. They may change, and their type does not make them unique: replace them as a whole.',
  'status.addresses.type': '`Hostname`, `ExternalIP` or `InternalIP`.',
  'status.addresses.address': 'The address.',
  ...infoTexts(profile),
  'status.images': 'Container images on the node.',
  'status.images.names': 'Names the image goes by.',
  'status.images.sizeBytes': 'Its size in bytes.',
  'status.volumesInUse': 'Volumes that are mounted.',
  'status.volumesAttached': 'Volumes that are attached.',
  'status.volumesAttached.name': 'Name of the volume.',
  'status.volumesAttached.devicePath': 'The device it should be at.',
  ...configTexts(profile),
  'status.runtimeHandlers': 'Handlers of the container runtime.',
  'status.runtimeHandlers.name': 'Name of the handler; empty for the default one.',
  'status.runtimeHandlers.features': 'What the handler can do.',
  'status.runtimeHandlers.features.recursiveReadOnlyMounts': 'Mounts can be read-only all the way down.',
  'status.runtimeHandlers.features.userNamespaces': 'Pods, with their volumes, can have users of their own.',
  'status.features': 'What the container runtime can do.',
  'status.features.supplementalGroupsPolicy': 'Groups of a process can be told as the pod wants them.',
})

const infoTexts = ({ members }: Profile) => ({
  'status.daemonEndpoints': 'Where the daemons of the node listen.',
  [`status.daemonEndpoints.${members.agentEndpoint}`]: 'Where the node agent listens.',
  [`status.daemonEndpoints.${members.agentEndpoint}.Port`]: 'The port.',
  'status.nodeInfo': 'What the node is made of.',
  'status.nodeInfo.machineID': 'Identity of the machine in the cluster.',
  'status.nodeInfo.systemUUID': 'Identity of the machine as its firmware tells it.',
  'status.nodeInfo.bootID': 'Identity of the running system, new with every boot.',
  'status.nodeInfo.kernelVersion': 'Version of the kernel, as `uname -r` tells it.',
  'status.nodeInfo.osImage': 'Name of the system, as /etc/os-release tells it.',
  'status.nodeInfo.containerRuntimeVersion': 'Name and version of the container runtime.',
  [`status.nodeInfo.${members.agentVersion}`]: 'Version of the node agent.',
  [`status.nodeInfo.${members.proxyVersion}`]: 'Deprecated: version of the network proxy.',
  'status.nodeInfo.operatingSystem': 'The operating system, as in `linux`.',
  'status.nodeInfo.architecture': 'The processor, as in `amd64`.',
  'status.nodeInfo.swap': 'Swap memory of the node.',
  'status.nodeInfo.swap.capacity': 'All of it, in bytes.',
})

const configTexts = (profile: Profile) => ({
  'status.config': 'How the configuration of `spec.configSource` fares.',
  'status.config.assigned': 'The configuration the node will try, once it is saved.',
  ...sourceTexts(profile, 'status.config.assigned'),
  'status.config.active': 'The configuration in use: the assigned one, or the last known good one.',
  ...sourceTexts(profile, 'status.config.active'),
  'status.config.lastKnownGood':
    'The configuration to fall back to. The assigned one becomes it after ten minutes without an error.',
  ...sourceTexts(profile, 'status.config.lastKnownGood'),
  'status.config.error': 'What is wrong with the assigned configuration, for people; empty where nothing is.',
})
