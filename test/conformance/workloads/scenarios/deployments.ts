import { type Scenario, create, deletePods, patch, remove, setPods, wait } from '../scenario.js'
import { deployment, image, quota, ready, replicaSet, replicas, template, unplayed } from './manifests.js'

const at = 'apps/v1/deployments/web'
const web = (spec: object, metadata: { readonly [member: string]: unknown } = {}) =>
  deployment('web', { ...spec }, metadata)
const idle = (spec: object) => web({ template: unplayed('web'), ...spec })
const rolling = (maxSurge: number | string, maxUnavailable: number | string) => ({
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
})
const isReady = (count: number) => setPods('app=web', count, ready())

const rollouts: readonly Scenario[] = [1, 2, 3, 5, 8].flatMap((count) =>
  (
    [
      ['25%', '25%'],
      [1, 0],
      [0, 1],
      [2, 2],
      ['50%', 0],
    ] as const
  ).map(([surge, unavailable]) => ({
    name: `Deployment/${count} roll with ${surge} and ${unavailable}`,
    steps: [
      create(idle({ replicas: count, ...rolling(surge, unavailable) })),
      isReady(count),
      patch(at, image('example.io/a:2')),
      isReady(2 * count),
      isReady(2 * count),
      isReady(2 * count),
    ],
  })),
)

const scaling: readonly Scenario[] = (
  [
    [1, 4],
    [3, 0],
    [0, 2],
    [5, 2],
  ] as const
).map(([from, to]) => ({
  name: `Deployment/scaled from ${from} to ${to}`,
  steps: [create(web({ replicas: from })), patch(at, replicas(to)), patch(at, replicas(from))],
}))

const proportional: readonly Scenario[] = (
  [
    [5, 10],
    [10, 5],
    [4, 9],
    [6, 1],
  ] as const
).map(([from, to]) => ({
  name: `Deployment/scaled from ${from} to ${to} while it rolls`,
  steps: [
    create(idle({ replicas: from, ...rolling(3, 2) })),
    isReady(from),
    patch(at, image('example.io/a:2')),
    patch(at, replicas(to)),
    isReady(20),
    isReady(20),
    isReady(20),
  ],
}))

/** Scenarios of the Deployment controller. */
export const deployments: readonly Scenario[] = [
  ...rollouts,
  ...scaling,
  ...proportional,
  { name: 'Deployment/played by a node', steps: [create(web({ replicas: 3 })), patch(at, image('example.io/a:2'))] },
  {
    name: 'Deployment/recreates',
    steps: [
      create(web({ replicas: 2, strategy: { type: 'Recreate' } })),
      patch(at, image('example.io/a:2')),
      patch(at, image('example.io/a:1')),
    ],
  },
  {
    name: 'Deployment/recreates what nobody plays',
    steps: [
      create(idle({ replicas: 2, strategy: { type: 'Recreate' } })),
      isReady(2),
      patch(at, image('example.io/a:2')),
      isReady(2),
    ],
  },
  {
    name: 'Deployment/goes back to a template it had',
    steps: [
      create(web({ replicas: 2 })),
      patch(at, image('example.io/a:2')),
      patch(at, image('example.io/a:3')),
      patch(at, image('example.io/a:1')),
    ],
  },
  ...[0, 1, 2].map((limit) => ({
    name: `Deployment/keeps ${limit} of its history`,
    steps: [
      create(web({ replicas: 1, revisionHistoryLimit: limit })),
      patch(at, image('example.io/a:2')),
      patch(at, image('example.io/a:3')),
      patch(at, image('example.io/a:4')),
    ],
  })),
  {
    name: 'Deployment/pauses in a rollout',
    steps: [
      create(idle({ replicas: 4 })),
      isReady(4),
      patch(at, image('example.io/a:2')),
      patch(at, { spec: { paused: true } }),
      isReady(8),
      patch(at, replicas(6)),
      patch(at, { spec: { paused: false } }),
      isReady(8),
      isReady(8),
      isReady(8),
    ],
  },
  {
    name: 'Deployment/made while paused',
    steps: [
      create(web({ replicas: 2, paused: true })),
      patch(at, image('example.io/a:2')),
      patch(at, { spec: { paused: null } }),
    ],
  },
  {
    name: 'Deployment/runs out of time',
    steps: [create(idle({ replicas: 2, progressDeadlineSeconds: 12 })), wait(14), isReady(1), isReady(2)],
  },
  {
    name: 'Deployment/runs out of time while it rolls',
    steps: [
      create(idle({ replicas: 2, progressDeadlineSeconds: 12 })),
      isReady(2),
      patch(at, image('example.io/a:2')),
      wait(14),
      patch(at, image('example.io/a:1')),
      isReady(4),
    ],
  },
  {
    name: 'Deployment/waits until pods are ready for long enough',
    steps: [
      create(web({ replicas: 2, minReadySeconds: 15 })),
      wait(16),
      patch(at, image('example.io/a:2')),
      wait(20),
      wait(20),
    ],
  },
  {
    name: 'Deployment/has a quota above it',
    steps: [
      create(quota(2)),
      create(web({ replicas: 3 })),
      patch('v1/resourcequotas/few', { spec: { hard: { pods: '5' } } }),
      wait(40),
      patch(at, replicas(4)),
    ],
  },
  {
    name: 'Deployment/loses pods',
    steps: [create(web({ replicas: 3 })), deletePods('app=web', 1), deletePods('app=web', 3)],
  },
  {
    name: 'Deployment/pods are no longer ready',
    steps: [create(idle({ replicas: 3 })), isReady(3), setPods('app=web', 1, { phase: 'Failed' }), isReady(4)],
  },
  ...(['Background', 'Foreground', 'Orphan'] as const).map((propagationPolicy) => ({
    name: `Deployment/deleted ${propagationPolicy}`,
    steps: [create(web({ replicas: 2 })), remove(at, { propagationPolicy })],
  })),
  {
    name: 'Deployment/adopts a replica set',
    steps: [
      create(replicaSet('web', { replicas: 2 })),
      create(web({ replicas: 3 })),
      patch('apps/v1/replicasets/web', { metadata: { labels: { app: 'web' } } }),
    ],
  },
  {
    name: 'Deployment/left by its replica sets and adopted again',
    steps: [create(web({ replicas: 2 })), remove(at, { propagationPolicy: 'Orphan' }), create(web({ replicas: 3 }))],
  },
  {
    name: 'Deployment/annotated and labelled',
    steps: [
      create(web({ replicas: 1 }, { annotations: { note: 'a' }, labels: { tier: 'front' } })),
      patch(at, { metadata: { annotations: { note: 'b', more: 'c' }, labels: { tier: 'back' } } }),
      patch(at, { metadata: { annotations: { note: null, 'kubernetes.io/change-cause': 'because' } } }),
      patch(at, image('example.io/a:2')),
    ],
  },
  {
    name: 'Deployment/template metadata changes',
    steps: [
      create(web({ replicas: 2 })),
      patch(at, { spec: { template: { metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': 'now' } } } } }),
      patch(at, { spec: { template: { metadata: { labels: { extra: 'x' } } } } }),
    ],
  },
  {
    name: 'Deployment/rolls over',
    steps: [
      create(idle({ replicas: 3 })),
      isReady(3),
      patch(at, image('example.io/a:2')),
      patch(at, image('example.io/a:3')),
      isReady(8),
      isReady(8),
      isReady(8),
    ],
  },
  {
    name: 'Deployment/in a strategy that changes',
    steps: [
      create(web({ replicas: 2 })),
      patch(at, { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }),
      patch(at, image('example.io/a:2')),
    ],
  },
  {
    name: 'Deployment/pods that cannot be scheduled',
    steps: [
      create(web({ replicas: 2, template: template('web', { nodeSelector: { no: 'such' } }) })),
      patch(at, replicas(1)),
    ],
  },
  {
    name: 'Deployment/pods that are refused',
    steps: [
      create(web({ replicas: 2, template: template('web', { serviceAccountName: 'nobody' }) })),
      create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'nobody' } }),
      wait(25),
    ],
  },
]
