import { type Scenario, create, deletePods, patch, remove, setPods, wait } from '../scenario.js'
import { ended, image, pod, quota, ready, replicas, service, statefulSet, template, unplayed } from './manifests.js'

const at = 'apps/v1/statefulsets/web'
const web = (spec: object) => statefulSet('web', { ...spec })
const idle = (spec: object) => web({ template: unplayed('web'), ...spec })
const isReady = (count = 9) => setPods('app=web', count, ready())
const claim = (name: string) => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
})
const partition = (value: number) => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: value } },
})

/** Scenarios of the StatefulSet controller. */
export const statefulSets: readonly Scenario[] = [
  ...[0, 1, 3].map((count) => ({
    name: `StatefulSet/made with ${count}`,
    steps: [create(web({ replicas: count })), patch(at, replicas(count + 1)), patch(at, replicas(0))],
  })),
  {
    name: 'StatefulSet/starts one after the other',
    steps: [create(idle({ replicas: 3 })), isReady(), isReady(), isReady()],
  },
  {
    name: 'StatefulSet/starts all at once',
    steps: [
      create(idle({ replicas: 3, podManagementPolicy: 'Parallel' })),
      isReady(2),
      patch(at, replicas(5)),
      patch(at, replicas(1)),
    ],
  },
  {
    name: 'StatefulSet/scales down one after the other',
    steps: [
      create(idle({ replicas: 3 })),
      isReady(),
      isReady(),
      isReady(),
      setPods('apps.kubernetes.io/pod-index=0', 1, {
        phase: 'Pending',
        conditions: [{ type: 'Ready', status: 'False' }],
      }),
      patch(at, replicas(1)),
      isReady(),
    ],
  },
  {
    name: 'StatefulSet/rolls',
    steps: [
      create(idle({ replicas: 2 })),
      isReady(),
      isReady(),
      patch(at, image('example.io/a:2')),
      isReady(),
      isReady(),
      isReady(),
    ],
  },
  {
    name: 'StatefulSet/rolls under nodes',
    steps: [create(web({ replicas: 3 })), patch(at, image('example.io/a:2')), patch(at, image('example.io/a:1'))],
  },
  ...[0, 1, 2, 5].map((value) => ({
    name: `StatefulSet/rolls down to ${value}`,
    steps: [
      create(web({ replicas: 3, ...partition(value) })),
      patch(at, image('example.io/a:2')),
      patch(at, { spec: partition(0) }),
    ],
  })),
  {
    name: 'StatefulSet/changes on deletion',
    steps: [
      create(web({ replicas: 2, updateStrategy: { type: 'OnDelete' } })),
      patch(at, image('example.io/a:2')),
      deletePods('apps.kubernetes.io/pod-index=1', 1),
      deletePods('apps.kubernetes.io/pod-index=0', 1),
    ],
  },
  {
    name: 'StatefulSet/a rollout that broke',
    steps: [
      create(idle({ replicas: 2 })),
      isReady(),
      isReady(),
      patch(at, image('example.io/a:broken')),
      patch(at, image('example.io/a:3')),
      deletePods('apps.kubernetes.io/pod-index=1', 1),
      isReady(),
      isReady(),
    ],
  },
  {
    name: 'StatefulSet/pods deleted and failed',
    steps: [
      create(idle({ replicas: 2 })),
      isReady(),
      isReady(),
      deletePods('apps.kubernetes.io/pod-index=0', 1),
      isReady(),
      setPods('apps.kubernetes.io/pod-index=1', 1, ended('Failed')),
      isReady(),
    ],
  },
  {
    name: 'StatefulSet/counts from five',
    steps: [
      create(web({ replicas: 2, ordinals: { start: 5 } })),
      patch(at, { spec: { ordinals: { start: 6 } } }),
      patch(at, replicas(1)),
    ],
  },
  {
    name: 'StatefulSet/with claims',
    steps: [
      create(web({ replicas: 2, volumeClaimTemplates: [claim('data'), claim('logs')] })),
      patch(at, replicas(1)),
      remove(at),
    ],
  },
  ...(
    [
      ['Retain', 'Delete'],
      ['Delete', 'Retain'],
      ['Delete', 'Delete'],
    ] as const
  ).map(([whenDeleted, whenScaled]) => ({
    name: `StatefulSet/claims ${whenDeleted} when deleted and ${whenScaled} when scaled`,
    steps: [
      create(
        idle({
          replicas: 2,
          podManagementPolicy: 'Parallel',
          volumeClaimTemplates: [claim('data')],
          persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled },
        }),
      ),
      isReady(),
      patch(at, replicas(1)),
      remove(at),
    ],
  })),
  {
    name: 'StatefulSet/adopts and releases',
    steps: [
      create(pod('web-0', { schedulerName: 'nobody' }, { labels: { app: 'web' } })),
      create(idle({ replicas: 1 })),
      patch('v1/pods/web-0', { metadata: { labels: { app: 'other' } } }),
      remove('v1/pods/web-0'),
    ],
  },
  ...[0, 1].map((limit) => ({
    name: `StatefulSet/keeps ${limit} of its history`,
    steps: [
      create(web({ replicas: 1, revisionHistoryLimit: limit })),
      patch(at, image('example.io/a:2')),
      patch(at, image('example.io/a:3')),
      patch(at, image('example.io/a:1')),
    ],
  })),
  {
    name: 'StatefulSet/waits until pods are ready for long enough',
    steps: [create(web({ replicas: 2, minReadySeconds: 10 })), wait(30)],
  },
  ...(['Background', 'Foreground', 'Orphan'] as const).map((propagationPolicy) => ({
    name: `StatefulSet/deleted ${propagationPolicy}`,
    steps: [create(service('web', { clusterIP: 'None' }), web({ replicas: 2 })), remove(at, { propagationPolicy })],
  })),
  {
    name: 'StatefulSet/has a quota above it',
    steps: [create(quota(1)), create(web({ replicas: 2 })), remove('v1/resourcequotas/few'), wait(40)],
  },
  {
    name: 'StatefulSet/pods that cannot be scheduled',
    steps: [
      create(web({ replicas: 2, template: template('web', { nodeSelector: { no: 'such' } }) })),
      patch(at, replicas(0)),
    ],
  },
]
