import { beforeAll, expect, test } from 'vitest'
import { finish } from '../../../../src/base/turns/steps.js'
import { loadLibrary } from '../../../../src/cel/library.js'
import type { PolicySpec } from '../../../../src/server/admission/policies/compiled-policy.js'
import type { KubeObject } from '../../../../src/schema/object.js'
import type { PolicyInput } from '../../../../src/server/admission/policies/policy-input.js'
import { verdictOf } from '../../../../src/server/admission/policies/validating.js'

beforeAll(() => loadLibrary())

const rights = { check: () => ({ allowed: true, reason: '' }), ofServiceAccount: () => rights }
const data = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, 'x'.repeat(40)]))
const input: PolicyInput = {
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data } as KubeObject,
  oldObject: null,
  request: () => ({}),
  namespaceObject: () => null,
  authorizer: () => ({
    rights,
    resource: { group: '', resource: 'configmaps', subresource: '', namespace: '', name: '' },
  }),
}
const verdict = (spec: PolicySpec) => finish(verdictOf(spec, input, null))

test('audit annotations are texts; null and blank ones are left out, errors deny', () => {
  const spec: PolicySpec = {
    auditAnnotations: [
      { key: 'name', valueExpression: "' ' + object.metadata.name" },
      { key: 'null', valueExpression: 'null' },
      { key: 'blank', valueExpression: "' '" },
      { key: 'error', valueExpression: 'string(object.none)' },
    ],
  }
  const error = "expression 'string(object.none)' resulted in error: no such key: none"
  expect(verdict(spec).annotations).toEqual([
    { key: 'name', value: 'a' },
    { key: 'error', error },
  ])
  expect(verdict({ ...spec, failurePolicy: 'Ignore' }).annotations).toEqual([{ key: 'name', value: 'a' }])
})

// 64,000 comparisons, whose cost is nearly the limit of one expression.
const dear = 'object.data.all(a, object.data.all(b, object.data[a] == object.data[b] || true)) || true'

test('what the expressions of a policy may cost together is limited', () => {
  const [{ message = '' } = {}] = verdict({
    validations: Array.from({ length: 2_000 }, () => ({ expression: dear })),
  }).violations
  expect(message).toBe('validation failed due to running out of cost budget, no further validation rules will be run')
})

test('what match conditions may cost together is limited', () => {
  const conditions = Array.from({ length: 400 }, (_, i) => ({ name: `c${i}`, expression: dear }))
  const spec: PolicySpec = { matchConditions: conditions, validations: [{ expression: 'true' }] }
  expect(verdict(spec).violations.map(({ message }) => message)).toEqual([
    'validation failed due to running out of cost budget, no further validation rules will be run',
  ])
  expect(verdict({ ...spec, failurePolicy: 'Ignore' }).violations).toEqual([])
})

test('variables cost once for all expressions that use them', () => {
  const spec: PolicySpec = {
    variables: [{ name: 'dear', expression: dear }],
    validations: Array.from({ length: 2_000 }, () => ({ expression: 'variables.dear' })),
  }
  expect(verdict(spec).violations).toEqual([])
})
