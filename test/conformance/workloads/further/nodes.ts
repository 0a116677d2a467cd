import type { Chance } from '../chance.js'
import { type Manifest, type Step, create, deletePods, patch, remove, wait } from '../scenario.js'
import { daemonSet, deployment, image, pod, template } from '../scenarios/manifests.js'
import { type Family, anImage, some } from './family.js'
import { FENCE, LET_IN, type Members, OWN, asks, node, nodePath, on, onOwn, shownNodes, taint } from './own-nodes.js'

const ALONE = { alone: true, nodes: true, byState: true } as const

/** DaemonSets on nodes of the scenario, whose labels and taints change. */
export const daemonSets: Family = (chance, number) => {
  const at = 'apps/v1/daemonsets/web'
  const labelled = (value: string | null) => ({ metadata: { labels: { role: value } } })
  const role = () => chance.one('front', 'back')
  const spec = {
    updateStrategy: chance.one(
      { type: 'OnDelete' },
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: chance.one(1, 2, '50%') } },
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: chance.one(1, '100%'), maxUnavailable: 0 } },
    ),
    minReadySeconds: chance.one(0, 0, 6),
    revisionHistoryLimit: chance.one(0, 1, 10),
    template: template('web', {
      nodeSelector: { [OWN]: `s${number}`, ...(chance.below(2) === 0 ? { role: 'front' } : {}) },
      tolerations: LET_IN,
    }),
  }
  const made = [0, 1, 2].map((one) => node(number, one, { labels: { role: role() }, spec: { taints: FENCE } }))
  const anyNode = () => nodePath(number, chance.below(3))
  const change = (): Step =>
    chance.one(
      () => patch(at, image(anImage(chance))),
      () => patch(at, image(anImage(chance))),
      () => deletePods('app=web', 1 + chance.below(3)),
      () => patch(anyNode(), labelled(chance.one('front', 'back', null))),
      () => patch(anyNode(), { spec: { taints: [...FENCE, taint('other', chance.one('NoSchedule', 'NoExecute'))] } }),
      () => patch(anyNode(), { spec: { taints: [{ $patch: 'replace' }, ...FENCE] } }),
      () => patch(anyNode(), { spec: { unschedulable: chance.one(true, false) } }),
      () =>
        patch(at, { spec: { template: { spec: { tolerations: [...LET_IN, { key: 'other', operator: 'Exists' }] } } } }),
    )()
  return {
    byState: true,
    quiet: 8,
    also: shownNodes(number),
    steps: [create(...made), create(daemonSet('web', spec)), ...some(chance, 4, change)],
  }
}

const required = (chance: Chance, number: number): Members => {
  const expression = chance.one(
    { key: 'zone', operator: 'In', values: ['a'] },
    { key: 'zone', operator: 'NotIn', values: ['a'] },
    { key: 'zone', operator: 'Exists' },
    { key: 'size', operator: 'Gt', values: ['3'] },
  )
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [expression, { key: OWN, operator: 'In', values: [`s${number}`] }] }],
      },
    },
  }
}
const terms = (topologyKey: string) => ({
  requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: { app: 'web' } }, topologyKey }],
})
const spread = (chance: Chance): Members => ({
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: chance.one('zone', 'kubernetes.io/hostname'),
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'web' } },
      ...(chance.below(3) === 0 ? { minDomains: 3 } : {}),
      ...(chance.below(3) === 0 ? { nodeTaintsPolicy: 'Honor' } : {}),
    },
  ],
})

/** Pods that are scheduled, or report why they are not. */
export const scheduling: Family = (chance, number) => {
  const made = [0, 1].map((at) =>
    node(number, at, {
      cpu: chance.one('1', '2'),
      labels: { zone: chance.one('a', 'b'), size: chance.one('2', '5') },
      spec: chance.one(
        {},
        {},
        { taints: [taint('own', chance.one('NoSchedule', 'NoExecute', 'PreferNoSchedule'))] },
        { unschedulable: true },
      ),
    }),
  )
  const topology = chance.one('zone', 'kubernetes.io/hostname')
  const onePod = (name: string) =>
    pod(
      name,
      {
        ...chance.one(
          () => ({ ...on(number, chance.below(2)), ...asks(chance.one('600m', '1500m', '3')) }),
          () => ({ affinity: required(chance, number) }),
          () => ({ ...on(number, chance.below(2)), affinity: { podAntiAffinity: terms(topology) } }),
          () => ({ ...on(number, chance.below(2)), affinity: { podAffinity: terms(topology) } }),
          () => ({ ...on(number, chance.below(2)), ...spread(chance) }),
          () => ({
            ...on(number, chance.below(2)),
            containers: [{ name: 'a', image: 'example.io/a:1', ports: [{ containerPort: 80, hostPort: 8080 }] }],
          }),
          () => ({ ...on(number, 0), volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'none' } }] }),
          () => ({ ...onOwn(number), schedulingGates: [{ name: 'example.io/wait' }] }),
        )(),
        ...(chance.below(3) === 0 ? { tolerations: [{ key: 'own', operator: 'Exists', effect: 'NoSchedule' }] } : {}),
      },
      { labels: { app: chance.one('web', 'other') } },
    )
  const free = () =>
    chance.one(
      () => deletePods('app=web', 1),
      () => patch(nodePath(number, chance.below(2)), { spec: { unschedulable: false } }),
      () => patch(nodePath(number, chance.below(2)), { spec: { taints: null } }),
      () => patch(nodePath(number, chance.below(2)), { metadata: { labels: { zone: 'a', size: '7' } } }),
      () => create(onePod('last')),
    )()
  return {
    // If both nodes fit, the choice is random, so nodes are not told apart.
    alone: true,
    byState: true,
    steps: [create(...made), create(onePod('one')), create(onePod('two')), create(onePod('three')), free(), free()],
  }
}

const priority = (name: string, value: number, more: Members = {}): Manifest => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
  ...more,
})

/** Pods that preempt others on the only node that fits. */
export const preemption: Family = (chance, number) => {
  const classes = [
    priority('low', 10),
    priority('mid', 100, chance.below(3) === 0 ? { preemptionPolicy: 'Never' } : {}),
    priority('high', 1000),
  ]
  const budget: Manifest = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'some' },
    spec: { selector: { matchLabels: { app: 'kept' } }, minAvailable: chance.below(2) },
  }
  const onePod = (name: string, priorityClassName: string) =>
    pod(
      name,
      { ...on(number, 0), ...asks(chance.one('300m', '600m', '900m', '1500m')), priorityClassName },
      { labels: { app: chance.one('web', 'kept') } },
    )
  return {
    ...ALONE,
    steps: [
      create(node(number, 0), ...classes),
      ...(chance.below(2) === 0 ? [create(budget)] : []),
      create(onePod('a', 'low')),
      create(onePod('b', chance.one('low', 'mid'))),
      create(onePod('c', chance.one('low', 'mid'))),
      create(onePod('d', chance.one('mid', 'high'))),
      create(onePod('e', 'high')),
      chance.one(deletePods('app=kept', 1), deletePods('app=web', 1), wait(5)),
    ],
  }
}

/** Nodes that are cordoned, evict pods by taints, become unreachable, come back and are deleted. */
export const nodes: Family = (chance, number) => {
  const patient = (seconds: number) =>
    ['node.kubernetes.io/unreachable', 'node.kubernetes.io/not-ready', 'out'].map((key) => ({
      key,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: seconds,
    }))
  const owner = deployment('web', {
    replicas: 1 + chance.below(3),
    template: template('web', {
      nodeSelector: { [OWN]: `s${number}` },
      tolerations: patient(chance.one(0, 10, 30, 3600)),
    }),
  })
  const path = nodePath(number, 0)
  const silent = (is: boolean) =>
    patch(path, {
      metadata: { labels: { unplayed: is ? 'yes' : null }, annotations: { 'fakecluster/agent': is ? 'silent' : null } },
    })
  const change = () =>
    chance.one(
      () => [patch(path, { spec: { unschedulable: true } }), deletePods('app=web', 1)],
      () => [patch(path, { spec: { taints: [taint('out', 'NoExecute')] } }), wait(32)],
      () => [silent(true), wait(65), wait(35), silent(false), wait(12)],
      () => [silent(true), wait(65), remove(path), wait(45)],
      () => [remove(path), wait(65), create(node(number, 0))],
      () => [patch(path, { metadata: { labels: { 'node.kubernetes.io/exclude-from-external-load-balancers': '' } } })],
    )()
  return {
    ...ALONE,
    also: shownNodes(number),
    steps: [
      create(node(number, 0)),
      create(
        owner,
        pod('alone', { ...on(number, 0), tolerations: patient(chance.one(5, 20)) }, { labels: { app: 'web' } }),
      ),
      ...change(),
      ...(chance.below(2) === 0 ? change() : []),
    ],
  }
}
