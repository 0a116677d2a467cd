import { expect, test } from 'vitest'
import { openServer, refusal } from '../asking.js'

const POLICIES = '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies'
const from = (peer: object) => ({ podSelector: {}, ingress: [{ from: [peer] }] })
const to = (port: object) => ({ podSelector: {}, egress: [{ ports: [port] }] })

test.each([
  [from({}), 'spec.ingress[0].from[0]: Required value: must specify a peer'],
  [
    from({ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }),
    'spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer',
  ],
  [from({ ipBlock: {} }), 'spec.ingress[0].from[0].ipBlock.cidr: Required value'],
  [
    from({ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }),
    'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
  ],
  [
    from({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.0/8'] } }),
    'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`',
  ],
  [from({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }), 201],
  [
    to({ protocol: 'ICMP' }),
    'spec.egress[0].ports[0].protocol: Unsupported value: "ICMP": supported values: "TCP", "UDP", "SCTP"',
  ],
  [
    to({ port: 80, endPort: 79 }),
    'spec.egress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to `port`',
  ],
  [
    to({ port: 'http', endPort: 79 }),
    'spec.egress[0].ports[0].endPort: Invalid value: 79: may not be specified when `port` is non-numeric',
  ],
  [
    to({ endPort: 79 }),
    'spec.egress[0].ports[0].endPort: Invalid value: 79: may not be specified when `port` is not specified',
  ],
  [
    { podSelector: {}, policyTypes: ['X'] },
    'spec.policyTypes[0]: Unsupported value: "X": supported values: "Ingress", "Egress"',
  ],
  [
    { podSelector: {}, policyTypes: ['Ingress', 'Egress', 'Ingress'] },
    'spec.policyTypes: Invalid value: []networking.PolicyType{"Ingress", "Egress", "Ingress"}: may not specify more than two policyTypes',
  ],
])('validates a NetworkPolicy with the spec %j', async (spec, wanted) => {
  expect(await refusal(POLICIES, { spec })).toBe(wanted)
})

test('defaults protocol and policyTypes', async () => {
  const { body } = await openServer()('POST', POLICIES, { metadata: { name: 'a' }, spec: to({ port: 1 }) })
  expect(body['spec']).toEqual({
    podSelector: {},
    egress: [{ ports: [{ protocol: 'TCP', port: 1 }] }],
    policyTypes: ['Ingress', 'Egress'],
  })
})

test('warns of a CIDR with bits beyond its prefix', async () => {
  const { code, warning } = await openServer()('POST', POLICIES, {
    metadata: { name: 'a' },
    spec: from({ ipBlock: { cidr: '10.1.2.3/8' } }),
  })
  expect([code, warning]).toEqual([
    201,
    '299 - "spec.ingress[0].from[0].ipBlock.cidr: CIDR value \\"10.1.2.3/8\\" is ambiguous in this context (should be \\"10.0.0.0/8\\" or \\"10.1.2.3/32\\"?)"',
  ])
})
