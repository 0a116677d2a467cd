import type { Column } from '../../../model/registry/column.js'
import type { Profile } from '../../../model/registry/profile.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import type { Node } from './schema.js'

const ROLE_PREFIX = 'node-role.kubernetes.io/'
const ROLE_LABEL = 'kubernetes.io/role'
const ADDRESSES =
  "List of addresses reachable to the node. Queried from cloud provider, if available. More info: https://kubernetes.io/docs/reference/node/node-status/#addresses Note: This field is declared as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged. Callers should instead use a full-replacement patch. See https://pr.k8s.io/79391 for an example. Consumers should assume that addresses can change during the lifetime of a Node. However, there are some exceptions where this may not be possible, such as Pods that inherit a Node's address in its own status or consumers of the downward API (status.hostIP)."

/** The table columns of nodes. */
export const nodeColumns = ({ members }: Profile): readonly Column<Node>[] => [
  nameColumn,
  { name: 'Status', description: 'The status of the node', cell: statusOf },
  { name: 'Roles', description: 'The roles of the node', cell: rolesOf },
  ageColumn,
  {
    name: 'Version',
    description: 'Kubelet Version reported by the node.',
    // The profile names the field; its type is that of agentVersion.
    cell: (node) => node.status?.nodeInfo?.[members.agentVersion as 'agentVersion'] ?? '',
  },
  { name: 'Internal-IP', priority: 1, description: ADDRESSES, cell: (node) => addressOf(node, 'InternalIP') },
  { name: 'External-IP', priority: 1, description: ADDRESSES, cell: (node) => addressOf(node, 'ExternalIP') },
  {
    name: 'OS-Image',
    priority: 1,
    description: 'OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)).',
    cell: (node) => node.status?.nodeInfo?.osImage || '<unknown>',
  },
  {
    name: 'Kernel-Version',
    priority: 1,
    description: "Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64).",
    cell: (node) => node.status?.nodeInfo?.kernelVersion || '<unknown>',
  },
  {
    name: 'Container-Runtime',
    priority: 1,
    description: 'ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2).',
    cell: (node) => node.status?.nodeInfo?.containerRuntimeVersion || '<unknown>',
  },
]

function statusOf({ spec, status }: Node): string {
  const ready = status?.conditions?.findLast(({ type }) => type === 'Ready')
  const word = ready ? (ready.status === 'True' ? 'Ready' : 'NotReady') : 'Unknown'
  return spec?.unschedulable ? `${word},SchedulingDisabled` : word
}

function rolesOf({ metadata }: Node): string {
  const roles = new Set<string>()
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(ROLE_PREFIX) && key !== ROLE_PREFIX) roles.add(key.slice(ROLE_PREFIX.length))
    else if (key === ROLE_LABEL && value) roles.add(value)
  }
  return [...roles].sort().join(',') || '<none>'
}

const addressOf = ({ status }: Node, wanted: string) =>
  status?.addresses?.find(({ type }) => type === wanted)?.address ?? '<none>'
