import { expect, test } from 'vitest'
import { openServer, refusal, wordsOf } from '../asking.js'

const GROUP = '/apis/flowcontrol.apiserver.k8s.io/v1'
const level = { priorityLevelConfiguration: { name: 'low' } }
const anything = { nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }] }
const rule = (more: object) => ({
  ...level,
  rules: [{ subjects: [{ kind: 'User', user: { name: 'u' } }], ...anything, ...more }],
})

test.each([
  [
    { ...level, matchingPrecedence: 1 },
    "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
  ],
  [
    { ...level, matchingPrecedence: 10001 },
    'spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000',
  ],
  [{}, 'spec.priorityLevelConfiguration.name: Required value: must reference a priority level'],
  [rule({ subjects: [] }), 'spec.rules[0].subjects: Required value: subjects must contain at least one value'],
  [
    rule({ subjects: [{ kind: 'X' }] }),
    'spec.rules[0].subjects[0].kind: Unsupported value: "X": supported values: "Group", "ServiceAccount", "User"',
  ],
  [
    rule({ subjects: [{ kind: 'User', user: { name: 'u' }, group: { name: 'g' } }] }),
    "spec.rules[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'",
  ],
  [
    rule({ nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/a*'] }] }),
    'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "/a*": wildcard can only do suffix matching',
  ],
  [
    rule({ nonResourceRules: [{ verbs: ['get', '*'], nonResourceURLs: ['*'] }] }),
    `spec.rules[0].nonResourceRules[0].verbs: Invalid value: []string{"get", "*"}: if '*' is present, must not specify other verbs`,
  ],
  [
    rule({ nonResourceRules: [], resourceRules: [{ verbs: ['get'], apiGroups: ['*'], resources: ['*'] }] }),
    'spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace',
  ],
])('rejects a FlowSchema with the spec %j', async (spec, wanted) => {
  expect(await refusal(`${GROUP}/flowschemas`, { spec })).toBe(wanted)
})

test('rejects a mandatory FlowSchema with another spec', async () => {
  expect(await refusal(`${GROUP}/flowschemas`, { metadata: { name: 'catch-all' }, spec: level })).toMatch(
    /^spec: Invalid value: .*: spec of 'catch-all' must equal the fixed value$/,
  )
})

const limited = (limitResponse: object, more: object = {}) => ({ type: 'Limited', limited: { limitResponse, ...more } })

test.each([
  [{ type: 'Exempt' }, `spec.type: Invalid value: "Exempt": type must be 'Exempt' if and only if name is 'exempt'`],
  [{ type: 'Limited' }, 'spec.limited: Required value: must not be empty when type is Limited'],
  [
    limited({ type: 'Queue' }),
    'spec.limited.limitResponse.queuing: Required value: must not be empty if limited.limitResponse.type is Limited',
  ],
  [
    limited({ type: 'Queue', queuing: { queues: 4, handSize: 5 } }),
    'spec.limited.limitResponse.queuing.handSize: Invalid value: 5: should not be greater than queues (4)',
  ],
  [
    limited({ type: 'Queue', queuing: { queues: 1024, handSize: 7 } }),
    'spec.limited.limitResponse.queuing.handSize: Invalid value: 7: required entropy bits of deckSize 1024 and handSize 7 should not be greater than 60',
  ],
  [
    limited({ type: 'Reject' }, { lendablePercent: 101 }),
    'spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive',
  ],
  [limited({ type: 'Reject' }, { nominalConcurrencyShares: 0 }), 201],
])('validates a priority level with the spec %j', async (spec, wanted) => {
  expect(await refusal(`${GROUP}/prioritylevelconfigurations`, { spec })).toBe(wanted)
})

test('rows of FlowSchemas are in the order of their precedence, then of their names', async () => {
  const ask = openServer()
  const path = '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas'
  for (const [name, matchingPrecedence] of [
    ['b', 9000],
    ['z', 3],
    ['a', 9000],
  ] as const)
    await ask('POST', path, {
      metadata: { name },
      spec: { priorityLevelConfiguration: { name: 'catch-all' }, matchingPrecedence },
    })
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
  const { body } = await ask('GET', path, undefined, { accept })
  const names = (body as { readonly rows: readonly { readonly cells: readonly unknown[] }[] }).rows.map(
    ({ cells }) => cells[0],
  )
  expect(names.slice(0, 3)).toEqual(['exempt', 'probes', 'z'])
  expect(names.slice(-5)).toEqual(['a', 'b', 'service-accounts', 'global-default', 'catch-all'])
})

test('since v1.37 tags tell of the members of another type before that of the type', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  const limited = { limitResponse: { queuing: { queues: 1, handSize: 1, queueLengthLimit: 1 } } }
  const path = `${GROUP}/prioritylevelconfigurations`
  const { body } = await ask('POST', path, { metadata: { name: 'a' }, spec: { limited, exempt: {} } })
  expect(wordsOf({ code: 422, warning: null, body })).toBe(
    '[spec.exempt: Forbidden, spec.limited: Forbidden, spec.type: Required value, spec.limited.limitResponse.queuing: Forbidden, spec.limited.limitResponse.type: Required value]',
  )
})
