import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../../src/cluster/options.js'
import type { Cluster } from '../../../../src/cluster/types.js'
import type { Client } from '../../../../src/server/client/types.js'

const GROUP = 'rbac.authorization.k8s.io'
const ALPHA = 'admissionregistration.k8s.io/v1alpha1'
const POLICIES = { apiGroups: ['admissionregistration.k8s.io'], resources: ['*'], verbs: ['*'] }
const CONFIG_MAPS = { apiVersion: 'v1', kind: 'ConfigMap' }
const onPods = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }
const matchConstraints = { resourceRules: [onPods] }
const ANN = '&{ann u1 [dev system:authenticated] map[a:[1 2] b:[]]}'

/** Makes a cluster, with the methods of a user who may write policies, and what else rules say. */
async function start(rules: readonly object[] = [], options: ClusterOptions = {}) {
  const cluster = createCluster({
    ...{ seed: 1, authorization: 'rbac', controllers: 'none' },
    featureGates: { MutatingAdmissionPolicy: true },
    runtimeConfig: { [ALPHA]: true },
    ...options,
  })
  await grant(cluster, [POLICIES, ...rules], 'policies')
  const extra = { b: [], a: ['1', '2'] }
  return { cluster, ann: cluster.as({ name: 'ann', uid: 'u1', groups: ['dev'], extra }) }
}

async function grant(cluster: Cluster, rules: readonly object[], name: string, namespace?: string): Promise<void> {
  const where = namespace === undefined ? { name } : { name, namespace }
  const kind = namespace === undefined ? 'ClusterRole' : 'Role'
  await cluster.create(kind, { metadata: where, rules } as never)
  await cluster.create(`${kind}Binding`, {
    metadata: where,
    roleRef: { apiGroup: GROUP, kind, name },
    subjects: [{ kind: 'User', apiGroup: GROUP, name: 'ann' }],
  } as never)
}

const policyOf = (paramKind: object | undefined, name = 'p') => ({
  metadata: { name },
  spec: { matchConstraints, validations: [{ expression: 'true' }], ...(paramKind ? { paramKind } : {}) },
})
const bindingTo = (policyName: string, paramRef: object, name = 'b') => ({
  metadata: { name },
  spec: { policyName, validationActions: ['Deny'], paramRef: { parameterNotFoundAction: 'Deny', ...paramRef } },
})
const store = (client: Client, kind: string, object: object) => client.create(kind, object as never)

const refusal = (kind: string, name: string, field: string, why: string) =>
  `${kind}.admissionregistration.k8s.io "${name}" is invalid: ${field}: Forbidden: ${why}`
const lacksKind = (kind: string, apiVersion: string) =>
  refusal(
    'ValidatingAdmissionPolicy',
    'p',
    'spec.paramKind',
    `user ${ANN} must have "get" permission on all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`,
  )

describe('who stores a policy must be able to get all objects of its paramKind', () => {
  const get = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }

  test('a user without it is refused, printed as Go does', async () => {
    const { ann } = await start()
    await expect(store(ann, 'ValidatingAdmissionPolicy', policyOf(CONFIG_MAPS))).rejects.toMatchObject({
      code: 422,
      message: lacksKind('ConfigMap', 'v1'),
    })
    await store(ann, 'ValidatingAdmissionPolicy', policyOf(undefined))
  })

  const told = (stored: Promise<unknown>) =>
    stored.then(
      () => 'stored',
      ({ message }: Error) => message,
    )

  test.each([
    ['in all namespaces', get, undefined, 'stored'],
    ['in one namespace only', get, 'default', lacksKind('ConfigMap', 'v1')],
    ['of one name only', { ...get, resourceNames: ['limits'] }, undefined, lacksKind('ConfigMap', 'v1')],
    ['to list them', { ...get, verbs: ['list'] }, undefined, lacksKind('ConfigMap', 'v1')],
  ])('a right %s', async (_, rule, namespace, answer) => {
    const { cluster, ann } = await start()
    await grant(cluster, [rule], 'more', namespace)
    expect(await told(store(ann, 'ValidatingAdmissionPolicy', policyOf(CONFIG_MAPS)))).toBe(answer)
  })

  test('of a kind that is not served, all resources of its group', async () => {
    const paramKind = { apiVersion: 'example.com/v1', kind: 'Limit' }
    const limits = { apiGroups: ['example.com'], resources: ['limits'], verbs: ['get'] }
    const { cluster, ann } = await start([limits])
    const stored = () => store(ann, 'ValidatingAdmissionPolicy', policyOf(paramKind))
    await expect(stored()).rejects.toThrow(lacksKind('Limit', 'example.com/v1'))
    await grant(cluster, [{ ...limits, resources: ['*'] }], 'more')
    await stored()
  })

  test('an update is asked about only if it changes the kind', async () => {
    const { cluster, ann } = await start()
    await store(cluster, 'ValidatingAdmissionPolicy', policyOf(CONFIG_MAPS))
    const patch = (body: object) => ann.patch('ValidatingAdmissionPolicy', { name: 'p' }, body as never)
    await patch({ metadata: { labels: { a: 'b' } } })
    await expect(patch({ spec: { paramKind: { kind: 'Secret' } } })).rejects.toThrow(lacksKind('Secret', 'v1'))
    await patch({ spec: { paramKind: null } })
  })

  test('what is invalid is told first', async () => {
    const { ann } = await start()
    const invalid = { ...policyOf(CONFIG_MAPS), spec: { paramKind: CONFIG_MAPS } }
    await expect(store(ann, 'ValidatingAdmissionPolicy', invalid)).rejects.toThrow('spec.matchConstraints: Required')
    await expect(store(ann, 'ValidatingAdmissionPolicy', invalid)).rejects.not.toThrow('Forbidden')
  })

  test('administrators and servers that allow everything are not asked', async () => {
    const { cluster } = await start()
    expect(await told(store(cluster, 'ValidatingAdmissionPolicy', policyOf(CONFIG_MAPS)))).toBe('stored')
    const { ann } = await start([], { authorization: 'allow' })
    expect(await told(store(ann, 'ValidatingAdmissionPolicy', policyOf(CONFIG_MAPS)))).toBe('stored')
  })

  test('rbac-audit counts the right as one in all namespaces', async () => {
    const { cluster, ann } = await start([], { authorization: 'rbac-audit' })
    await store(ann, 'ValidatingAdmissionPolicy', policyOf(CONFIG_MAPS))
    const { roles, clusterRole } = cluster.access.used('ann')
    expect(roles).toEqual([])
    expect(clusterRole?.rules).toContainEqual(get)
  })
})

describe('who stores a binding must be able to read its parameters', () => {
  const paramRef = { name: 'limits', namespace: 'default' }
  const VALIDATING = 'ValidatingAdmissionPolicyBinding'
  const lacks = (why: string) => refusal(VALIDATING, 'b', 'spec.paramRef', why)

  test.each([
    [paramRef, 'get', 'default'],
    [{ name: 'limits' }, 'get', undefined],
    [{ selector: {}, namespace: 'default' }, 'list', 'default'],
    [{ selector: {} }, 'list', undefined],
  ])('by %j, asked with each write', async (ref, verb, namespace) => {
    const { cluster, ann } = await start()
    await store(cluster, 'ValidatingAdmissionPolicy', policyOf(CONFIG_MAPS))
    const why = lacks(`user ${ANN} does not have "${verb}" permission on the object referenced by paramRef`)
    await expect(store(ann, VALIDATING, bindingTo('p', ref))).rejects.toMatchObject({ code: 422, message: why })
    await store(cluster, VALIDATING, bindingTo('p', ref))
    const label = () => ann.patch(VALIDATING, { name: 'b' }, { metadata: { labels: { a: 'b' } } })
    await expect(label()).rejects.toThrow(why)
    const names = 'name' in ref ? { resourceNames: [ref.name] } : {}
    await grant(cluster, [{ apiGroups: [''], resources: ['configmaps'], verbs: [verb], ...names }], 'more', namespace)
    await label()
  })

  test('everything, where the policy is not there, or has no kind, or one that is not served', async () => {
    const { cluster, ann } = await start()
    const missing = (what: string) =>
      lacks(
        `unable to ${what} to determine minimum required permissions and user ${ANN} does not have "get" permission for all groups, versions and resources`,
      )
    const bind = (policy: string) => store(ann, VALIDATING, bindingTo(policy, paramRef))
    await expect(bind('p')).rejects.toThrow(missing('get policy p'))
    await store(cluster, 'ValidatingAdmissionPolicy', policyOf({ apiVersion: 'example.com/v1', kind: 'Limit' }))
    await expect(bind('p')).rejects.toThrow(missing('resolve paramKind &{example.com/v1 Limit}'))
    await store(cluster, 'ValidatingAdmissionPolicy', policyOf(undefined, 'plain'))
    await expect(bind('plain')).rejects.toThrow('permission on the object referenced by paramRef')
    await grant(cluster, [{ apiGroups: ['*'], resources: ['*'], verbs: ['get'] }], 'more')
    await bind('plain')
  })

  test('of mutating policies too, with user and verb the wrong way round as on a real server', async () => {
    const { cluster, ann } = await start()
    const expression = 'Object{metadata: Object.metadata{labels: {"a": "b"}}}'
    const mutations = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }]
    const spec = { matchConstraints, mutations, reinvocationPolicy: 'Never', paramKind: CONFIG_MAPS }
    const policy = { metadata: { name: 'm' }, spec }
    await expect(store(ann, 'MutatingAdmissionPolicy', policy)).rejects.toThrow(
      'MutatingAdmissionPolicy.admissionregistration.k8s.io "m" is invalid: spec.paramKind: Forbidden: user &{ann ',
    )
    await store(cluster, 'MutatingAdmissionPolicy', policy)
    const { policyName, paramRef: ref } = bindingTo('m', paramRef).spec
    const binding = { metadata: { name: 'b' }, spec: { policyName, paramRef: ref } }
    await expect(store(ann, 'MutatingAdmissionPolicyBinding', binding)).rejects.toThrow(
      refusal(
        'MutatingAdmissionPolicyBinding',
        'b',
        'spec.paramRef',
        `user get does not have "${ANN}" permission on the object referenced by paramRef`,
      ),
    )
  })
})
