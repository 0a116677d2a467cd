import { beforeEach, expect, test } from 'vitest'
import { StatusError } from '../../../../src/base/errors/status.js'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { Cluster } from '../../../../src/cluster/types.js'
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../../../src/model/generated/types/admissionregistration-v1.js'

type PolicySpec = NonNullable<ValidatingAdmissionPolicy['spec']>
type BindingSpec = NonNullable<ValidatingAdmissionPolicyBinding['spec']>

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
})

const onMaps = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }

/** Stores a policy for ConfigMaps, and a binding that denies. */
async function bind(spec: Partial<PolicySpec>, binding: Partial<BindingSpec> = {}, name = 'p'): Promise<void> {
  const matchConstraints = { resourceRules: [onMaps] }
  await cluster.create('ValidatingAdmissionPolicy', { metadata: { name }, spec: { matchConstraints, ...spec } })
  await cluster.create('ValidatingAdmissionPolicyBinding', {
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'], ...binding },
  })
}

const BY = "is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied request: "

/** Returns what policies say against a write; `admitted` if nothing. */
async function told(write: Promise<unknown>): Promise<string> {
  try {
    await write
    return 'admitted'
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const { message = '', code } = error.status
    return `${code} ${message.includes(BY) ? message.slice(message.indexOf(BY) + BY.length) : message}`
  }
}
const map = (name: string, data: { readonly [key: string]: string } = {}, labels = {}) =>
  told(cluster.create('ConfigMap', { metadata: { name, labels }, data }))

test('a policy without a binding, and a binding without a policy, deny nothing', async () => {
  const validations = [{ expression: 'false' }]
  await bind({ validations }, { policyName: 'other' })
  expect(await map('a')).toBe('admitted')
  await cluster.create('ValidatingAdmissionPolicyBinding', {
    metadata: { name: 'q' },
    spec: { policyName: 'p', validationActions: ['Deny'] },
  })
  expect(await map('b')).toContain('denied request: failed expression: false')
})

test('what becomes of policies and of their bindings counts from the next write on', async () => {
  expect(await map('a')).toBe('admitted')
  await bind({ validations: [{ expression: 'has(object.data)' }] })
  expect(await map('b', { ok: 'yes' })).toBe('admitted')
  expect(await map('c')).toContain('422 failed expression')
  const deployments = [{ ...onMaps, apiGroups: ['apps'], resources: ['deployments'] }]
  const policy = (resourceRules: readonly object[]) =>
    cluster.patch('ValidatingAdmissionPolicy', { name: 'p' }, { spec: { matchConstraints: { resourceRules } } })
  await policy(deployments)
  expect(await map('d')).toBe('admitted')
  await policy([onMaps])
  expect(await map('e')).toContain('422 failed expression')
  await cluster.patch(
    'ValidatingAdmissionPolicyBinding',
    { name: 'p' },
    {
      spec: { matchResources: { objectSelector: { matchLabels: { asked: 'yes' } } } },
    },
  )
  expect(await map('f')).toBe('admitted')
  expect(await map('g', {}, { asked: 'yes' })).toContain('422 failed expression')
  await cluster.delete('ValidatingAdmissionPolicyBinding', { name: 'p' })
  expect(await map('h', {}, { asked: 'yes' })).toBe('admitted')
})

test('a rule for some names is asked about those only', async () => {
  const matchConstraints = { resourceRules: [{ ...onMaps, resourceNames: ['a'] }] }
  await bind({ matchConstraints, validations: [{ expression: 'false' }] })
  expect(await map('b')).toBe('admitted')
  expect(await map('a')).toContain('422 failed expression')
  expect(await map('c')).toBe('admitted')
})

test('of several policies, each is asked', async () => {
  await bind({ validations: [{ expression: 'true' }] }, {}, 'o')
  await bind({ validations: [{ expression: 'object.metadata.name != "no"' }] })
  expect(await map('yes')).toBe('admitted')
  expect(await map('no')).toContain('422 failed expression')
})

test.for<[string, PolicySpec['validations'], string]>([
  ['its expression', [{ expression: ' object.data.a == "1" ' }], '422 failed expression: object.data.a == "1"'],
  ['its message', [{ expression: 'false', message: 'no' }], '422 no'],
  [
    'its message expression',
    [{ expression: 'false', message: 'no', messageExpression: '"a is " + object.data.a' }],
    '422 a is 2',
  ],
  [
    'its message, if the message expression fails',
    [{ expression: 'false', message: 'no', messageExpression: '"b is " + object.data.b' }],
    '422 no',
  ],
  ['its reason', [{ expression: 'false', message: 'no', reason: 'Forbidden' }], '403 no'],
  ['a reason of its own code', [{ expression: 'false', message: 'no', reason: 'RequestEntityTooLarge' }], '413 no'],
  [
    'the error of its expression',
    [{ expression: 'object.data.b == "1"' }],
    `422 expression 'object.data.b == "1"' resulted in error: no such key: b`,
  ],
  ['the first of several', [{ expression: 'true' }, { expression: 'false', message: 'second' }], '422 second'],
  ['nothing', [{ expression: 'true' }], 'admitted'],
])('a denied request tells %s', async ([, validations = [], said]) => {
  await bind({ validations })
  expect(await map('a', { a: '2' })).toBe(said)
})

test('errors pass where the policy says so, what is false does not', async () => {
  await bind({ failurePolicy: 'Ignore', validations: [{ expression: 'object.data.a == "1"', message: 'a' }] })
  expect(await map('none')).toBe('admitted')
  expect(await map('two', { a: '2' })).toBe('422 a')
})

test('updates, applies and deletions are asked about with the old object, and dry runs too', async () => {
  await bind({
    validations: [
      { expression: 'request.operation != "UPDATE" || object.data.a == oldObject.data.a', message: 'a stays' },
      {
        expression: 'request.operation != "DELETE" || (object == null && oldObject.data.a != "1")',
        message: 'one stays',
      },
      { expression: '!request.dryRun', message: 'a dry run' },
    ],
  })
  const one = { name: 'one' }
  expect(await map('one', { a: '1' })).toBe('admitted')
  expect(await told(cluster.patch('ConfigMap', one, { data: { a: '2' } }))).toBe('422 a stays')
  expect(await told(cluster.patch('ConfigMap', one, { data: { b: '2' } }))).toBe('admitted')
  expect(await told(cluster.patch('ConfigMap', one, { data: { c: '2' } }, { dryRun: true }))).toBe('422 a dry run')
  expect(await told(cluster.delete('ConfigMap', one))).toBe('422 one stays')
})

test('variables are evaluated when they are used, in the order they need', async () => {
  await bind({
    variables: [
      { name: 'a', expression: 'object.data.a' },
      { name: 'twice', expression: 'variables.a + variables.a' },
    ],
    validations: [
      { expression: '!has(object.data) || variables.twice != "xx"', messageExpression: '"it is " + variables.twice' },
    ],
  })
  expect(await map('without')).toBe('admitted')
  expect(await map('with', { a: 'x' })).toBe('422 it is xx')
})

test('a variable that fails tells its name and the error', async () => {
  await bind({
    variables: [{ name: 'a', expression: 'object.data.a' }],
    validations: [{ expression: 'variables.a == "1"' }],
  })
  expect(await map('without')).toBe(
    `422 expression 'variables.a == "1"' resulted in error: composited variable "a" fails to evaluate: no such key: data`,
  )
})

test('match conditions keep a policy out; one that fails denies unless another is false', async () => {
  await bind({
    matchConditions: [
      { name: 'a', expression: 'object.data.a == "1"' },
      { name: 'b', expression: '!has(object.metadata.labels)' },
    ],
    validations: [{ expression: 'false', message: 'no' }],
  })
  expect(await map('two', { a: '2' })).toBe('admitted')
  expect(await map('one', { a: '1' })).toBe('422 no')
  expect(await map('error')).toBe(`422 expression 'object.data.a == "1"' resulted in error: no such key: data`)
  expect(await map('error-and-false', {}, { x: 'y' })).toBe('admitted')
})

test('the namespace of the object is seen; a cluster-scoped one has none', async () => {
  const resourceRules = [{ ...onMaps, resources: ['configmaps', 'nodes'] }]
  await bind({
    matchConstraints: { resourceRules },
    validations: [{ expression: 'namespaceObject == null', messageExpression: 'namespaceObject.metadata.name' }],
  })
  expect(await map('a')).toBe('422 default')
  expect(await told(cluster.create('Node', { metadata: { name: 'n' } }))).toBe('admitted')
})

test('the authorizer is asked about the user and about others', async () => {
  const check = "check('delete').allowed()"
  await bind({
    validations: [
      { expression: `!authorizer.requestResource.${check}`, message: 'it may' },
      { expression: `!authorizer.serviceAccount('default', 'a').path('/x').${check}`, message: 'the account may' },
      { expression: "authorizer.group('').resource('').check('get').allowed()" },
    ],
  })
  expect(await map('a')).toBe('422 it may')
})

test('warnings are sent with what is stored', async () => {
  await bind({ validations: [{ expression: 'false', message: 'no' }] }, { validationActions: ['Warn', 'Audit'] })
  const reply = await cluster.fetch('/api/v1/namespaces/default/configmaps', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }),
  })
  expect(reply.status).toBe(201)
  expect(reply.headers.get('warning')).toBe(
    `299 - "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p': no"`,
  )
})

test('parameters are found by name or by labels, in the namespace of the request or another', async () => {
  await cluster.create('Namespace', { metadata: { name: 'limits' } })
  const limit = (name: string, max: string, labels = {}, namespace = 'default') =>
    cluster.create('ConfigMap', { metadata: { name, namespace, labels }, data: { max } })
  await limit('here', '3', { is: 'limit' })
  await limit('there', '5', {}, 'limits')
  const validations = [
    { expression: 'int(object.data.a) <= int(params.data.max)', messageExpression: '"at most " + params.data.max' },
  ]
  const matchConstraints = { resourceRules: [onMaps], objectSelector: { matchLabels: { is: 'asked' } } }
  const policy: Partial<PolicySpec> = {
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
    matchConstraints,
    validations,
  }
  const tried = async (paramRef: Partial<NonNullable<BindingSpec['paramRef']>>) => {
    await bind(policy, { paramRef: { parameterNotFoundAction: 'Deny', ...paramRef } })
    const said = await map('asked', { a: '9' }, { is: 'asked' })
    await cluster.delete('ValidatingAdmissionPolicy', { name: 'p' })
    await cluster.delete('ValidatingAdmissionPolicyBinding', { name: 'p' })
    return said
  }
  const none = 'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction'
  expect(await tried({ name: 'here' })).toBe('422 at most 3')
  expect(await tried({ name: 'there', namespace: 'limits' })).toBe('422 at most 5')
  expect(await tried({ selector: { matchLabels: { is: 'limit' } } })).toBe('422 at most 3')
  expect(await tried({ name: 'gone' })).toBe(`422 ${none}`)
  expect(await tried({ name: 'gone', parameterNotFoundAction: 'Allow' })).toBe('admitted')
})

test('a parameter kind that is not served denies as a fault of the policy', async () => {
  await bind({ paramKind: { apiVersion: 'x.test/v1', kind: 'Limit' }, validations: [{ expression: 'true' }] })
  expect(await map('a')).toContain(
    "ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'x.test/v1, Kind=Limit'",
  )
})

test('subresources are asked about in their own kinds', async () => {
  const resourceRules = [
    {
      operations: ['*'],
      apiGroups: ['*'],
      apiVersions: ['*'],
      resources: ['*/scale', 'pods/binding', 'pods/eviction'],
    },
  ]
  const asked = 'request.operation + " " + request.kind.kind + " " + request.subResource + " " + object.metadata.name'
  // Who owns the fields of a scale is not shown to those that validate it.
  const owned = '(has(object.metadata.managedFields) ? " owned" : "")'
  await bind({
    matchConstraints: { resourceRules },
    validations: [{ expression: 'false', messageExpression: `${asked} + ${owned}` }],
  })
  const template = { metadata: { labels: { app: 'd' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const selector = { matchLabels: { app: 'd' } }
  await cluster.create('Deployment', { metadata: { name: 'd' }, spec: { selector, template } })
  await cluster.create('Pod', { metadata: { name: 'p' }, spec: template.spec })
  const send = async (method: string, path: string, type: string, body: object) => {
    const reply = await cluster.fetch(path, { method, headers: { 'content-type': type }, body: JSON.stringify(body) })
    return ((await reply.json()) as { readonly message: string }).message.replace(/.*denied request: /, '')
  }
  const scale = '/apis/apps/v1/namespaces/default/deployments/d/scale'
  expect(await send('PATCH', scale, 'application/merge-patch+json', { spec: { replicas: 2 } })).toBe(
    'UPDATE Scale scale d',
  )
  const post = (part: string, body: object) =>
    send('POST', `/api/v1/namespaces/default/pods/p/${part}`, 'application/json', body)
  const metadata = { name: 'p' }
  const target = { kind: 'Node', name: 'n' }
  expect(await post('binding', { apiVersion: 'v1', kind: 'Binding', metadata, target })).toBe(
    'CREATE Binding binding p',
  )
  expect(await post('eviction', { apiVersion: 'policy/v1', kind: 'Eviction', metadata })).toBe(
    'CREATE Eviction eviction p',
  )
})

test('policies and bindings are not asked about themselves', async () => {
  const resourceRules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }]
  await bind({ matchConstraints: { resourceRules }, validations: [{ expression: 'false' }] })
  await cluster.delete('ValidatingAdmissionPolicyBinding', { name: 'p' })
  expect(await map('a')).toBe('admitted')
})

test('sessions with pods and requests through proxies are asked about with their options', async () => {
  const resourceRules = [{ operations: ['CONNECT'], apiGroups: [''], apiVersions: ['v1'], resources: ['*/*'] }]
  const asked = 'request.kind.kind + " " + request.name + (has(object.command) ? " " + object.command.join(" ") : "")'
  await bind({
    matchConstraints: { resourceRules },
    validations: [{ expression: 'object.?container.orValue("") == "free"', messageExpression: asked }],
  })
  const spec = { nodeName: 'n', containers: [{ name: 'free', image: 'i' }] }
  await cluster.create('Pod', { metadata: { name: 'p' }, spec })
  const status = async (path: string) => {
    const reply = await cluster.fetch(`/api/v1/namespaces/default/${path}`)
    return `${reply.status} ${(await reply.text()).replace(/.*denied request: (.*?)".*/s, '$1').trim()}`
  }
  expect(await status('pods/p/exec?command=rm&command=-r&stdin=true')).toBe('422 PodExecOptions p rm -r')
  expect(await status('pods/p/portforward?ports=80')).toBe('422 PodPortForwardOptions p')
  expect(await status('services/web/proxy/x')).toBe('422 ServiceProxyOptions web')
  expect(await status('pods/p/exec?command=ls&container=free')).not.toContain('denied')
  expect(await status('pods/p/log')).not.toContain('denied')
})

test('a policy that costs all it may holds others no longer than one of its expressions', async () => {
  const dear = Array.from({ length: 300 }, (_, i) => ({
    expression: `object.data.all(a, object.data.all(b, object.data.all(c, a + b + c != "${i}")))`,
  }))
  await bind({ validations: dear })
  const data = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, 'x']))
  let turns = 0
  let isOver = false
  const written = told(cluster.create('ConfigMap', { metadata: { name: 'a' }, data })).finally(() => (isOver = true))
  while (!isOver) {
    turns++
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await written).toBe(
    '422 validation failed due to running out of cost budget, no further validation rules will be run',
  )
  expect(turns).toBeGreaterThan(50)
})
