import type { Chance } from '../chance.js'
import { type Family, anImage, areReady, areUnready, some } from '../further/family.js'
import { FENCE, LET_IN, OWN, node, nodePath, shownNodes, taint } from '../further/own-nodes.js'
import { type Manifest, type Step, create, deletePods, patch, patchPods, remove, setPods } from '../scenario.js'
import {
  daemonSet,
  deployment,
  ended,
  image,
  job,
  pod,
  replicaSet,
  replicas,
  replicationController,
  statefulSet,
  template,
  unplayed,
} from '../scenarios/manifests.js'

const DEPLOYMENT = 'apps/v1/deployments/web'
const DAEMON_SET = 'apps/v1/daemonsets/web'
const REPLICA_SETS = 'apps/v1/replicasets?labelSelector=app%3Dweb'
const policy = (chance: Chance, ...policies: readonly string[]) => ({ propagationPolicy: chance.one(...policies) })

/** Deployments whose ReplicaSets, annotations, labels and strategy a client changes during a rollout. */
export const meddledDeployments: Family = (chance) => {
  const spec = {
    replicas: 1 + chance.below(5),
    revisionHistoryLimit: chance.one(1, 3, 10),
    minReadySeconds: chance.one(0, 0, 5),
    template: unplayed('web'),
  }
  const rolling = (maxSurge: number | string, maxUnavailable: number | string) =>
    patch(DEPLOYMENT, { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } } } })
  const change = () =>
    chance.one(
      () => patch(DEPLOYMENT, image(anImage(chance))),
      () => patch(DEPLOYMENT, image(anImage(chance))),
      () => patch(DEPLOYMENT, replicas(chance.below(8))),
      () => areReady(1 + chance.below(3)),
      () => areReady(20),
      () => areReady(20),
      () => areUnready(1),
      () => rolling(chance.one(0, 1, 2, '34%'), chance.one(1, 2, '50%')),
      () => patch(DEPLOYMENT, { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }),
      () => patch(DEPLOYMENT, { metadata: { annotations: { note: chance.one('a', 'b', null) } } }),
      () => patch(DEPLOYMENT, { metadata: { annotations: { 'kubernetes.io/change-cause': chance.one('x', 'y') } } }),
      () =>
        patch(DEPLOYMENT, {
          metadata: { annotations: { 'deprecated.deployment.rollback.to': chance.one('0', '1', '7') } },
        }),
      () => patch(DEPLOYMENT, { spec: { template: { metadata: { labels: { tier: chance.one('a', 'b') } } } } }),
      () => patch(DEPLOYMENT, { spec: { paused: chance.one(true, false) } }),
      () => remove(REPLICA_SETS, policy(chance, 'Background', 'Orphan')),
      () => setPods('app=web', 1, ended('Failed')),
    )()
  return { byState: true, quiet: 7, steps: [create(deployment('web', spec)), ...some(chance, 5, change)] }
}

/**
 * Pods that exist before their owner, are released and adopted again, and owners that orphan their pods to the next
 * one.
 */
export const adopted: Family = (chance) => {
  const [at, make] = chance.one(
    ['apps/v1/replicasets/web', replicaSet] as const,
    ['v1/replicationcontrollers/web', replicationController] as const,
    [DEPLOYMENT, deployment] as const,
  )
  const made = () => make('web', { replicas: chance.below(5), template: unplayed('web') })
  // Which of several pods of one second is deleted first is random, so names do not tell them apart.
  const stray = (app = 'web'): Manifest => ({
    ...pod('', { schedulerName: 'nobody' }),
    metadata: { generateName: 'web-', labels: { app } },
  })
  const change = () =>
    chance.one(
      () => patchPods('app=web', 1, { metadata: { labels: { app: 'other' } } }),
      () => patchPods('app=other', 1, { metadata: { labels: { app: 'web' } } }),
      () => patchPods('app=web', 2, { metadata: { ownerReferences: null } }),
      () => create(stray()),
      () => patch(at, replicas(chance.below(6))),
      () => areReady(1 + chance.below(4)),
      () => remove(at, policy(chance, 'Orphan')),
      () => create(made()),
    )()
  return {
    byState: true,
    quiet: 7,
    steps: [create(stray(), stray(), stray('other')), create(made()), ...some(chance, 4, change)],
  }
}

/** StatefulSets whose pods are adopted, orphaned, refused and rolled, with claims bound to volumes of the scenario. */
export const claimedStatefulSets: Family = (chance, number) => {
  const at = 'apps/v1/statefulsets/web'
  const kept = () => chance.one('Retain', 'Delete')
  const retention = () => ({ whenDeleted: kept(), whenScaled: kept() })
  const spec = () => ({
    replicas: 1 + chance.below(3),
    updateStrategy: chance.one(
      { type: 'OnDelete' },
      { type: 'RollingUpdate' },
      { type: 'RollingUpdate', rollingUpdate: { partition: 1 + chance.below(2) } },
    ),
    persistentVolumeClaimRetentionPolicy: retention(),
    volumeClaimTemplates: [
      {
        metadata: { name: 'data', labels: { of: 'web' } },
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: `class-${number}`,
          resources: { requests: { storage: '1Gi' } },
        },
      },
    ],
    template: chance.below(2) === 0 ? template('web') : unplayed('web'),
  })
  const volumes = [1, 2, 3, 4, 5].map((size) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `pv-${number}-${size}`, labels: { scenario: `s${number}` } },
    spec: {
      capacity: { storage: `${size}Gi` },
      accessModes: ['ReadWriteOnce'],
      storageClassName: `class-${number}`,
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: '/tmp/x' },
    },
  }))
  const change = (): Step =>
    chance.one(
      () => patch(at, replicas(chance.below(5))),
      () => patch(at, image(anImage(chance))),
      () => areReady(9),
      () => areReady(9),
      () => deletePods('app=web', 1),
      () => patch(at, { spec: { persistentVolumeClaimRetentionPolicy: retention() } }),
      () => patch(at, { spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } } } }),
      () => remove(at, policy(chance, 'Background', 'Foreground', 'Orphan')),
      () => create(statefulSet('web', spec())),
      () => remove('v1/persistentvolumeclaims/data-web-0'),
    )()
  return {
    byState: true,
    quiet: 9,
    also: [`v1/persistentvolumes!?labelSelector=scenario%3Ds${number}`],
    steps: [create(...volumes), create(statefulSet('web', spec())), ...some(chance, 4, change)],
  }
}

/**
 * DaemonSets with surge on nodes that come, go and change taints and labels, and whose pods are orphaned to the next of
 * their name.
 */
export const roamingDaemonSets: Family = (chance, number) => {
  const hasPorts = chance.below(3) === 0
  const spec = () => ({
    updateStrategy: chance.one(
      { type: 'OnDelete' },
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: chance.one(1, '100%') } },
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: chance.one(1, 2, '50%'), maxUnavailable: 0 } },
    ),
    minReadySeconds: chance.one(0, 0, 5),
    template: template('web', {
      nodeSelector: { [OWN]: `s${number}` },
      tolerations: LET_IN,
      ...(hasPorts
        ? {
            containers: [
              { name: 'a', image: 'example.io/a:1', ports: [{ containerPort: 80, hostPort: 8000 + number }] },
            ],
          }
        : {}),
    }),
  })
  const oneNode = (at: number): Manifest => node(number, at, { labels: { role: 'x' }, spec: { taints: FENCE } })
  const anyNode = () => nodePath(number, chance.below(3))
  const only = (role: string | null) => patch(DAEMON_SET, { spec: { template: { spec: { nodeSelector: { role } } } } })
  const change = (): Step =>
    chance.one(
      () => patch(DAEMON_SET, image(anImage(chance))),
      () => patch(DAEMON_SET, image(anImage(chance))),
      () => patch(DAEMON_SET, { spec: { updateStrategy: spec().updateStrategy } }),
      () => deletePods('app=web', 1 + chance.below(2)),
      () => patchPods('app=web', 1, { metadata: { labels: { app: 'other' } } }),
      () => create(oneNode(2)),
      () => patch(anyNode(), { spec: { taints: [...FENCE, taint('bad', chance.one('NoSchedule', 'NoExecute'))] } }),
      () => patch(anyNode(), { spec: { taints: [...FENCE] } }),
      () => patch(anyNode(), { metadata: { labels: { role: chance.one('x', 'y') } } }),
      () => only(chance.one('x', 'y', null)),
      () => remove(DAEMON_SET, policy(chance, 'Background', 'Orphan')),
      () => create(daemonSet('web', spec())),
    )()
  return {
    // The message about a port in use tells the number of nodes.
    ...(hasPorts ? { alone: true } : {}),
    byState: true,
    quiet: 8,
    also: shownNodes(number),
    steps: [create(oneNode(0), oneNode(1)), create(daemonSet('web', spec())), ...some(chance, 4, change)],
  }
}

/**
 * Rollouts, scaling and Jobs under ResourceQuotas for CPU, object counts and scopes, and under LimitRanges that set
 * defaults.
 */
export const quotas: Family = (chance) => {
  const at = 'v1/resourcequotas/few'
  const asks = chance.one({}, { requests: { cpu: '100m' } }, { requests: { cpu: '100m' }, limits: { cpu: '200m' } })
  const limits: Manifest = {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'usual' },
    spec: {
      limits: [{ type: 'Container', default: { cpu: '150m' }, defaultRequest: { cpu: '50m' }, max: { cpu: '1' } }],
    },
  }
  const hard = () =>
    chance.one(
      { 'requests.cpu': chance.one('200m', '300m') },
      { 'limits.cpu': '400m', pods: '3' },
      { 'count/replicasets.apps': '1', pods: '4' },
      { 'count/pods': String(1 + chance.below(4)) },
    )
  const quota: Manifest = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'few' },
    spec: { hard: hard(), ...(chance.below(4) === 0 ? { scopes: [chance.one('NotTerminating', 'Terminating')] } : {}) },
  }
  const containers = [{ name: 'a', image: 'example.io/a:1', resources: asks }]
  const [owner, made] = chance.one(
    () => [DEPLOYMENT, deployment('web', { replicas: 2, template: unplayed('web', { containers }) })] as const,
    () =>
      [
        'apps/v1/statefulsets/web',
        statefulSet('web', { replicas: 2, template: unplayed('web', { containers }) }),
      ] as const,
    () => ['batch/v1/jobs/web', job('web', { parallelism: 2, completions: 3 }, { containers })] as const,
  )()
  const change = () =>
    chance.one(
      () => patch(owner, image('example.io/a:2')),
      () => patch(owner, owner.includes('jobs') ? { spec: { parallelism: 3 } } : replicas(chance.below(5))),
      () => setPods('', 1, owner.includes('jobs') ? ended('Succeeded') : { phase: 'Running' }),
      () => areReady(2),
      () => deletePods('', 1),
      () => patch(at, { spec: { hard: { pods: chance.one('1', '9') } } }),
      () => remove(at),
    )()
  return {
    byState: true,
    quiet: 8,
    also: ['v1/resourcequotas'],
    steps: [
      create(quota, ...(chance.below(2) === 0 ? [limits] : [])),
      create(made),
      ...some(chance, 3, change),
      patch(at, { spec: { hard: { pods: '20', 'requests.cpu': '9', 'limits.cpu': '9', 'count/pods': '9' } } }),
      { do: 'wait', seconds: 45 },
    ],
  }
}
