import type { Chance } from '../chance.js'
import { type Family, areReady, some } from '../further/family.js'
import { type Manifest, type Step, create, deletePods, patch, patchPods, remove, setPods, wait } from '../scenario.js'
import {
  deployment,
  ended,
  job,
  pod,
  replicaSet,
  replicas,
  service,
  statefulSet,
  template,
  unplayed,
} from '../scenarios/manifests.js'

const QUOTA = 'v1/resourcequotas/few'
const SERVICE = 'v1/services/web'
const HOLD = 'example.io/hold'
const policy = (chance: Chance) => ({ propagationPolicy: chance.one('Background', 'Foreground', 'Orphan') })
const container = (more: object = {}) => ({ containers: [{ name: 'a', image: 'example.io/a:1', ...more }] })

/** ResourceQuotas with scopes, object counts and storage, and LimitRanges that set defaults and refuse. */
export const scopedQuotas: Family = (chance) => {
  const scoped = () =>
    chance.one<object[]>(
      { hard: { pods: '2' }, scopes: ['BestEffort'] },
      { hard: { pods: '2', 'requests.cpu': '200m' }, scopes: ['NotBestEffort'] },
      {
        hard: { pods: '1' },
        scopeSelector: {
          matchExpressions: [
            { scopeName: 'PriorityClass', operator: 'In', values: ['system-cluster-critical', 'none'] },
          ],
        },
      },
      { hard: { pods: '2' }, scopes: ['NotTerminating', 'BestEffort'] },
      { hard: { 'count/services': '1', services: '1', 'services.nodeports': '0' } },
      { hard: { persistentvolumeclaims: '2', 'requests.storage': '3Gi' } },
      { hard: { configmaps: '3', secrets: '1', 'count/jobs.batch': '1', 'count/deployments.apps': '1' } },
    )
  const quota = (name: string): Manifest => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name },
    spec: scoped(),
  })
  const range: Manifest = {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'usual' },
    spec: {
      limits: [
        chance.one<object[]>(
          { type: 'Container', min: { cpu: '50m' }, max: { cpu: '300m' }, defaultRequest: { cpu: '100m' } },
          { type: 'Container', maxLimitRequestRatio: { cpu: '2' }, default: { cpu: '200m' } },
          { type: 'Pod', max: { cpu: '250m' } },
        ),
      ],
    },
  }
  const asks = chance.one<object[]>({}, {}, { requests: { cpu: '100m' } }, { limits: { cpu: '150m' } })
  const pods = unplayed('web', container({ resources: asks }))
  const claim = (name: string): Manifest => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: chance.one('1Gi', '2Gi') } } },
  })
  const change = (): Step =>
    chance.one(
      () => create(replicaSet('web', { replicas: 3, template: pods })),
      () => create(deployment('web', { replicas: 2, template: pods })),
      () => create(claim('one'), claim('two'), claim('three')),
      () => create(service('one'), service('two', { type: 'NodePort' })),
      () => create(job('web', { parallelism: 2, activeDeadlineSeconds: 600 })),
      () => create(pod('web', { schedulerName: 'nobody', activeDeadlineSeconds: 900 }, { labels: { app: 'web' } })),
      () => create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'secret' } }),
      () => patch('apps/v1/replicasets/web', replicas(chance.below(5))),
      () => setPods('app=web', 1, ended('Succeeded')),
      () => deletePods('app=web', 1),
      () => patch(QUOTA, { spec: { hard: { pods: '5', services: '5' } } }),
      () => create(quota('other')),
      () => remove('v1/persistentvolumeclaims/one'),
      () => remove(QUOTA),
    )()
  return {
    byState: true,
    quiet: 8,
    also: ['v1/resourcequotas'],
    steps: [create(quota('few'), ...(chance.below(3) === 0 ? [range] : [])), ...some(chance, 4, change), wait(30)],
  }
}

/** Services with several named ports over pods with other port names, with two IP families, and without a selector. */
export const portedServices: Family = (chance) => {
  const ported = (number: number, name = 'web') =>
    container({
      ports: [
        { name, containerPort: number },
        { name: 'dns', containerPort: 53, protocol: 'UDP' },
      ],
    })
  const ports = () =>
    chance.one<object[][]>(
      [
        { name: 'http', port: 80, targetPort: 'web' },
        { name: 'admin', port: 81, targetPort: 9000 },
      ],
      [
        { name: 'dns', port: 53, protocol: 'UDP', targetPort: 'dns' },
        { name: 'dns-tcp', port: 53, targetPort: 'web', appProtocol: 'kubernetes.io/h2c' },
      ],
      [{ port: 80, targetPort: 'web' }],
      [{ name: 'x', port: 8080, protocol: 'SCTP' }],
    )
  const more = () =>
    chance.one<object[]>(
      {},
      { clusterIP: 'None' },
      { clusterIP: 'None', publishNotReadyAddresses: true },
      { ipFamilyPolicy: 'PreferDualStack' },
      { type: 'NodePort', externalTrafficPolicy: 'Local' },
      { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false },
    )
  const group = (name: string, number: number, port: string) =>
    replicaSet(name, {
      replicas: 1 + chance.below(2),
      selector: { matchLabels: { set: name } },
      template: {
        metadata: { labels: { app: 'web', set: name } },
        spec: { ...ported(number, port), ...(chance.below(3) === 0 ? { hostname: name, subdomain: 'web' } : {}) },
      },
    })
  const change = (): Step =>
    chance.one(
      () => patch('apps/v1/replicasets/b', replicas(chance.below(4))),
      () => patch(SERVICE, { spec: { ports: [{ $patch: 'replace' }, ...ports()] } }),
      () => patch(SERVICE, { spec: { type: chance.one('NodePort', 'ClusterIP', 'LoadBalancer') } }),
      () => patch(SERVICE, { spec: { type: 'ExternalName', externalName: 'example.io', clusterIP: null } }),
      () => patch(SERVICE, { spec: { publishNotReadyAddresses: chance.one(true, false) } }),
      () => patch(SERVICE, { spec: { selector: chance.one<object[]>({ set: 'a' }, { set: null }) } }),
      () => patch(SERVICE, { metadata: { labels: { 'service.kubernetes.io/headless': chance.one('', null) } } }),
      () => patch(SERVICE, { metadata: { labels: { 'service.kubernetes.io/service-proxy-name': 'other' } } }),
      () => setPods('set=a', 1, ended(chance.one('Failed', 'Succeeded'))),
      () => setPods('set=b', 1, { conditions: [{ type: 'Ready', status: 'False' }] }),
      () => patchPods('set=a', 1, { metadata: { labels: { app: 'other' } } }),
      () => deletePods('set=a', 1),
      () => remove(SERVICE),
      () => create(service('web', { ports: ports(), ...more() })),
    )()
  return {
    byState: true,
    quiet: 6,
    steps: [
      create(service('web', { ports: ports(), ...more() })),
      create(group('a', 8080, 'web')),
      create(group('b', chance.one(8080, 9090), chance.one('web', 'other'))),
      ...some(chance, 3, change),
    ],
  }
}

/**
 * Owners and dependents created in either order, of missing kinds, cluster-scoped, and with finalizers of both sorts.
 */
export const strangeOwners: Family = (chance) => {
  const owner = (kind: string, apiVersion: string, name: string, uid: string, more: object = {}) => ({
    kind,
    apiVersion,
    name,
    uid,
    ...more,
  })
  const absent = '00000000-0000-4000-8000-000000000001'
  const owners = () =>
    chance.one<object[][]>(
      [owner('ConfigMap', 'v1', 'a', 'of v1/configmaps/a', { blockOwnerDeletion: true })],
      [
        owner('ConfigMap', 'v1', 'a', 'of v1/configmaps/a', { blockOwnerDeletion: true, controller: true }),
        owner('Secret', 'v1', 's', 'of v1/secrets/s'),
      ],
      [owner('ConfigMap', 'v1', 'a', absent)],
      [owner('Namespace', 'v1', 'kube-system', absent)],
      [owner('Namespace', 'v1', 'kube-public', 'of v1/namespaces!/kube-public')],
      [owner('Strange', 'example.io/v1', 'x', absent)],
      [owner('ConfigMap', 'v1', 'b', 'of v1/configmaps/a')],
      [owner('Secret', 'v1', 's', 'of v1/secrets/s', { blockOwnerDeletion: true })],
    )
  const child = (kind: string, name: string): Manifest => ({
    apiVersion: 'v1',
    kind,
    metadata: {
      name,
      ownerReferences: owners(),
      ...chance.one<object[]>({}, {}, { finalizers: [HOLD] }, { finalizers: ['foregroundDeletion'] }),
    },
  })
  const base = (kind: string, name: string): Manifest => ({
    apiVersion: 'v1',
    kind,
    metadata: { name, ...chance.one<object[]>({}, {}, { finalizers: [HOLD] }) },
  })
  const paths = ['v1/configmaps/a', 'v1/secrets/s', 'v1/configmaps/c', 'v1/secrets/d', 'v1/configmaps/e'] as const
  const change = (): Step =>
    chance.one(
      () => remove(chance.one('v1/configmaps/a', 'v1/secrets/s'), policy(chance)),
      () => remove(chance.one(...paths), policy(chance)),
      () => patch(chance.one(...paths), { metadata: { finalizers: null } }),
      () => patch('v1/configmaps/c', { metadata: { ownerReferences: null } }),
      () => create(child('ConfigMap', 'late')),
    )()
  return {
    also: ['v1/configmaps', 'v1/secrets'],
    quiet: 6,
    steps: [
      create(base('ConfigMap', 'a'), base('Secret', 's')),
      create(child('ConfigMap', 'c'), child('Secret', 'd'), child('ConfigMap', 'e')),
      ...some(chance, 3, change),
    ],
  }
}

/** Namespaces that are deleted while their content creates more, rolls, waits for a claim or has finalizers. */
export const busyNamespaces: Family = (chance) => {
  const held = { finalizers: [HOLD] }
  const all = [
    deployment('web', { replicas: 3, template: chance.one(unplayed('web'), template('web')) }),
    statefulSet('db', {
      replicas: 2,
      template: chance.one(unplayed('db'), template('db')),
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' },
    }),
    job('work', { parallelism: 2, completions: 3 }),
    service('web'),
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...held } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', ...(chance.below(2) === 0 ? held : {}) } },
    pod('one', { schedulerName: 'nobody' }, chance.below(2) === 0 ? held : {}),
    pod('two', {}, chance.below(3) === 0 ? held : {}),
  ]
  const release = (at: string) => patch(at, { metadata: { finalizers: null } })
  return {
    quiet: 21,
    byState: true,
    also: ['self', 'v1/configmaps', 'v1/services', 'v1/serviceaccounts'],
    steps: [
      create(...all.filter(() => chance.below(3) > 0)),
      areReady(2),
      chance.one(remove('v1/namespaces!/$own'), remove('v1/namespaces!/$own', policy(chance))),
      chance.one<Step[]>(
        create(pod('late')),
        patch('apps/v1/deployments/web', replicas(5)),
        remove('v1/namespaces!/$own'),
        deletePods('', 1),
      ),
      release('v1/configmaps/a'),
      release('v1/pods/one'),
      release('v1/pods/two'),
      release('v1/configmaps/b'),
    ],
  }
}

/** ServiceAccounts deleted while they have tokens and pods, and token Secrets that are changed, or created first. */
export const tokens: Family = (chance) => {
  const account = (name: string, more: object = {}): Manifest => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name },
    ...more,
  })
  const token = (name: string, of: string): Manifest => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, annotations: { 'kubernetes.io/service-account.name': of } },
    type: 'kubernetes.io/service-account-token',
  })
  const change = (): Step =>
    chance.one(
      () => remove(`v1/serviceaccounts/${chance.one('robot', 'other', 'default')}`),
      () => create(account(chance.one('robot', 'other'))),
      () => create(token(chance.one('one', 'two', 'three'), chance.one('robot', 'other', 'default', 'nobody'))),
      () => patch('v1/secrets/one', { data: { token: null, namespace: null } }),
      () => patch('v1/secrets/one', { metadata: { annotations: { 'kubernetes.io/service-account.uid': 'x' } } }),
      () => patch('v1/serviceaccounts/robot', { secrets: [{ name: 'one' }] }),
      () => remove('v1/secrets/one'),
      () => remove('v1/configmaps/kube-root-ca.crt'),
      () => patch('v1/configmaps/kube-root-ca.crt', { data: { 'ca.crt': 'x' } }),
    )()
  return {
    also: ['v1/serviceaccounts', 'v1/secrets', 'v1/configmaps'],
    steps: [
      create(token('early', 'other')),
      create(account('robot', { automountServiceAccountToken: false }), token('one', 'robot')),
      ...some(chance, 4, change),
    ],
  }
}
