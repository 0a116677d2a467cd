import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'

test('deleting an object that was applied with a deletionTimestamp sets its grace period', async () => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const path = '/api/v1/namespaces/default/configmaps/a'
  const body = JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', deletionTimestamp: '2023-05-01T10:00:00Z', finalizers: ['x.test/f'] },
  })
  const headers = { 'Content-Type': 'application/apply-patch+yaml' }
  await fetch(`${path}?fieldManager=m`, { method: 'PATCH', headers, body })
  const { metadata: before } = (await (await fetch(path)).json()) as { readonly metadata: object }
  expect(before).toMatchObject({ deletionTimestamp: '2023-05-01T10:00:00Z' })
  expect(before).not.toHaveProperty('deletionGracePeriodSeconds')
  await fetch(path, { method: 'DELETE' })
  const { metadata: after } = (await (await fetch(path)).json()) as { readonly metadata: object }
  expect(after).toMatchObject({ deletionTimestamp: '2023-05-01T10:00:00Z', deletionGracePeriodSeconds: 0 })
})
