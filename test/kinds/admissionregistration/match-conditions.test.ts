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
])('%s is an expression that tells requests apart', async (expression) => {
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
] as const)('%s is none', async ([expression, why]) => {
  const creating = createCluster({ seed: 1 }).create('ValidatingWebhookConfiguration', configuration(expression))
  await expect(creating).rejects.toThrow(`webhooks[0].matchConditions[0].expression: Invalid value: "${expression}": `)
  await expect(creating).rejects.toThrow(why)
})

test('a condition that fixtures state is read as well', async () => {
  const fixtures = [
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      ...configuration('... bad'),
    },
  ]
  // Told at once where the library is there, else at the first request.
  const asking = async () => createCluster({ seed: 1, fixtures }).list('Namespace')
  await expect(asking()).rejects.toThrow('compilation failed')
})
