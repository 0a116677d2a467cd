import { expect, test } from 'vitest'
import { StatusError } from '../../../src/base/errors/status.js'
import type { Steps } from '../../../src/base/turns/steps.js'
import { inSteps } from '../../../src/base/turns/work-in-parts.js'
import { loadLibrary } from '../../../src/cel/library.js'
import { validatePolicy } from '../../../src/kinds/admissionregistration/policy-rules.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import type { ValidatingAdmissionPolicy } from '../../../src/model/generated/types/admissionregistration-v1.js'

type Spec = NonNullable<ValidatingAdmissionPolicy['spec']>

/** The validation errors of a policy, as `field: first line`; none if the server accepts it. */
async function faults(spec: Partial<Spec>, options: ClusterOptions = {}): Promise<readonly string[]> {
  const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }]
  try {
    await createCluster({ seed: 1, ...options }).create('ValidatingAdmissionPolicy', {
      metadata: { name: 'checks' },
      spec: { matchConstraints: { resourceRules }, validations: [{ expression: 'true' }], ...spec },
    })
    return []
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return (error.status.details?.causes ?? []).map(
      ({ field, message }) => `${field}: ${message?.split('\n', 1).join()}`,
    )
  }
}
const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }

// The answers of k8s.io/kubernetes v1.33.13 (pkg/apis/admissionregistration/validation).
test.for([
  ['object.x == 1', undefined],
  ['request.kind.kind == "Pod" && request.userInfo.groups.exists(g, g == "a")', undefined],
  ['request.options.x == 1 || has(request.namespace) || request.dryRun', undefined],
  ['namespaceObject.metadata.labels["a"] == "b"', undefined],
  ['namespaceObject.metadata.creationTimestamp < timestamp("2024-01-01T00:00:00Z")', undefined],
  ['authorizer.group("").resource("pods").namespace("x").check("get").allowed()', undefined],
  ['authorizer.requestResource.check("get").errored()', undefined],
  ['object.x', 'must evaluate to bool but got dyn'],
  ['request.userInfo', 'must evaluate to bool but got kubernetes.UserInfo'],
  ['namespaceObject.status.conditions', 'must evaluate to bool but got list(kubernetes.NamespaceCondition)'],
  ['[]', 'must evaluate to bool but got list(dyn)'],
  ['optional.none()', 'must evaluate to bool but got optional_type(dyn)'],
  ['null', 'must evaluate to bool but got null_type'],
  ['request.uid', "compilation failed: ERROR: <input>:1:8: undefined field 'uid'"],
  ['params.x == 1', "compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')"],
  ['variables.a == 1', "compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')"],
  [
    'request.kind == "x"',
    "compilation failed: ERROR: <input>:1:14: found no matching overload for '_==_' applied to '(kubernetes.GroupVersionKind, string)'",
  ],
  [
    'authorizer.group("").check("get")',
    "compilation failed: ERROR: <input>:1:27: found no matching overload for 'check' applied to 'kubernetes.authorization.GroupCheck.(string)'",
  ],
] as const)('checks the validation expression %s', async ([expression, fault]) => {
  const at = 'spec.validations[0].expression: Invalid value: '
  expect(await faults({ validations: [{ expression }] })).toEqual(
    fault === undefined ? [] : [`${at}${JSON.stringify(expression)}: ${fault}`],
  )
})

test('a messageExpression is a string, may use params if paramKind is set, and has no authorizer', async () => {
  const message = (messageExpression: string) => [{ expression: 'true', messageExpression }]
  const at = 'spec.validations[0].messageExpression: Invalid value: '
  expect(await faults({ paramKind, validations: message('params.data.x') })).toEqual([
    `${at}"params.data.x": must evaluate to string but got dyn`,
  ])
  expect(await faults({ paramKind, validations: message('"found " + params.data.x') })).toEqual([])
  expect(await faults({ validations: message('"found " + params.data.x') })).toHaveLength(1)
  expect(await faults({ validations: message('authorizer.path("/").check("get").reason()') })).toEqual([
    `${at}"authorizer.path(\\"/\\").check(\\"get\\").reason()": compilation failed: ERROR: <input>:1:1: undeclared reference to 'authorizer' (in container '')`,
  ])
})

test('the valueExpression of an audit annotation is a string or null', async () => {
  const annotated = (valueExpression: string) => ({ auditAnnotations: [{ key: 'k', valueExpression }] })
  expect(await faults(annotated('object.x == 1 ? "a" : "b"'))).toEqual([])
  expect(await faults(annotated(' null '))).toEqual([])
  expect(await faults(annotated(' 1 '))).toEqual([
    'spec.auditAnnotations[0].valueExpression: Invalid value: " 1 ": must evaluate to one of [string null_type] but got int',
  ])
})

test('variables have the types of their expressions, and are declared for those after them', async () => {
  const variables = [
    { name: 'names', expression: '["a", "b"]' },
    { name: 'first', expression: 'variables.names[0]' },
    { name: 'user', expression: 'request.userInfo' },
  ]
  const expression = 'variables.first == "a" && variables.user.username == 1'
  expect(await faults({ variables, validations: [{ expression }] })).toEqual([])
  expect(await faults({ variables, validations: [{ expression: 'variables.first' }] })).toEqual([
    'spec.validations[0].expression: Invalid value: "variables.first": must evaluate to bool but got string',
  ])
  expect(await faults({ variables: variables.toReversed() })).toEqual([
    `spec.variables[1].expression: Invalid value: "variables.names[0]": compilation failed: ERROR: <input>:1:10: undefined field 'names'`,
  ])
})

// As a v1.33.13 and a v1.37.2 answer.
test.each([
  ['1.36', "type conversion error from 'int' to 'google.protobuf.Duration'"],
  ['1.37', 'no such overload: duration(int)'],
] as const)('in v%s the duration of a number is refused: %s', async (kubernetesVersion, fault) => {
  const validations = [{ expression: 'duration(dyn(1)) == duration("1s")' }]
  expect(await faults({ validations }, { kubernetesVersion })).toEqual([
    `spec.validations[0].expression: Internal error: program instantiation failed: ${fault}`,
  ])
})

test('match conditions may use params if paramKind is set', async () => {
  const matchConditions = [{ name: 'some', expression: 'params.x == object.x' }]
  expect(await faults({ matchConditions })).toHaveLength(1)
  expect(await faults({ matchConditions, paramKind })).toEqual([])
})

test('validation over several turns checks each variable once', async () => {
  await loadLibrary()
  const variables = Array.from({ length: 15 }, (_, i) => ({ name: `v${i}`, expression: 'object.a' }))
  const validations = Array.from({ length: 300 }, (_, i) => ({ expression: `variables.v1 == ${i}` }))
  const policy = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'checks' },
    spec: { variables, validations },
  }
  const turns = turnsOf(inSteps(() => validatePolicy(policy)))
  expect(turns).toBeGreaterThan(15)
  expect(turns).toBeLessThan(50)
})

function turnsOf(steps: Steps<unknown>): number {
  let turns = 1
  while (!steps.next().done) turns++
  return turns
}
