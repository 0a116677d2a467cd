import type { ObjectOf } from '../../../registry/define.js'
import type { Profile } from '../../../registry/profile.js'
import {
  always,
  array,
  boolean,
  int32,
  int64,
  named,
  nullable,
  pointer,
  string,
  struct,
  time,
} from '../../../schema/builders.js'
import { described } from '../../../schema/described.js'
import type { Infer, Schema } from '../../../schema/types.js'
import { resourceList } from '../../shared/resource-list.js'
import { nodeTexts } from './texts.js'

const CORE = 'io.k8s.api.core.v1'

// The members that go by two names: a profile has one of them, TypeScript sees both.
type OfProfile<N extends string, S extends Schema> = { readonly [name in N]: S }
type ConfigKey = OfProfile<'agentConfigKey' | 'kubeletConfigKey', Schema<string>>
type Version = OfProfile<'agentVersion' | 'kubeletVersion', Schema<string>>
type ProxyVersion = OfProfile<'proxyVersion' | 'kubeProxyVersion', Schema<string>>

const taint = struct(
  `${CORE}.Taint`,
  {
    key: always(string()),
    value: string(),
    effect: always(named('v1.TaintEffect', ['NoExecute', 'NoSchedule', 'PreferNoSchedule'])),
    timeAdded: pointer(time()),
  },
  { required: ['key', 'effect'] },
)

const condition = struct(
  `${CORE}.NodeCondition`,
  {
    type: always(named('v1.NodeConditionType')),
    status: always(named('v1.ConditionStatus')),
    lastHeartbeatTime: always(time()),
    lastTransitionTime: always(time()),
    reason: string(),
    message: string(),
  },
  { required: ['type', 'status'] },
)

const address = struct(
  `${CORE}.NodeAddress`,
  { type: always(named('v1.NodeAddressType')), address: always(string()) },
  { required: ['type', 'address'] },
)

const image = struct(`${CORE}.ContainerImage`, { names: nullable(array(string())), sizeBytes: int64() })

const runtimeHandler = struct(`${CORE}.NodeRuntimeHandler`, {
  name: always(string()),
  features: pointer(
    struct(`${CORE}.NodeRuntimeHandlerFeatures`, {
      recursiveReadOnlyMounts: pointer(boolean()),
      userNamespaces: pointer(boolean()),
    }),
  ),
})

const attachedVolume = struct(
  `${CORE}.AttachedVolume`,
  { name: always(named('v1.UniqueVolumeName')), devicePath: always(string()) },
  { required: ['name', 'devicePath'] },
)

const configSource = (profile: Profile) =>
  struct(`${CORE}.NodeConfigSource`, {
    configMap: pointer(
      struct(
        `${CORE}.ConfigMapNodeConfigSource`,
        {
          namespace: always(string()),
          name: always(string()),
          uid: string('types.UID'),
          resourceVersion: string(),
          ...({ [profile.members.agentConfigKey]: always(string()) } as ConfigKey),
        },
        { required: ['namespace', 'name', profile.members.agentConfigKey] },
      ),
    ),
  })

const systemInfo = ({ members }: Profile) =>
  struct(
    `${CORE}.NodeSystemInfo`,
    {
      machineID: always(string()),
      systemUUID: always(string()),
      bootID: always(string()),
      kernelVersion: always(string()),
      osImage: always(string()),
      containerRuntimeVersion: always(string()),
      ...({ [members.agentVersion]: always(string()) } as Version),
      ...({ [members.proxyVersion]: always(string()) } as ProxyVersion),
      operatingSystem: always(string()),
      architecture: always(string()),
      swap: pointer(struct(`${CORE}.NodeSwapStatus`, { capacity: pointer(int64()) })),
    },
    {
      required: [
        'machineID',
        'systemUUID',
        'bootID',
        'kernelVersion',
        'osImage',
        'containerRuntimeVersion',
        members.agentVersion,
        members.proxyVersion,
        'operatingSystem',
        'architecture',
      ],
    },
  )

const daemonEndpoint = struct(`${CORE}.DaemonEndpoint`, { Port: always(int32()) }, { required: ['Port'] })

type Endpoints = OfProfile<'agentEndpoint' | 'kubeletEndpoint', typeof daemonEndpoint>

/** A Node's own members, under the profile's names. */
export const nodeMembers = (profile: Profile) =>
  described(
    {
      spec: always(
        struct(`${CORE}.NodeSpec`, {
          podCIDR: string(),
          podCIDRs: array(string(), { list: 'set', merge: true }),
          providerID: string(),
          unschedulable: boolean(),
          taints: array(taint),
          configSource: pointer(configSource(profile)),
          externalID: string(),
        }),
      ),
      status: always(
        struct(`${CORE}.NodeStatus`, {
          capacity: resourceList,
          allocatable: resourceList,
          phase: named('v1.NodePhase', ['Pending', 'Running', 'Terminated']),
          conditions: array(condition, { list: 'map', keys: ['type'], merge: 'type' }),
          addresses: array(address, { list: 'map', keys: ['type'], merge: 'type' }),
          daemonEndpoints: always(
            struct(`${CORE}.NodeDaemonEndpoints`, {
              [profile.members.agentEndpoint]: always(daemonEndpoint),
            } as Endpoints),
          ),
          nodeInfo: always(systemInfo(profile)),
          images: array(image),
          volumesInUse: array(named('v1.UniqueVolumeName')),
          volumesAttached: array(attachedVolume),
          config: pointer(
            struct(`${CORE}.NodeConfigStatus`, {
              assigned: pointer(configSource(profile)),
              active: pointer(configSource(profile)),
              lastKnownGood: pointer(configSource(profile)),
              error: string(),
            }),
          ),
          runtimeHandlers: array(runtimeHandler),
          features: pointer(struct(`${CORE}.NodeFeatures`, { supplementalGroupsPolicy: pointer(boolean()) })),
        }),
      ),
    },
    nodeTexts(profile),
  )

/** A Node as clients see it; of the members that go by two names a profile has one. */
export type Node = ObjectOf<ReturnType<typeof nodeMembers>>
/** A taint. */
export type Taint = Infer<typeof taint>
/** Where a node's configuration comes from. */
export type NodeConfigSource = Infer<ReturnType<typeof configSource>>
