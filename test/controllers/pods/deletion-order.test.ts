import { expect, test } from 'vitest'
import { inDeletionOrder } from '../../../src/controllers/pods/deletion-order.js'
import type { Pod } from '../../../src/controllers/pods/pod-state.js'

const NOW = Date.parse('2024-01-01T01:00:00Z')

type Look = {
  readonly node?: string
  readonly phase?: string
  readonly ready?: string
  readonly cost?: string
  readonly restarts?: number
  readonly sidecar?: number
  readonly created?: string
}

// Only the fields that determine the order.
const pod = (name: string, look: Look = {}): Pod =>
  ({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name,
      uid: name,
      creationTimestamp: look.created ?? '2024-01-01T00:00:00Z',
      annotations: look.cost === undefined ? {} : { 'controller.kubernetes.io/pod-deletion-cost': look.cost },
    },
    spec: {
      nodeName: look.node ?? 'n',
      initContainers: [{ name: 'side', restartPolicy: 'Always' }, { name: 'first' }],
    },
    status: {
      phase: look.phase ?? 'Running',
      conditions: look.ready ? [{ type: 'Ready', status: 'True', lastTransitionTime: look.ready }] : [],
      containerStatuses: [{ name: 'c', restartCount: look.restarts ?? 0 }],
      initContainerStatuses: [
        { name: 'side', restartCount: look.sidecar ?? 0 },
        { name: 'first', restartCount: 99 },
      ],
    },
  }) as unknown as Pod

const early = '2024-01-01T00:00:00Z'
const late = '2024-01-01T00:59:00Z'

test.each<[what: string, first: Look, second: Look]>([
  ['an unassigned pod', { node: '' }, { node: 'n', phase: 'Pending' }],
  ['a pending pod', { phase: 'Pending' }, { phase: 'Unknown' }],
  ['a pod whose phase is unknown', { phase: 'Unknown' }, { phase: 'Running' }],
  ['a pod that is not ready', { cost: '5' }, { ready: early }],
  ['a pod with a lower deletion cost', { ready: early, cost: '-2' }, { ready: late, cost: '1' }],
  ['a pod with a lower deletion cost than one that is not an integer', { cost: '-1' }, { cost: '-2.5' }],
  ['a pod with a lower deletion cost than one out of range', { cost: '-1' }, { cost: '-2147483649' }],
  ['a pod with a lower deletion cost that has leading zeros', { cost: '-03' }, { cost: '-2' }],
  ['a pod that has been ready for a shorter time', { ready: late }, { ready: early, restarts: 3 }],
  ['a pod with more restarts', { restarts: 2 }, { restarts: 1, created: late }],
  ['a pod whose sidecar has restarted', { sidecar: 1 }, { created: late }],
  ['the newer pod', { created: late }, { created: early }],
])('%s is deleted first', (_what, first, second) => {
  for (const [a, b] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const pods = [pod(a, first), pod(b, second)]
    expect(inDeletionOrder(pods, [], NOW).map(({ metadata }) => metadata.name)).toEqual([a, b])
    expect(inDeletionOrder(pods.reverse(), [], NOW).map(({ metadata }) => metadata.name)).toEqual([a, b])
  }
})

test('pods with more related pods on their node are deleted first, before the ready time counts', () => {
  const pods = [pod('a', { node: 'one', ready: late }), pod('b', { node: 'two', ready: early })]
  const kin = [...pods, pod('x', { node: 'two' }), pod('ended', { node: 'one', phase: 'Failed' })]
  expect(inDeletionOrder(pods, kin, NOW).map(({ metadata }) => metadata.name)).toEqual(['b', 'a'])
})

test('ages with the same logarithm are equal, and the uid decides', () => {
  const near = [pod('b', { created: '2024-01-01T00:00:00Z' }), pod('a', { created: '2024-01-01T00:00:20Z' })]
  expect(inDeletionOrder(near, [], NOW).map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
  const swapped = [pod('a', { created: '2024-01-01T00:00:00Z' }), pod('b', { created: '2024-01-01T00:00:20Z' })]
  expect(inDeletionOrder(swapped, [], NOW).map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
})
