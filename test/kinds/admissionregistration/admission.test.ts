import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { changeRefusal, openServer, refusal } from '../asking.js'

const GROUP = '/apis/admissionregistration.k8s.io/v1'
const HOOK = {
  name: 'a.example.com',
  clientConfig: { url: 'https://x/y' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}
const RULE = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }

describe.each(['mutating', 'validating'])('a %s webhook configuration', (sort) => {
  const path = `${GROUP}/${sort}webhookconfigurations`
  const hooks = (more: object) => ({ webhooks: [{ ...HOOK, ...more }] })
  test.each([
    [{ name: 'a' }, 'name: Invalid value: "a": should be a domain with at least three segments separated by dots'],
    [{ sideEffects: 'Some' }, 'sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"'],
    [{ sideEffects: null }, 'sideEffects: Required value: must specify one of None, NoneOnDryRun'],
    [{ timeoutSeconds: 31 }, 'timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds'],
    [
      { admissionReviewVersions: ['v2'] },
      'admissionReviewVersions: Invalid value: []string{"v2"}: must include at least one of v1, v1beta1',
    ],
    [{ clientConfig: {} }, 'clientConfig: Required value: exactly one of url or service is required'],
    [
      { clientConfig: { url: 'http://x' } },
      `clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
    ],
    [
      { clientConfig: { url: 'https://u@x' } },
      'clientConfig.url: Invalid value: "u": user information is not permitted in the URL',
    ],
    [
      { clientConfig: { service: { name: 's', namespace: 'n', path: '/a//b' } } },
      'clientConfig.service.path: Invalid value: "/a//b": segment[1] may not be empty',
    ],
    [
      { clientConfig: { service: { name: 's', namespace: 'n', port: 0 } } },
      'clientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
    ],
    [
      { rules: [{ ...RULE, operations: ['*', 'CREATE'] }] },
      `rules[0].operations: Invalid value: []admissionregistration.OperationType{"*", "CREATE"}: if '*' is present, must not specify other operations`,
    ],
    [
      { rules: [{ ...RULE, resources: ['pods/*', 'pods/status'] }] },
      `rules[0].resources[1]: Invalid value: "pods/status": if 'pods/*' is present, must not specify pods/status`,
    ],
    [
      { rules: [{ ...RULE, scope: 'X' }] },
      'rules[0].scope: Unsupported value: "X": supported values: "*", "Cluster", "Namespaced"',
    ],
    [{ matchConditions: [{ name: 'a', expression: ' ' }] }, 'matchConditions[0].expression: Required value'],
  ])('is refused with %j', async (more, wanted) => {
    expect(await refusal(path, hooks(more))).toBe(`webhooks[0].${wanted}`)
  })

  test('is refused with duplicate names', async () => {
    expect(await refusal(path, { webhooks: [HOOK, HOOK] })).toBe('webhooks[1].name: Duplicate value: "a.example.com"')
    expect(await changeRefusal(path, hooks({}), { webhooks: [HOOK, HOOK] })).toBe(
      'webhooks[1].name: Duplicate value: "a.example.com"',
    )
  })
})

describe('a ValidatingAdmissionPolicy', () => {
  const spec = { matchConstraints: { resourceRules: [RULE] }, validations: [{ expression: 'true' }] }
  test.each([
    [{ matchConstraints: null }, 'spec.matchConstraints: Required value'],
    [{ matchConstraints: {} }, 'spec.matchConstraints.resourceRules: Required value'],
    [
      { paramKind: { apiVersion: 'a/b/c', kind: 'K' } },
      'spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    ],
    [
      { variables: [{ name: 'in', expression: '1' }] },
      'spec.variables[0].name: Invalid value: "in": name is not a valid CEL identifier',
    ],
    [
      { validations: [{ expression: '' }] },
      'spec.validations[0].expression: Required value: expression is not specified',
    ],
    [
      { validations: [{ expression: 'true', message: 'a\nb' }] },
      'spec.validations[0].message: Invalid value: "a\\nb": message must not contain line breaks',
    ],
    [
      { validations: [{ expression: 'true', reason: 'X' }] },
      'spec.validations[0].reason: Unsupported value: "X": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
    ],
    [
      { validations: [] },
      '[spec.validations: Required value: validations or auditAnnotations must contain at least one item, spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item]',
    ],
  ])('is refused with %j', async (more, wanted) => {
    expect(await refusal(`${GROUP}/validatingadmissionpolicies`, { spec: { ...spec, ...more } })).toBe(wanted)
  })
})

describe('a ValidatingAdmissionPolicyBinding', () => {
  const spec = { policyName: 'p', validationActions: ['Deny'] }
  test.each([
    [{ policyName: '' }, 'spec.policyName: Required value'],
    [{ validationActions: [] }, 'spec.validationActions: Required value: at least one validation action is required'],
    [{ validationActions: ['Deny', 'Warn'] }, 'must not contain both Deny and Warn'],
    [
      { paramRef: { parameterNotFoundAction: 'Deny' } },
      'spec.paramRef: Required value: one of name or selector must be specified',
    ],
    [{ paramRef: { name: 'n' } }, 'spec.paramRef.parameterNotFoundAction: Required value'],
  ])('is refused with %j', async (more, wanted) => {
    const words = await refusal(`${GROUP}/validatingadmissionpolicybindings`, { spec: { ...spec, ...more } })
    expect(words).toContain(wanted)
  })
})

test('stores an empty caBundle apart from an unset one: writing back what was read increments generation', async () => {
  const ask = openServer()
  const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
  const webhook = (caBundle?: string) => ({
    name: 'check.example.com',
    clientConfig: { url: 'https://hooks.example.com/check', caBundle },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  })
  const made = await ask('POST', path, { metadata: { name: 'a' }, webhooks: [webhook('')] })
  const put = async (body: object) => (await ask('PUT', `${path}/a`, body)).body['metadata'] as { generation: number } // of an object
  const first = made.body['metadata'] as { generation: number; resourceVersion: string } // as above
  expect(JSON.stringify(made.body)).not.toContain('caBundle')
  expect([first.generation, (await put(made.body)).generation]).toEqual([1, 2])
  const { resourceVersion } = (await ask('GET', `${path}/a`)).body['metadata'] as { resourceVersion: string } // as above
  const again = { metadata: { name: 'a', resourceVersion }, webhooks: [webhook()] }
  expect(await put(again)).toMatchObject({ generation: 2, resourceVersion })
})

test('an apply that changes nothing but owners keeps an empty caBundle', async () => {
  const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const clientConfig = { url: 'https://hooks.example.com/check', caBundle: '' }
  const webhooks = [{ name: 'check.example.com', clientConfig, sideEffects: 'None', admissionReviewVersions: ['v1'] }]
  const kind = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' }
  const headers = { 'content-type': 'application/json' }
  await fetch(path, { method: 'POST', headers, body: JSON.stringify({ metadata: { name: 'a' }, webhooks }) })
  const generation = async (manager: string, more: object, labels?: object) => {
    const reply = await fetch(`${path}/a?fieldManager=${manager}&force=true`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: JSON.stringify({ ...kind, metadata: { name: 'a', labels }, ...more }),
    })
    return ((await reply.json()) as { readonly metadata: { readonly generation: number } }).metadata.generation // an object
  }
  expect(await generation('one', {})).toBe(1)
  expect(await generation('two', { webhooks })).toBe(1)
  expect(await generation('one', {}, { a: 'b' })).toBe(2)
})

test.each([
  ['1.36', null],
  [
    '1.37',
    '299 - "webhooks[0].rules[0]: tokenreviews.authentication.k8s.io is excluded from admission webhooks; this rule will have no effect"',
  ],
] as const)('%s: a rule of a webhook that names reviews is warned of: %s', async (kubernetesVersion, warning) => {
  const ask = openServer({ kubernetesVersion })
  const path = `${GROUP}/validatingwebhookconfigurations`
  const reviews = ['pods', 'tokenreviews', 'tokenreviews', 'subjectaccessreviews']
  const rule = { ...RULE, apiGroups: ['', 'authentication.k8s.io'], resources: reviews }
  const webhooks = [{ ...HOOK, rules: [rule, { ...rule, apiGroups: ['*'] }] }]
  expect((await ask('POST', path, { metadata: { name: 'a' }, webhooks })).warning).toBe(warning)
  const labels = { a: 'b' }
  expect((await ask('PATCH', `${path}/a`, { metadata: { labels } })).warning).toBe(warning)
})
