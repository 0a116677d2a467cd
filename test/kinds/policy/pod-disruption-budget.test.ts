import { describe, expect, test } from 'vitest'
import { exampleProfile } from '../../../src/model/registry/profile.js'
import { podDisruptionBudget } from '../../../src/kinds/policy/pod-disruption-budget.js'
import { causes, cells, read, ruleContext } from '../causes.js'
import { LABEL_VALUE, NAME_PART } from '../texts.js'

const def = podDisruptionBudget(exampleProfile)
const budget = (text: string) => `intstr.IntOrString{Type:1, IntVal:0, StrVal:"${text}"}`
const PERCENT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"

test('a new budget has a status of zeros', () => {
  const sent = read(def, { spec: { minAvailable: 1 }, status: { currentHealthy: 3 } })
  expect(def.create.prepare(sent, ruleContext())['status']).toEqual({
    disruptionsAllowed: 0,
    currentHealthy: 0,
    desiredHealthy: 0,
    expectedPods: 0,
  })
})

test.each([
  ['My_PDB', []],
  ['a/b%', ["may not contain '/'", "may not contain '%'"]],
  ['.', ["may not be '.'"]],
])('validates the name %s', (name, expected) => {
  expect(def.metadata.name(name, false, read(def, {}))).toEqual(expected)
})

describe('the validation of the spec of a budget', () => {
  const spec = (min: string, selector: string, max: string, policy: string) =>
    `policy.PodDisruptionBudgetSpec{MinAvailable:(*intstr.IntOrString)(${min}), Selector:(*v1.LabelSelector)(${selector}), MaxUnavailable:(*intstr.IntOrString)(${max}), UnhealthyPodEvictionPolicy:(*policy.UnhealthyPodEvictionPolicyType)(${policy})}`

  test.each<[object, readonly string[]]>([
    [{}, []],
    [{ minAvailable: 0, selector: {} }, []],
    [{ maxUnavailable: '100%', unhealthyPodEvictionPolicy: 'IfHealthyBudget' }, []],
    [
      { minAvailable: 1, maxUnavailable: 1 },
      [
        `spec: Invalid value: ${spec('0xc000000000', 'nil', '0xc000000000', 'nil')}: minAvailable and maxUnavailable cannot be both set`,
      ],
    ],
    [{ minAvailable: -1 }, ['spec.minAvailable: Invalid value: -1: must be greater than or equal to 0']],
    [{ minAvailable: '30' }, [`spec.minAvailable: Invalid value: ${budget('30')}: ${PERCENT}`]],
    [{ maxUnavailable: '25% ' }, [`spec.maxUnavailable: Invalid value: ${budget('25% ')}: ${PERCENT}`]],
    [
      { maxUnavailable: '101%' },
      [`spec.maxUnavailable: Invalid value: ${budget('101%')}: must not be greater than 100%`],
    ],
    [
      {
        selector: { matchLabels: { 'a b': 'c' }, matchExpressions: [{ key: 'a', operator: 'NotIn' }] },
        unhealthyPodEvictionPolicy: 'Never',
      },
      [
        `spec.selector.matchLabels: Invalid value: "a b": ${NAME_PART}`,
        "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        'spec.unhealthyPodEvictionPolicy: Unsupported value: "Never": supported values: "AlwaysAllow", "IfHealthyBudget"',
      ],
    ],
  ])('checks %j', (members, expected) => {
    expect(causes(podDisruptionBudget, { spec: members })).toEqual(expected)
    expect(causes(podDisruptionBudget, { spec: members }, { old: {} })).toEqual(expected)
  })

  test('accepts an invalid selector value that is stored already', () => {
    const odd = { spec: { selector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b c'] }] } } }
    expect(causes(podDisruptionBudget, odd, { old: {} })).toEqual([
      `spec.selector.matchExpressions[0].values[0]: Invalid value: "b c": ${LABEL_VALUE}`,
    ])
    expect(causes(podDisruptionBudget, odd, { old: odd })).toEqual([])
  })
})

describe('an update of the status of a budget', () => {
  const good = { type: 'A', status: 'True', reason: 'R', lastTransitionTime: '2024-05-01T10:00:00Z' }

  test.each<[object, readonly string[]]>([
    [{ conditions: [good, { ...good, type: 'B' }] }, []],
    [{ conditions: [good, good] }, ['status.conditions[1].type: Duplicate value: "A"']],
    [
      { conditions: [{ type: 'a b', status: 'Maybe', observedGeneration: -1 }] },
      [
        `status.conditions[0].type: Invalid value: "a b": ${NAME_PART}`,
        'status.conditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
        'status.conditions[0].observedGeneration: Invalid value: -1: must be greater than or equal to zero',
        'status.conditions[0].lastTransitionTime: Required value: must be set',
        'status.conditions[0].reason: Required value: must be set',
      ],
    ],
    [
      {
        conditions: [{ ...good, reason: 'r'.repeat(1025), message: 'm'.repeat(32769) }],
        expectedPods: -1,
        disruptionsAllowed: -2,
      },
      [
        'status.conditions[0].reason: Too long: may not be more than 1024 bytes',
        'status.conditions[0].message: Too long: may not be more than 32768 bytes',
        'status.disruptionsAllowed: Invalid value: -2: must be greater than or equal to 0',
        'status.expectedPods: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
  ])('is validated, case %#', (status, expected) => {
    expect(
      causes(podDisruptionBudget, { spec: { minAvailable: -1 }, status }, { old: {}, subresource: 'status' }),
    ).toEqual(expected)
  })
})

test('prints its table row', () => {
  expect(cells(podDisruptionBudget, { metadata: { name: 'a' }, spec: { minAvailable: 0 } })).toEqual([
    'a',
    '0',
    'N/A',
    0,
    '<unknown>',
  ])
  expect(
    cells(podDisruptionBudget, {
      metadata: { name: 'a' },
      spec: { maxUnavailable: '25%' },
      status: { disruptionsAllowed: 2 },
    }),
  ).toEqual(['a', 'N/A', '25%', 2, '<unknown>'])
})
