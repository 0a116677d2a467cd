import type { ObjectOf } from '../../../model/registry/define.js'
import type { Profile } from '../../../model/registry/profile.js'
import { namesOf } from '../../../model/registry/translate.js'
import type * as core from '../../../model/generated/types/core-v1.js'
import { structMembers } from '../../struct/struct-members.js'
import type { Unchecked } from '../../struct/unchecked.js'

// Fields with two names: a profile has one of them, TypeScript sees both.
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

// Allocatable is defaulted only if it is missing, not if it is empty.
const KEPT_EMPTY = { 'core.v1.NodeStatus': ['allocatable'] }

/** The fields of a Node, under the profile's names. */
export const nodeMembers = (profile: Profile) =>
  structMembers<NodeStruct>('core.v1.Node', profile, namesOf(profile).member, KEPT_EMPTY)

/** A Node in its served form; of fields with two names, a profile has one. */
export type Node = ObjectOf<ReturnType<typeof nodeMembers>>
/** A taint. */
export type Taint = Unchecked<core.Taint>
/** The source of a node's dynamic configuration. */
export type NodeConfigSource = Unchecked<Source>
