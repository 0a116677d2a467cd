import { describe, expect, test } from 'vitest'
import { issueText } from '../../../../src/base/errors/issue.js'
import { exampleProfile } from '../../../../src/model/registry/profile.js'
import { kubernetesProfile } from '../../../profiles.js'
import { node } from '../../../../src/kinds/core/node/node.js'
import { decode } from '../../../../src/schema/decode.js'
import type { KubeObject } from '../../../../src/schema/object.js'
import { read, ruleContext } from '../../causes.js'
import { LABEL, NAME_PART } from '../../texts.js'

const def = node(exampleProfile)
const main = ruleContext()
const status = ruleContext({ subresource: 'status' })

const given = (members: object): KubeObject => read(def, { metadata: { name: 'n' }, ...members })
const created = (members: object) => def.create.validate(given(members), main).map(issueText)
const updated = (old: object, next: object, context = main) =>
  def.update.validate(given(next), given(old), context).map(issueText)

describe('decoding a node', () => {
  const info = {
    machineID: '',
    systemUUID: '',
    bootID: '',
    kernelVersion: '',
    osImage: '',
    containerRuntimeVersion: '',
  }

  test('writes the fields of a profile under its names, in wire order', () => {
    expect(JSON.stringify(given({})['status'])).toBe(
      JSON.stringify({
        daemonEndpoints: { agentEndpoint: { Port: 0 } },
        nodeInfo: { ...info, agentVersion: '', proxyVersion: '', operatingSystem: '', architecture: '' },
      }),
    )
    const other = node(kubernetesProfile)
    expect(
      JSON.stringify(
        decode<KubeObject>(other.schema, { status: { nodeInfo: { agentVersion: 'gone', kubeletVersion: 'v1' } } })
          .object['status'],
      ),
    ).toBe(
      JSON.stringify({
        daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
        nodeInfo: { ...info, kubeletVersion: 'v1', kubeProxyVersion: '', operatingSystem: '', architecture: '' },
      }),
    )
  })

  test.each([
    ['podCIDR alone', { podCIDR: '10.0.0.0/24' }, { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24'] }],
    [
      'podCIDRs alone',
      { podCIDRs: ['10.0.0.0/24', 'fd00::/64'] },
      { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24', 'fd00::/64'] },
    ],
    [
      'both, consistent',
      { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24', 'fd00::/64'] },
      { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24', 'fd00::/64'] },
    ],
    [
      'both, podCIDR wins',
      { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.9.0/24', 'fd00::/64'] },
      { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24'] },
    ],
    ['neither', { providerID: 'p' }, { providerID: 'p' }],
  ])('fills in podCIDR and podCIDRs: %s', (_, spec, expected) => {
    expect(given({ spec })['spec']).toEqual(expected)
  })

  test('defaults allocatable to capacity', () => {
    expect(given({ status: { capacity: { cpu: '4000m' } } })['status']).toMatchObject({
      capacity: { cpu: '4' },
      allocatable: { cpu: '4' },
    })
    expect(given({ status: { capacity: { cpu: '4' }, allocatable: { cpu: '3' } } })['status']).toMatchObject({
      allocatable: { cpu: '3' },
    })
  })
})

describe('preparing a node', () => {
  const source = { configMap: { namespace: 'a', name: 'b', agentConfigKey: 'c' } }

  test('drops the configuration source on create', () => {
    const { spec, status: state } = def.create.prepare(
      given({ spec: { configSource: source }, status: { config: { error: 'e' } } }),
      main,
    )
    expect({ spec, config: (state as { config?: object }).config }).toEqual({ spec: {}, config: undefined })
  })

  test('keeps a configuration source on update only if there was one', () => {
    const without = given({})
    const having = given({ spec: { configSource: source }, status: { config: { error: 'e' } } })
    expect(def.update.prepare(having, without, main)['spec']).toEqual({})
    expect(def.update.prepare(having, having, main)).toBe(having)
    expect(def.update.prepare(having, without, status)['status']).not.toHaveProperty('config')
    expect(def.update.prepare(having, having, status)).toBe(having)
  })
})

describe('validating a new node', () => {
  const one = 'may specify no more than one CIDR for each IP family'

  test.each<[string, object, string[]]>([
    [
      'valid taints',
      {
        spec: {
          taints: [
            { key: 'a', effect: 'NoSchedule' },
            { key: 'a', effect: 'NoExecute' },
          ],
        },
      },
      [],
    ],
    [
      'taint without key',
      { spec: { taints: [{ effect: 'NoSchedule' }] } },
      [
        'metadata.taints[0].key: Invalid value: "": name part must be non-empty',
        `metadata.taints[0].key: Invalid value: "": ${NAME_PART}`,
      ],
    ],
    ['taint without effect', { spec: { taints: [{ key: 'a' }] } }, ['metadata.taints[0].effect: Required value']],
    [
      'taint with an unknown effect',
      { spec: { taints: [{ key: 'a', effect: 'Odd' }] } },
      [
        'metadata.taints[0].effect: Unsupported value: "Odd": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      ],
    ],
    [
      'duplicate taint',
      {
        spec: {
          taints: [
            { key: 'a', effect: 'NoSchedule' },
            { key: 'a', value: 'v', effect: 'NoSchedule', timeAdded: '2024-05-01T10:00:00Z' },
          ],
        },
      },
      [
        'metadata.taints[1]: Duplicate value: core.Taint{Key:"a", Value:"v", Effect:"NoSchedule", TimeAdded:time.Date(2024, time.May, 1, 10, 0, 0, 0, time.Local)}: taints must be unique by key and effect pair',
      ],
    ],
    [
      'invalid CIDR',
      { spec: { podCIDR: 'nope' } },
      ['spec.podCIDRs[0]: Invalid value: "nope": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
    ],
    [
      'swap capacity of zero before an invalid CIDR',
      { spec: { podCIDR: 'nope' }, status: { nodeInfo: { swap: { capacity: 0 } } } },
      [
        'metadata.nodeSwapStatus.capacity: Invalid value: 0: must be greater than zero',
        'spec.podCIDRs[0]: Invalid value: "nope": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
    ],
    ['one CIDR of each family', { spec: { podCIDRs: ['fd00::/64', '10.0.0.0/24'] } }, []],
    [
      'two CIDRs of a family',
      { spec: { podCIDRs: ['10.0.0.0/24', '10.0.1.0/24'] } },
      [`spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "10.0.1.0/24"}: ${one}`],
    ],
    [
      'three CIDRs, one duplicate',
      { spec: { podCIDRs: ['10.0.0.0/24', 'fd00::/64', 'fd00::/64'] } },
      [`spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "fd00::/64", "fd00::/64"}: ${one}`],
    ],
    [
      'a valid and an invalid CIDR',
      { spec: { podCIDRs: ['10.0.0.0/24', 'x'] } },
      [
        'spec.podCIDRs[1]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
        'spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[1]: <nil> (invalid CIDR address: x)',
        `spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "x"}: ${one}`,
      ],
    ],
    [
      'quantities',
      { status: { capacity: { cpu: '-1', pods: '1.5', 'a.test/b': '500m', 'bad name': '1' }, allocatable: {} } },
      [
        'status.capacity.a.test/b: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
        'status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0',
        'status.capacity.pods: Invalid value: resource.Quantity{i:resource.int64Amount{value:15, scale:-1}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"", Format:"DecimalSI"}: must be an integer',
      ],
    ],
  ])('%s', (_, members, expected) => {
    const decoded = given(members)
    const bare = { ...decoded, status: { ...(decoded['status'] as object), allocatable: undefined } }
    expect(def.create.validate(bare, main).map(issueText)).toEqual(expected)
  })
  test('reports invalid quantities of capacity and allocatable', () => {
    expect(created({ status: { capacity: { cpu: '-1' } } })).toEqual([
      'status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0',
      'status.allocatable.cpu: Invalid value: "-1": must be greater than or equal to 0',
    ])
  })
})

describe('validating an update of a node', () => {
  const networks = 'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid'
  const bad = { spec: { taints: [{ key: 'a' }] } }

  test.each<[string, object, object, string[]]>([
    ['a first CIDR', {}, { spec: { podCIDR: '10.0.0.0/24' } }, []],
    ['another CIDR', { spec: { podCIDR: '10.0.0.0/24' } }, { spec: { podCIDR: '10.0.1.0/24' } }, [networks]],
    [
      'an additional CIDR',
      { spec: { podCIDR: '10.0.0.0/24' } },
      { spec: { podCIDRs: ['10.0.0.0/24', 'fd00::/64'] } },
      [networks],
    ],
    [
      'two other CIDRs',
      { spec: { podCIDRs: ['10.0.0.0/24', 'fd00::/64'] } },
      { spec: { podCIDRs: ['10.0.1.0/24', 'fd01::/64'] } },
      [networks, networks],
    ],
    ['a removed CIDR', { spec: { podCIDR: '10.0.0.0/24' } }, {}, [networks]],
    ['a first providerID', {}, { spec: { providerID: 'p' } }, []],
    [
      'another providerID',
      { spec: { providerID: 'p' } },
      { spec: { providerID: 'q' } },
      ['spec.providerID: Forbidden: node updates may not change providerID except from "" to valid'],
    ],
    ['an externalID', {}, { spec: { externalID: 'x' } }, ['spec.externalID: Forbidden: may not be updated']],
    [
      'an invalid taint, reported twice',
      {},
      bad,
      ['metadata.taints[0].effect: Required value', 'metadata.taints[0].effect: Required value'],
    ],
    [
      'a duplicate address',
      {},
      {
        status: {
          addresses: [
            { type: 'InternalIP', address: 'a' },
            { type: 'Hostname', address: 'a' },
            { type: 'InternalIP', address: 'a' },
          ],
        },
      },
      ['status.addresses[2]: Duplicate value: core.NodeAddress{Type:"InternalIP", Address:"a"}'],
    ],
    [
      'configuration sources',
      {},
      {
        spec: { configSource: { configMap: { uid: 'u', resourceVersion: '1', namespace: 'A', agentConfigKey: '..' } } },
        status: { config: { assigned: {}, active: { configMap: { namespace: 'a', name: 'b', agentConfigKey: 'c' } } } },
      },
      [
        'spec.configSource.configMap.uid: Forbidden: uid must not be set in spec',
        'spec.configSource.configMap.resourceVersion: Forbidden: resourceVersion must not be set in spec',
        `spec.configSource.configMap.namespace: Invalid value: "A": ${LABEL}`,
        'spec.configSource.configMap.name: Required value: name must be set',
        'spec.configSource.configMap.agentConfigKey: Invalid value: "..": must not be \'..\'',
        'status.config.assigned: Invalid value: core.NodeConfigSource{ConfigMap:(*core.ConfigMapNodeConfigSource)(nil)}: exactly one reference subfield must be non-nil',
        'status.config.active.configMap.uid: Required value: uid must be set in status',
        'status.config.active.configMap.resourceVersion: Required value: resourceVersion must be set in status',
      ],
    ],
  ])('%s', (_, old, next, expected) => {
    expect(updated(old, next)).toEqual(expected)
  })

  test('reports an invalid taint once through /status', () => {
    expect(updated(bad, bad, status)).toEqual(['metadata.taints[0].effect: Required value'])
  })
})

test('warns of externalID', () => {
  expect(def.create.warnings(given({ spec: { externalID: 'x' } }), main)).toEqual([
    'spec.externalID: this field is deprecated, and is unused by Kubernetes',
  ])
  expect(def.create.warnings(given({}), main)).toEqual([])
})

describe('the columns', () => {
  const cells = (members: object) => {
    const object = given(members)
    return Object.fromEntries(def.table.columns.map((column) => [column.name, column.cell(object, 0)]))
  }
  const empty = {
    Name: 'n',
    Status: 'Unknown',
    Roles: '<none>',
    Age: '<unknown>',
    Version: '',
    'Internal-IP': '<none>',
    'External-IP': '<none>',
    'OS-Image': '<unknown>',
    'Kernel-Version': '<unknown>',
    'Container-Runtime': '<unknown>',
  }

  test('of a node without a status', () => {
    expect(cells({})).toEqual(empty)
  })

  test('of a node with a full status', () => {
    const labels = {
      'kubernetes.io/role': 'edge',
      'node-role.kubernetes.io/control-plane': '',
      'node-role.kubernetes.io/': 'x',
    }
    const nodeInfo = { agentVersion: 'v1', osImage: 'os', kernelVersion: '6', containerRuntimeVersion: 'c://1' }
    const addresses = [
      { type: 'InternalIP', address: '10.0.0.1' },
      { type: 'InternalIP', address: '10.0.0.2' },
    ]
    const conditions = [
      { type: 'Ready', status: 'True' },
      { type: 'Ready', status: 'False' },
    ]
    expect(
      cells({
        metadata: { name: 'n', labels },
        spec: { unschedulable: true },
        status: { nodeInfo, addresses, conditions },
      }),
    ).toEqual({
      ...empty,
      Status: 'NotReady,SchedulingDisabled',
      Roles: 'control-plane,edge',
      Version: 'v1',
      'Internal-IP': '10.0.0.1',
      'OS-Image': 'os',
      'Kernel-Version': '6',
      'Container-Runtime': 'c://1',
    })
  })
})
