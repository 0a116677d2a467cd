import type { ObjectOf } from '../../../registry/define.js'
import type { Profile } from '../../../registry/profile.js'
import { namesOf } from '../../../registry/translate.js'
import type * as core from '../../generated/types/core-v1.js'
import { structMembers } from '../../struct/struct-members.js'
import type { Unchecked } from '../../struct/unchecked.js'

// The members that go by two names: a profile has one of them, TypeScript sees both.
type Source = core.NodeConfigSource & {
  readonly configMap?: core.ConfigMapNodeConfigSource & { readonly agentConfigKey?: string }
}
type Config = core.NodeConfigStatus & {
  readonly [member in 'assigned' | 'active' | 'lastKnownGood']?: Source
}
type Status = core.NodeStatus & {
  readonly daemonEndpoints?: { readonly agentEndpoint?: core.DaemonEndpoint }
  readonly nodeInfo?: { readonly agentVersion?: string; readonly proxyVersion?: string }
  readonly config?: Config
}
type NodeStruct = core.Node & {
  readonly spec?: core.NodeSpec & { readonly configSource?: Source }
  readonly status?: Status
}

// The default is for what is missing alone.
const KEPT_EMPTY = { 'core.v1.NodeStatus': ['allocatable'] }

/** A Node's own members, under the profile's names. */
export const nodeMembers = (profile: Profile) =>
  structMembers<NodeStruct>('core.v1.Node', namesOf(profile).member, KEPT_EMPTY)

/** A Node as clients see it; of the members that go by two names a profile has one. */
export type Node = ObjectOf<ReturnType<typeof nodeMembers>>
/** A taint. */
export type Taint = Unchecked<core.Taint>
/** Where a node's configuration comes from. */
export type NodeConfigSource = Unchecked<Source>
