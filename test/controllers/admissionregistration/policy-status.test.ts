import { expect, test } from 'vitest'
import { loadLibrary } from '../../../src/cel/library.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { typeWarnings } from '../../../src/controllers/admissionregistration/policy-status.js'
import { registryOf } from '../../../src/kinds/served-kinds.js'
import { profiles } from '../../profiles.js'
import { turnsWhile } from '../../hostile/support/turns.js'

const policy = (expression: string) => ({
  metadata: { name: 'p' },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE' as const], resources: ['pods'] }],
    },
    validations: [{ expression }],
  },
})
const ref = { name: 'p' }

test('sets observedGeneration for each generation of a policy, with the field manager of the real controller', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('ValidatingAdmissionPolicy', policy('true'))
  const { status, metadata } = await cluster.get('ValidatingAdmissionPolicy', ref)
  expect(status).toEqual({ observedGeneration: 1, typeChecking: {} })
  expect(
    metadata.managedFields?.map(({ manager, operation, subresource }) => [manager, operation, subresource]),
  ).toEqual([
    ['validatingadmissionpolicy-status', 'Apply', 'status'],
    ['fakecluster', 'Update', undefined],
  ])
  await cluster.patch('ValidatingAdmissionPolicy', ref, { spec: { failurePolicy: 'Ignore' } })
  expect((await cluster.get('ValidatingAdmissionPolicy', ref)).status).toMatchObject({ observedGeneration: 2 })
})

test('leaves a status of the current generation unchanged, and schedules no timer', async () => {
  const cluster = createCluster({ seed: 1 })
  const status = { observedGeneration: 1, typeChecking: { expressionWarnings: [{ fieldRef: 'spec', warning: 'w' }] } }
  await cluster.load([
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      ...policy('true'),
      status,
    },
  ])
  expect((await cluster.get('ValidatingAdmissionPolicy', ref)).status).toEqual(status)
  expect(await cluster.clock.next()).toBe(false)
})

test('warns of expressions that do not fit the types of what the policy matches', async () => {
  const cluster = createCluster({ seed: 1 })
  const resourceRules = [
    {
      apiGroups: ['apps'],
      apiVersions: ['v1'],
      operations: ['CREATE' as const],
      resources: ['deployments', 'replicasets'],
    },
    { apiGroups: ['*'], apiVersions: ['v1'], operations: ['CREATE' as const], resources: ['pods'] },
  ]
  const warned = async (
    expression: string,
    messageExpression?: string,
    variables: { name: string; expression: string }[] = [],
  ) => {
    const validations = [{ expression, ...(messageExpression ? { messageExpression } : {}) }]
    const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }
    const spec = { paramKind, matchConstraints: { resourceRules }, variables, validations }
    await cluster.create('ValidatingAdmissionPolicy', { metadata: { name: 't' }, spec })
    const { status } = await cluster.get('ValidatingAdmissionPolicy', { name: 't' })
    await cluster.delete('ValidatingAdmissionPolicy', { name: 't' })
    return (status?.typeChecking?.expressionWarnings ?? []).map(({ fieldRef, warning }) => [fieldRef, warning])
  }
  const undefinedField = (kind: string) =>
    `apps/v1, Kind=${kind}: ERROR: <input>:1:12: undefined field 'replica'\n | object.spec.replica > 1\n | ...........^\n`
  expect(await warned('object.spec.replica > 1')).toEqual([
    ['spec.validations[0].expression', `${undefinedField('Deployment')}\n${undefinedField('ReplicaSet')}`],
  ])
  expect(await warned('object.spec.replicas > 1 && params.data["a"] == object.metadata.name')).toEqual([])
  expect(await warned('false', '"a" + object.metadata.nam')).toMatchObject([
    ['spec.validations[0].messageExpression', expect.stringContaining("undefined field 'nam'")],
  ])
  const replicas = [{ name: 'replicas', expression: 'object.spec.replicas' }]
  expect(await warned('variables.replicas > 1', undefined, replicas)).toEqual([])
  expect(await warned('dyn(variables.replicas) == "1" || variables.replicas > "1"', undefined, replicas)).toMatchObject(
    [
      [
        'spec.validations[0].expression',
        expect.stringContaining("found no matching overload for '_>_' applied to '(int, string)'"),
      ],
    ],
  )
})

test('types are those that a server publishes: quantities and values of several forms have none', async () => {
  await loadLibrary()
  const registry = registryOf(profiles.kubernetes, [])
  const warned = (group: string, resource: string, expression: string) => {
    const resourceRules = [{ apiGroups: [group], apiVersions: ['v1'], resources: [resource] }]
    const spec = { matchConstraints: { resourceRules }, validations: [{ expression }] }
    const given = { apiVersion: 'v1', kind: 'ValidatingAdmissionPolicy', metadata: { name: 'p' }, spec }
    return /ERROR: <input>:\d+:\d+: (.*)/.exec(typeWarnings(given, registry, 385_000_000)[0]?.warning ?? '')?.[1]
  }
  const schema = 'object.spec.versions[0].schema.openAPIV3Schema'
  // As the controller of a v1.33.13 warned, but for the number, which is random there.
  const told = [
    ['apps', 'deployments', 'object.spec.strategy.rollingUpdate.maxSurge == 1', undefined],
    ['apps', 'deployments', "object.spec.strategy.rollingUpdate.maxSurge == '1'", undefined],
    ['', 'services', "object.spec.ports[0].targetPort == 'http'", undefined],
    [
      '',
      'services',
      "object.spec.ports[0].nodePort == 'x'",
      "found no matching overload for '_==_' applied to '(int, string)'",
    ],
    ['', 'pods', "object.spec.overhead['cpu'] == quantity('1')", "undefined field 'overhead'"],
    ['', 'pods', 'object.spec.containers[0].resources.requests == {}', "undefined field 'requests'"],
    ['', 'persistentvolumes', "object.spec.capacity['storage'] == 1", "undefined field 'capacity'"],
    ['apiextensions.k8s.io', 'customresourcedefinitions', `${schema}.items == 1`, "undefined field 'items'"],
    [
      'apiextensions.k8s.io',
      'customresourcedefinitions',
      `${schema}.properties['a'].type == 1`,
      "undefined field 'type'",
    ],
    [
      'apps',
      'deployments',
      'object.spec == object',
      "found no matching overload for '_==_' applied to '(Deployment385000000.spec, Deployment385000000)'",
    ],
    [
      'apps',
      'deployments',
      "object.metadata['name'] == 'x'",
      "found no matching overload for '_[_]' applied to '(Deployment385000000.metadata, string)'",
    ],
  ] as const
  for (const [group, resource, expression, warning] of told) expect(warned(group, resource, expression)).toBe(warning)
})

test.each([
  ['1.35', ["undeclared reference to 'params'"]],
  ['1.36', []],
] as const)('parameters of a kind that is not served, in v%s', async (kubernetesVersion, told) => {
  const cluster = createCluster({ seed: 1, kubernetesVersion })
  const { spec } = policy('params.spec.size == 1')
  const paramKind = { apiVersion: 'none.test/v1', kind: 'Thing' }
  const made = { metadata: { name: 'p' }, spec: { ...spec, paramKind } }
  const { status } = await cluster
    .create('ValidatingAdmissionPolicy', made)
    .then(() => cluster.get('ValidatingAdmissionPolicy', ref))
  const warnings = status?.typeChecking?.expressionWarnings ?? []
  expect(warnings.map(({ warning }) => /undeclared reference to 'params'/.exec(warning)?.[0])).toEqual(told)
})

test('every kind has types to check against', async () => {
  await loadLibrary()
  const registry = registryOf(profiles.kubernetes, [])
  const metadata = { name: 'p' }
  const warnings = registry.kinds().map(({ group, version, plural, kind }) => {
    const resourceRules = [{ apiGroups: [group], apiVersions: [version], resources: [plural] }]
    const validations = [{ expression: 'object.metadata.name == object.kind' }, { expression: 'object.none == 1' }]
    const spec = { matchConstraints: { resourceRules }, validations }
    const found = typeWarnings({ apiVersion: 'v1', kind: 'ValidatingAdmissionPolicy', metadata, spec }, registry, 0)
    return [kind, found.map(({ fieldRef, warning }) => [fieldRef, warning.includes("undefined field 'none'")])]
  })
  expect(warnings).toEqual(registry.kinds().map(({ kind }) => [kind, [['spec.validations[1].expression', true]]]))
})

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

test('the expressions of a policy are checked over several turns, each once', async () => {
  const controlled = createCluster({ seed: 1 })
  const bare = createCluster({ seed: 1, controllers: 'none' })
  const variables = range(200).map((i) => ({ name: `v${i}`, expression: 'object.metadata.name' }))
  const validations = range(200).map((i) => ({ expression: `variables.v${i} != "a" && object.none == 1` }))
  const { spec } = policy('true')
  const turnsIn = (cluster: Cluster) =>
    turnsWhile(async () => {
      await cluster.create('ValidatingAdmissionPolicy', {
        metadata: { name: 'p' },
        spec: { ...spec, variables, validations },
      })
      await cluster.settled()
    })
  const turns = (await turnsIn(controlled)) - (await turnsIn(bare))
  expect(turns).toBeGreaterThan(30)
  expect(turns).toBeLessThan(150)
  const { status } = await controlled.get('ValidatingAdmissionPolicy', ref)
  expect(status?.typeChecking?.expressionWarnings?.map(({ fieldRef }) => fieldRef)).toEqual(
    range(200).map((i) => `spec.validations[${i}].expression`),
  )
})

test('the kinds of a rule are found without trying each combination of its names', async () => {
  await loadLibrary()
  const registry = registryOf(profiles.kubernetes, [])
  const kindsOf = (apiGroups: readonly string[], apiVersions: readonly string[], resources: readonly string[]) => {
    const spec = {
      matchConstraints: {
        resourceRules: [{ apiGroups: [...apiGroups], apiVersions: [...apiVersions], resources: [...resources] }],
      },
      validations: [{ expression: 'object.none == 1' }],
    }
    const found = typeWarnings(
      { apiVersion: 'v1', kind: 'ValidatingAdmissionPolicy', metadata: { name: 'p' }, spec },
      registry,
      0,
    )
    return [...(found[0]?.warning ?? '').matchAll(/Kind=(\w+)/g)].map(([, kind]) => kind)
  }
  const none = range(5000).map((i) => `n${i}`)
  expect(kindsOf([...none, 'apps'], [...none, 'v1'], [...none, 'deployments'])).toEqual(['Deployment'])
  expect(kindsOf(['batch', 'apps'], ['v1'], ['jobs', 'deployments', 'jobs/status', '*'])).toEqual(['Deployment', 'Job'])
  expect(kindsOf(['batch', 'apps'], ['v1', 'v*'], ['jobs'])).toEqual([])
  // The real server counts what it finds, not the kinds.
  const often = range(10).map(() => 'deployments')
  expect(kindsOf(['batch', 'apps'], ['v1'], ['jobs', ...often])).toEqual(['Deployment'])
  const all = registry.mappings().filter(({ group, version }) => group === '' && version === 'v1')
  expect(
    kindsOf(
      [''],
      ['v1'],
      all.map(({ plural }) => plural),
    ),
  ).toHaveLength(10)
})
