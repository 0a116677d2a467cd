import { type Family, some } from '../further/family.js'
import { FENCE, LET_IN, type Members, OWN, node, nodePath, on } from '../further/own-nodes.js'
import { type Manifest, type Step, create, deletePods, patch, patchPods, remove, setPods } from '../scenario.js'
import {
  daemonSet,
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

const SERVICE = 'v1/services/web'
const SET = 'apps/v1/replicasets/web'

/** Services over nodes in zones, with topology hints, and with more endpoints than fit into one EndpointSlice. */
export const zonedServices: Family = (chance, number) => {
  const many = chance.below(2) === 0
  const port = { containers: [{ name: 'a', image: 'example.io/a:1', ports: [{ name: 'web', containerPort: 8080 }] }] }
  const nodes = [0, 1].map((at) =>
    node(number, at, {
      labels: { 'topology.kubernetes.io/zone': at === 0 ? 'a' : 'b' },
      spec: { taints: FENCE },
      cpu: chance.one('2', '4'),
      pods: '200',
    }),
  )
  const count = () => (many ? 90 + chance.below(40) : chance.below(7))
  const made = service('web', {
    ports: [{ port: 80, targetPort: chance.one<(string | number)[]>('web', 8080, 'none') }],
    ...chance.one<Members[]>({}, { trafficDistribution: 'PreferClose' }, { internalTrafficPolicy: 'Local' }),
  })
  const topology = () => ({
    metadata: { annotations: { 'service.kubernetes.io/topology-mode': chance.one('Auto', 'Disabled', null) } },
  })
  const change = (): Step =>
    chance.one(
      () => patch(SET, replicas(count())),
      () => patch(SET, replicas(count())),
      () => patch(SERVICE, topology()),
      () => patch(SERVICE, { spec: { selector: { app: chance.one('web', 'other') } } }),
      () => patch(SERVICE, { spec: { selector: chance.one({ tier: 'a' }, { tier: null }) } }),
      () => patch(SERVICE, { spec: { trafficDistribution: chance.one('PreferClose', null) } }),
      () => patch(SERVICE, { spec: { ports: [{ $patch: 'replace' }, { port: 81, targetPort: 'web' }] } }),
      () =>
        patch(nodePath(number, 0), { metadata: { labels: { 'topology.kubernetes.io/zone': chance.one('b', 'a') } } }),
      () => patchPods('app=web', 2, { metadata: { labels: { tier: 'a' } } }),
      () => deletePods('app=web', 2),
      () => remove('discovery.k8s.io/v1/endpointslices?labelSelector='),
      () => remove('v1/endpoints/web'),
    )()
  const pods = template('web', { ...port, nodeSelector: { [OWN]: `s${number}` }, tolerations: LET_IN })
  // The nodes of pods are random, and so are hints, unless all pods are on one node.
  // The spec of a template is an object.
  const placed = chance.below(2) === 0 ? { ...pods, spec: { ...(pods['spec'] as object), ...on(number, 0) } } : pods
  return {
    byState: true,
    quiet: 8,
    steps: [
      create(...nodes),
      create({ ...made, metadata: { name: 'web', ...(chance.below(2) === 0 ? topology().metadata : {}) } }),
      create(replicaSet('web', { replicas: count(), template: placed })),
      ...some(chance, 3, change),
    ],
  }
}

const secret = (account: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'token', annotations: { 'kubernetes.io/service-account.name': account } },
  type: 'kubernetes.io/service-account-token',
})

/** ServiceAccounts, their tokens and the objects of each namespace, deleted and restored. */
export const accounts: Family = (chance) => {
  const account = (name: string): Manifest => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } })
  const change = (): Step =>
    chance.one(
      () => remove('v1/serviceaccounts/default'),
      () => remove('v1/serviceaccounts/robot'),
      () => create(account('robot')),
      () => create(secret(chance.one('robot', 'default', 'nobody'))),
      () => remove('v1/secrets/token'),
      () => patch('v1/secrets/token', { data: { token: null, 'ca.crt': null } }),
      () =>
        patch('v1/secrets/token', { metadata: { annotations: { 'kubernetes.io/service-account.name': 'default' } } }),
      () => remove('v1/configmaps/kube-root-ca.crt'),
      () => create(pod('user', { serviceAccountName: 'robot' })),
    )()
  return {
    also: ['v1/serviceaccounts', 'v1/secrets'],
    steps: [create(account('robot'), secret('robot')), ...some(chance, 4, change)],
  }
}

/** Namespaces with objects of further kinds, deleted while some have finalizers. */
export const fullNamespaces: Family = (chance) => {
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }
  const hold = (object: Manifest): Manifest =>
    chance.below(3) === 0
      ? { ...object, metadata: { ...object.metadata, finalizers: [chance.one('example.io/hold', 'example.io/other')] } }
      : object
  const all: readonly Manifest[] = [
    hold(claim),
    hold({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'secret' } }),
    hold({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } }),
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'some' },
      spec: { maxUnavailable: 1, selector: {} },
    },
    hold(daemonSet('agent', { template: unplayed('agent') })),
    hold(replicaSet('rs', { replicas: 2, template: unplayed('rs') })),
    hold(deployment('web', { replicas: 1 })),
    statefulSet('db', { replicas: 2, template: unplayed('db') }),
    hold(job('work', { parallelism: 2 })),
    pod('user', { schedulerName: 'nobody', volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] }),
    hold(service('web')),
    hold({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'few' }, spec: { hard: { pods: '9' } } }),
  ]
  const release = (at: string) => patch(at, { metadata: { finalizers: null } })
  const paths = [
    'v1/persistentvolumeclaims/data',
    'v1/secrets/secret',
    'v1/serviceaccounts/robot',
    'apps/v1/daemonsets/agent',
    'apps/v1/replicasets/rs',
    'apps/v1/deployments/web',
    'batch/v1/jobs/work',
    'v1/services/web',
    'v1/resourcequotas/few',
  ]
  return {
    quiet: 21,
    also: ['self', 'v1/secrets', 'v1/serviceaccounts', 'v1/persistentvolumeclaims', 'v1/services'],
    steps: [
      create(...all.filter(() => chance.below(5) > 1)),
      remove('v1/namespaces!/$own'),
      chance.one(create(service('late')), remove('v1/pods/user'), create(replicaSet('late', {}))),
      ...paths.map(release),
    ],
  }
}

/** Whole collections of workloads, pods or revisions, deleted at once. */
export const collections: Family = (chance) => {
  const made = [
    deployment('web', { replicas: 2, template: unplayed('web') }),
    statefulSet('db', {
      replicas: 2,
      podManagementPolicy: 'Parallel',
      template: unplayed('web'),
      selector: { matchLabels: { app: 'web' } },
    }),
    job('work', { parallelism: 2 }),
    pod('lone', { schedulerName: 'nobody' }, { labels: { app: 'web' } }),
  ]
  const policy = () => ({ propagationPolicy: chance.one('Background', 'Foreground', 'Orphan') })
  const change = (): Step =>
    chance.one(
      () => remove('v1/pods?labelSelector=app%3Dweb', { gracePeriodSeconds: chance.below(2) }),
      () => remove('apps/v1/replicasets?labelSelector=', policy()),
      () => remove('apps/v1/deployments?labelSelector=', policy()),
      () => remove('apps/v1/statefulsets?labelSelector=', policy()),
      () => remove('batch/v1/jobs?labelSelector=', policy()),
      () => remove('apps/v1/controllerrevisions?labelSelector='),
      () => setPods('', 2, ended(chance.one('Failed', 'Succeeded'))),
      () => create(...made),
    )()
  return {
    byState: true,
    quiet: 11,
    steps: [create(...made.filter(() => chance.below(4) > 0)), ...some(chance, 3, change)],
  }
}

/** A request for `CN=system:node:one`, `O=system:nodes`, whose private key is discarded. */
const REQUEST =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIc01JR1RBZ0VBTURFeEZUQVRCZ05WQkFvTURITjVjM1JsYlRwdWIyUmxjekVZTUJZR0ExVUVBd3dQYzNsegpkR1Z0T201dlpHVTZiMjVsTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFNUhXdmtSVW5IajY5CnJYMXVJclBVQjZkQTkwU3VmaHRWbXM4eS8ySjZNWDdZYXAyM3JOUkx4RVZ6TFRxQXllV1o3V1JCWDF2NDI1RlkKWDZJZlNJM05GYUFBTUFvR0NDcUdTTTQ5QkFNQ0EwZ0FNRVVDSUZ4OVFJcytQc05xWkFCZjlBWmVabEIxQjJVegpVenFVdlpKRjRFQnY1cEs2QWlFQW9CZlZnNTFtU0ZxdHc2VlNscHE4VVVmVkNSRnQ3SzVpVUI2YXgzczQwdlk9Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo='

/** CertificateSigningRequests that are approved, denied, failed by their signer and left pending. */
export const certificates: Family = (chance, number) => {
  const name = `csr-${number}`
  const at = `certificates.k8s.io/v1/certificatesigningrequests!/${name}`
  const decided = (type: string) =>
    patch(`${at}/approval`, {
      status: { conditions: [{ type, status: 'True', reason: 'Somebody', message: 'said so' }] },
    })
  const usages = chance.one(
    ['digital signature', 'client auth'],
    ['client auth'],
    ['digital signature', 'key encipherment', 'server auth'],
  )
  const request: Manifest = {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name },
    spec: {
      request: REQUEST,
      signerName: chance.one(
        'kubernetes.io/kube-apiserver-client-kubelet',
        'kubernetes.io/kube-apiserver-client',
        'kubernetes.io/kubelet-serving',
        'kubernetes.io/legacy-unknown',
        'example.io/other',
      ),
      usages,
      ...(chance.below(3) === 0 ? { expirationSeconds: 3600 } : {}),
    },
  }
  const change = () => chance.one(decided('Approved'), decided('Approved'), decided('Denied'))
  return {
    also: [`certificates.k8s.io/v1/certificatesigningrequests!?fieldSelector=metadata.name%3D${name}`],
    steps: [create(request), change(), change()],
  }
}
