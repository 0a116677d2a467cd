import { describe, expect, test, beforeAll } from 'vitest'
import { StatusError } from '../../../../src/base/errors/status.js'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { Cluster } from '../../../../src/cluster/types.js'
import type { KubeObject } from '../../../../src/schema/object.js'
import recorded from './recorded-mutations.json' with { type: 'json' }
import tables from './recorded-mutated.json' with { type: 'json' }
import { mustHave } from '../../../../src/base/must-have.js'
import { finish } from '../../../../src/base/turns/steps.js'
import { loadLibrary } from '../../../../src/cel/library.js'
import { readAs } from '../../../../src/model/registry/read.js'
import { compiledMutations } from '../../../../src/server/admission/policies/compiled-policy.js'
import type { Asking } from '../../../../src/server/admission/policies/invocations.js'
import { mutated } from '../../../../src/server/admission/policies/mutating.js'
import { builtinKindsOf } from '../../../../src/kinds/builtin.js'
import { createRegistry } from '../../../../src/model/registry/registry.js'
import { kubernetesProfileOf } from '../../../../src/model/registry/profile.js'
import { newestOf } from '../../../../src/model/registry/releases.js'

const API = 'admissionregistration.k8s.io/v1alpha1'

const newCluster = (fixtures: readonly object[] = []): Cluster =>
  createCluster({
    ...{ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'], fixtures },
    featureGates: { MutatingAdmissionPolicy: true },
    runtimeConfig: { [API]: true },
  })

const onCore = { operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['*'] }

/** Makes a policy for what has a label with its name, or all ConfigMaps and Pods. */
function policy(name: string, spec: object): readonly object[] {
  const defaults = { matchConstraints: { resourceRules: [onCore] }, reinvocationPolicy: 'Never' }
  return [
    { apiVersion: API, kind: 'MutatingAdmissionPolicy', metadata: { name }, spec: { ...defaults, ...spec } },
    { apiVersion: API, kind: 'MutatingAdmissionPolicyBinding', metadata: { name }, spec: { policyName: name } },
  ]
}

const apply = (expression: string) => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } })
const patch = (expression: string) => ({ patchType: 'JSONPatch', jsonPatch: { expression } })

const BY = "policy 'p' with binding 'p' denied request: "
const BODIES: { readonly [kind: string]: object } = {
  ConfigMap: { data: { a: '1' } },
  Pod: { spec: { containers: [{ name: 'a', image: 'x' }] } },
}

/** Creates an object; returns what has become of it, or the refusal. */
async function created(cluster: Cluster, kind: string, body: object = BODIES[kind] ?? {}): Promise<object> {
  try {
    const { metadata, ...rest } = await cluster.create(kind, { metadata: { name: 'a', labels: { app: 'a' } }, ...body })
    const { annotations, finalizers } = metadata
    const { data, spec } = rest as { readonly data?: object; readonly spec?: object }
    return Object.fromEntries(
      Object.entries({ data, annotations, finalizers, spec }).filter(([, value]) => value !== undefined),
    )
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const { code, message = '' } = error.status
    return { code, message: message.replaceAll(BY, '') }
  }
}

describe('a mutation has the result that a real v1.33.13 recorded', () => {
  test.each(recorded.mutations.map((one) => [JSON.stringify(one.mutations), one] as const))('%s', async (_, one) => {
    const { mutations, kind = 'ConfigMap', result, ...spec } = one as typeof one & { readonly kind?: string }
    const made = mutations.map((mutation) =>
      'patch' in mutation ? patch(String(mutation.patch)) : apply(String(mutation.apply)),
    )
    expect(await created(newCluster(policy('p', { ...spec, mutations: made })), kind)).toEqual(result)
  })
})

describe('a policy is refused as a real v1.33.13 recorded', () => {
  test.each(recorded.validation.map(([name, spec, causes]) => [String(name), spec, causes] as const))(
    '%s',
    async (_, spec, causes) => {
      const given: { readonly [member: string]: unknown } = {
        ...{ matchConstraints: { resourceRules: [onCore] }, reinvocationPolicy: 'Never' },
        ...(spec as object),
      }
      const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
      const cluster = newCluster()
      const write = cluster.create('MutatingAdmissionPolicy', { metadata: { name: 'p' }, spec: stated })
      const { status } = (await write.catch((error: unknown) => error)) as StatusError
      expect(status.details?.causes?.map(({ field, message }) => `${field}: ${message}`)).toEqual(causes)
    },
  )
})

test('updates and applied configurations are changed too; nobody owns what a policy sets', async () => {
  const cluster = newCluster(policy('p', { mutations: [apply('Object{data: {"n": "1"}}')] }))
  const owned = ({ metadata }: KubeObject) =>
    metadata.managedFields?.map(({ manager, fieldsV1 }) => [manager, fieldsV1])
  const reply = await cluster.fetch('/api/v1/namespaces/default/configmaps/a?fieldManager=me', {
    method: 'PATCH',
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: '1' } }),
  })
  const applied = (await reply.json()) as KubeObject
  expect(applied['data']).toEqual({ a: '1', n: '1' })
  expect(owned(applied)).toEqual([['me', { 'f:data': { 'f:a': {} } }]])
  const patched = await cluster.patch('ConfigMap', { name: 'a' }, { data: { n: '2' } })
  expect(patched['data']).toEqual({ a: '1', n: '1' })
})

test('what is deleted is not changed', async () => {
  const cluster = newCluster(
    policy('p', { mutations: [apply('Object{data: {"n": object.nothing}}')], failurePolicy: 'Ignore' }),
  )
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  await cluster.delete('ConfigMap', { name: 'a' })
  expect((await cluster.list('ConfigMap')).items.map(({ metadata }) => metadata.name)).not.toContain('a')
})

const label = (name: string, value: string) =>
  apply(`Object{metadata: Object.metadata{labels: {"${name}": "${value}"}}}`)
const count = (name: string) =>
  patch(
    `[JSONPatch{op: "add", path: "/data/${name}", value: has(object.data.${name}) ? object.data.${name} + "x" : "x"}]`,
  )

// What policies make of an object, by its data, depends on which are asked again.
test.each([
  [
    'no policy is asked again by itself',
    [
      ['a', 'Never'],
      ['b', 'Never'],
    ],
    { a: 'x', b: 'x' },
  ],
  [
    'one that wants it is, if a later one changes something',
    [
      ['a', 'IfNeeded'],
      ['b', 'Never'],
    ],
    { a: 'xx', b: 'x' },
  ],
  [
    'the last of them is, as the first has changed something again',
    [
      ['a', 'IfNeeded'],
      ['b', 'IfNeeded'],
    ],
    { a: 'xx', b: 'xx' },
  ],
])('reinvocation: %s', async (_, policies, data) => {
  const cluster = newCluster(
    policies.flatMap(([name = '', reinvocationPolicy]) =>
      policy(name, { mutations: [count(name)], reinvocationPolicy }),
    ),
  )
  expect(await created(cluster, 'ConfigMap', { data: { z: '1' } })).toEqual({ data: { ...data, z: '1' } })
})

test('a policy that is asked again meets the conditions that a later one has fulfilled', async () => {
  const conditions = {
    matchConditions: [{ name: 'ready', expression: '"ready" in object.metadata.?labels.orValue({})' }],
  }
  const cluster = newCluster([
    ...policy('a', {
      ...conditions,
      mutations: [apply('Object{data: {"seen": "yes"}}')],
      reinvocationPolicy: 'IfNeeded',
    }),
    ...policy('b', { mutations: [label('ready', 'yes')] }),
  ])
  // It has not been asked in the first round, and so is not asked again.
  expect(await created(cluster, 'ConfigMap')).toEqual({ data: { a: '1' } })
})

test('parameters: by name, none found, and a kind that is not served', async () => {
  const bound = (paramRef: object, paramKind: object = { apiVersion: 'v1', kind: 'ConfigMap' }) => {
    const [own = {}, binding = {}] = policy('p', {
      paramKind,
      mutations: [apply('Object{metadata: Object.metadata{annotations: {"n": params.data.n}}}')],
      matchConstraints: { resourceRules: [{ ...onCore, resources: ['pods'] }] },
    })
    return newCluster([own, { ...binding, spec: { policyName: 'p', paramRef } }])
  }
  const cluster = bound({ name: 'given', parameterNotFoundAction: 'Deny' })
  expect(await created(cluster, 'Pod')).toEqual({
    code: 403,
    message: 'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
  })
  await cluster.create('ConfigMap', { metadata: { name: 'given' }, data: { n: 'one' } })
  expect(await created(cluster, 'Pod')).toMatchObject({ annotations: { n: 'one' } })
  const other = bound({ name: 'given' }, { apiVersion: 'x.io/v1', kind: 'Nothing' })
  expect(await created(other, 'Pod')).toEqual({
    code: 403,
    message: `policy "p" denied request: failed to configure policy: failed to find resource referenced by paramKind: 'x.io/v1, Kind=Nothing'`,
  })
})

test('a policy that matches another version of a built-in kind cannot change it', async () => {
  const rules = [{ ...onCore, apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'] }]
  const cluster = newCluster(policy('p', { matchConstraints: { resourceRules: rules }, mutations: [label('a', 'b')] }))
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' }
  const write = cluster.create('HorizontalPodAutoscaler', {
    metadata: { name: 'a' },
    spec: { maxReplicas: 3, scaleTargetRef },
  })
  await expect(write).rejects.toThrow(
    `${BY}converting (v1.HorizontalPodAutoscaler) to (v2.HorizontalPodAutoscaler): unknown conversion`,
  )
})

test('a refusal of what has no name yet tells what its name begins with', async () => {
  const cluster = newCluster(policy('p', { mutations: [patch("[JSONPatch{op: 'remove', path: '/data/none'}]")] }))
  const write = cluster.create('ConfigMap', { metadata: { generateName: 'a-' }, data: { a: '1' } })
  await expect(write).rejects.toMatchObject({ status: { code: 403, details: { name: 'a-', kind: 'configmaps' } } })
})

test('custom resources are changed in the version that is matched, and keep to their schema', async () => {
  const versions = ['v1', 'v2'].map((name) => ({
    ...{ name, served: true, storage: name === 'v1' },
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer', default: 3 } } },
        },
      },
    },
  }))
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.x.io' },
    spec: { group: 'x.io', scope: 'Namespaced', names: { kind: 'Thing', plural: 'things' }, versions },
  }
  const rules = [{ ...onCore, apiGroups: ['x.io'], resources: ['things'] }]
  const change = apply('Object{spec: Object.spec{a: object.apiVersion}}')
  const cluster = newCluster([
    definition,
    ...policy('p', { matchConstraints: { resourceRules: rules }, mutations: [change] }),
  ])
  const reply = await cluster.fetch('/apis/x.io/v2/namespaces/default/things', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'x.io/v2', kind: 'Thing', metadata: { name: 'a' } }),
  })
  const made = await reply.json()
  expect(made).toMatchObject({ apiVersion: 'x.io/v2', spec: { a: 'x.io/v1', b: 3 } })
})

test('policies come before webhooks, and are asked again for what those change', async () => {
  const hooks: string[] = []
  const webhook = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'w' },
    webhooks: [
      {
        ...{ name: 'w.x.io', sideEffects: 'None', admissionReviewVersions: ['v1'] },
        clientConfig: { service: { name: 'hook', namespace: 'shop' } },
        rules: [{ ...onCore, resources: ['configmaps'] }],
      },
    ],
  }
  const cluster = createCluster({
    ...{
      seed: 1,
      controllers: 'none',
      fixtures: [webhook, ...policy('p', { mutations: [count('n')], reinvocationPolicy: 'IfNeeded' })],
    },
    featureGates: { MutatingAdmissionPolicy: true },
    runtimeConfig: { [API]: true },
    services: {
      async 'shop/hook:443'(request) {
        const review = (await request.json()) as {
          readonly request: { readonly uid: string; readonly object: { readonly data: object } }
        }
        hooks.push(JSON.stringify(review.request.object.data))
        const operations = [{ op: 'add', path: '/data/w', value: 'x' }]
        const response = {
          uid: review.request.uid,
          allowed: true,
          patchType: 'JSONPatch',
          patch: btoa(JSON.stringify(operations)),
        }
        return Response.json({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response })
      },
    },
  })
  expect(await created(cluster, 'ConfigMap', { data: { z: '1' } })).toEqual({ data: { n: 'xx', w: 'x', z: '1' } })
  expect(hooks).toEqual(['{"n":"x","z":"1"}'])
})

test('they need their feature gate, which needs their API', async () => {
  const cluster = createCluster({
    ...{ seed: 1, controllers: 'none', runtimeConfig: { [API]: true } },
    fixtures: policy('p', { mutations: [count('n')] }),
  })
  expect(await created(cluster, 'ConfigMap')).toEqual({ data: { a: '1' } })
  expect(() => createCluster({ featureGates: { MutatingAdmissionPolicy: true } })).toThrow(
    'the feature gate MutatingAdmissionPolicy needs admissionregistration.k8s.io/v1alpha1',
  )
})

beforeAll(() => loadLibrary())

type Recorded = {
  readonly name: string
  readonly mutations: readonly ({ readonly patch: string } | { readonly apply: string })[]
  readonly variables?: readonly { readonly name: string; readonly expression: string }[]
  readonly paramKind?: object
  readonly params?: KubeObject
  readonly namespace?: KubeObject
  readonly object: object
  readonly oldObject?: object
  readonly result?: object
  readonly error?: string
}

const profile = kubernetesProfileOf(newestOf('1.37'))
const registry = createRegistry(profile, builtinKindsOf(profile))
const kind = mustHave(registry.at('apps', 'v1', 'deployments'), 'Deployments')
const read = (value: object): KubeObject => readAs(kind, { apiVersion: 'apps/v1', kind: 'Deployment', ...value }).object
// What all of them ask for.
const REQUEST = {
  kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
}
const rights = { check: () => ({ allowed: true, reason: '' }), ofServiceAccount: () => rights }

function outcome({ mutations, variables, paramKind, ...given }: Recorded): object {
  const spec = {
    ...(variables ? { variables } : {}),
    ...(paramKind ? { paramKind } : {}),
    mutations: mutations.map((one) =>
      'patch' in one
        ? { patchType: 'JSONPatch', jsonPatch: { expression: one.patch } }
        : { patchType: 'ApplyConfiguration', applyConfiguration: { expression: one.apply } },
    ),
  }
  const compiled = finish(compiledMutations(spec))
  const asking = { registry, request: { def: kind, subresource: '' } } as unknown as Asking
  let object = read(given.object)
  for (const mutation of compiled.mutations) {
    const input = {
      object,
      oldObject: given.oldObject ? read(given.oldObject) : null,
      request: () => REQUEST,
      namespaceObject: () => given.namespace ?? null,
      authorizer: () => ({
        rights,
        resource: { group: 'apps', resource: 'deployments', subresource: '', namespace: '', name: '' },
      }),
    }
    const own = { params: given.params ?? null, variables: compiled.variables }
    try {
      const { value, fault } = finish(mutated(mutation, object, input, own, asking, { kind, resource: kind } as never))
      if (fault !== undefined) return { error: fault }
      object = value
    } catch (error) {
      if (error instanceof StatusError) return { error: error.message }
      throw error
    }
  }
  return { result: object }
}

// These are the tables of the tests of k8s.io/apiserver/pkg/admission/plugin/policy/mutating v0.37, with what becomes of
// them there: recorded by tools/record/cel.
test.each((tables as unknown as readonly Recorded[]).map((one) => [one.name, one] as const))('%s', (_, one) => {
  expect(outcome(one)).toEqual(
    one.error === undefined ? { result: kind.defaults(read(one.result ?? {})) } : { error: one.error },
  )
})
