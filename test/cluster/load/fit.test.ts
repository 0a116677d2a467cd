import { expect, test } from 'vitest'
import { exampleProfile } from '../../../src/model/registry/profile.js'
import { kubernetesProfile } from '../../profiles.js'
import { namesOf } from '../../../src/model/registry/translate.js'
import { lease } from '../../../src/kinds/coordination/lease.js'
import { node } from '../../../src/kinds/core/node/node.js'
import { persistentVolumeClaim } from '../../../src/kinds/core/persistent-volume-claim/persistent-volume-claim.js'
import { podDisruptionBudget } from '../../../src/kinds/policy/pod-disruption-budget.js'
import { fit } from '../../../src/cluster/load/fit.js'

const defs = {
  lease: lease(exampleProfile),
  node: node(exampleProfile),
  claim: persistentVolumeClaim(exampleProfile),
  budget: podDisruptionBudget(exampleProfile),
}
const names = namesOf(exampleProfile)

const read = (kind: keyof typeof defs, value: unknown) => {
  const faults: string[] = []
  const fitted = fit(defs[kind].schema, value, names, (field, message) => void faults.push(`${field}: ${message}`))
  return { fitted, faults }
}

const list = 'kind, apiVersion, metadata, spec'

test.each<[keyof typeof defs, unknown, readonly string[]]>([
  ['lease', { spec: { holderIdentty: 'x' } }, ['spec.holderIdentty: unknown member, did you mean "holderIdentity"?']],
  [
    'lease',
    { specs: {}, Spec: {} },
    ['specs: unknown member, did you mean "spec"?', 'Spec: unknown member, did you mean "spec"?'],
  ],
  ['lease', { whatever: {} }, [`whatever: unknown member; there are ${list}`]],
  [
    'lease',
    JSON.parse('{"__proto__": {}, "constructor": {}}'),
    [`__proto__: unknown member; there are ${list}`, `constructor: unknown member; there are ${list}`],
  ],
  ['lease', { spec: 'x' }, ['spec: must be an object, is the text "x"']],
  ['lease', { spec: [] }, ['spec: must be an object, is a list']],
  [
    'lease',
    { spec: { leaseDurationSeconds: '15', leaseTransitions: 2147483648 } },
    [
      'spec.leaseDurationSeconds: must be a whole number of 32 bits, is the text "15"',
      'spec.leaseTransitions: must be a whole number of 32 bits, is 2147483648',
    ],
  ],
  [
    'lease',
    { spec: { renewTime: '2024-05-01T10:00:00Z' } },
    [
      'spec.renewTime: must be a time with six fraction digits such as 2024-05-01T10:00:00.000000Z, is the text "2024-05-01T10:00:00Z"',
    ],
  ],
  [
    'lease',
    { metadata: { labels: { 'a.b/c': 1 } } },
    ['metadata.labels.a.b/c: must be text, is 1; put quotes around it'],
  ],
  ['lease', { metadata: { finalizers: 'x' } }, ['metadata.finalizers: must be a list, is the text "x"']],
  [
    'lease',
    { metadata: { creationTimestamp: 'yesterday' } },
    ['metadata.creationTimestamp: must be a time such as 2024-05-01T10:00:00Z, is the text "yesterday"'],
  ],
  [
    'lease',
    { metadata: { resourceVersion: 12 } },
    ['metadata.resourceVersion: must be text, is 12; put quotes around it'],
  ],
  [
    'node',
    { spec: { unschedulable: 'yes', taints: [{ key: 'a' }, { kye: 'b' }] } },
    [
      'spec.unschedulable: must be true or false, is the text "yes"',
      'spec.taints[1].kye: unknown member, did you mean "key"?',
    ],
  ],
  [
    'node',
    { status: { capacity: { cpu: '4 cores' } } },
    ['status.capacity.cpu: must be an amount such as 500m or 1Gi, is the text "4 cores"'],
  ],
  [
    'node',
    { status: { nodeInfo: { agentVersion: 'a', kubeletVersion: 'b' } } },
    ['status.nodeInfo.kubeletVersion: is "agentVersion" under another name, and both are given'],
  ],
  ['budget', { spec: { minAvailable: true } }, ['spec.minAvailable: must be a whole number or text, is true']],
])('the faults of %s %j', (kind, value, faults) => {
  expect(read(kind, value).faults).toEqual(faults)
})

test('a value that fits is unchanged, including nulls and empty fields', () => {
  const value = {
    kind: 'Lease',
    metadata: { name: 'a', creationTimestamp: null, labels: {} },
    spec: { holderIdentity: '', leaseDurationSeconds: 15 },
  }
  expect(read('lease', value)).toEqual({ fitted: value, faults: [] })
})

test('names of the other profile are translated in fields, owner references and fieldsV1, not in labels', () => {
  const given = {
    apiVersion: 'v1',
    metadata: {
      labels: { kubeletVersion: 'kept' },
      ownerReferences: [{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', name: 'a', uid: 'u' }],
      managedFields: [
        {
          apiVersion: 'v1',
          fieldsV1: {
            'f:metadata': { 'f:labels': { 'f:kubeletVersion': {} } },
            'f:status': { 'f:nodeInfo': { 'f:kubeletVersion': {} } },
          },
        },
      ],
    },
    status: {
      nodeInfo: { kubeletVersion: 'v1.33.0', kubeProxyVersion: '' },
      daemonEndpoints: { kubeletEndpoint: { Port: 1 } },
    },
  }
  const served = {
    apiVersion: 'v1',
    metadata: {
      labels: { kubeletVersion: 'kept' },
      ownerReferences: [{ apiVersion: 'coordination.example.io/v1', kind: 'Lease', name: 'a', uid: 'u' }],
      managedFields: [
        {
          apiVersion: 'v1',
          fieldsV1: {
            'f:metadata': { 'f:labels': { 'f:kubeletVersion': {} } },
            'f:status': { 'f:nodeInfo': { 'f:agentVersion': {} } },
          },
        },
      ],
    },
    status: {
      nodeInfo: { agentVersion: 'v1.33.0', proxyVersion: '' },
      daemonEndpoints: { agentEndpoint: { Port: 1 } },
    },
  }
  expect(read('node', given)).toEqual({ fitted: served, faults: [] })
  expect(fit(node(kubernetesProfile).schema, served, namesOf(kubernetesProfile), () => undefined)).toEqual({
    ...given,
    metadata: { ...given.metadata },
  })
})

test('the group of a data source is translated', () => {
  const claim = (apiGroup: string) => ({ spec: { dataSource: { apiGroup, kind: 'VolumeSnapshot', name: 'a' } } })
  expect(read('claim', claim('snapshot.storage.k8s.io')).fitted).toEqual(claim('snapshot.storage.example.io'))
})
