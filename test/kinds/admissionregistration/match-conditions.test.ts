import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const configuration = (expression: string) => ({
  metadata: { name: 'checks' },
  webhooks: [
    {
      name: 'check.example.com',
      clientConfig: { url: 'https://hooks.example.com/check' },
      sideEffects: 'None' as const,
      admissionReviewVersions: ['v1'],
      matchConditions: [{ name: 'some', expression }],
    },
  ],
})

test.for([
  "object.metadata.name == 'x'",
  "!(request.kind.group == 'coordination.k8s.io' && request.resource.resource == 'leases')",
  "authorizer.group('example.io').resource('things').name('one').check('get').allowed()",
  "authorizer.requestResource.check('custom').allowed()",
  "oldObject != null && object.metadata.labels.exists(key, key.matches('^a'))",
])('accepts the match condition %s', async (expression) => {
  for (const kind of ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'] as const) {
    const made = await createCluster({ seed: 1 }).create(kind, configuration(expression))
    expect(made.webhooks?.[0]?.matchConditions).toEqual([{ name: 'some', expression }])
  }
})

test.for([
  [
    '... [] bad expression',
    "compilation failed: ERROR: <input>:1:2: Syntax error: no viable alternative at input '..'",
  ],
  ['1 + 1', 'must evaluate to bool'],
  ['params.x', "undeclared reference to 'params' (in container '')"],
] as const)('rejects the match condition %s', async ([expression, why]) => {
  const creating = createCluster({ seed: 1 }).create('ValidatingWebhookConfiguration', configuration(expression))
  await expect(creating).rejects.toThrow(`webhooks[0].matchConditions[0].expression: Invalid value: "${expression}": `)
  await expect(creating).rejects.toThrow(why)
})

test('compiles the match conditions of fixtures too', async () => {
  const fixtures = [
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      ...configuration('... bad'),
    },
  ]
  // Reported at once if the CEL library is loaded, else at the first request.
  const asking = async () => createCluster({ seed: 1, fixtures }).list('Namespace')
  await expect(asking()).rejects.toThrow('compilation failed')
})
