import { type Manifest, type Scenario, create, patch, remove } from '../scenario.js'
import { pod } from './manifests.js'

const node = (
  name: string,
  more: { readonly labels?: object; readonly spec?: object; readonly cpu?: string } = {},
): Manifest => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { 'kubernetes.io/hostname': name, ...more.labels } },
  ...(more.spec ? { spec: more.spec } : {}),
  status: {
    allocatable: { cpu: more.cpu ?? '2', memory: '2Gi', pods: '110' },
    capacity: { cpu: more.cpu ?? '2', memory: '2Gi', pods: '110' },
  },
})
const asks = (cpu: string, more: object = {}) => ({
  containers: [{ name: 'a', image: 'example.io/a:1', resources: { requests: { cpu } }, ...more }],
})
const on = (name: string) => ({ nodeSelector: { 'kubernetes.io/hostname': name } })
const taint = (key: string, effect: string, value = '') => ({ key, effect, ...(value ? { value } : {}) })
const affinity = (operator: string, key: string, ...values: readonly string[]) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key, operator, ...(values.length ? { values } : {}) }] }],
      },
    },
  },
})
const apart = (app: string) => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { app } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  },
})
const together = (app: string) => ({
  affinity: {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { app } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  },
})
const spread = (app: string, maxSkew = 1) => ({
  topologySpreadConstraints: [
    {
      maxSkew,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app } },
    },
  ],
})
/** Scenarios in which the scheduler chooses at random between several nodes. */
const CHOSEN = new Set(['is full', 'gated', 'asks for too much', 'spreads', 'keeps apart', 'keeps together'])

const scenario = (what: string, ...steps: Scenario['steps']): Scenario => ({
  name: `Scheduling/${what}`,
  steps,
  alone: true,
  ...(CHOSEN.has(what) ? {} : { nodes: true }),
})
/** A scenario with a node of its own, which it deletes at the end. */
const withNode = (what: string, own: Manifest, ...steps: Scenario['steps']): Scenario =>
  scenario(what, create(own), ...steps, remove(`v1/nodes!/${own.metadata.name}`))

/** Scenarios of the scheduler, on three nodes with 4 CPUs and 8 GiB each. */
export const scheduling: readonly Scenario[] = [
  scenario('asks for too much', create(pod('one', asks('5'))), create(pod('two', asks('100m')))),
  scenario(
    'asks for much of everything',
    create(
      pod('one', {
        containers: [
          {
            name: 'a',
            image: 'example.io/a:1',
            resources: {
              requests: { cpu: '9', memory: '99Gi', 'example.io/gpu': '1' },
              limits: { 'example.io/gpu': '1' },
            },
          },
        ],
      }),
    ),
  ),
  scenario('wants a node that is not there', create(pod('one', on('nowhere')))),
  scenario('wants one node', create(pod('one', on('node-2')))),
  scenario('is full', ...['1', '2', '3', '4', '5', '6', '7'].map((name) => create(pod(`p${name}`, asks('1900m'))))),
  ...(
    [
      ['In', 'kubernetes.io/hostname', 'node-1'],
      ['NotIn', 'kubernetes.io/hostname', 'node-1', 'node-2'],
      ['Exists', 'no-such-label'],
      ['DoesNotExist', 'kubernetes.io/hostname'],
      ['Gt', 'kubernetes.io/hostname', '5'],
    ] as const
  ).map(([operator, key, ...values]) =>
    scenario(`affinity ${operator} ${key} ${values.join(' ')}`, create(pod('one', affinity(operator, key, ...values)))),
  ),
  scenario(
    'gated',
    create(pod('one', { schedulingGates: [{ name: 'example.io/a' }, { name: 'example.io/b' }] })),
    patch('v1/pods/one', { spec: { schedulingGates: [{ $patch: 'delete', name: 'example.io/a' }] } }),
    patch('v1/pods/one', { spec: { schedulingGates: [{ $patch: 'delete', name: 'example.io/b' }] } }),
  ),
  scenario('another scheduler', create(pod('one', { schedulerName: 'other' }))),
  scenario(
    'keeps apart',
    ...['1', '2', '3', '4'].map((name) => create(pod(`p${name}`, apart('web'), { labels: { app: 'web' } }))),
  ),
  scenario('keeps together with nothing', create(pod('one', together('web')))),
  scenario(
    'keeps together',
    create(pod('one', on('node-3'), { labels: { app: 'web' } })),
    create(pod('two', together('web'))),
  ),
  scenario(
    'keeps together with itself',
    create(pod('one', { ...together('web'), ...on('node-1') }, { labels: { app: 'web' } })),
    create(pod('two', { ...together('web'), ...on('node-2') }, { labels: { app: 'web' } })),
  ),
  scenario(
    'spreads',
    ...['1', '2', '3'].map((name) =>
      create(pod(`p${name}`, { ...spread('web'), ...on('node-1') }, { labels: { app: 'web' } })),
    ),
  ),
  scenario(
    'takes a port of a node',
    ...['1', '2'].map((name) =>
      create(
        pod(`p${name}`, {
          ...on('node-1'),
          containers: [{ name: 'a', image: 'example.io/a:1', ports: [{ containerPort: 80, hostPort: 8080 }] }],
        }),
      ),
    ),
  ),
  scenario(
    'asks for a claim that is not there',
    create(pod('one', { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'none' } }] })),
  ),
  scenario(
    'asks for a claim that nothing binds',
    create({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'nothing',
        resources: { requests: { storage: '1Gi' } },
      },
    }),
    create(pod('one', { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] })),
  ),
  withNode(
    'a node that is tainted',
    node('node-9', { spec: { taints: [taint('own', 'NoSchedule', 'yes')] } }),
    create(pod('one', on('node-9'))),
    create(pod('two', { ...on('node-9'), tolerations: [{ key: 'own', operator: 'Exists' }] })),
  ),
  withNode(
    'a node that is cordoned',
    node('node-9', { spec: { unschedulable: true } }),
    create(pod('one', on('node-9'))),
    patch('v1/nodes!/node-9', { spec: { unschedulable: false } }),
  ),
  withNode(
    'a node that comes to be fit',
    node('node-9', { cpu: '1' }),
    create(pod('one', { ...on('node-9'), ...asks('1500m') })),
    patch('v1/nodes!/node-9/status', { status: { allocatable: { cpu: '3' } } }),
  ),
  withNode(
    'a node that drives pods away',
    node('node-9'),
    create(
      pod('one', on('node-9')),
      pod('two', { ...on('node-9'), tolerations: [{ key: 'out', operator: 'Exists' }] }),
      pod('three', {
        ...on('node-9'),
        tolerations: [{ key: 'out', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 3600 }],
      }),
    ),
    patch('v1/nodes!/node-9', { spec: { taints: [taint('out', 'NoExecute')] } }),
  ),
  withNode(
    'preempts',
    node('node-9', { cpu: '2' }),
    create({
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'high' },
      value: 1000,
    } as Manifest),
    create(
      pod('low-1', { ...on('node-9'), ...asks('900m'), terminationGracePeriodSeconds: 1 }),
      pod('low-2', { ...on('node-9'), ...asks('900m'), terminationGracePeriodSeconds: 1 }),
    ),
    create(pod('high', { ...on('node-9'), ...asks('1'), priorityClassName: 'high' })),
    remove('scheduling.k8s.io/v1/priorityclasses!/high'),
  ),
  withNode(
    'never preempts',
    node('node-9', { cpu: '1' }),
    create({
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'patient' },
      value: 1000,
      preemptionPolicy: 'Never',
    } as Manifest),
    create(pod('low', { ...on('node-9'), ...asks('900m') })),
    create(pod('high', { ...on('node-9'), ...asks('900m'), priorityClassName: 'patient' })),
    remove('scheduling.k8s.io/v1/priorityclasses!/patient'),
  ),
]
