import { type Family, anImage, some } from '../further/family.js'
import { FENCE, LET_IN, type Members, OWN, asks, node, nodePath, on, shownNodes, taint } from '../further/own-nodes.js'
import { type Manifest, type Step, create, deletePods, evict, patch, remove, wait } from '../scenario.js'
import { deployment, image, pod, replicas, statefulSet, template } from '../scenarios/manifests.js'

const ALONE = { alone: true, byState: true } as const
const WEB = { labelSelector: { matchLabels: { app: 'web' } } }

/**
 * Deployments and StatefulSets with topology spread and anti-affinity, during rollouts, scaling and changes of nodes.
 */
export const spreading: Family = (chance, number) => {
  const constraint = (topologyKey: string) => ({
    maxSkew: 1 + chance.below(2),
    topologyKey,
    whenUnsatisfiable: 'DoNotSchedule',
    ...WEB,
    ...chance.one<Members[]>(
      {},
      { matchLabelKeys: ['pod-template-hash'] },
      { nodeAffinityPolicy: 'Ignore' },
      { minDomains: 3 },
    ),
  })
  const rules = (): Members =>
    chance.one(
      () => ({ topologySpreadConstraints: [constraint('zone')] }),
      () => ({ topologySpreadConstraints: [constraint('zone'), constraint('kubernetes.io/hostname')] }),
      () => ({
        affinity: {
          podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ ...WEB, topologyKey: 'zone' }] },
        },
      }),
      () => ({
        affinity: {
          podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ ...WEB, topologyKey: 'zone' }] },
        },
      }),
    )()
  const [at, make] = chance.one(
    ['apps/v1/deployments/web', deployment] as const,
    ['apps/v1/statefulsets/web', statefulSet] as const,
  )
  const made = [0, 1, 2].map((one) =>
    node(number, one, { labels: { zone: one === 2 ? 'b' : 'a' }, spec: { taints: FENCE } }),
  )
  const change = (): Step =>
    chance.one(
      () => patch(at, replicas(1 + chance.below(6))),
      () => patch(at, image(anImage(chance))),
      () => patch(nodePath(number, chance.below(3)), { metadata: { labels: { zone: chance.one('b', 'c', null) } } }),
      () => patch(nodePath(number, chance.below(3)), { spec: { unschedulable: chance.one(true, false) } }),
      () => deletePods('app=web', 1),
    )()
  const spec = {
    replicas: 1 + chance.below(4),
    template: template('web', { nodeSelector: { [OWN]: `s${number}` }, tolerations: LET_IN, ...rules() }),
  }
  return { ...ALONE, steps: [create(...made), create(make('web', spec)), ...some(chance, 3, change)] }
}

/** Deployments of higher and lower priority on two nodes, with host ports, budgets and scheduling gates. */
export const worth: Family = (chance, number) => {
  const classOf = (name: string, value: number, more: Members = {}): Manifest => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: `${name}-${number}` },
    value,
    ...more,
  })
  const owner = (name: string, cpu: string, worthOf: string) =>
    deployment(name, {
      replicas: 1 + chance.below(2),
      template: template(name, {
        ...on(number, 0),
        tolerations: LET_IN,
        ...asks(cpu),
        priorityClassName: `${worthOf}-${number}`,
      }),
    })
  const one = (name: string) =>
    pod(
      name,
      {
        ...on(number, 0),
        tolerations: LET_IN,
        priorityClassName: `${chance.one('low', 'mid', 'high')}-${number}`,
        ...chance.one<Members[]>(
          asks(chance.one('500m', '1', '1900m', '5')),
          { containers: [{ name: 'a', image: 'example.io/a:1', ports: [{ containerPort: 80, hostPort: 9000 }] }] },
          { ...asks('1'), schedulingGates: [{ name: 'example.io/wait' }] },
        ),
      },
      { labels: { app: chance.one('x', 'kept') } },
    )
  const change = (): Step =>
    chance.one(
      () => create(one('later')),
      () => create(one('last')),
      () => deletePods('app=x', 1),
      () => patch('v1/pods/one', { spec: { schedulingGates: null } }),
      () => patch('apps/v1/deployments/b', replicas(chance.below(3))),
      () => wait(6),
    )()
  const budget: Manifest = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'some' },
    spec: { selector: { matchLabels: { app: chance.one('kept', 'a') } }, maxUnavailable: chance.below(2) },
  }
  return {
    ...ALONE,
    steps: [
      create(
        node(number, 0, { spec: { taints: FENCE } }),
        classOf('low', -5),
        classOf('mid', 50),
        classOf('high', 5000, chance.below(4) === 0 ? { preemptionPolicy: 'Never' } : {}),
      ),
      create(owner('a', '600m', 'low'), ...(chance.below(2) === 0 ? [budget] : [])),
      create(one('one')),
      create(owner('b', chance.one('700m', '900m'), 'high')),
      ...some(chance, 2, change),
    ],
  }
}

/** Pods with several tolerationSeconds on a node whose taints are added, changed and removed before they expire. */
export const patient: Family = (chance, number) => {
  const key = () => chance.one('slow', 'broken')
  const toleration = () => ({
    ...chance.one<Members[]>(
      { key: 'slow', operator: 'Exists' },
      { key: 'slow', operator: 'Equal', value: 'yes' },
      { key: 'broken', operator: 'Exists' },
      { operator: 'Exists' },
    ),
    effect: 'NoExecute',
    ...(chance.below(3) > 0 ? { tolerationSeconds: chance.one(0, 8, 15, 600) } : {}),
  })
  const one = (name: string) =>
    pod(
      name,
      { ...on(number, 0), tolerations: [...LET_IN, ...Array.from({ length: chance.below(3) }, toleration)] },
      { labels: { app: 'web' }, ...(chance.below(4) === 0 ? { finalizers: ['example.io/hold'] } : {}) },
    )
  const taints = (...more: readonly Members[]) => patch(nodePath(number, 0), { spec: { taints: [...FENCE, ...more] } })
  const change = (): readonly Step[] =>
    chance.one(
      () => [taints(taint(key(), 'NoExecute')), wait(10)],
      () => [taints(taint('slow', 'NoExecute'), taint('broken', 'NoExecute'))],
      () => [taints()],
      () => [taints(taint(key(), 'NoSchedule'))],
      () => [create(one(chance.one('late', 'later')))],
      () => [evict('app=web', 1)],
      () => [wait(12)],
    )()
  return {
    alone: true,
    byState: true,
    quiet: 5,
    also: shownNodes(number),
    steps: [
      create(node(number, 0, { spec: { taints: FENCE } })),
      create(one('a'), one('b'), one('c')),
      taints(taint(key(), 'NoExecute')),
      ...some(chance, 3, () => change()[0] ?? wait(3)),
    ],
  }
}

/** Claims and volumes: bound when a pod is scheduled, in one zone, prebound, too small, released and reused. */
export const volumes: Family = (chance, number) => {
  const className = `class-${number}`
  const waits = chance.below(3) > 0
  const storageClass: Manifest = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: className },
    provisioner: 'kubernetes.io/no-provisioner',
    volumeBindingMode: waits ? 'WaitForFirstConsumer' : 'Immediate',
  }
  const inZone = (zone: string) => ({
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] }] },
    },
  })
  const volume = (at: number): Manifest => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `pv-${number}-${at}`, labels: { scenario: `s${number}` } },
    spec: {
      capacity: { storage: `${at + 1}Gi` },
      accessModes: chance.one(['ReadWriteOnce'], ['ReadWriteOnce', 'ReadOnlyMany']),
      storageClassName: className,
      persistentVolumeReclaimPolicy: chance.one('Retain', 'Retain', 'Delete'),
      local: { path: '/tmp/x' },
      ...inZone(chance.one('a', 'b')),
      ...(chance.below(5) === 0 ? { claimRef: { namespace: 'elsewhere', name: 'nobody' } } : {}),
    },
  })
  const claim = (name: string): Manifest => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: className,
      resources: { requests: { storage: `${1 + chance.below(3)}Gi` } },
      ...(chance.below(4) === 0 ? { volumeName: `pv-${number}-${chance.below(3)}` } : {}),
    },
  })
  const user = (name: string, claimName: string) =>
    pod(
      name,
      {
        ...(chance.below(3) === 0 ? on(number, chance.below(2)) : { nodeSelector: { [OWN]: `s${number}` } }),
        tolerations: LET_IN,
        volumes: [
          chance.below(6) === 0
            ? { name: 'v', ephemeral: { volumeClaimTemplate: { spec: claim('x')['spec'] } } }
            : { name: 'v', persistentVolumeClaim: { claimName } },
        ],
      },
      { labels: { app: 'web' } },
    )
  const change = (): Step =>
    chance.one(
      () => create(user(chance.one('two', 'three'), chance.one('data', 'more'))),
      () => create(claim('more')),
      () => create(volume(2)),
      () => remove(`v1/persistentvolumeclaims/${chance.one('data', 'more')}`),
      () => deletePods('app=web', 1),
      () => remove(`v1/persistentvolumes!/pv-${number}-${chance.below(2)}`),
      () => patch(`v1/persistentvolumes!/pv-${number}-${chance.below(2)}`, { spec: { claimRef: null } }),
    )()
  return {
    ...ALONE,
    quiet: 6,
    also: [`v1/persistentvolumes!?labelSelector=scenario%3Ds${number}`],
    steps: [
      create(
        ...['a', 'b'].map((zone, at) => node(number, at, { labels: { zone }, spec: { taints: FENCE } })),
        storageClass,
        volume(0),
        volume(1),
      ),
      create(claim('data')),
      create(user('one', 'data')),
      ...some(chance, 3, change),
    ],
  }
}
