import { type Scenario, type Step, create, deletePods, patch, remove, setPods, wait } from '../scenario.js'
import {
  ended,
  image,
  pod,
  quota,
  ready,
  replicaSet,
  replicas,
  replicationController,
  template,
  unplayed,
} from './manifests.js'

const kinds = [
  { kind: 'ReplicaSet', make: replicaSet, at: 'apps/v1/replicasets/web' },
  { kind: 'ReplicationController', make: replicationController, at: 'v1/replicationcontrollers/web' },
] as const

type Kind = (typeof kinds)[number]
type Story = { readonly what: string; readonly steps: (kind: Kind) => readonly Step[] }

const idle = unplayed('web')
const cost = (value: string) => ({ 'controller.kubernetes.io/pod-deletion-cost': value })

const stories: readonly Story[] = [
  ...[0, 1, 3, 7].map((count) => ({
    what: `made with ${count}`,
    steps: ({ make, at }: Kind) => [
      create(make('web', { replicas: count })),
      patch(at, replicas(count + 2)),
      patch(at, replicas(1)),
    ],
  })),
  {
    what: 'counts what is ready',
    steps: ({ make }) => [
      create(make('web', { replicas: 3, template: idle })),
      setPods('app=web', 2, ready()),
      setPods('app=web', 1, { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] }),
    ],
  },
  {
    what: 'counts what is available',
    steps: ({ make }) => [
      create(make('web', { replicas: 2, minReadySeconds: 12, template: idle })),
      setPods('app=web', 2, {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
      }),
      wait(5),
    ],
  },
  {
    what: 'replaces pods that are deleted',
    steps: ({ make }) => [create(make('web', { replicas: 3 })), deletePods('app=web', 2)],
  },
  {
    what: 'replaces pods that failed',
    steps: ({ make }) => [
      create(make('web', { replicas: 2, template: idle })),
      setPods('app=web', 1, ended('Failed')),
      setPods('app=web', 1, ended('Succeeded')),
    ],
  },
  {
    what: 'adopts pods',
    steps: ({ make }) => [
      create(pod('one', { schedulerName: 'nobody' }, { labels: { app: 'web' } })),
      create(make('web', { replicas: 2, template: idle })),
      create(pod('two', { schedulerName: 'nobody' }, { labels: { app: 'web' } })),
    ],
  },
  {
    what: 'releases pods',
    steps: ({ make }) => [
      create(make('web', { replicas: 1, template: idle })),
      create(pod('one', { schedulerName: 'nobody' }, { labels: { app: 'web' } })),
      patch('v1/pods/one', { metadata: { labels: { app: 'other' } } }),
      patch('v1/pods/one', { metadata: { labels: { app: 'web' } } }),
    ],
  },
  {
    what: 'deletes by cost',
    steps: ({ make, at }) => [
      ...['dear', 'cheap', 'plain'].map((name) =>
        create(
          pod(
            name,
            { schedulerName: 'nobody' },
            {
              labels: { app: 'web' },
              annotations: name === 'plain' ? {} : cost(name === 'dear' ? '100' : '-5'),
            },
          ),
        ),
      ),
      create(make('web', { replicas: 3, template: idle })),
      patch(at, replicas(2)),
      patch(at, replicas(1)),
    ],
  },
  {
    what: 'deletes what is not ready first',
    steps: ({ make, at }) => [
      create(pod('one', { schedulerName: 'nobody' }, { labels: { app: 'web', first: 'yes' } })),
      create(pod('two', { schedulerName: 'nobody' }, { labels: { app: 'web' } })),
      create(make('web', { replicas: 2, template: idle })),
      setPods('first=yes', 1, ready()),
      patch(at, replicas(1)),
    ],
  },
  {
    what: 'has a quota above it',
    steps: ({ make, at }) => [
      create(quota(2)),
      create(make('web', { replicas: 4 })),
      patch(at, replicas(2)),
      patch(at, replicas(0)),
    ],
  },
  ...(['Background', 'Foreground', 'Orphan'] as const).map((propagationPolicy) => ({
    what: `deleted ${propagationPolicy}`,
    steps: ({ make, at }: Kind) => [create(make('web', { replicas: 2 })), remove(at, { propagationPolicy })],
  })),
  {
    what: 'has another template',
    steps: ({ make, at }) => [
      create(make('web', { replicas: 2 })),
      patch(at, image('example.io/a:2')),
      deletePods('app=web', 1),
    ],
  },
  {
    what: 'counts labels',
    steps: ({ make, at }) => [
      create(make('web', { replicas: 2, template: template('web', {}, { labels: { app: 'web', tier: 'a' } }) })),
      patch(at, { spec: { template: { metadata: { labels: { tier: 'b' } } } } }),
      deletePods('app=web', 1),
    ],
  },
]

/** Scenarios of the controllers of ReplicaSets and ReplicationControllers. */
export const replicaSets: readonly Scenario[] = kinds.flatMap((kind) =>
  stories.map(({ what, steps }) => ({ name: `${kind.kind}/${what}`, steps: steps(kind) })),
)
