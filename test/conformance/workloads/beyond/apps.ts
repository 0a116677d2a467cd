import type { Chance } from '../chance.js'
import { type Family, anImage, areReady, areUnready, some } from '../further/family.js'
import { FENCE, LET_IN, OWN, node, nodePath, shownNodes, taint } from '../further/own-nodes.js'
import {
  type Manifest,
  type Step,
  create,
  deletePods,
  evict,
  patch,
  patchPods,
  remove,
  setPods,
  wait,
} from '../scenario.js'
import {
  daemonSet,
  deployment,
  ended,
  image,
  replicaSet,
  replicas,
  replicationController,
  service,
  statefulSet,
  template,
  unplayed,
} from '../scenarios/manifests.js'

const DEPLOYMENT = 'apps/v1/deployments/web'
const STATEFUL_SET = 'apps/v1/statefulsets/web'
const DAEMON_SET = 'apps/v1/daemonsets/web'
const policy = (chance: Chance) => ({ propagationPolicy: chance.one('Background', 'Foreground', 'Orphan') })
const env = (value: string) => ({
  spec: { template: { spec: { containers: [{ name: 'a', env: [{ name: 'V', value }] }] } } },
})

/**
 * Deployments that exceed their progress deadline, roll back, are paused and resumed, and share pod labels with
 * another.
 */
export const lateDeployments: Family = (chance) => {
  const spec = {
    replicas: 2 + chance.below(5),
    progressDeadlineSeconds: chance.one(7, 12, 600),
    revisionHistoryLimit: chance.one(0, 2, 10),
    strategy: chance.one<object[]>(
      { type: 'Recreate' },
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: '20%', maxUnavailable: '70%' } },
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: '100%', maxUnavailable: 0 } },
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: '1%' } },
    ),
    ...(chance.below(4) === 0 ? { paused: true } : {}),
    template: chance.below(3) === 0 ? template('web') : unplayed('web'),
  }
  const sibling = deployment('twin', {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: unplayed('web', { containers: [{ name: 'a', image: 'example.io/b:1' }] }),
  })
  const change = () =>
    chance.one(
      () => patch(DEPLOYMENT, image(anImage(chance))),
      () => patch(DEPLOYMENT, env(chance.one('a', 'b'))),
      () => patch(DEPLOYMENT, { spec: { paused: true } }),
      () => patch(DEPLOYMENT, { spec: { paused: false } }),
      () => patch(DEPLOYMENT, { spec: { paused: true, ...image(anImage(chance)).spec, replicas: chance.below(6) } }),
      () => patch(DEPLOYMENT, replicas(chance.one(0, 1, 3, 8))),
      () => areReady(1 + chance.below(4)),
      () => areReady(20),
      () => areReady(20),
      () => wait(14),
      () => patch(DEPLOYMENT, { spec: { progressDeadlineSeconds: chance.one(5, 600) } }),
      () => create(sibling),
      () => remove('apps/v1/deployments/twin', policy(chance)),
      () => evict('app=web', 1),
    )()
  return { byState: true, quiet: 13, steps: [create(deployment('web', spec)), ...some(chance, 4, change)] }
}

/**
 * ReplicaSets and ReplicationControllers with various selectors, whose pods come, end, are marked for deletion and are
 * released.
 */
export const replicated: Family = (chance) => {
  const [at, make] = chance.one(
    ['apps/v1/replicasets/web', replicaSet] as const,
    ['v1/replicationcontrollers/web', replicationController] as const,
  )
  const spec = { replicas: 1 + chance.below(5), minReadySeconds: chance.one(0, 0, 6), template: unplayed('web') }
  const change = (): Step =>
    chance.one(
      () => patch(at, replicas(chance.below(7))),
      () => patch(at, image('example.io/a:2')),
      () => patch(at, { spec: { template: { metadata: { labels: { tier: 'a' } } } } }),
      () => patch(at, { metadata: { finalizers: ['example.io/hold'] } }),
      () => patch(at, { metadata: { finalizers: null } }),
      () => areReady(1 + chance.below(4)),
      () => areUnready(1),
      () => setPods('app=web', 2, ended(chance.one('Failed', 'Succeeded'))),
      () => patchPods('app=web', 1, { metadata: { finalizers: ['example.io/hold'] } }),
      () => deletePods('app=web', 1 + chance.below(2)),
      () => remove(at, policy(chance)),
    )()
  return { byState: true, quiet: 8, steps: [create(make('web', spec)), areReady(2), ...some(chance, 4, change)] }
}

const claimOf = (name: string): object => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
})

/**
 * StatefulSets with several claims that are retained or deleted, and with rollouts in parallel, by partitions, back and
 * over bad images.
 */
export const keptStatefulSets: Family = (chance) => {
  const kept = () => chance.one('Retain', 'Delete')
  const retention = () => ({ whenDeleted: kept(), whenScaled: kept() })
  const strategy = () =>
    chance.one<object[]>(
      { type: 'RollingUpdate', rollingUpdate: { partition: chance.below(3) } },
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } },
      { type: 'RollingUpdate' },
      { type: 'OnDelete' },
    )
  const spec = {
    replicas: 2 + chance.below(3),
    podManagementPolicy: chance.one('Parallel', 'OrderedReady'),
    minReadySeconds: chance.one(0, 0, 6),
    revisionHistoryLimit: chance.one(0, 10),
    updateStrategy: strategy(),
    ...(chance.below(3) > 0
      ? {
          volumeClaimTemplates: [claimOf('data'), ...(chance.below(2) === 0 ? [claimOf('logs')] : [])],
          persistentVolumeClaimRetentionPolicy: retention(),
        }
      : {}),
    template: unplayed('web'),
  }
  const change = (): Step =>
    chance.one(
      () => patch(STATEFUL_SET, replicas(chance.below(5))),
      () => patch(STATEFUL_SET, image(anImage(chance))),
      () => patch(STATEFUL_SET, image('example.io/a:1')),
      () => patch(STATEFUL_SET, { spec: { updateStrategy: strategy() } }),
      () => patch(STATEFUL_SET, { spec: { persistentVolumeClaimRetentionPolicy: retention() } }),
      () => areReady(1),
      () => areReady(9),
      () => areReady(9),
      () => areReady(9),
      () => areUnready(1),
      () => setPods('app=web', 1, ended(chance.one('Failed', 'Succeeded'))),
      () => deletePods('app=web', 1 + chance.below(3)),
      () => remove('v1/persistentvolumeclaims/data-web-1'),
      () => patchPods('app=web', 1, { metadata: { labels: { app: 'other' } } }),
      () => remove(STATEFUL_SET, policy(chance)),
    )()
  return {
    byState: true,
    quiet: 9,
    steps: [
      create(service('web', { clusterIP: 'None' }), statefulSet('web', spec)),
      areReady(9),
      ...some(chance, 4, change),
    ],
  }
}

/** DaemonSets that select nodes by affinity, tolerate some taints and roll with surge while pods are not ready. */
export const choosyDaemonSets: Family = (chance, number) => {
  const affinity = (operator: string, ...values: readonly string[]) => ({
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'role', operator, ...(values.length > 0 ? { values } : {}) }] },
        ],
      },
    },
  })
  const strategy = () =>
    chance.one<object[]>(
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: chance.one('34%', 1, 2), maxUnavailable: 0 } },
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: chance.one('30%', 1, 3) } },
      { type: 'OnDelete' },
    )
  const spec = {
    updateStrategy: strategy(),
    minReadySeconds: chance.one(0, 0, 5),
    revisionHistoryLimit: chance.one(0, 10),
    template: template('web', {
      nodeSelector: { [OWN]: `s${number}` },
      ...chance.one<object[]>({}, { affinity: affinity('In', 'x') }, { affinity: affinity('Exists') }),
      tolerations: [...LET_IN, ...chance.one<object[][]>([], [{ key: 'bad', operator: 'Equal', value: 'yes' }])],
    }),
  }
  const oneNode = (at: number, role: string): Manifest =>
    node(number, at, { labels: { role }, spec: { taints: FENCE } })
  const anyNode = () => nodePath(number, chance.below(3))
  const change = (): Step =>
    chance.one(
      () => patch(DAEMON_SET, image(anImage(chance))),
      () => patch(DAEMON_SET, image(anImage(chance))),
      () => patch(DAEMON_SET, image('example.io/a:1')),
      () => patch(DAEMON_SET, { spec: { updateStrategy: { $patch: 'replace', ...strategy() } } }),
      () => patch(DAEMON_SET, { spec: { template: { spec: { affinity: affinity('NotIn', 'x') } } } }),
      () => patch(anyNode(), { metadata: { labels: { role: chance.one('x', 'y', null) } } }),
      () => patch(anyNode(), { spec: { taints: [...FENCE, taint('bad', chance.one('NoSchedule', 'NoExecute'))] } }),
      () => patch(anyNode(), { spec: { taints: [{ $patch: 'replace' }, ...FENCE] } }),
      () => patch(anyNode(), { spec: { unschedulable: chance.one(true, false) } }),
      () => remove(anyNode()),
      () => create(oneNode(3, 'x')),
      () => deletePods('app=web', 1),
      () => evict('app=web', 1),
      () => remove(DAEMON_SET, policy(chance)),
    )()
  return {
    byState: true,
    quiet: 8,
    also: shownNodes(number),
    steps: [
      create(oneNode(0, 'x'), oneNode(1, 'y'), oneNode(2, 'x')),
      create(daemonSet('web', spec)),
      ...some(chance, 4, change),
    ],
  }
}
