import type { Chance } from '../chance.js'
import { type Family, some } from '../further/family.js'
import { FENCE, LET_IN, type Members, OWN, asks, node, nodePath, on, shownNodes, taint } from '../further/own-nodes.js'
import { type Manifest, type Step, create, deletePods, patch, remove, wait } from '../scenario.js'
import { daemonSet, deployment, image, pod, replicas, statefulSet, template } from '../scenarios/manifests.js'

const ALONE = { alone: true, byState: true } as const
const labels = { matchLabels: { app: 'web' } }

const rulesOf = (chance: Chance): Members =>
  chance.one<(() => Members)[]>(
    () => ({
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: labels },
      ],
    }),
    () => ({
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: labels,
          nodeTaintsPolicy: 'Honor',
        },
        { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: labels },
      ],
    }),
    () => ({
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { labelSelector: labels, topologyKey: chance.one('zone', 'kubernetes.io/hostname') },
          ],
        },
      },
    }),
    () => ({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: 'zone', operator: 'NotIn', values: ['b'] }] },
              { matchExpressions: [{ key: 'size', operator: 'Lt', values: ['3'] }] },
            ],
          },
        },
      },
    }),
    () => asks(chance.one('700m', '1200m')),
    () => ({ schedulingGates: [{ name: 'example.io/one' }, { name: 'example.io/two' }] }),
    () => ({ containers: [{ name: 'a', image: 'example.io/a:1', ports: [{ containerPort: 1, hostPort: 7000 }] }] }),
  )()

/** Workloads whose pods do not all fit, for one reason or two, until nodes change, grow or are added. */
export const crowded: Family = (chance, number) => {
  const [at, make] = chance.one(
    ['apps/v1/deployments/web', deployment] as const,
    ['apps/v1/statefulsets/web', statefulSet] as const,
  )
  const oneNode = (one: number, zone: string): Manifest =>
    node(number, one, {
      labels: { zone, size: chance.one('2', '5') },
      spec: { taints: FENCE },
      pods: chance.one('3', '20'),
    })
  const spec = {
    replicas: 2 + chance.below(3),
    ...(make === statefulSet ? { podManagementPolicy: 'Parallel' } : {}),
    template: template('web', { nodeSelector: { [OWN]: `s${number}` }, tolerations: LET_IN, ...rulesOf(chance) }),
  }
  const change = (): Step =>
    chance.one(
      () => create(oneNode(2, chance.one('b', 'c'))),
      () => patch(at, replicas(1 + chance.below(5))),
      () => patch(at, image('example.io/a:2')),
      () => patch(nodePath(number, 0), { spec: { taints: [...FENCE, taint('bad', 'NoSchedule')] } }),
      () => patch(nodePath(number, 0), { spec: { taints: [{ $patch: 'replace' }, ...FENCE] } }),
      () => patch(nodePath(number, 1), { metadata: { labels: { zone: chance.one('b', 'c') } } }),
      () => patch(nodePath(number, 1), { spec: { unschedulable: chance.one(true, false) } }),
      () => deletePods('app=web', 2),
      () => remove(at, { propagationPolicy: 'Foreground' }),
      () => create(pod('lone', { nodeName: `node-${number}0`, tolerations: LET_IN }, { labels: { app: 'web' } })),
    )()
  return {
    ...ALONE,
    quiet: 6,
    steps: [
      create(oneNode(0, 'a'), oneNode(1, chance.one('a', 'b'))),
      create(make('web', spec)),
      ...some(chance, 3, change),
    ],
  }
}

/**
 * Pods of several PriorityClasses on one full node: some preempt others, some never do, some are protected by a budget.
 */
export const ranked: Family = (chance, number) => {
  const classOf = (name: string, value: number, more: Members = {}): Manifest => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: `${name}-${number}` },
    value,
    ...more,
  })
  const one = (name: string, rank: string, cpu: string, more: Members = {}) =>
    pod(
      name,
      { ...on(number, 0), tolerations: LET_IN, ...asks(cpu), priorityClassName: `${rank}-${number}`, ...more },
      { labels: { app: chance.one('kept', 'web') } },
    )
  const budget: Manifest = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'some' },
    spec: { selector: { matchLabels: { app: 'kept' } }, maxUnavailable: 0 },
  }
  const last = (): Step =>
    chance.one(
      () => create(one('e', chance.one('mid', 'high'), chance.one('500m', '1500m', '3'))),
      () => create(one('e', 'polite', '600m')),
      () => deletePods('app=web', 1),
      () => patch(nodePath(number, 0), { spec: { unschedulable: true } }),
      () =>
        create(
          daemonSet('web', {
            template: template('web', {
              ...on(number, 0),
              tolerations: LET_IN,
              ...asks('400m'),
              priorityClassName: `high-${number}`,
            }),
          }),
        ),
    )()
  return {
    ...ALONE,
    nodes: true,
    quiet: 6,
    steps: [
      create(
        node(number, 0, { spec: { taints: FENCE } }),
        classOf('low', 1),
        classOf('mid', 50),
        classOf('high', 500),
        classOf('polite', 900, { preemptionPolicy: 'Never' }),
      ),
      ...(chance.below(2) === 0 ? [create(budget)] : []),
      create(one('a', 'low', '900m', chance.below(3) === 0 ? { terminationGracePeriodSeconds: 5 } : {})),
      create(one('b', chance.one('low', 'mid'), '800m')),
      create(one('c', chance.one('mid', 'high'), chance.one('600m', '1200m', '2'))),
      create(one('d', chance.one('polite', 'high'), chance.one('600m', '1800m'))),
      last(),
      last(),
    ],
  }
}

/** Nodes that become unreachable, are drained, tainted and deleted under DaemonSets, StatefulSets and Deployments. */
export const lostNodes: Family = (chance, number) => {
  const patience = chance.one(0, 12, 40)
  const tolerations = ['node.kubernetes.io/unreachable', 'node.kubernetes.io/not-ready'].map((key) => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: patience,
  }))
  const owner = chance.one(
    () => deployment('web', { replicas: 2, template: template('web', { ...on(number, 0), tolerations }) }),
    () => statefulSet('web', { replicas: 2, template: template('web', { ...on(number, 0), tolerations }) }),
    () => daemonSet('web', { template: template('web', { nodeSelector: { [OWN]: `s${number}` } }) }),
  )()
  const path = nodePath(number, 0)
  const silent = (is: boolean) =>
    patch(path, {
      metadata: { labels: { unplayed: is ? 'yes' : null }, annotations: { 'fakecluster/agent': is ? 'silent' : null } },
    })
  const change = () =>
    chance.one<(() => readonly Step[])[]>(
      () => [silent(true), wait(62), wait(50), silent(false), wait(15)],
      () => [silent(true), wait(62), patch(path, { spec: { taints: null } }), wait(20)],
      () => [silent(true), wait(62), deletePods('app=web', 1), remove(path), wait(45)],
      () => [patch(path, { spec: { taints: [taint('node.kubernetes.io/out-of-service', 'NoExecute')] } }), wait(5)],
      () => [patch(path, { spec: { unschedulable: true } }), deletePods('app=web', 2)],
    )()
  return {
    ...ALONE,
    nodes: true,
    also: shownNodes(number),
    steps: [create(node(number, 0)), create(owner), ...change()],
  }
}
