const node = (number: number) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: `node-${number}`,
    labels: {
      'kubernetes.io/hostname': `node-${number}`,
      'kubernetes.io/os': 'linux',
      'kubernetes.io/arch': 'amd64',
    },
  },
  spec: { podCIDR: `10.244.${number - 1}.0/24`, podCIDRs: [`10.244.${number - 1}.0/24`] },
  status: {
    allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
    capacity: { cpu: '4', memory: '8Gi', pods: '110' },
    conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' }],
  },
})

/** The nodes of the recordings. */
export const nodes = [1, 2, 3].map(node)

/** The same nodes as created there, before KWOK played them. */
export const bareNodes = nodes.map(({ metadata, status: { allocatable, capacity } }) => ({
  metadata,
  status: { allocatable, capacity },
}))
