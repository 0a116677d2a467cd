import { type Family, areReady, some } from '../further/family.js'
import { type Manifest, type Step, create, deletePods, patch, patchPods, remove, setPods, wait } from '../scenario.js'
import {
  daemonSet,
  deployment,
  ended,
  image,
  job,
  pod,
  replicaSet,
  replicas,
  service,
  statefulSet,
  template,
  unplayed,
} from '../scenarios/manifests.js'

const LONG = 'a-name-that-is-nearly-as-long-as-a-name-of-its-sort-may-well-be'

/** Owners whose names are too long for generated names, or whose templates are invalid. */
export const awkwardOwners: Family = (chance) => {
  const name = chance.one(LONG.slice(0, 50), LONG.slice(0, 57), LONG, `${LONG}.${LONG}.${LONG}.example`)
  const odd = chance.one<object[]>(
    {},
    { serviceAccountName: 'nobody' },
    { priorityClassName: 'unheard-of' },
    { runtimeClassName: 'unheard-of' },
    { volumes: [{ name: 'v', configMap: { name: 'none' } }] },
    { hostNetwork: true, containers: [{ name: 'a', image: 'a', ports: [{ containerPort: 9, hostPort: 9 }] }] },
  )
  const [at, made] = chance.one(
    () => [`apps/v1/deployments/${name}`, named(deployment, name, odd)] as const,
    () => [`apps/v1/statefulsets/${name}`, named(statefulSet, name, odd)] as const,
    () => [`apps/v1/daemonsets/${name}`, named(daemonSet, name, odd)] as const,
    () => [`apps/v1/replicasets/${name}`, named(replicaSet, name, odd)] as const,
    () => [`batch/v1/jobs/${name}`, { ...job('web', { parallelism: 2 }, { ...odd }), metadata: { name } }] as const,
    () => [`batch/v1/cronjobs/${name}`, cron(name.slice(0, chance.one(51, 53, 29)))] as const,
  )()
  const change = (): Step =>
    chance.one(
      () => patch(at, replicas(3)),
      () => patch(at, image('example.io/a:2')),
      () => create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'nobody' } }),
      () => areReady(9),
      () => remove(at, { propagationPolicy: chance.one('Foreground', 'Orphan') }),
    )()
  return { byState: true, quiet: 12, steps: [create(made), ...some(chance, 2, change)] }
}

const cron = (name: string): Manifest => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name },
  spec: { schedule: '0 0 1 1 *', jobTemplate: { spec: { template: unplayed('web', { restartPolicy: 'Never' }) } } },
})

const named = (
  make: (name: string, spec: { readonly [member: string]: unknown }) => Manifest,
  name: string,
  odd: object,
): Manifest => ({
  ...make('web', { ...(make === daemonSet ? {} : { replicas: 2 }), template: unplayed('web', { ...odd }) }),
  metadata: { name },
})

/** The life of an application: restarts, new images, scaling, changed settings, and removal. */
export const applications: Family = (chance) => {
  const web = 'apps/v1/deployments/web'
  const made: readonly Manifest[] = [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { a: '1' } },
    deployment('web', {
      replicas: 2 + chance.below(2),
      template: template('web', {
        containers: [
          {
            name: 'a',
            image: 'example.io/a:1',
            envFrom: [{ configMapRef: { name: 'settings' } }],
            ports: [{ name: 'http', containerPort: 80 }],
          },
          ...chance.one<object[][]>([], [{ name: 'b', image: 'example.io/b:1' }]),
        ],
        ...chance.one<object[]>(
          {},
          { initContainers: [{ name: 'i', image: 'example.io/i:1' }] },
          { initContainers: [{ name: 's', image: 'example.io/s:1', restartPolicy: 'Always' }] },
        ),
      }),
    }),
    service('web', { ports: [{ name: 'http', port: 80, targetPort: 'http' }] }),
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web' },
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'web' } } },
    },
    {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 4,
      },
    },
    statefulSet('db', { replicas: 1 + chance.below(2) }),
    service('db', { clusterIP: 'None' }),
  ]
  const restart = (value: string) =>
    patch(web, { spec: { template: { metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': value } } } } })
  const change = (): Step =>
    chance.one(
      () => restart(chance.one('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')),
      () => patch(web, image('example.io/a:2')),
      () => patch(web, image('example.io/a:1')),
      () => patch(web, replicas(chance.below(6))),
      () => patch('apps/v1/statefulsets/db', replicas(chance.below(4))),
      () => patch('apps/v1/statefulsets/db', image('example.io/a:2')),
      () => patch('autoscaling/v2/horizontalpodautoscalers/web', { spec: { minReplicas: 3, maxReplicas: 6 } }),
      () => patch('v1/services/web', { spec: { ports: [{ $patch: 'replace' }, { name: 'http', port: 81 }] } }),
      () => deletePods('app=web', 1),
      () => deletePods('app=db', 1),
      () => remove(web, { propagationPolicy: 'Foreground' }),
      () => remove('v1/services/web'),
    )()
  const few = made.filter(() => chance.below(4) > 0)
  return { byState: true, quiet: 17, steps: [create(...few), ...some(chance, 3, change)] }
}

/**
 * Pods without an owner: with scheduling gates, finalizers, deadlines and grace periods, that end and are deleted in
 * each way.
 */
export const lonePods: Family = (chance) => {
  const spec = () =>
    chance.one<object[]>(
      {},
      { schedulerName: 'nobody' },
      { schedulingGates: [{ name: 'example.io/wait' }] },
      { terminationGracePeriodSeconds: chance.one(0, 3, 60) },
      { restartPolicy: 'OnFailure', activeDeadlineSeconds: 20 },
      { nodeName: 'node-1' },
      { nodeName: 'no-such-node' },
      { nodeSelector: { 'kubernetes.io/os': 'linux' }, priorityClassName: 'system-node-critical' },
      { overhead: undefined, hostNetwork: true },
      { containers: [{ name: 'a', image: 'a', resources: { limits: { cpu: '1', memory: '1Gi' } } }] },
      {
        volumes: [
          {
            name: 'v',
            ephemeral: {
              volumeClaimTemplate: {
                spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
              },
            },
          },
        ],
      },
    )
  const metadata = () => ({
    labels: { app: 'web' },
    ...chance.one<object[]>({}, {}, { finalizers: ['example.io/hold'] }),
  })
  const change = (): Step =>
    chance.one(
      () => create(pod(chance.one('four', 'five'), { ...spec() }, metadata())),
      () => patch('v1/pods/one', { spec: { schedulingGates: null } }),
      () => patch('v1/pods/two', { metadata: { labels: { app: 'other' } } }),
      () => setPods('app=web', 1, ended(chance.one('Failed', 'Succeeded'))),
      () => setPods('app=web', 1, { phase: 'Running', reason: 'Whatever', message: 'by somebody' }),
      () => remove(`v1/pods/${chance.one('one', 'two', 'three')}`),
      () => remove(`v1/pods/${chance.one('one', 'two', 'three')}`, { gracePeriodSeconds: chance.one(0, 1, 40) }),
      () => patchPods('app=web', 3, { metadata: { finalizers: null } }),
      () =>
        create({
          apiVersion: 'policy/v1',
          kind: 'PodDisruptionBudget',
          metadata: { name: 'some' },
          spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'web' } } },
        }),
      () => create(service('web', { publishNotReadyAddresses: chance.one(true, false) })),
      () => wait(25),
    )()
  return {
    byState: true,
    quiet: 9,
    also: ['v1/persistentvolumeclaims', 'v1/endpoints', 'discovery.k8s.io/v1/endpointslices'],
    steps: [
      create(...['one', 'two', 'three'].map((name) => pod(name, { ...spec() }, metadata()))),
      ...some(chance, 4, change),
    ],
  }
}

/** Jobs whose pods restart, are many, have sidecars or end at once, and whose mutable fields are changed. */
export const restartingJobs: Family = (chance) => {
  const at = 'batch/v1/jobs/work'
  const spec = {
    completions: 1 + chance.below(12),
    parallelism: 1 + chance.below(12),
    backoffLimit: chance.below(3),
    ...chance.one<object[]>(
      {},
      { completionMode: 'Indexed' },
      { manualSelector: true, selector: { matchLabels: { app: 'work' } } },
    ),
    ...chance.one<object[]>({}, {}, { podReplacementPolicy: 'Failed' }, { activeDeadlineSeconds: 1 }),
  }
  const restarts = (count: number) => ({
    phase: 'Running',
    containerStatuses: [
      { name: 'a', image: 'a', imageID: '', ready: true, restartCount: count, state: { running: {} } },
    ],
  })
  const change = (): Step =>
    chance.one(
      () => setPods('app=work', 1 + chance.below(6), ended('Succeeded')),
      () => setPods('app=work', 1 + chance.below(3), ended('Failed')),
      () => setPods('app=work', 2, restarts(chance.below(4))),
      () => patch(at, { spec: { parallelism: chance.below(9) } }),
      () =>
        patch(at, { spec: { template: { metadata: { labels: { more: 'a' } }, spec: { nodeSelector: { a: 'b' } } } } }),
      () => patch(at, { spec: { suspend: chance.one(true, false) } }),
      () => patch(at, { spec: { completions: 4 } }),
      () => deletePods('app=work', 2),
      () => create(pod('stray', { schedulerName: 'nobody' }, { labels: { app: 'work' } })),
      () => wait(22),
    )()
  const policy = chance.one('Never', 'OnFailure')
  return {
    byState: true,
    quiet: 22,
    steps: [create(job('work', spec, { restartPolicy: policy })), ...some(chance, 4, change)],
  }
}

/** EndpointSlices and Endpoints written by clients beside those of controllers, for Services of every type. */
export const writtenSlices: Family = (chance) => {
  const slice = (name: string, by: string): Manifest => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name,
      labels: { 'kubernetes.io/service-name': 'web', 'endpointslice.kubernetes.io/managed-by': by },
    },
    addressType: chance.one('IPv4', 'IPv6', 'FQDN'),
    endpoints: [],
    ports: [{ name: 'x', port: 1 + chance.below(3) }],
  })
  const ends = (more: object = {}): Manifest => ({
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'web', ...more },
    subsets: [
      {
        addresses: [{ ip: '10.9.0.1', nodeName: 'node-1' }, { ip: chance.one('10.9.0.2', 'fd00::2') }],
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 2 },
        ],
      },
      { notReadyAddresses: [{ ip: '10.9.0.3' }], ports: [{ name: 'a', port: 3 }] },
    ],
  })
  const change = (): Step =>
    chance.one(
      () =>
        create(
          slice(
            'mine',
            chance.one('me', 'endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'),
          ),
        ),
      () => create(ends()),
      () => create(service('web', { selector: chance.one<(object | null)[]>(null, { app: 'web' }) })),
      () =>
        create(
          pod(
            'one',
            { containers: [{ name: 'a', image: 'a', ports: [{ containerPort: 80, name: 'x' }] }] },
            { labels: { app: 'web' } },
          ),
        ),
      () => patch('v1/services/web', { spec: { selector: chance.one<(object | null)[]>(null, { app: 'web' }) } }),
      () => patch('v1/services/web', { metadata: { labels: { a: chance.one('b', null) } } }),
      () => patch('v1/endpoints/web', { subsets: [{ addresses: [{ ip: '10.9.0.9' }], ports: [{ port: 7 }] }] }),
      () =>
        patch('v1/endpoints/web', {
          metadata: { annotations: { note: 'a', 'endpoints.kubernetes.io/over-capacity': 'truncated' } },
        }),
      () => remove('v1/services/web'),
      () => remove('v1/endpoints/web'),
      () => remove('discovery.k8s.io/v1/endpointslices?labelSelector='),
    )()
  return {
    byState: true,
    quiet: 6,
    also: ['v1/services', 'v1/endpoints', 'discovery.k8s.io/v1/endpointslices'],
    steps: [
      create(service('web', { selector: chance.one<(object | null)[]>(null, { app: 'web' }) })),
      ...some(chance, 4, change),
    ],
  }
}

/** Objects that the control plane maintains in a namespace, beside Services, quotas and others that clients change. */
export const kept: Family = (chance) => {
  const change = (): Step =>
    chance.one(
      () => create(service('one'), service('two', { type: 'LoadBalancer', loadBalancerClass: 'example.io/lb' })),
      () => patch('v1/services/two', { spec: { type: 'ClusterIP', loadBalancerClass: null } }),
      () => remove('v1/services/one'),
      () => remove('v1/configmaps/kube-root-ca.crt'),
      () => remove('v1/serviceaccounts/default'),
      () =>
        create({
          apiVersion: 'v1',
          kind: 'ResourceQuota',
          metadata: { name: 'few' },
          spec: { hard: { 'count/configmaps': '1', 'services.loadbalancers': '1' } },
        }),
      () =>
        create({
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          metadata: { name: 'lock' },
          spec: { holderIdentity: 'a', leaseDurationSeconds: 5 },
        }),
      () =>
        create({
          apiVersion: 'networking.k8s.io/v1',
          kind: 'Ingress',
          metadata: { name: 'in' },
          spec: { defaultBackend: { service: { name: 'one', port: { number: 80 } } } },
        }),
      () =>
        create({
          apiVersion: 'v1',
          kind: 'ReplicationController',
          metadata: { name: 'rc' },
          spec: { replicas: chance.below(3), selector: { app: 'rc' }, template: template('rc') },
        }),
      () => patch('v1/replicationcontrollers/rc', replicas(chance.below(4))),
      () => patch('v1/namespaces!/$own', { metadata: { labels: { team: 'a' } } }),
    )()
  return {
    byState: true,
    quiet: 5,
    also: [
      'self',
      'v1/services',
      'v1/serviceaccounts',
      'v1/configmaps',
      'v1/resourcequotas',
      'coordination.k8s.io/v1/leases',
      'networking.k8s.io/v1/ingresses',
    ],
    steps: [change(), ...some(chance, 4, change)],
  }
}
