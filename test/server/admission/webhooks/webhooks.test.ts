import { describe, expect, test } from 'vitest'
import { formatJournal } from '../../../../src/server/journal/format.js'
import { configuration, hookedCluster, patch } from './hooks.js'

const map = (name: string, more: object = {}) => ({ metadata: { name }, ...more })

const JSON_BODY = { 'Content-Type': 'application/json' }

/** Returns the Status that a promise is rejected with. */
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: { readonly status: unknown }) => error.status,
  )

test.each([
  ['1.33', { name: 'a', namespace: 'default', creationTimestamp: null }],
  ['1.34', { name: 'a', namespace: 'default' }],
] as const)(
  'a mutating webhook of v%s sees of a new object what is not made yet as null, or not',
  async (version, seen) => {
    const { cluster, asked } = hookedCluster(() => ({}), { kubernetesVersion: version })
    await cluster.load([configuration('MutatingWebhookConfiguration', {})])
    await cluster.create('ConfigMap', map('a'))
    const { managedFields: _, ...metadata } = asked[0]!.review.request.object!.metadata
    expect(metadata).toEqual(seen)
  },
)

describe('a validating webhook', () => {
  test('refuses what is written, in its own words', async () => {
    const { cluster } = hookedCluster(() => ({ allowed: false, status: { code: 409, message: 'busy' } }))
    await cluster.load([configuration('ValidatingWebhookConfiguration', {})])
    expect(await failureOf(cluster.create('ConfigMap', map('a')))).toMatchObject({
      code: 409,
      message: 'admission webhook "one.example.com" denied the request: busy',
    })
    await cluster.create('Secret', map('other'))
    await cluster.load([map('b')].map((one) => ({ apiVersion: 'v1', kind: 'ConfigMap', ...one })))
  })

  test('may refuse with a code that is no status of HTTP', async () => {
    const { cluster } = hookedCluster(() => ({ allowed: false, status: { code: 799, message: 'high' } }))
    await cluster.load([configuration('ValidatingWebhookConfiguration', {})])
    const reply = await cluster.fetch('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(map('a')),
    })
    expect([reply.status, reply.ok]).toEqual([799, false])
    expect(await reply.json()).toMatchObject({ code: 799 })
  })

  test.each([
    ['1.36', {}, 1],
    ['1.37', {}, 0],
    ['1.37', { ExcludeAdmissionWebhookVirtualResources: false }, 1],
  ] as const)('sees reviews in v%s with %j: %i', async (kubernetesVersion, featureGates, count) => {
    const { cluster, asked } = hookedCluster(() => ({}), { kubernetesVersion, featureGates })
    const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }]
    await cluster.load([configuration('ValidatingWebhookConfiguration', { rules })])
    await cluster.create('SelfSubjectAccessReview', { spec: { resourceAttributes: { verb: 'get' } } })
    expect(asked).toHaveLength(count)
  })

  test.each([
    { resources: ['pods'], operations: ['CREATE'], asking: 0 },
    { resources: ['*'], operations: ['*'], asking: 1 },
  ])('leaves the metadata of a review empty where it may change $resources', async ({ asking, ...rule }) => {
    const { cluster, asked } = hookedCluster(() => ({}))
    const rules = [{ ...rule, apiGroups: ['*'], apiVersions: ['*'] }]
    await cluster.load([configuration('MutatingWebhookConfiguration', { rules })])
    const { status } = await cluster.create('SelfSubjectAccessReview', {
      spec: { resourceAttributes: { verb: 'get' } },
    })
    expect(status).toMatchObject({ allowed: true })
    expect(asked).toHaveLength(asking)
  })

  test('is asked again about what the server updates before it removes it', async () => {
    const { cluster, asked } = hookedCluster(() => ({}))
    const rules = [{ operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods', 'configmaps'] }]
    await cluster.load([configuration('ValidatingWebhookConfiguration', { rules })])
    const seen = async (kind: 'Pod' | 'ConfigMap', name: string, options = {}) => {
      asked.length = 0
      await cluster.delete(kind, { name }, options)
      return asked.map(({ review }) => {
        const { oldObject, options } = review.request as unknown as {
          oldObject: Old
          options: { gracePeriodSeconds?: number }
        }
        const { deletionGracePeriodSeconds: grace, finalizers } = oldObject.metadata
        return [grace, finalizers, options.gracePeriodSeconds]
      })
    }
    type Old = { metadata: { deletionGracePeriodSeconds?: number; finalizers?: readonly string[] } }
    const container = { containers: [{ name: 'c', image: 'nginx' }] }
    await cluster.create('ServiceAccount', map('default'))
    await cluster.create('Pod', { metadata: { name: 'unscheduled' }, spec: container })
    const stored = await cluster.get('Pod', { name: 'unscheduled' })
    expect(await seen('Pod', 'unscheduled')).toEqual([
      [undefined, undefined, 0],
      [0, undefined, 0],
    ])
    expect(Number((asked[1]!.review.request.oldObject as typeof stored).metadata.resourceVersion)).toBeGreaterThan(
      Number(stored.metadata.resourceVersion),
    )
    await cluster.create('Pod', { metadata: { name: 'running' }, spec: { ...container, nodeName: 'n' } })
    expect(await seen('Pod', 'running')).toEqual([[undefined, undefined, 30]])
    await cluster.create('ConfigMap', { metadata: { name: 'plain' } })
    expect(await seen('ConfigMap', 'plain')).toEqual([[undefined, undefined, undefined]])
    await cluster.create('ConfigMap', { metadata: { name: 'orphan', finalizers: ['orphan'] } })
    const orphan = [undefined, ['orphan'], undefined]
    expect(await seen('ConfigMap', 'orphan', { propagationPolicy: 'Background' })).toEqual([orphan, orphan])
    asked.length = 0
    await cluster.create('ConfigMap', { metadata: { name: 'old-fashioned' } })
    await cluster.fetch('/api/v1/namespaces/default/configmaps/old-fashioned', {
      method: 'DELETE',
      headers: JSON_BODY,
      body: JSON.stringify({ orphanDependents: false }),
    })
    expect(asked.at(-1)!.review.request).toMatchObject({
      operation: 'DELETE',
      options: { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', orphanDependents: false },
    })
    expect(asked.at(-1)!.review.request['options']).not.toHaveProperty('propagationPolicy')
    await cluster.create('Pod', { metadata: { name: 'dry' }, spec: container })
    expect(await seen('Pod', 'dry', { dryRun: true })).toHaveLength(1)
  })

  test('sees a token request filled in by its account', async () => {
    const { cluster, asked } = hookedCluster(() => ({}))
    const rules = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['serviceaccounts/token'] }]
    await cluster.load([configuration('ValidatingWebhookConfiguration', { rules })])
    await cluster.create('ServiceAccount', map('robot'))
    const ask = (name: string) =>
      cluster.fetch(`/api/v1/namespaces/default/serviceaccounts/${name}/token`, {
        method: 'POST',
        headers: JSON_BODY,
        body: '{}',
      })
    expect((await ask('nobody')).status).toBe(404)
    await ask('robot')
    expect(asked.map(({ review }) => review.request.object)).toMatchObject([
      {
        metadata: { name: 'robot', namespace: 'default', creationTimestamp: expect.any(String) as string },
        spec: { audiences: ['https://kubernetes.default.svc.cluster.local'], expirationSeconds: 3600 },
        status: { token: '', expirationTimestamp: null },
      },
    ])
  })

  test('sees a binding where it is posted, under the name in the path', async () => {
    const { cluster, asked } = hookedCluster(() => ({}))
    const rules = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['bindings', 'pods/binding'] }]
    await cluster.load([configuration('MutatingWebhookConfiguration', { rules })])
    await cluster.load([
      { apiVersion: 'v1', kind: 'Pod', ...map('a', { spec: { containers: [{ name: 'c', image: 'x' }] } }) },
    ])
    const bind = async (path: string, name: string) => {
      const body = JSON.stringify({ ...map(name), target: { name: 'n' } })
      const reply = await cluster.fetch(`/api/v1/namespaces/default/${path}`, {
        method: 'POST',
        headers: JSON_BODY,
        body,
      })
      const { resource, subResource, name: seen, object } = asked.pop()!.review.request
      return [reply.status, (resource as { resource: string }).resource, subResource, seen, object?.metadata['name']]
    }
    expect(await bind('pods/a/binding', 'other')).toEqual([400, 'pods', 'binding', 'a', 'other'])
    expect(await bind('bindings', 'a')).toEqual([201, 'bindings', undefined, 'a', 'a'])
    expect(await bind('pods/a/binding', 'a')).toEqual([409, 'pods', 'binding', 'a', 'a'])
  })

  test('sees the options of a connection, which have no metadata', async () => {
    const { cluster, asked } = hookedCluster(() => ({ allowed: false }))
    const rules = [{ operations: ['CONNECT'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods/attach'] }]
    await cluster.load([configuration('ValidatingWebhookConfiguration', { rules })])
    await cluster.load([
      { apiVersion: 'v1', kind: 'Pod', ...map('a', { spec: { containers: [{ name: 'c', image: 'x' }] } }) },
    ])
    const reply = await cluster.fetch('/api/v1/namespaces/default/pods/a/attach?container=c&stdin=true')
    expect(reply.status).toBe(400)
    expect(asked.map(({ review }) => review.request)).toMatchObject([
      {
        operation: 'CONNECT',
        kind: { group: '', version: 'v1', kind: 'PodAttachOptions' },
        subResource: 'attach',
        name: 'a',
        object: { kind: 'PodAttachOptions', apiVersion: 'v1', stdin: true, container: 'c' },
        oldObject: null,
        options: null,
      },
    ])
  })

  test('sees each operation: the object, the stored one, the options and the user', async () => {
    const { cluster, asked } = hookedCluster(() => ({}))
    await cluster.load([configuration('ValidatingWebhookConfiguration', { timeoutSeconds: 7 })])
    await cluster.create('ConfigMap', map('a', { data: { n: '1' } }))
    await cluster.patch('ConfigMap', { name: 'a' }, { data: { n: '2' } }, { dryRun: true })
    await cluster.delete('ConfigMap', { name: 'a' })
    const [created, updated, deleted] = asked.map(({ review }) => review.request)
    expect(asked[0]?.request.url).toBe('https://hooks.shop.svc/one?timeout=7s')
    expect(created).toMatchObject({
      operation: 'CREATE',
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      requestResource: { group: '', version: 'v1', resource: 'configmaps' },
      name: 'a',
      namespace: 'default',
      object: { metadata: { name: 'a' }, data: { n: '1' } },
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
    })
    expect(updated).toMatchObject({ operation: 'UPDATE', dryRun: true, object: { data: { n: '2' } } })
    expect(updated?.oldObject).toMatchObject({ data: { n: '1' } })
    expect(deleted).toMatchObject({ operation: 'DELETE', object: null, oldObject: { data: { n: '1' } } })
  })

  test('does not see its own configuration, so that it can be mended', async () => {
    const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }]
    const { cluster } = hookedCluster(() => ({ allowed: false }))
    await cluster.load([configuration('ValidatingWebhookConfiguration', { rules: everything })])
    expect(await failureOf(cluster.create('Namespace', map('shop')))).toMatchObject({
      message: 'admission webhook "one.example.com" denied the request without explanation',
    })
    await cluster.delete('ValidatingWebhookConfiguration', { name: 'hooks' })
    await cluster.create('Namespace', map('shop'))
  })

  test('is asked about what meets its conditions only, and fails where that cannot be told', async () => {
    const { cluster, asked } = hookedCluster(() => ({}))
    const matchConditions = [{ name: 'large', expression: 'int(object.data.size) > 1' }]
    await cluster.load([configuration('ValidatingWebhookConfiguration', { matchConditions })])
    await cluster.create('ConfigMap', map('small', { data: { size: '1' } }))
    expect(asked).toHaveLength(0)
    await cluster.create('ConfigMap', map('large', { data: { size: '2' } }))
    expect(asked).toHaveLength(1)
    expect(await failureOf(cluster.create('ConfigMap', map('none')))).toMatchObject({
      code: 403,
      message:
        'configmaps "none" is forbidden: expression \'int(object.data.size) > 1\' resulted in error: no such key: data',
    })
    // Of what has no name yet none is told.
    const unnamed = await cluster.fetch('/api/v1/namespaces/default/configmaps', {
      method: 'DELETE',
    })
    expect(await unnamed.json()).toMatchObject({
      message: expect.stringMatching(/^configmaps is forbidden: /),
      details: { kind: 'configmaps' },
    })
  })

  test.each([
    [null, 'webhook response was absent'],
    [{ kind: 'Status', apiVersion: 'v1' }, 'converting (v1.Status) to (v1.AdmissionReview): unknown conversion'],
    [
      { kind: 'APIGroup', apiVersion: 'a.b/v2' },
      'converting (v1.APIGroup) to (v1.AdmissionReview): unknown conversion',
    ],
    [
      { kind: 'Pod', apiVersion: 'v1' },
      'no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:110"',
    ],
  ])('that replies %j fails', async (reply, told) => {
    const { cluster } = hookedCluster(() => Response.json(reply))
    await cluster.load([configuration('ValidatingWebhookConfiguration', {})])
    await expect(cluster.create('ConfigMap', map('a'))).rejects.toThrow(told)
  })

  test('warns and annotates', async () => {
    const { cluster } = hookedCluster(() => ({ warnings: ['mind the gap'], auditAnnotations: { seen: 'yes' } }))
    await cluster.load([configuration('ValidatingWebhookConfiguration', {})])
    const reply = await cluster.fetch('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(map('a')),
    })
    expect(reply.headers.get('warning')).toBe('299 - "mind the gap"')
  })
})

describe('a mutating webhook', () => {
  test('changes what is stored, and those after it see that', async () => {
    const { cluster } = hookedCluster(({ object }, path) => {
      const labels = (object?.metadata['labels'] ?? {}) as { readonly calls?: string }
      const calls = `${labels.calls ?? ''}${path.slice(1)}`
      return patch({ op: 'add', path: '/metadata/labels', value: { calls } })
    })
    const names = ['a', 'b']
    await cluster.load([configuration('MutatingWebhookConfiguration', ...names.map((name) => ({ name })))])
    expect((await cluster.create('ConfigMap', map('one'))).metadata.labels).toEqual({ calls: 'ab' })
  })

  test('is asked again, if it wants to be, when another has changed the object after it', async () => {
    const { cluster, asked } = hookedCluster((_, path) =>
      path === '/b' ? patch({ op: 'add', path: '/data', value: { b: '1' } }) : {},
    )
    await cluster.load([
      configuration('MutatingWebhookConfiguration', { name: 'a', reinvocationPolicy: 'IfNeeded' }, { name: 'b' }),
    ])
    await cluster.create('ConfigMap', map('one'))
    expect(asked.map(({ path }) => path)).toEqual(['/a', '/b', '/a'])
  })

  test.each([
    [{ op: 'add', path: '/container', value: 'other' }, 400, 'container other is not valid for pod a'],
    // Fields that options do not have are lost, as metadata is.
    [{ op: 'add', path: '/metadata', value: { labels: { a: 'b' } } }, 400, 'container no is not valid for pod a'],
    [
      { op: 'add', path: '/metadata/labels', value: {} },
      500,
      'Internal error occurred: add operation does not apply: doc is missing path: "/metadata/labels": missing value',
    ],
    [
      { op: 'add', path: '/command', value: 'ls' },
      500,
      'Internal error occurred: json: cannot unmarshal string into Go struct field PodExecOptions.command of type []string',
    ],
    [
      { op: 'add', path: '/kind', value: 'Pod' },
      500,
      'converting (v1.Pod) to (core.PodExecOptions): unknown conversion',
    ],
  ])('changes the options of a connection by %j', async (operation, code, message) => {
    const { cluster } = hookedCluster(() => patch(operation))
    const rules = [{ operations: ['CONNECT'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods/exec'] }]
    const pod = map('a', { spec: { nodeName: 'n', containers: [{ name: 'c', image: 'x' }] } })
    await cluster.load([
      configuration('MutatingWebhookConfiguration', { rules }),
      { apiVersion: 'v1', kind: 'Pod', ...pod },
    ])
    const reply = await cluster.fetch('/api/v1/namespaces/default/pods/a/exec?command=ls&container=no')
    expect(await reply.json()).toMatchObject({ code, message })
  })

  test('sees a new object as it was sent, before its name is generated', async () => {
    const { cluster, asked } = hookedCluster(() => patch({ op: 'add', path: '/data', value: { a: '1' } }))
    await cluster.load([configuration('MutatingWebhookConfiguration', {})])
    const made = await cluster.create('ConfigMap', { metadata: { generateName: 'map-' } })
    expect(asked[0]?.review.request).not.toHaveProperty('name')
    expect(asked[0]?.review.request.object?.metadata).toMatchObject({ generateName: 'map-', creationTimestamp: null })
    expect(asked[0]?.review.request.object?.metadata).not.toHaveProperty('uid')
    expect(made.data).toEqual({ a: '1' })
    expect(made.metadata.name).toMatch(/^map-.....$/)
  })

  test.each([
    ['is no patch', btoa('7'), 'json: cannot unmarshal number into Go value of type jsonpatch.Patch'],
    ['is no JSON', btoa('['), 'unexpected end of JSON input'],
    [
      'does not apply',
      btoa('[{"op":"remove","path":"/data"}]'),
      "error in remove for path: '/data': Unable to remove nonexistent key: data: missing value",
    ],
    [
      'leaves no ConfigMap',
      btoa('[{"op":"add","path":"/data","value":7}]'),
      'json: cannot unmarshal number into Go struct field ConfigMap.data of type map[string]string',
    ],
  ])('whose patch %s fails the request', async (_, given, why) => {
    const { cluster } = hookedCluster(() => ({ patchType: 'JSONPatch', patch: given }))
    await cluster.load([configuration('MutatingWebhookConfiguration', { failurePolicy: 'Ignore' })])
    expect(await failureOf(cluster.create('ConfigMap', map('a')))).toMatchObject({
      code: 500,
      message: `Internal error occurred: ${why}`,
    })
  })
})

test('what a webhook adds to a custom resource that has no such field, those see that validate; it is not stored', async () => {
  const { cluster, asked } = hookedCluster((_, path) =>
    path === '/one' ? patch({ op: 'add', path: '/spec/more', value: 1 }) : {},
  )
  const rules = [{ operations: ['*'], apiGroups: ['shop.example.com'], apiVersions: ['*'], resources: ['*'] }]
  const properties = { spec: { type: 'object', properties: { size: { type: 'integer' } } } }
  const schema = { openAPIV3Schema: { type: 'object', properties } }
  await cluster.load([
    {
      ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
      metadata: { name: 'boxes.shop.example.com' },
      spec: {
        ...{ group: 'shop.example.com', scope: 'Namespaced', names: { plural: 'boxes', kind: 'Box' } },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    },
    configuration('MutatingWebhookConfiguration', { rules }),
    configuration('ValidatingWebhookConfiguration', { name: 'two', rules }),
  ])
  const path = '/apis/shop.example.com/v1/namespaces/default/boxes'
  const sent = async (method: string, at: string, type: string, object: object) => {
    const headers = { 'Content-Type': `application/${type}` }
    const reply = await cluster.fetch(at, { method, headers, body: JSON.stringify(object) })
    return ((await reply.json()) as { readonly spec: object }).spec
  }
  const box = { apiVersion: 'shop.example.com/v1', kind: 'Box', ...map('a', { spec: { size: 1, other: 1 } }) }
  const made = await sent('POST', path, 'json', box)
  const changed = await sent('PATCH', `${path}/a`, 'merge-patch+json', { spec: { size: 2 } })
  expect(asked.filter(({ path }) => path === '/two').map(({ review }) => review.request.object?.['spec'])).toEqual([
    { size: 1, more: 1 },
    { size: 2, more: 1 },
  ])
  expect([made, changed]).toEqual([{ size: 1 }, { size: 2 }])
})

describe('a webhook that fails', () => {
  const failing = [
    [
      'answers nothing',
      () => new Response(''),
      'failed to call webhook: 0-length response with status code: 200 and content type: text/plain;charset=UTF-8',
    ],
    ['answers another uid', () => ({ uid: 'x' }), 'received invalid webhook response: expected response.uid='],
    [
      'is not found',
      () => new Response('', { status: 404 }),
      'failed to call webhook: the server could not find the requested resource',
    ],
    [
      'throws',
      () => {
        throw new Error('oh')
      },
      'failed to call webhook: Post "https://hooks.shop.svc:443/one?timeout=10s": the handler failed: oh',
    ],
  ] as const

  test.each(failing)('as it %s, fails the request or is passed over', async (_, answer, why) => {
    const messageUnder = async (failurePolicy: string) => {
      const { cluster } = hookedCluster(answer)
      await cluster.load([configuration('ValidatingWebhookConfiguration', { failurePolicy })])
      return ((await failureOf(cluster.create('ConfigMap', map('a')))) as { readonly message: string } | undefined)
        ?.message
    }
    expect(await messageUnder('Fail')).toContain(
      `Internal error occurred: failed calling webhook "one.example.com": ${why}`,
    )
    expect(await messageUnder('Ignore')).toBeUndefined()
  })

  test("as it never answers, does so when its time is over on the cluster's clock, and holds up nothing", async () => {
    const { cluster } = hookedCluster(() => new Promise<never>(() => undefined))
    await cluster.load([configuration('ValidatingWebhookConfiguration', { timeoutSeconds: 5 })])
    const creating = failureOf(cluster.create('ConfigMap', map('a')))
    await cluster.create('Secret', map('other'))
    await cluster.clock.advance('4s')
    await cluster.create('Secret', map('another'))
    await cluster.clock.advance('1s')
    expect(await creating).toMatchObject({
      message:
        'Internal error occurred: failed calling webhook "one.example.com": failed to call webhook: Post "https://hooks.shop.svc:443/one?timeout=5s": context deadline exceeded',
    })
  })

  test.each(['1.33', '1.37'] as const)(
    'as its patch is of a type that v%s does not know',
    async (kubernetesVersion) => {
      const { cluster } = hookedCluster(
        () => ({ ...patch({ op: 'add', path: '/data', value: { a: 'b' } }), patchType: 'Merge' }),
        { kubernetesVersion },
      )
      await cluster.load([configuration('MutatingWebhookConfiguration', {})])
      expect(await failureOf(cluster.create('ConfigMap', map('a')))).toMatchObject({
        message: 'Internal error occurred: failed calling webhook "one.example.com": unsupported patch type "Merge"',
      })
    },
  )

  test('as its Service does not exist, says so', async () => {
    const { cluster } = hookedCluster(() => ({}), { services: {} })
    await cluster.load([configuration('ValidatingWebhookConfiguration', {})])
    expect(await failureOf(cluster.create('ConfigMap', map('a')))).toMatchObject({
      message:
        'Internal error occurred: failed calling webhook "one.example.com": failed to call webhook: Post "https://hooks.shop.svc:443/one?timeout=10s": service "hooks" not found',
    })
  })
})

test('a webhook may read and write the cluster before it answers', async () => {
  const { cluster } = hookedCluster(async () => {
    await cluster.create('Secret', map('seen'))
    return {}
  })
  await cluster.load([configuration('ValidatingWebhookConfiguration', {})])
  await cluster.create('ConfigMap', map('a'))
  expect((await cluster.get('Secret', { name: 'seen' })).metadata.name).toBe('seen')
})

test.each([
  ['1.33', "invalid character 'h' looking for beginning of value", '500'],
  [
    '1.34',
    `failed calling webhook "one.example.com": received undecodable patch in webhook response: invalid character 'h' looking for beginning of value`,
    'created',
  ],
] as const)('what is no patch, in v%s', async (kubernetesVersion, told, ignored) => {
  const answer = () => ({ patchType: 'JSONPatch', patch: btoa('hello') })
  const { cluster } = hookedCluster(answer, { kubernetesVersion })
  await cluster.create('MutatingWebhookConfiguration', configuration('MutatingWebhookConfiguration', {}))
  const create = (name: string) => cluster.create('ConfigMap', { metadata: { name } })
  await expect(create('a')).rejects.toThrow(`Internal error occurred: ${told}`)
  await cluster.patch('MutatingWebhookConfiguration', { name: 'hooks' }, [
    { op: 'add', path: '/webhooks/0/failurePolicy', value: 'Ignore' },
  ])
  const outcome = await create('b').then(
    () => 'created',
    ({ code }: { readonly code: number }) => String(code),
  )
  expect(outcome).toBe(ignored)
})

test('a dry run is not shown to a webhook with side effects', async () => {
  const { cluster, asked } = hookedCluster(() => ({}))
  await cluster.load([configuration('ValidatingWebhookConfiguration', {})])
  await cluster.create('ConfigMap', map('a'), { dryRun: true })
  expect(asked).toHaveLength(1)
})

test('services are names of Services, with what stands behind them', () => {
  expect(() => hookedCluster(() => ({}), { services: { hooks: 'https://127.0.0.1:9443' } })).toThrow('services')
  expect(() => hookedCluster(() => ({}), { services: { 'shop/hooks': '127.0.0.1:9443' } })).toThrow('services')
})

describe('the journal', () => {
  test('has each call of a webhook with its review, its answer and its time, also where several are asked in turn', async () => {
    const { cluster } = hookedCluster((_, path) =>
      path === '/first'
        ? patch({ op: 'add', path: '/data', value: { a: 'b' } })
        : { allowed: false, status: { message: 'not today' }, auditAnnotations: { seen: 'yes' } },
    )
    const hooks = [{ name: 'first' }, { name: 'second' }]
    await cluster.load([configuration('MutatingWebhookConfiguration', ...hooks)])
    await failureOf(cluster.create('ConfigMap', map('a')))
    const [entry] = cluster.journal.requests({ kind: 'ConfigMap' })
    expect(entry?.webhooks).toEqual([
      expect.objectContaining({
        webhook: 'first.example.com',
        url: 'https://hooks.shop.svc:443/first?timeout=10s',
        duration: 0,
        status: 200,
        failure: '',
        review: expect.objectContaining({ kind: 'AdmissionReview' }),
        answer: expect.objectContaining({ response: expect.objectContaining({ allowed: true }) }),
      }),
      expect.objectContaining({ webhook: 'second.example.com' }),
    ])
    expect(formatJournal([entry!]).split('\n').slice(1)).toEqual([
      '    webhook first.example.com: allowed, with a patch',
      '    webhook second.example.com: denied: not today',
    ])
    const bundle = await cluster.bundle()
    expect(bundle.requests.find(({ kind }) => kind === 'ConfigMap')?.webhooks).toHaveLength(2)
  })

  test('has why a webhook did not answer, and no review of a Secret in a bundle', async () => {
    const { cluster } = hookedCluster(() => Promise.reject(new Error('away')))
    const rules = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['secrets'] }]
    await cluster.load([configuration('ValidatingWebhookConfiguration', { rules })])
    await failureOf(cluster.create('Secret', map('a', { stringData: { key: 'hidden' } })))
    const [entry] = cluster.journal.requests({ kind: 'Secret' })
    expect(entry?.webhooks).toMatchObject([{ status: undefined, answer: undefined }])
    expect(formatJournal([entry!])).toContain('webhook one.example.com: Post "https://hooks.shop.svc:443/one')
    expect(JSON.stringify(entry?.webhooks)).toContain(btoa('hidden'))
    expect(JSON.stringify(await cluster.bundle())).not.toContain(btoa('hidden'))
  })
})

test.each([
  [
    () => new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) })),
    'unexpected error when reading response body. Please retry. Original error: terminated',
  ],
  [() => undefined, 'the handler returned no Response'],
  [() => Promise.reject(new Error('away')), 'the handler failed: away'],
])('a handler that does not reply fails the request, not the server: %#', async (answer, why) => {
  const { cluster } = hookedCluster(() => ({}), { services: { 'shop/hooks': answer as () => Response } })
  await cluster.load([configuration('ValidatingWebhookConfiguration', {})])
  expect(await failureOf(cluster.create('ConfigMap', map('a')))).toMatchObject({
    code: 500,
    message: `Internal error occurred: failed calling webhook "one.example.com": failed to call webhook: Post "https://hooks.shop.svc:443/one?timeout=10s": ${why}`,
  })
})
