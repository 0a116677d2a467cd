import { nodeAddress, nodeLabels, nodeStatus, podNetwork } from '../../controllers/agents/kubelet/node-status.js'
import { NODE_TTL, ttlAt, ttlStep } from '../../controllers/agents/kubelet/node-ttl.js'
import type { FeaturesOf } from '../../kinds/shared/declared-features.js'
import type { Env } from '../../base/time/env.js'

/** The maximum number of nodes a cluster can be created with: the documented limit of Kubernetes. */
export const MOST_NODES = 5000

/** Returns fixtures for `count` Ready nodes: `node-1`, `node-2`, …, each with its own addresses and pod network. */
export const madeNodes = (count: number, world: World): readonly MadeNode[] =>
  Array.from({ length: count }, (_, i) => madeNode(i, ttlAt(ttlStep(count)), world))

type World = Pick<Env, 'now' | 'uuid'> & FeaturesOf

type MadeNode = { readonly metadata: { readonly name: string } }

function madeNode(index: number, ttl: string, { now, ...world }: World): MadeNode {
  const name = `node-${index + 1}`
  const podCIDR = podNetwork(index)
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: nodeLabels(name), annotations: { [NODE_TTL]: ttl } },
    spec: { podCIDR, podCIDRs: [podCIDR] },
    status: nodeStatus(name, nodeAddress(index), now(), world),
  } as MadeNode // which declares only the name
}
