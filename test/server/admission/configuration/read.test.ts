import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../../src/cluster/options.js'
import { fromBundle } from '../../../../src/cluster/bundles.js'
import { refusalOf } from '../message.js'

type Plugin = { readonly name: string; readonly path?: string; readonly configuration?: object }

const configuring = (...plugins: readonly Plugin[]) => ({
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'AdmissionConfiguration',
  plugins,
})

const clusterWith = (plugins: readonly Plugin[], more: ClusterOptions = {}) =>
  createCluster({
    ...{ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] },
    admissionConfiguration: configuring(...plugins),
    ...more,
  })

const JSON_TYPE = { 'content-type': 'application/json' }
const containers = [{ name: 'a', image: 'a:1' }]
const pod = (name: string, spec: object = {}, namespace = 'default') => ({
  metadata: { name, namespace },
  spec: { containers, ...spec },
})
const hostNetwork = { hostNetwork: true }

const podSecurity = (more: object): Plugin => ({
  name: 'PodSecurity',
  configuration: { apiVersion: 'pod-security.admission.config.k8s.io/v1', kind: 'PodSecurityConfiguration', ...more },
})

test('PodSecurity has levels for namespaces without labels, and exemptions', async () => {
  const exemptions = { usernames: ['ops'], namespaces: ['free'], runtimeClasses: ['sandboxed'] }
  const cluster = clusterWith([podSecurity({ defaults: { enforce: 'baseline', audit: 'restricted' }, exemptions })], {
    users: [
      { name: 'ops', token: 'ops' },
      { name: 'dev', token: 'dev' },
    ],
    auditPolicy: { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] },
  })
  await cluster.create('Namespace', { metadata: { name: 'free' } })
  await cluster.create('Namespace', {
    metadata: { name: 'open', labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } },
  })
  await cluster.create('RuntimeClass', { metadata: { name: 'sandboxed' }, handler: 'sandboxed' })
  const post = async (token: string, body: ReturnType<typeof pod>) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const path = `/api/v1/namespaces/${body.metadata.namespace}/pods`
    const reply = await cluster.app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const { message } = (await reply.json()) as { readonly message?: string }
    const { annotations = {} } = cluster.audit.events().at(-1) ?? {}
    return { message, exempt: annotations['pod-security.kubernetes.io/exempt'] }
  }
  expect(await post('dev', pod('a', hostNetwork))).toMatchObject({
    message: 'pods "a" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
  })
  expect(await post('ops', pod('b', hostNetwork))).toEqual({ message: undefined, exempt: 'user' })
  expect(await post('dev', pod('c', hostNetwork, 'free'))).toEqual({ message: undefined, exempt: 'namespace' })
  expect(await post('dev', pod('d', { ...hostNetwork, runtimeClassName: 'sandboxed' }))).toEqual({
    message: undefined,
    exempt: 'runtimeClass',
  })
  expect(await post('dev', pod('e', hostNetwork, 'open'))).toEqual({ message: undefined, exempt: undefined })
})

test('an exempt namespace is warned of labels that have no effect', async () => {
  const cluster = clusterWith([podSecurity({ exemptions: { namespaces: ['free'] } })])
  const labels = {
    'pod-security.kubernetes.io/enforce': 'baseline',
    'pod-security.kubernetes.io/warn': 'restricted',
    'pod-security.kubernetes.io/warn-version': 'v1.30',
  }
  const reply = await cluster.fetch('/api/v1/namespaces', {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ metadata: { name: 'free', labels } }),
  })
  expect(reply.headers.get('warning')).toBe(
    '299 - "namespace \\"free\\" is exempt from Pod Security, and the policy (enforce=baseline:latest, warn=restricted:v1.30) will be ignored"',
  )
})

const limiting = (limitedResources: readonly object[]): Plugin => ({
  name: 'ResourceQuota',
  configuration: { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'ResourceQuotaConfiguration', limitedResources },
})

test('what is limited is consumed only where a quota covers it', async () => {
  const matchScopes = [{ scopeName: 'PriorityClass', operator: 'In', values: ['system-node-critical'] }]
  const limited = limiting([
    { resource: 'persistentvolumeclaims', matchContains: ['requests.storage'] },
    { resource: 'pods', matchScopes },
  ])
  const cluster = clusterWith([limited], { controllers: ['resource-quotas'] })
  const claim = {
    metadata: { name: 'a' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }
  expect(await refusalOf(cluster.create('PersistentVolumeClaim', claim))).toBe(
    'persistentvolumeclaims "a" is forbidden: insufficient quota to consume: requests.storage',
  )
  await cluster.create('Pod', pod('plain'))
  const critical = pod('critical', { priorityClassName: 'system-node-critical' })
  expect(await refusalOf(cluster.create('Pod', critical))).toBe(
    'insufficient quota to match these scopes: [{PriorityClass In [system-node-critical]}]',
  )
  await cluster.create('ResourceQuota', {
    metadata: { name: 'storage' },
    spec: { hard: { 'requests.storage': '5Gi' } },
  })
  await cluster.create('ResourceQuota', {
    metadata: { name: 'critical' },
    spec: { hard: { pods: '5' }, scopeSelector: { matchExpressions: matchScopes } },
  })
  await cluster.create('PersistentVolumeClaim', claim)
  await cluster.create('Pod', critical)
})

const limits = (...given: readonly object[]): Plugin => ({
  name: 'EventRateLimit',
  configuration: { apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits: given },
})

test('no more Events are taken than the limits allow, by the clock of the cluster', async () => {
  const cluster = clusterWith(
    [limits({ type: 'Namespace', qps: 1, burst: 2, cacheSize: 1 }, { type: 'Server', qps: 10, burst: 4 })],
    { enableAdmissionPlugins: ['EventRateLimit'] },
  )
  await cluster.create('Namespace', { metadata: { name: 'other' } })
  let count = 0
  const event = async (namespace = 'default', { fetch } = cluster) => {
    const body = JSON.stringify({ metadata: { name: `e-${count++}` }, involvedObject: { namespace } })
    const reply = await fetch(`/api/v1/namespaces/${namespace}/events`, { method: 'POST', headers: JSON_TYPE, body })
    return reply.ok ? undefined : ((await reply.json()) as { readonly message: string }).message
  }
  expect([await event(), await event()]).toEqual([undefined, undefined])
  expect(await event()).toBe('Too many requests: limit reached on type Namespace for key default')
  expect(await event('other'), 'another namespace has its own').toBe(undefined)
  expect(await event(), 'whose count takes the place of the first').toBe(
    'Too many requests: limit reached on type Server for key ',
  )
  await cluster.clock.advance('1s')
  expect(await event()).toBe(undefined)
  expect(await event('default', cluster.fork()), 'a fork begins anew').toBe(undefined)
})

test('pods get the tolerations of the configuration or their namespace, and none that is not listed', async () => {
  const plugin: Plugin = {
    name: 'PodTolerationRestriction',
    configuration: {
      apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1',
      kind: 'Configuration',
      default: [{ key: 'team', operator: 'Equal', value: 'shop', effect: 'NoSchedule' }],
      whitelist: [
        { key: 'team', operator: 'Exists' },
        { operator: 'Exists', effect: 'NoExecute' },
        { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists' },
      ],
    },
  }
  const cluster = clusterWith([plugin], {
    enableAdmissionPlugins: ['PodTolerationRestriction'],
    disableAdmissionPlugins: ['ServiceAccount', 'DefaultTolerationSeconds'],
  })
  const tolerationsOf = async (body: ReturnType<typeof pod>) => (await cluster.create('Pod', body)).spec?.tolerations
  expect(await tolerationsOf(pod('a'))).toEqual([
    { key: 'team', operator: 'Equal', value: 'shop', effect: 'NoSchedule' },
  ])
  const wide = { key: 'team', operator: 'Exists' }
  expect(await tolerationsOf(pod('b', { tolerations: [wide] })), 'what is covered is left out').toEqual([wide])
  const conflict = (scope: string) =>
    `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`
  const other = { tolerations: [{ key: 'gpu', operator: 'Exists' }] }
  expect(await refusalOf(cluster.create('Pod', pod('c', other)))).toBe(conflict('cluster'))
  const annotations = {
    'scheduler.alpha.kubernetes.io/defaultTolerations': '',
    'scheduler.alpha.kubernetes.io/tolerationsWhitelist': '[{"key":"gpu","operator":"Exists"}]',
  }
  await cluster.create('Namespace', { metadata: { name: 'gpus', annotations } })
  expect(await tolerationsOf(pod('d', other, 'gpus'))).toEqual(other.tolerations)
  const requests = { containers: [{ ...containers[0], resources: { requests: { cpu: '1' } } }] }
  expect(await refusalOf(cluster.create('Pod', pod('e', requests, 'gpus')))).toBe(conflict('namespace'))
})

test('a Bundle has the configuration, too', async () => {
  const cluster = clusterWith([podSecurity({ defaults: { enforce: 'baseline' } })])
  const again = await fromBundle(await cluster.bundle())
  expect(await refusalOf(again.create('Pod', pod('a', hostNetwork)))).toContain(
    'violates PodSecurity "baseline:latest"',
  )
})

const made = (plugin: string, why: string) => `couldn't init admission plugin "${plugin}": ${why}`

test.each<[string, object | string, string]>([
  ['another kind', { apiVersion: 'v1', kind: 'Pod' }, 'failed to read plugin config: no kind "Pod" is registered'],
  [
    'no kind',
    '{ "apiVersion": "v1" }',
    `failed to read plugin config: Object 'Kind' is missing in '{ "apiVersion": "v1" }'`,
  ],
  [
    'an unknown member',
    { ...configuring(), plugin: [] },
    'failed to read plugin config: strict decoding error: unknown field "plugin"',
  ],
  [
    'a member of another type',
    { ...configuring(), plugins: 'PodSecurity' },
    'failed to read plugin config: json: cannot unmarshal string into Go struct field AdmissionConfiguration.plugins of type []v1.AdmissionPluginConfiguration',
  ],
  [
    'an unknown member for a plug-in',
    configuring(podSecurity({ default: {} })),
    made('PodSecurity', 'strict decoding error: unknown field "default"'),
  ],
  [
    'levels that there are not',
    configuring(podSecurity({ defaults: { enforce: 'strict', 'warn-version': '1.30' } })),
    `failed to initialize admission plugin "PodSecurity": PodSecurity configuration error: [enforce: must be one of privileged, baseline, restricted, warn-version: must be "latest" or "v1.x"]`,
  ],
  [
    'exemptions that are not names',
    configuring(podSecurity({ exemptions: { namespaces: ['a', 'a'], usernames: [''] } })),
    `failed to initialize admission plugin "PodSecurity": PodSecurity invalid: [exemptions.namespaces[1]: Duplicate value: "a", exemptions.usernames[0]: Invalid value: "": username must not be empty]`,
  ],
  [
    'limited resources without a name',
    configuring(limiting([{}])),
    made('ResourceQuota', 'limitedResources[0].resource: Required value'),
  ],
  [
    'the kubeconfig of webhooks at a relative path',
    configuring({
      name: 'ValidatingAdmissionWebhook',
      configuration: {
        apiVersion: 'apiserver.config.k8s.io/v1',
        kind: 'WebhookAdmissionConfiguration',
        kubeConfigFile: 'kubeconfig.yaml',
      },
    }),
    made(
      'ValidatingAdmissionWebhook',
      'kubeConfigFile: Invalid value: "kubeconfig.yaml": must be an absolute file path',
    ),
  ],
])('a server does not start with %s', async (_, admissionConfiguration, message) => {
  const cluster = createCluster({ seed: 1, controllers: 'none', kubernetesVersion: '1.37', admissionConfiguration })
  await expect(cluster.ready()).rejects.toThrow(message)
})

test('EventRateLimit does not start without limits', async () => {
  const cluster = createCluster({ controllers: 'none', enableAdmissionPlugins: ['EventRateLimit'] })
  await expect(cluster.ready()).rejects.toThrow(made('EventRateLimit', 'limits: Invalid value: '))
  const wrong = clusterWith([limits({ type: 'User', qps: 1, cacheSize: -1 })], {
    enableAdmissionPlugins: ['EventRateLimit'],
  })
  await expect(wrong.ready()).rejects.toThrow(
    made(
      'EventRateLimit',
      '[limits[0].burst: Invalid value: 0: must be positive, limits[0].cacheSize: Invalid value: -1: must not be negative]',
    ),
  )
})

test('what is said of plug-ins that are not chosen is not read', async () => {
  const cluster = clusterWith([limits(), { name: 'NamespaceLifecycle', configuration: { any: 'thing' } }])
  expect(await refusalOf(cluster.create('Pod', pod('a')))).toBe(undefined)
})
