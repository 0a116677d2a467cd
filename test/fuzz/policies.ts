import fc from 'fast-check'
import type { Asked } from './asked.js'
import { mutated, mutations } from './values.js'
import { written } from './texts.js'

const GROUP = '/apis/admissionregistration.k8s.io/v1'
const HOSTILE = [
  'variables.a',
  'variables.b',
  'params.data',
  'request.object',
  'authorizer',
  'namespaceObject.metadata',
]

/** Requests that create admission policies and webhooks with expressions in every field that may have one. */
export const policyRequest = (cel: fc.Arbitrary<string>): fc.Arbitrary<Asked> => {
  const odd = fc.oneof(
    cel,
    fc.constantFrom(...HOSTILE),
    fc.tuple(cel, fc.constantFrom(...HOSTILE)).map((two) => two.join(' == ')),
  )
  const any = (sound: string) => fc.oneof({ weight: 3, arbitrary: fc.constant(sound) }, { weight: 2, arbitrary: odd })
  const [condition, text] = [any('object.metadata.name == "a"'), any('"a" + object.metadata.name')]
  return fc
    .tuple(
      fc.constantFrom(
        'validatingadmissionpolicies',
        'validatingwebhookconfigurations',
        'mutatingwebhookconfigurations',
      ),
      fc.tuple(any('[1]'), condition, text, condition, text),
      fc.nat({ max: 40 }),
      mutations,
    )
    .map(([resource, expressions, times, changes]) => ({
      method: 'POST',
      path: `${GROUP}/${resource}`,
      headers: { 'Content-Type': 'application/json' },
      body: written(mutated((resource.includes('webhook') ? webhooks : policy)(expressions, times), changes), {
        notation: 'json',
        cuts: [],
      }),
    }))
}

type Expressions = readonly [first: string, second: string, third: string, fourth: string, fifth: string]

const RULE = { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }
const repeated = <T>(times: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: times }, (_, i) => make(i))

const policy = ([variable, validation, message, condition, annotation]: Expressions, times: number) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'fuzz' },
  spec: {
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
    matchConstraints: { resourceRules: [RULE] },
    // Each variable doubles the one before.
    variables: [
      { name: 'a', expression: variable },
      ...repeated(times, (i) => ({
        name: `v${i}`,
        expression: i ? `variables.v${i - 1} + variables.v${i - 1}` : `[${variable}]`,
      })),
    ],
    validations: [{ expression: validation, messageExpression: message, message }],
    matchConditions: [{ name: 'c', expression: condition }],
    auditAnnotations: [{ key: 'k', valueExpression: annotation }],
  },
})

const webhooks = ([, first, , second]: Expressions, times: number) => ({
  metadata: { name: 'fuzz' },
  webhooks: [
    {
      name: 'a.example.com',
      clientConfig: { url: 'https://a.example.com/c' },
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      rules: [RULE],
      matchConditions: [
        { name: 'first', expression: first },
        ...repeated(times, (i) => ({ name: `c${i}`, expression: second })),
      ],
    },
  ],
})
