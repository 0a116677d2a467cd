import { nodeAddress, nodeLabels, nodeStatus, podNetwork } from '../agents/node-status.js'
import { NODE_TTL, ttlAt, ttlStep } from '../agents/node-ttl.js'
import type { Env } from '../base/env.js'

/** The most nodes a cluster is made with: what Kubernetes says it can have. */
export const MOST_NODES = 5000

/**
 * Fixtures of so many nodes that are Ready now: `node-1`, `node-2`, …, each with addresses and a pod network of its
 * own.
 */
export const madeNodes = (count: number, env: Pick<Env, 'now' | 'uuid'>): readonly MadeNode[] =>
  Array.from({ length: count }, (_, i) => madeNode(i, ttlAt(ttlStep(count)), env))

type MadeNode = { readonly metadata: { readonly name: string } }

function madeNode(index: number, ttl: string, { now, uuid }: Pick<Env, 'now' | 'uuid'>): MadeNode {
  const name = `node-${index + 1}`
  const podCIDR = podNetwork(index)
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: nodeLabels(name), annotations: { [NODE_TTL]: ttl } },
    spec: { podCIDR, podCIDRs: [podCIDR] },
    status: nodeStatus(name, nodeAddress(index), now(), uuid),
  } as MadeNode // with what every node has beside its name
}
