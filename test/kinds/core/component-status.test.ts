import { expect, test } from 'vitest'
import { exampleProfile } from '../../../src/model/registry/profile.js'
import { componentStatus } from '../../../src/kinds/core/component-status.js'
import { cells } from '../causes.js'

test('the control plane is healthy', () => {
  const sight = { now: () => 0, objects: () => [], object: () => undefined, usageOf: () => undefined }
  expect(componentStatus(exampleProfile).storage.computed?.list(sight, '')).toEqual(
    ['controller-manager', 'etcd-0', 'scheduler'].map((name) => ({
      kind: 'ComponentStatus',
      apiVersion: 'v1',
      metadata: { name, creationTimestamp: null },
      conditions: [{ type: 'Healthy', status: 'True', message: 'ok' }],
    })),
  )
})

test.each([
  [
    [
      { type: 'Other', status: 'True' },
      { type: 'Healthy', status: 'True', message: 'ok' },
    ],
    ['etcd-0', 'Healthy', 'ok', ''],
  ],
  [[{ type: 'Healthy', status: 'Unknown', message: 'm', error: 'e' }], ['etcd-0', 'Unhealthy', 'm', 'e']],
  [[], ['etcd-0', 'Unknown', '', '']],
])('prints the columns of %j', (conditions, expected) => {
  expect(cells(componentStatus, { conditions })).toEqual(expected)
})
