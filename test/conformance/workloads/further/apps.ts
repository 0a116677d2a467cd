import type { Chance } from '../chance.js'
import { type Step, create, deletePods, patch, patchPods, remove, setPods, wait } from '../scenario.js'
import {
  deployment,
  ended,
  image,
  quota,
  replicaSet,
  replicas,
  replicationController,
  statefulSet,
  unplayed,
} from '../scenarios/manifests.js'
import { type Family, anImage, areReady, areUnready, some } from './family.js'

const DEPLOYMENT = 'apps/v1/deployments/web'
const STATEFUL_SET = 'apps/v1/statefulsets/web'

const strategy = (chance: Chance): object =>
  chance.below(5) === 0
    ? { type: 'Recreate' }
    : {
        type: 'RollingUpdate',
        rollingUpdate: chance.one(
          { maxSurge: 1, maxUnavailable: 0 },
          { maxSurge: 0, maxUnavailable: 1 },
          { maxSurge: '25%', maxUnavailable: '25%' },
          { maxSurge: '100%', maxUnavailable: '50%' },
          { maxSurge: 3, maxUnavailable: 2 },
        ),
      }

/** Rollouts that are interrupted by scaling, new templates, pauses and pods that become unready. */
export const deployments: Family = (chance) => {
  const spec = {
    replicas: chance.below(7),
    strategy: strategy(chance),
    revisionHistoryLimit: chance.one(0, 1, 2, 10),
    minReadySeconds: chance.one(0, 0, 0, 8),
    progressDeadlineSeconds: chance.one(600, 600, 30),
    ...(chance.below(4) === 0 ? {} : { template: unplayed('web') }),
  }
  const change = () =>
    chance.one(
      () => patch(DEPLOYMENT, replicas(chance.below(9))),
      () => patch(DEPLOYMENT, image(anImage(chance))),
      () => patch(DEPLOYMENT, image(anImage(chance))),
      () => patch(DEPLOYMENT, { spec: { ...image(anImage(chance)).spec, replicas: chance.below(8) } }),
      () => areReady(1 + chance.below(3)),
      () => areReady(20),
      () => areReady(20),
      () => areUnready(1 + chance.below(2)),
      () => deletePods('app=web', 1 + chance.below(3)),
      () => patch(DEPLOYMENT, { spec: { paused: chance.one(true, false) } }),
      () => patch(DEPLOYMENT, { spec: { minReadySeconds: chance.one(0, 6), revisionHistoryLimit: chance.below(3) } }),
      () => wait(31),
    )()
  return { byState: true, quiet: 10, steps: [create(deployment('web', spec)), ...some(chance, 5, change)] }
}

/** Rollouts and scaling that exhaust a ResourceQuota. */
export const quotas: Family = (chance) => {
  const count = 1 + chance.below(4)
  const limit = count + chance.below(3)
  const [at, made] = chance.one(
    () => [DEPLOYMENT, deployment('web', { replicas: count, strategy: strategy(chance) })] as const,
    () => [STATEFUL_SET, statefulSet('web', { replicas: count, podManagementPolicy: 'Parallel' })] as const,
    () => ['apps/v1/replicasets/web', replicaSet('web', { replicas: count })] as const,
  )()
  return {
    byState: true,
    steps: [
      create(quota(limit)),
      create(made),
      patch(at, image('example.io/a:2')),
      patch(at, replicas(count + chance.below(4))),
      deletePods('app=web', 1),
      patch('v1/resourcequotas/few', { spec: { hard: { pods: '20' } } }),
      wait(45),
    ],
  }
}

/** ReplicaSets and ReplicationControllers that delete pods by deletion cost, adopt and release them. */
export const counted: Family = (chance) => {
  const [at, make] = chance.one(
    ['apps/v1/replicasets/web', replicaSet] as const,
    ['v1/replicationcontrollers/web', replicationController] as const,
  )
  const cost = (value: number) => ({
    metadata: { annotations: { 'controller.kubernetes.io/pod-deletion-cost': String(value) } },
  })
  const change = () =>
    chance.one(
      () => patch(at, replicas(chance.below(7))),
      () => areReady(1 + chance.below(4)),
      () => areUnready(1),
      () => setPods('app=web', 1, ended(chance.one('Succeeded', 'Failed'))),
      () => patchPods('app=web', 1, cost(chance.below(20) - 10)),
      () => patchPods('app=web', 1, { metadata: { labels: { app: 'other' } } }),
      () => patchPods('app=other', 1, { metadata: { labels: { app: 'web' } } }),
      () => deletePods('app=web', 1 + chance.below(2)),
    )()
  const spec = { replicas: chance.below(6), minReadySeconds: chance.one(0, 5), template: unplayed('web') }
  return { byState: true, quiet: 7, steps: [create(make('web', spec)), ...some(chance, 5, change)] }
}

const claim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
}

/** StatefulSets with both pod management policies, with claims, bad images and start ordinals. */
export const statefulSets: Family = (chance) => {
  const policy = () => chance.one('Retain', 'Delete')
  const spec = {
    replicas: chance.below(5),
    podManagementPolicy: chance.one('OrderedReady', 'Parallel'),
    revisionHistoryLimit: chance.one(0, 1, 10),
    minReadySeconds: chance.one(0, 0, 0, 7),
    updateStrategy: chance.one(
      { type: 'OnDelete' },
      { type: 'RollingUpdate' },
      { type: 'RollingUpdate' },
      { type: 'RollingUpdate', rollingUpdate: { partition: chance.below(4) } },
    ),
    ...(chance.below(3) === 0 ? { ordinals: { start: chance.below(4) } } : {}),
    // Claims of pods that are never scheduled stay unbound and affect nothing else.
    ...(chance.below(3) === 0
      ? {
          volumeClaimTemplates: [claim],
          persistentVolumeClaimRetentionPolicy: { whenDeleted: policy(), whenScaled: policy() },
          template: unplayed('web'),
        }
      : chance.below(3) === 0
        ? {}
        : { template: unplayed('web') }),
  }
  const change = () =>
    chance.one(
      () => patch(STATEFUL_SET, replicas(chance.below(6))),
      () => patch(STATEFUL_SET, image(anImage(chance))),
      () => patch(STATEFUL_SET, image('example.io/a:bad')),
      () => areReady(1),
      () => areReady(9),
      () => areReady(9),
      () => areUnready(1),
      () => setPods('app=web', 1, ended('Failed')),
      () => deletePods('app=web', 1 + chance.below(2)),
      () =>
        patch(STATEFUL_SET, {
          spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: chance.below(3) } } },
        }),
      () => patch(STATEFUL_SET, { spec: { ordinals: { start: chance.below(3) } } }),
    )()
  const end: readonly Step[] =
    chance.below(3) === 0
      ? [remove(STATEFUL_SET, { propagationPolicy: chance.one('Background', 'Foreground', 'Orphan') })]
      : []
  return { byState: true, quiet: 9, steps: [create(statefulSet('web', spec)), ...some(chance, 5, change), ...end] }
}
