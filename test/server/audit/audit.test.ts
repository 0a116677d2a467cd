import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { parseStart } from '../../../src/node/cli/start-command.js'
import { startCluster } from '../../../src/node.js'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** What differs between any two runs. */
const steady = (line: string): string =>
  line
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'UID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
    .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"N"')

type Sent = {
  readonly id: string
  readonly path: string
  readonly token?: string
  readonly method?: string
  readonly body?: string
  readonly headers?: object
}

const DEFAULT = '/api/v1/namespaces/default'
const CONFIG_MAPS = `${DEFAULT}/configmaps`
const create = (id: string, path: string, body: string): Sent => ({ id, path, method: 'POST', body })

/** The requests of the recording. */
const REQUESTS: readonly Sent[] = [
  { id: 'r01', path: '/version' },
  create('r02', CONFIG_MAPS, '{"metadata":{"name":"a"},"data":{"k":"v"}}'),
  { id: 'r03', path: `${CONFIG_MAPS}/a` },
  create('r06', `${DEFAULT}/secrets`, '{"metadata":{"name":"s"},"stringData":{"k":"v"}}'),
  create('r07', `${DEFAULT}/services`, '{"metadata":{"name":"svc"},"spec":{"clusterIP":"None","ports":[{"port":80}]}}'),
  { id: 'r08', path: CONFIG_MAPS, token: 'ann-token' },
  { id: 'r09', path: CONFIG_MAPS, token: 'wrong' },
  { id: 'r10', path: `${CONFIG_MAPS}/a`, headers: { 'impersonate-user': 'bob', 'impersonate-group': 'ops' } },
  { id: 'r11', path: `${CONFIG_MAPS}?watch=true&timeoutSeconds=1&resourceVersion=0` },
  { id: 'r12', path: `${CONFIG_MAPS}/missing` },
  {
    id: 'r13',
    path: `${CONFIG_MAPS}/a`,
    method: 'DELETE',
    body: '{"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":0}',
  },
  { id: 'r14', path: `${CONFIG_MAPS}/a`, method: 'PUT', body: '{"metadata":{"name":"a"}}' },
  create('r15', CONFIG_MAPS, '{"metadata":{"name":"A!"}}'),
  { id: 'r16', path: '/api/v1/nodes', token: '' },
  create('r17', `${DEFAULT}/pods`, '{"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"i"}]}}'),
  { id: 'r18', path: '/apis/apps/v1/namespaces/default/deployments/none' },
  { id: 'r19', path: '/api/v1/nothing' },
  create('r20', CONFIG_MAPS, '{broken'),
  { id: 'r21', path: `${DEFAULT}/secrets`, headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } },
  { id: 'r23', path: '/healthz', headers: { 'x-forwarded-for': '10.1.2.3, 10.1.2.4' } },
  { id: 'r24', path: CONFIG_MAPS, token: 'ann-token', headers: { 'impersonate-user': 'bob' } },
  create('r25', CONFIG_MAPS, '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"}}'),
  create(
    'r26',
    `${DEFAULT}/pods`,
    '{"metadata":{"name":"q"},"spec":{"nodeName":"n","containers":[{"name":"c","image":"i"}]}}',
  ),
  create('r27', `${DEFAULT}/pods/q/eviction`, '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"q"}}'),
  { id: 'r28', path: `${DEFAULT}/pods/q?gracePeriodSeconds=0`, method: 'DELETE' },
  create('r29', `${DEFAULT}/serviceaccounts`, '{"metadata":{"name":"robot"}}'),
  create(
    'r30',
    `${DEFAULT}/serviceaccounts/robot/token`,
    '{"spec":{"audiences":["a"],"boundObjectRef":{"kind":"Zap"}}}',
  ),
]

test('events are those of a real server, byte by byte', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  try {
    const auditLogPath = join(folder, 'audit.log')
    await using server = await startCluster({
      auditPolicy: read('policy.yaml'),
      auditLogPath,
      authorization: 'rbac',
      controllers: 'none',
      disableAdmissionPlugins: ['ServiceAccount'],
      users: [
        { name: 'admin', uid: 'u-admin', groups: ['system:masters'], token: 'admin-token' },
        { name: 'ann', uid: 'u-ann', groups: ['dev'], token: 'ann-token' },
      ],
    })
    for (const { id, path, token = 'admin-token', method = 'GET', body, headers } of REQUESTS) {
      const reply = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          'user-agent': 'audit-client/1.0',
          'content-type': 'application/json',
          'audit-id': id,
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      })
      await reply.text()
    }
    const written = readFileSync(auditLogPath, 'utf8')
    expect(steady(written).split('\n')).toEqual(steady(read('recorded.jsonl')).split('\n'))
    expect(server.cluster.audit.events()).toHaveLength(written.split('\n').length - 1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const POLICY = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy' }

const PATCHES: { readonly [path: string]: string } = {
  '/labels': '[{"op":"add","path":"/metadata/labels","value":{"x":"y"}}]',
  '/annotations': '[{"value":{"z":"<q>"},"op":"add","path":"/metadata/annotations"}]',
  '/empty': '[]',
}

/** A webhook in code that answers by its path: with a patch, with nothing that makes sense, or that it allows. */
const webhookByPath = async (request: Request): Promise<Response> => {
  const {
    kind,
    apiVersion,
    request: asked,
  } = JSON.parse(await request.text()) as {
    readonly kind: string
    readonly apiVersion: string
    readonly request: { readonly uid: string }
  }
  const { pathname } = new URL(request.url)
  if (pathname === '/nonsense') return new Response('{')
  const given = PATCHES[pathname]
  const patch = given === undefined ? {} : { patch: btoa(given), patchType: 'JSONPatch' }
  return Response.json({ kind, apiVersion, response: { uid: asked.uid, allowed: true, ...patch } })
}

test('what webhooks did is told, their patches not at level Metadata', async () => {
  const webhook = (name: string, path: string, more: object = {}) => ({
    name,
    clientConfig: { service: { namespace: 'shop', name: 'hooks', path: `/${path}` } },
    rules: [
      { operations: ['CREATE' as const], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps', 'secrets'] },
    ],
    admissionReviewVersions: ['v1'],
    sideEffects: 'None' as const,
    ...more,
  })
  const labelled = { objectSelector: { matchLabels: { x: 'y' } } }
  const ignored = { failurePolicy: 'Ignore' as const }
  const cluster = createCluster({
    seed: 1,
    controllers: 'none',
    services: { 'shop/hooks': webhookByPath },
    auditPolicy: {
      ...POLICY,
      rules: [{ level: 'Request', resources: [{ group: '', resources: ['configmaps'] }] }, { level: 'Metadata' }],
    },
  })
  await cluster.create('MutatingWebhookConfiguration', {
    metadata: { name: 'm1' },
    webhooks: [
      webhook('a.h.test', 'labels'),
      webhook('b.h.test', 'allowed', { reinvocationPolicy: 'IfNeeded' }),
      webhook('d.h.test', 'empty'),
      webhook('e.h.test', 'nonsense', ignored),
      webhook('f.h.test', 'annotations', labelled),
    ],
  })
  await cluster.create('ValidatingWebhookConfiguration', {
    metadata: { name: 'v1' },
    webhooks: [
      webhook('none.h.test', 'allowed', { objectSelector: { matchLabels: { x: 'none' } } }),
      webhook('va.h.test', 'allowed'),
      webhook('vb.h.test', 'nonsense', ignored),
    ],
  })
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  await cluster.create('Secret', { metadata: { name: 'a' } })
  const [configMap, secret] = cluster.audit
    .events()
    .filter(({ stage, objectRef }) => stage === 'ResponseComplete' && objectRef?.['name'] === 'a')
    .map(({ annotations }) => annotations)
  const mutated = (webhookName: string, isMutated: boolean) =>
    `{"configuration":"m1","webhook":"${webhookName}","mutated":${isMutated}}`
  // As those of a v1.33.13.
  const told = {
    'authorization.k8s.io/decision': 'allow',
    'authorization.k8s.io/reason': '',
    'failed-open.mutation.webhook.admission.k8s.io/round_0_index_3': 'e.h.test',
    'failed-open.validating.webhook.admission.k8s.io/round_0_index_1': 'vb.h.test',
    'mutation.webhook.admission.k8s.io/round_0_index_0': mutated('a.h.test', true),
    'mutation.webhook.admission.k8s.io/round_0_index_1': mutated('b.h.test', false),
    'mutation.webhook.admission.k8s.io/round_0_index_2': mutated('d.h.test', false),
    'mutation.webhook.admission.k8s.io/round_0_index_3': mutated('e.h.test', false),
    'mutation.webhook.admission.k8s.io/round_0_index_4': mutated('f.h.test', true),
    'mutation.webhook.admission.k8s.io/round_1_index_1': mutated('b.h.test', false),
  }
  expect(secret).toEqual(told)
  expect(configMap).toEqual({
    ...told,
    'patch.webhook.admission.k8s.io/round_0_index_0':
      '{"configuration":"m1","webhook":"a.h.test","patch":[{"op":"add","path":"/metadata/labels","value":{"x":"y"}}],"patchType":"JSONPatch"}',
    'patch.webhook.admission.k8s.io/round_0_index_4':
      '{"configuration":"m1","webhook":"f.h.test","patch":[{"op":"add","path":"/metadata/annotations","value":{"z":"\\u003cq\\u003e"}}],"patchType":"JSONPatch"}',
  })
})

/** Returns what is told of a create that webhooks and policies are asked about. */
async function annotationsOf(options: Parameters<typeof createCluster>[0], fixtures: readonly object[]) {
  const auditPolicy = { ...POLICY, rules: [{ level: 'Metadata' }] }
  const cluster = createCluster({ seed: 1, controllers: 'none', auditPolicy, ...options, fixtures })
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  const { annotations = {} } = cluster.audit.events().at(-1) ?? {}
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !key.startsWith('authorization.k8s.io/')))
}

const ADMISSION = 'admissionregistration.k8s.io/v1'
const CONFIG_MAPS_CREATED = [
  { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
]

test('of what a webhook has told, there is what has the name of an annotation, the first of each name', async () => {
  const review = (uid: string, auditAnnotations: object) => ({
    ...{ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' },
    response: { uid, allowed: true, auditAnnotations },
  })
  const told: object[] = [{ one: 'first' }, { one: 'second', two: 'x', 'a/b': 'x', '-c': 'x', '': 'x' }]
  const answer = async (request: Request) => {
    const { request: asked } = (await request.json()) as { readonly request: { readonly uid: string } }
    return Response.json(review(asked.uid, told.shift() ?? {}))
  }
  const webhooks = [
    {
      name: 'a.h.test',
      clientConfig: { service: { namespace: 'shop', name: 'hooks' } },
      ...{ rules: CONFIG_MAPS_CREATED, admissionReviewVersions: ['v1'], sideEffects: 'None' },
    },
  ]
  const fixtures = ['Mutating', 'Validating'].map((sort) => ({
    ...{ apiVersion: ADMISSION, kind: `${sort}WebhookConfiguration`, metadata: { name: 'w' }, webhooks },
  }))
  expect(await annotationsOf({ services: { 'shop/hooks': answer } }, fixtures)).toEqual({
    'a.h.test/one': 'first',
    'a.h.test/two': 'x',
    'mutation.webhook.admission.k8s.io/round_0_index_0': '{"configuration":"w","webhook":"a.h.test","mutated":false}',
  })
})

test.each([
  ['1.36', [0]],
  ['1.37', [0, 2]],
] as const)('of violations that are only audited, v%s tells those at %j', async (kubernetesVersion, indices) => {
  const policy = (more: object) => ({ apiVersion: ADMISSION, metadata: { name: 'p' }, ...more })
  const spec = {
    matchConstraints: { resourceRules: CONFIG_MAPS_CREATED },
    validations: ['false', 'true', 'false'].map((expression) => ({ expression, message: 'no' })),
    auditAnnotations: [{ key: 'long', valueExpression: `'${'x'.repeat(110)}'.replace('x', '${'y'.repeat(100)}')` }],
  }
  const validationActions = ['Audit']
  const annotations = await annotationsOf({ kubernetesVersion }, [
    policy({ kind: 'ValidatingAdmissionPolicy', spec }),
    policy({ kind: 'ValidatingAdmissionPolicyBinding', spec: { policyName: 'p', validationActions } }),
  ])
  expect(annotations).toEqual({
    'p/long': 'y'.repeat(10_240),
    'validation.policy.admission.k8s.io/validation_failure': JSON.stringify(
      indices.map((expressionIndex) => ({
        message: 'no',
        policy: 'p',
        binding: 'p',
        expressionIndex,
        validationActions,
      })),
    ),
  })
})

async function eventsBy(policy: object, path = '/api/v1/namespaces/default/pods/p/log') {
  const cluster = createCluster({ seed: 1, controllers: 'none', auditPolicy: { ...POLICY, ...policy } })
  await cluster.fetch(path)
  return cluster.audit.events().map(({ level, stage }) => `${level} ${stage}`)
}

describe('a policy', () => {
  const whole = (level: string) => [`${level} RequestReceived`, `${level} ResponseStarted`, `${level} ResponseComplete`]
  const rule = (more: object) => ({ rules: [{ level: 'Request', ...more }, { level: 'Metadata' }] })

  test.each([
    ['any', {}, 'Request'],
    ['users', { users: ['bob'] }, 'Metadata'],
    ['groups', { userGroups: ['dev', 'system:masters'] }, 'Request'],
    ['verbs', { verbs: ['list'] }, 'Metadata'],
    ['namespaces', { namespaces: ['default'] }, 'Request'],
    ['other namespaces', { namespaces: [''] }, 'Metadata'],
    ['paths', { nonResourceURLs: ['/api*'] }, 'Metadata'],
    ['a resource', { resources: [{ group: '', resources: ['pods'] }] }, 'Metadata'],
    ['a subresource', { resources: [{ group: '', resources: ['pods/log'] }] }, 'Request'],
    ['a subresource of anything', { resources: [{ group: '', resources: ['*/log'] }] }, 'Request'],
    ['any subresource', { resources: [{ group: '', resources: ['pods/*'] }] }, 'Request'],
    ['a name', { resources: [{ group: '', resources: ['*'], resourceNames: ['q'] }] }, 'Metadata'],
    ['another group', { resources: [{ group: 'apps' }] }, 'Metadata'],
  ])('goes by %s', async (_, match, level) => {
    expect(await eventsBy(rule(match))).toEqual(whole(level))
  })

  test('records nothing without a rule that matches, and leaves out stages', async () => {
    expect(await eventsBy({ rules: [{ level: 'Request', verbs: ['list'] }] })).toEqual([])
    expect(
      await eventsBy({
        omitStages: ['RequestReceived'],
        rules: [{ level: 'Request', omitStages: ['ResponseStarted'] }],
      }),
    ).toEqual(['Request ResponseComplete'])
  })

  test.each([
    [{ rules: 'all' }, 'must be a list'],
    [{ rules: [] }, 'loaded illegal policy with 0 rules'],
    [{ rules: [{}] }, 'rules[0].level: Required value'],
    [
      { rules: [{ level: 'All' }] },
      'rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse"',
    ],
    [
      { rules: [{ level: 'None', nonResourceURLs: ['a*b'] }] },
      `[rules[0].nonResourceURLs[0]: Invalid value: "a*b": non-resource URL rules must begin with a '/' character, rules[0].nonResourceURLs[0]: Invalid value: "a*b": non-resource URL wildcards '*' must be the final character of the rule]`,
    ],
    [
      { omitStages: ['End'], rules: [{ level: 'None' }] },
      'omitStages[0]: Invalid value: "End": allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic',
    ],
    [
      { rules: [{ level: 'None', resources: [{ resourceNames: ['a'] }] }] },
      'using resourceNames requires at least one resource',
    ],
    [{ kind: 'Pod', rules: [{ level: 'None' }] }, 'no kind "Pod" is registered for version "audit.k8s.io/v1"'],
  ])('that is wrong is told: %j', async (policy, message) => {
    await expect(createCluster({ auditPolicy: { ...POLICY, ...policy } }).ready()).rejects.toThrow(message)
  })
})

test('events of pods and of what has templates are annotated by PodSecurity', async () => {
  const namespace = (name: string, modes: { readonly [mode: string]: string }) => {
    const labels = Object.entries(modes).map(([mode, is]) => [`pod-security.kubernetes.io/${mode}`, is])
    return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: Object.fromEntries(labels) as object } }
  }
  const cluster = createCluster({
    ...{ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] },
    auditPolicy: { ...POLICY, rules: [{ level: 'Metadata' }] },
    fixtures: [
      namespace('shop', { enforce: 'baseline', audit: 'restricted', 'audit-version': 'v1.22', warn: 'baseline' }),
      namespace('odd', { audit: 'tight' }),
    ],
  })
  const annotated = async (namespace: string, spec: object, resource = 'pods', wrap = (pod: object) => pod) => {
    const group = resource === 'pods' ? 'api/v1' : 'apis/apps/v1'
    await cluster.fetch(`/${group}/namespaces/${namespace}/${resource}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wrap({ metadata: { generateName: 'p-', labels: { a: 'b' } }, spec })),
    })
    const { annotations = {} } = cluster.audit.events().at(-1) ?? {}
    const own = Object.entries(annotations).filter(([key]) => key.startsWith('pod-security.kubernetes.io/'))
    return Object.fromEntries(own.map(([key, value]) => [key.slice(key.indexOf('/') + 1), value]))
  }
  const containers = [{ name: 'c', image: 'i' }]
  const violations =
    'would violate PodSecurity "restricted:v1.22": allowPrivilegeEscalation != false ' +
    '(container "c" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities ' +
    '(container "c" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true ' +
    '(pod or container "c" must set securityContext.runAsNonRoot=true), seccompProfile ' +
    '(pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")'
  expect(await annotated('default', { containers })).toEqual({ 'enforce-policy': 'privileged:latest' })
  expect(await annotated('shop', { containers })).toEqual({
    'enforce-policy': 'baseline:latest',
    'audit-violations': violations,
  })
  expect(await annotated('shop', { containers, hostNetwork: true })).toEqual({
    'enforce-policy': 'baseline:latest',
    'audit-violations': expect.stringContaining('host namespaces (hostNetwork=true), ') as unknown,
  })
  const asDeployment = (template: object) => ({
    metadata: { name: 'd' },
    spec: { selector: { matchLabels: { a: 'b' } }, template },
  })
  expect(await annotated('shop', { containers }, 'deployments', asDeployment)).toEqual({
    'audit-violations': violations,
  })
  expect(await annotated('odd', { containers })).toEqual({
    'enforce-policy': 'privileged:latest',
    error:
      'Failed to parse policy: metadata.labels[pod-security.kubernetes.io/audit]: Invalid value: "tight": ' +
      'must be one of privileged, baseline, restricted',
  })
})

test.each([
  ['1.33', '{"name":"a","creationTimestamp":null}'],
  ['1.34', '{"name":"a"}'],
] as const)(
  'what is sent is told as a v%s does, an applied configuration in its own order',
  async (version, metadata) => {
    const cluster = createCluster({
      ...{ seed: 1, controllers: 'none', kubernetesVersion: version },
      auditPolicy: { ...POLICY, rules: [{ level: 'Request' }], omitStages: ['RequestReceived'] },
    })
    const sent = '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":{"z":"1","b":"2"}}'
    await cluster.fetch(CONFIG_MAPS, { method: 'POST', body: sent, headers: { 'content-type': 'application/json' } })
    await cluster.fetch(`${CONFIG_MAPS}/a?fieldManager=m&force=true`, {
      method: 'PATCH',
      body: sent,
      headers: { 'content-type': 'application/apply-patch+yaml' },
    })
    const told = cluster.audit.events().map(({ requestObject }) => JSON.stringify(requestObject))
    expect(told).toEqual([
      `{"kind":"ConfigMap","apiVersion":"v1","metadata":${metadata},"data":{"b":"2","z":"1"}}`,
      sent,
    ])
  },
)

test('a request that breaks the server has an event of the stage Panic', async () => {
  const auditPolicy = { ...POLICY, rules: [{ level: 'Metadata' }] }
  const cluster = createCluster({ seed: 1, controllers: 'none', auditPolicy })
  cluster.hooks.before({ kind: 'ConfigMap' }, () => {
    throw new RangeError('too far')
  })
  await cluster.fetch('/api/v1/namespaces/default/configmaps').catch(() => undefined)
  const [received, ...others] = cluster.audit.events()
  expect(received?.stage).toBe('RequestReceived')
  expect(others).toMatchObject([
    {
      ...{ stage: 'Panic', verb: 'list', auditID: received?.auditID },
      responseStatus: {
        ...{ status: 'Failure', reason: 'InternalError', code: 500 },
        message: expect.stringContaining("APIServer panic'd: ") as unknown,
      },
    },
  ])
})

test('what is not recorded is said', () => {
  expect(() => createCluster().audit.events()).toThrow('audit.events: nothing is recorded')
  expect(() => parseStart(['--audit-log-path', '-'])).toThrow('without a policy that is nothing')
})

describe('what does not come over HTTP is recorded as the request that it stands for', () => {
  const auditPolicy = { ...POLICY, rules: [{ level: 'RequestResponse' }] }
  const users = [{ name: 'ann', token: 'ann-token', groups: ['dev'] }]
  const settings = { seed: 1, auditPolicy, users, authorization: 'rbac', controllers: 'none' } as const

  /** Returns the events without what differs from client to client. */
  const told = ({ audit }: ReturnType<typeof createCluster>) =>
    audit.events().map(({ userAgent: _, requestURI, ...event }) => ({
      ...(JSON.parse(steady(JSON.stringify(event))) as object),
      requestURI: requestURI.replace(/[?&]fieldManager=[^&]*/, ''),
    }))

  test('methods of the cluster', async () => {
    const inProcess = createCluster(settings)
    const overHttp = createCluster(settings)
    const send = async (path: string, method = 'GET', body?: object, token = 'fakecluster') => {
      const headers = {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        'user-agent': 'fakecluster/1.0',
      }
      const reply = await overHttp.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      await reply.text()
    }
    await inProcess.create('ConfigMap', { metadata: { name: 'a' }, data: { k: 'v' } })
    await send(CONFIG_MAPS, 'POST', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } })
    await inProcess.get('ConfigMap', { name: 'a' })
    await send(`${CONFIG_MAPS}/a`)
    await inProcess.get('ConfigMap', { name: 'b' }).catch(() => undefined)
    await send(`${CONFIG_MAPS}/b`)
    await inProcess
      .as('ann')
      .list('ConfigMap', { namespace: 'default' })
      .catch(() => undefined)
    await send(CONFIG_MAPS, 'GET', undefined, 'ann-token')
    await inProcess.delete('ConfigMap', { name: 'a' })
    await send(`${CONFIG_MAPS}/a`, 'DELETE')
    expect(told(inProcess)).toEqual(told(overHttp))
    expect(told(inProcess)).toHaveLength(10)
  })

  test('writes of controllers, as their users', async () => {
    const cluster = createCluster({ ...settings, controllers: 'default' })
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const spec = { selector: { matchLabels: { a: 'b' } }, template }
    await cluster.create('Deployment', { metadata: { name: 'web' }, spec })
    await cluster.settled()
    const made = cluster.audit.events().filter(({ verb, stage }) => verb === 'create' && stage === 'ResponseComplete')
    expect(made.map(({ user, objectRef }) => [user.username, objectRef?.['resource']])).toEqual(
      expect.arrayContaining([
        ['system:serviceaccount:kube-system:deployment-controller', 'replicasets'],
        ['system:serviceaccount:kube-system:replicaset-controller', 'pods'],
      ]),
    )
  })
})
