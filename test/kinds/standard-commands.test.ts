import { describe, expect, test } from 'vitest'
import type { Cluster } from '../../src/cluster/types.js'
import { createCluster } from '../../src/cluster/cluster.js'
import { profiles } from '../profiles.js'

type Json = { readonly [member: string]: unknown }
type Reply = { readonly code: number; readonly body: Json }

/** A cluster with seed 1, and a function that sends it requests. */
function open(options: Parameters<typeof createCluster>[0] = {}) {
  const cluster = createCluster({
    seed: 1,
    controllers: 'none',
    disableAdmissionPlugins: ['ServiceAccount'],
    ...options,
  })
  const ask = async (method: string, path: string, body?: object, type = 'application/json'): Promise<Reply> => {
    const reply = await cluster.fetch(path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': type } } : {}),
    })
    const text = await reply.text()
    return { code: reply.status, body: text.startsWith('{') ? (JSON.parse(text) as Json) : { text } }
  }
  return { cluster, ask }
}

const CORE = '/api/v1/namespaces/default'
const container = { name: 'web', image: 'example.io/web' }
const podOf = (name: string, more: object = {}) => ({ metadata: { name, ...more }, spec: { containers: [container] } })
const deploymentOf = (name: string) => ({
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [container] } },
  },
})

describe('discovery', () => {
  test('has the kinds of subresources', async () => {
    const { ask } = open()
    const named = async (path: string, start: string) =>
      ((await ask('GET', path)).body['resources'] as Json[])
        .filter(({ name }) => (name as string).startsWith(start))
        .map(({ name, group, version, kind, verbs }) => ({ name, group, version, kind, verbs }))
    const stored = (await named('/api/v1', 'pods/')).filter(({ kind }) => !(kind as string).endsWith('Options'))
    expect(stored).toEqual([
      { name: 'pods/binding', kind: 'Binding', verbs: ['create'] },
      { name: 'pods/ephemeralcontainers', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
      { name: 'pods/eviction', group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] },
      { name: 'pods/log', kind: 'Pod', verbs: ['get'] },
      { name: 'pods/resize', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
      { name: 'pods/status', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
    ])
    expect(await named('/apis/apps/v1', 'deployments/')).toEqual([
      {
        name: 'deployments/scale',
        group: 'autoscaling',
        version: 'v1',
        kind: 'Scale',
        verbs: ['get', 'patch', 'update'],
      },
      { name: 'deployments/status', kind: 'Deployment', verbs: ['get', 'patch', 'update'] },
    ])
  })
})

describe('defaults on create', () => {
  const spec = async (path: string, body: object) => (await open().ask('POST', path, body)).body['spec']

  test('of a pod', async () => {
    const { body } = await open().ask('POST', `${CORE}/pods`, podOf('web'))
    expect([body['spec'], body['status']]).toEqual([
      {
        containers: [
          {
            ...container,
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
            imagePullPolicy: 'Always',
          },
        ],
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: 30,
        dnsPolicy: 'ClusterFirst',
        securityContext: {},
        schedulerName: 'default-scheduler',
        tolerations: ['not-ready', 'unreachable'].map((state) => ({
          key: `node.kubernetes.io/${state}`,
          operator: 'Exists',
          effect: 'NoExecute',
          tolerationSeconds: 300,
        })),
        priority: 0,
        enableServiceLinks: true,
        preemptionPolicy: 'PreemptLowerPriority',
      },
      { phase: 'Pending', qosClass: 'BestEffort' },
    ])
  })

  test('of Services, each with an address', async () => {
    const { ask } = open()
    await ask('POST', `${CORE}/services`, { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } })
    const { body } = await ask('POST', `${CORE}/services`, {
      metadata: { name: 'b' },
      spec: { type: 'NodePort', ports: [{ port: 80, targetPort: 'http' }] },
    })
    expect([body['spec'], body['status']]).toEqual([
      {
        ports: [{ protocol: 'TCP', port: 80, targetPort: 'http', nodePort: 30000 }],
        clusterIP: '10.0.0.3',
        clusterIPs: ['10.0.0.3'],
        type: 'NodePort',
        sessionAffinity: 'None',
        externalTrafficPolicy: 'Cluster',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        internalTrafficPolicy: 'Cluster',
      },
      { loadBalancer: {} },
    ])
  })

  test('of a clusterIP are kept by an update without it, and are immutable', async () => {
    const { ask } = open()
    const path = `${CORE}/services/a`
    await ask('POST', `${CORE}/services`, { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } })
    const kept = await ask('PUT', path, { metadata: { name: 'a' }, spec: { ports: [{ port: 81 }] } })
    expect(kept.body['spec']).toMatchObject({ clusterIP: '10.0.0.2', ports: [{ port: 81 }] })
    const moved = await ask('PATCH', path, { spec: { clusterIP: '10.0.0.9' } }, 'application/merge-patch+json')
    expect([moved.code, moved.body['message']]).toEqual([
      422,
      'Service "a" is invalid: spec.clusterIPs[0]: Invalid value: []string{"10.0.0.9"}: may not change once set',
    ])
  })

  test('of a Deployment', async () => {
    expect(await spec('/apis/apps/v1/namespaces/default/deployments', deploymentOf('web'))).toMatchObject({
      replicas: 1,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      template: { metadata: { creationTimestamp: null }, spec: { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst' } },
    })
  })

  test('of a Secret, whose stringData becomes data', async () => {
    const { body } = await open().ask('POST', `${CORE}/secrets`, {
      metadata: { name: 's' },
      data: { a: 'eA==', b: 'eQ==' },
      stringData: { b: 'é' },
    })
    expect([body['data'], body['type'], body['stringData']]).toEqual([{ a: 'eA==', b: 'w6k=' }, 'Opaque', undefined])
  })

  test('of a PersistentVolume and a StorageClass', async () => {
    const { ask } = open()
    const source = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/d' } }
    const volume = (await ask('POST', '/api/v1/persistentvolumes', { metadata: { name: 'v' }, spec: source })).body
    expect(volume['spec']).toEqual({
      ...source,
      hostPath: { path: '/d', type: '' },
      persistentVolumeReclaimPolicy: 'Retain',
      volumeMode: 'Filesystem',
    })
    expect(volume['status']).toEqual({ phase: 'Pending', lastPhaseTransitionTime: '2024-01-01T00:00:00Z' })
    const { body } = await ask('POST', '/apis/storage.k8s.io/v1/storageclasses', {
      metadata: { name: 'c' },
      provisioner: 'p.example.io',
    })
    expect([body['reclaimPolicy'], body['volumeBindingMode']]).toEqual(['Delete', 'Immediate'])
  })
})

test.each([
  [`${CORE}/pods`, { metadata: { name: 'p' } }, 'Pod "p" is invalid: spec.containers: Required value'],
  [
    `${CORE}/pods`,
    { metadata: { name: 'p' }, spec: { containers: [{ name: 'a' }] } },
    'Pod "p" is invalid: spec.containers[0].image: Required value',
  ],
  [`${CORE}/services`, { metadata: { name: 's' } }, 'Service "s" is invalid: spec.ports: Required value'],
  [
    `${CORE}/secrets`,
    { metadata: { name: 's' }, data: { '..': '' } },
    `Secret "s" is invalid: data[..]: Invalid value: "..": must not be '..'`,
  ],
  [
    '/api/v1/persistentvolumes',
    { metadata: { name: 'v' }, spec: { capacity: { storage: '1' }, accessModes: ['ReadWriteOnce'] } },
    'PersistentVolume "v" is invalid: spec: Required value: must specify a volume type',
  ],
  [
    '/apis/storage.k8s.io/v1/storageclasses',
    { metadata: { name: 'c' } },
    'StorageClass.storage.k8s.io "c" is invalid: provisioner: Required value',
  ],
  [
    '/apis/apps/v1/namespaces/default/deployments',
    { ...deploymentOf('d'), spec: { ...deploymentOf('d').spec, selector: { matchLabels: { app: 'x' } } } },
    'Deployment.apps "d" is invalid: spec.template.metadata.labels: Invalid value: map[string]string{"app":"d"}: `selector` does not match template `labels`',
  ],
])('refuses POST to %s, case %#: %s', async (path, body, message) => {
  const reply = await open().ask('POST', path, body)
  expect([reply.code, reply.body['message']]).toEqual([422, message])
})

describe('a pod', () => {
  const PODS = `${CORE}/pods`
  const bind = { metadata: { name: 'web' }, target: { kind: 'Node', name: 'worker-1' } }

  test('is bound to a node once, and found by spec.nodeName', async () => {
    const { ask } = open()
    await ask('POST', PODS, podOf('web'))
    expect(await ask('POST', `${PODS}/web/binding`, bind)).toEqual({
      code: 201,
      body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
    })
    const wrong = await ask('POST', `${PODS}/web/binding`, { metadata: { name: 'web' }, target: { kind: 'X' } })
    expect([wrong.code, wrong.body['message']]).toEqual([
      500,
      '[target.kind: Unsupported value: "X": supported values: "Node", "<empty>", target.name: Required value]',
    ])
    const again = await ask('POST', `${PODS}/web/binding`, bind)
    expect([again.code, again.body['message']]).toEqual([
      409,
      'Operation cannot be fulfilled on pods/binding "web": pod web is already assigned to node "worker-1"',
    ])
    expect(((await ask('GET', `${PODS}/web`)).body['metadata'] as { generation: number }).generation).toBe(1)
    const on = async (selector: string) =>
      ((await ask('GET', `/api/v1/pods?fieldSelector=${selector}`)).body['items'] as unknown[]).length
    expect([
      await on('spec.nodeName=worker-1,status.phase!=Succeeded,status.phase!=Failed'),
      await on('spec.nodeName=worker-2'),
      await on('spec.nodeName='),
    ]).toEqual([1, 0, 0])
    expect((await ask('GET', '/api/v1/pods?fieldSelector=spec.image=x')).body['message']).toBe(
      'field label not supported: spec.image',
    )
  })

  test('can be evicted', async () => {
    const { ask } = open()
    await ask('POST', PODS, podOf('web'))
    const dry = await ask('POST', `${PODS}/web/eviction`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'web' },
      deleteOptions: { dryRun: ['All'] },
    })
    expect([dry.code, (await ask('GET', `${PODS}/web`)).code]).toEqual([201, 200])
    expect((await ask('POST', `${PODS}/web/eviction`, { metadata: { name: 'web' } })).code).toBe(201)
    expect([
      (await ask('GET', `${PODS}/web`)).code,
      (await ask('POST', `${PODS}/web/eviction`, { metadata: { name: 'web' } })).code,
    ]).toEqual([404, 404])
    expect((await ask('POST', `${PODS}/web/eviction`, {})).body['message']).toBe(
      'name in URL does not match name in Eviction object',
    )
  })

  test('is not evicted against its disruption budget', async () => {
    const { ask } = open()
    const merge = 'application/merge-patch+json'
    await ask('POST', PODS, podOf('web', { labels: { app: 'web' } }))
    await ask(
      'PATCH',
      `${PODS}/web/status`,
      { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } },
      merge,
    )
    const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
    await ask('POST', budgets, {
      metadata: { name: 'b' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
    })
    const evict = async () => (await ask('POST', `${PODS}/web/eviction`, { metadata: { name: 'web' } })).body
    const refused = (message: string, more: object = {}) => ({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      reason: 'TooManyRequests',
      details: { causes: [{ reason: 'DisruptionBudget', message }], ...more },
      code: 429,
    })
    expect(await evict()).toEqual(
      refused('The disruption budget b is still being processed by the server.', { retryAfterSeconds: 10 }),
    )
    const status = (disruptionsAllowed: number) =>
      ask(
        'PATCH',
        `${budgets}/b/status`,
        {
          status: { observedGeneration: 1, disruptionsAllowed, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
        },
        merge,
      )
    await status(0)
    expect(await evict()).toEqual(refused('The disruption budget b needs 1 healthy pods and has 1 currently'))
    await status(1)
    expect((await evict())['status']).toBe('Success')
  })

  test('has an immutable spec, except for images', async () => {
    const { ask } = open()
    await ask('POST', PODS, podOf('web'))
    const patch = (spec: object) => ask('PATCH', `${PODS}/web`, { spec }, 'application/strategic-merge-patch+json')
    expect((await patch({ containers: [{ name: 'web', image: 'other:1' }] })).code).toBe(200)
    expect((await patch({ hostNetwork: true })).code).toBe(422)
  })

  test.each([
    [{}, ['web', '0/1', 'Pending', '0', '0s', '<none>', '<none>', '<none>', '<none>']],
    [
      {
        phase: 'Running',
        podIP: '10.1.0.5',
        containerStatuses: [
          { name: 'web', ready: true, restartCount: 2, image: '', imageID: '', state: { running: {} } },
        ],
      },
      ['web', '1/1', 'Running', '2', '0s', '10.1.0.5', '<none>', '<none>', '<none>'],
    ],
    [
      {
        phase: 'Running',
        containerStatuses: [
          {
            name: 'web',
            ready: true,
            restartCount: 1,
            image: '',
            imageID: '',
            state: { running: {} },
            lastState: { terminated: { exitCode: 1, finishedAt: '2023-12-31T23:55:00Z' } },
          },
        ],
      },
      ['web', '1/1', 'Running', '1 (5m ago)', '0s', '<none>', '<none>', '<none>', '<none>'],
    ],
    [
      {
        phase: 'Running',
        containerStatuses: [
          {
            name: 'web',
            ready: false,
            restartCount: 5,
            image: '',
            imageID: '',
            state: { waiting: { reason: 'CrashLoopBackOff' } },
          },
        ],
      },
      ['web', '0/1', 'CrashLoopBackOff', '5', '0s', '<none>', '<none>', '<none>', '<none>'],
    ],
  ])('has a table row, case %#', async (status, cells) => {
    const { cluster, ask } = open()
    await ask('POST', PODS, podOf('web'))
    await ask('PATCH', `${PODS}/web/status`, { status }, 'application/merge-patch+json')
    const reply = await cluster.fetch(`${PODS}/web`, {
      headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
    })
    expect(((await reply.json()) as { rows: { cells: unknown[] }[] }).rows[0]!.cells).toEqual(cells)
  })
})

describe('a Scale', () => {
  const PATH = '/apis/apps/v1/namespaces/default/deployments/web'
  const shown = (resourceVersion: string, replicas: number) => ({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      name: 'web',
      namespace: 'default',
      uid: expect.any(String) as string,
      resourceVersion,
      creationTimestamp: '2024-01-01T00:00:00Z',
    },
    spec: { replicas },
    status: { replicas: 0, selector: 'app=web' },
  })

  test('reads and updates only the replicas', async () => {
    const { ask } = open()
    await ask('POST', '/apis/apps/v1/namespaces/default/deployments', deploymentOf('web'))
    const before = await ask('GET', `${PATH}/scale`)
    expect(before.body).toEqual(shown('1005', 1))
    expect(
      (await ask('PATCH', `${PATH}/scale`, { spec: { replicas: 3 } }, 'application/merge-patch+json')).body,
    ).toEqual(shown('1006', 3))
    const stale = await ask('PUT', `${PATH}/scale`, { ...before.body, spec: { replicas: 4 } })
    expect([stale.code, stale.body['reason']]).toEqual([409, 'Conflict'])
    const { metadata, spec } = (await ask('GET', PATH)).body as { metadata: { generation: number }; spec: Json }
    expect([spec['replicas'], metadata.generation]).toEqual([3, 2])
  })

  test('has a table row', async () => {
    const { cluster, ask } = open()
    await ask('POST', '/apis/apps/v1/namespaces/default/deployments', deploymentOf('web'))
    const reply = await cluster.fetch(`${PATH}/scale`, {
      headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
    })
    expect(((await reply.json()) as { rows: { cells: unknown[] }[] }).rows[0]!.cells).toEqual(['web', 1, 0, '0s'])
  })

  test('of a missing Deployment is not found', async () => {
    const { body } = await open().ask('GET', `${PATH}/scale`)
    expect(body['message']).toBe('deployments.apps "web" not found')
  })
})

describe('a review', () => {
  const audiences = ['https://kubernetes.default.svc.cluster.local']
  const user = { username: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] }
  const attributes = { resourceAttributes: { verb: 'create', resource: 'pods' } }

  const asked = (fieldsV1: object, group = 'authorization') => ({
    creationTimestamp: null,
    managedFields: [
      {
        manager: 'unknown',
        operation: 'Update',
        apiVersion: `${group}.k8s.io/v1`,
        time: '2024-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': fieldsV1 },
      },
    ],
  })
  const fields = { 'f:resourceAttributes': { '.': {}, 'f:resource': {}, 'f:verb': {} } }

  test.each([
    ['authorization.k8s.io/v1/selfsubjectaccessreviews', { spec: attributes }, { allowed: true }, asked(fields)],
    [
      'authorization.k8s.io/v1/subjectaccessreviews',
      { spec: { ...attributes, user: 'somebody' } },
      { allowed: true },
      asked({ ...fields, 'f:user': {} }),
    ],
    [
      'authorization.k8s.io/v1/namespaces/a/localsubjectaccessreviews',
      { spec: { resourceAttributes: { namespace: 'a' }, user: 'somebody' } },
      { allowed: true },
      { ...asked({ 'f:resourceAttributes': { '.': {}, 'f:namespace': {} }, 'f:user': {} }), namespace: 'a' },
    ],
    [
      'authorization.k8s.io/v1/selfsubjectrulesreviews',
      { spec: { namespace: 'default' } },
      {
        resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
        nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        incomplete: false,
      },
      { creationTimestamp: null },
    ],
    [
      'authentication.k8s.io/v1/selfsubjectreviews',
      { metadata: { name: 'a' } },
      { userInfo: user },
      { creationTimestamp: '2024-01-01T00:00:00Z' },
    ],
    [
      'authentication.k8s.io/v1/tokenreviews',
      { spec: { token: 'nonsense' } },
      { user: {}, error: 'invalid bearer token' },
      asked({ 'f:token': {} }, 'authentication'),
    ],
  ])('is answered and not stored: %s', async (path, body, status, metadata) => {
    const { cluster, ask } = open()
    const { revision } = cluster.snapshot().state
    const reply = await ask('POST', `/apis/${path}`, body)
    expect([reply.code, reply.body['status'], reply.body['metadata']]).toEqual([201, status, metadata])
    expect([cluster.snapshot().state.revision, (await ask('GET', `/apis/${path}`)).code]).toEqual([revision, 405])
  })

  test('of a wrong token, or for another audience, is not authenticated', async () => {
    const cluster = createCluster({ profile: 'example', seed: 1, token: 'right' })
    const review = async (token: string, of: readonly string[] = []) =>
      (await cluster.create('TokenReview', { metadata: {}, spec: { token, audiences: of } } as never))['status']
    const known = { authenticated: true, user, audiences }
    const unknown = { user: {}, error: 'invalid bearer token' }
    expect([await review('right'), await review('wrong')]).toEqual([known, unknown])
    // The token is for the audience of the server only.
    expect([await review('right', ['x', ...audiences]), await review('right', ['x'])]).toEqual([known, unknown])
  })

  test('of a wrong token keeps user and audiences of the sent status', async () => {
    const cluster = createCluster({ profile: 'example', seed: 1, token: 'right' })
    const stated = { authenticated: true, user: { uid: '*' }, audiences: ['a'], error: 'e' }
    const review = async (token: string) =>
      (await cluster.create('TokenReview', { metadata: {}, spec: { token }, status: stated } as never))['status']
    expect(await review('wrong')).toEqual({ user: { uid: '*' }, audiences: ['a'], error: 'invalid bearer token' })
    expect(await review('right')).toEqual({ authenticated: true, user, audiences, error: 'e' })
  })

  test.each([
    [
      'authorization.k8s.io/v1/selfsubjectaccessreviews',
      {},
      '.authorization.k8s.io "" is invalid: spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ],
    [
      'authorization.k8s.io/v1/selfsubjectaccessreviews',
      { spec: { resourceAttributes: { labelSelector: {} } } },
      '.authorization.k8s.io "" is invalid: spec.resourceAttributes.labelSelector.requirements: Required value: when spec.resourceAttributes.labelSelector is specified, requirements or rawSelector is required',
    ],
    [
      'authorization.k8s.io/v1/namespaces/a/localsubjectaccessreviews',
      { spec: { resourceAttributes: { namespace: 'b' }, user: 'u' } },
      '.authorization.k8s.io "" is invalid: spec.resourceAttributes.namespace: Invalid value: "b": must match metadata.namespace',
    ],
    ['authorization.k8s.io/v1/selfsubjectrulesreviews', {}, 'no namespace on request'],
    ['authentication.k8s.io/v1/tokenreviews', {}, 'token is required for TokenReview in authentication'],
  ])('is refused if it is incomplete: %s %j', async (path, question, message) => {
    expect((await open().ask('POST', `/apis/${path}`, question)).body['message']).toBe(message)
  })

  test('cannot be read by name', async () => {
    expect((await open().ask('GET', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/a')).code).toBe(404)
  })

  test('cannot be a fixture', async () => {
    await expect(
      createCluster({ profile: 'example' }).load(
        'apiVersion: authentication.k8s.io/v1\nkind: TokenReview\nmetadata: { name: a }\n',
      ),
    ).rejects.toThrow('TokenReview is answered, never stored')
  })
})

describe.each(['example', 'kubernetes'] as const)('Events of both groups (profile %s)', (profile) => {
  const group = profiles[profile].group('events')
  const HERE = `/apis/${group}/v1/namespaces/default/events`
  const core = {
    metadata: { name: 'e' },
    involvedObject: { kind: 'Lease', name: 'a', namespace: 'default' },
    reason: 'R',
    message: 'm',
    type: 'Normal',
    source: { component: 'c' },
    count: 1,
  }
  const withoutMetadata = ({ metadata: _, ...members }: Json) => members
  const post = async (cluster: Cluster) =>
    cluster.fetch(`${CORE}/events`, {
      method: 'POST',
      body: JSON.stringify(core),
      headers: { 'content-type': 'application/json' },
    })

  test('are the same objects with the field names of each group', async () => {
    const { cluster, ask } = open({ profile })
    await post(cluster)
    expect(withoutMetadata((await ask('GET', `${CORE}/events/e`)).body)).toEqual({
      kind: 'Event',
      apiVersion: 'v1',
      involvedObject: core.involvedObject,
      reason: 'R',
      message: 'm',
      source: { component: 'c' },
      firstTimestamp: null,
      lastTimestamp: null,
      count: 1,
      type: 'Normal',
      eventTime: null,
      reportingComponent: '',
      reportingInstance: '',
    })
    expect(withoutMetadata((await ask('GET', `${HERE}/e`)).body)).toEqual({
      kind: 'Event',
      apiVersion: `${group}/v1`,
      eventTime: null,
      reason: 'R',
      regarding: core.involvedObject,
      note: 'm',
      type: 'Normal',
      deprecatedSource: { component: 'c' },
      deprecatedFirstTimestamp: null,
      deprecatedLastTimestamp: null,
      deprecatedCount: 1,
    })
  })

  test.each([
    ['involvedObject.name=a,involvedObject.kind=Lease', 1],
    ['involvedObject.uid=,involvedObject.apiVersion=', 1],
    ['involvedObject.name!=a', 0],
    ['source=c,reason=R,type=Normal', 1],
    ['reportingComponent=c', 0],
  ])('are selected by %s: %i', async (selector, count) => {
    const { cluster, ask } = open({ profile })
    await post(cluster)
    expect(
      ((await ask('GET', `/api/v1/events?fieldSelector=${encodeURIComponent(selector)}`)).body['items'] as unknown[])
        .length,
    ).toBe(count)
  })

  test('share writes and resource versions, and a write without effect changes neither', async () => {
    const { cluster, ask } = open({ profile })
    await post(cluster)
    const merge = 'application/merge-patch+json'
    const version = ({ body }: Reply) => (body['metadata'] as { resourceVersion: string }).resourceVersion
    const first = version(await ask('GET', `${HERE}/e`))
    const changed = version(await ask('PATCH', `${CORE}/events/e`, { message: 'other' }, merge))
    const unchanged = version(await ask('PATCH', `${CORE}/events/e`, { message: 'other' }, merge))
    const here = await ask('GET', `${HERE}/e`)
    expect([Number(changed) - Number(first), unchanged, version(here), here.body['note']]).toEqual([
      1,
      changed,
      changed,
      'other',
    ])
    expect((await ask('PATCH', `${HERE}/e`, { note: 'no' }, merge)).code).toBe(422)
  })

  test('share watch events', async () => {
    const { cluster, ask } = open({ profile })
    const at = (await cluster.list('Event')).metadata.resourceVersion!
    const watched = await cluster.fetch(`/api/v1/events?watch=1&resourceVersion=${at}`)
    const reader = watched.body!.getReader()
    await post(cluster)
    await ask('DELETE', `${HERE}/e`)
    const read = async () =>
      JSON.parse(new TextDecoder().decode((await reader.read()).value)) as { type: string; object: Json }
    const events = [await read(), await read()]
    await reader.cancel()
    expect(events.map(({ type, object }) => [type, object['apiVersion'], object['message']])).toEqual([
      ['ADDED', 'v1', 'm'],
      ['DELETED', 'v1', 'm'],
    ])
  })

  test('are one object in dump and load', async () => {
    const { cluster } = open({ profile })
    await post(cluster)
    const text = await cluster.dump({ kinds: ['Event'] })
    expect(text.match(/kind: Event/g)).toHaveLength(1)
    const other = createCluster({ seed: 2, profile })
    await other.load([{ apiVersion: 'v1', kind: 'Event', ...core }])
    expect(await other.get('Event', { name: 'e' })).toMatchObject({
      apiVersion: `${group}/v1`,
      note: 'm',
      deprecatedCount: 1,
    })
  })
})
