import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import { openServer, wordsOf } from '../asking.js'

const PATH = '/apis/storagemigration.k8s.io/v1/storageversionmigrations'
const MIGRATION = {
  metadata: { name: 'a' },
  spec: { resource: { group: 'example.com', resource: 'widgets' } },
  status: { resourceVersion: '7' },
}
const since = '2026-01-01T00:00:00Z'
const condition = (type: string, status = 'True') => ({
  ...{ type, status, lastTransitionTime: since, reason: 'Done', message: '' },
})

test('is there since v1.37, as beta since v1.35 where its gate is on', async () => {
  const runtimeConfig = { 'storagemigration.k8s.io/v1beta1': true }
  const codes = async (options: ClusterOptions) => {
    const { fetch } = createCluster({ controllers: 'none', ...options })
    return [(await fetch(PATH)).status, (await fetch(PATH.replace('v1', 'v1beta1'))).status]
  }
  expect(await codes({ kubernetesVersion: '1.37', runtimeConfig })).toEqual([200, 200])
  expect(await codes({ kubernetesVersion: '1.36', runtimeConfig })).toEqual([404, 404])
  const featureGates = { StorageVersionMigrator: true }
  expect(await codes({ kubernetesVersion: '1.36', runtimeConfig, featureGates })).toEqual([404, 200])
})

test('a migration begins without a status, and is of one resource', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  expect(await ask('POST', PATH, MIGRATION)).toMatchObject({ code: 201, body: { status: {} } })
  const other = { spec: { resource: { resource: 'gadgets' } } }
  expect(wordsOf(await ask('PATCH', `${PATH}/a`, other))).toBe(
    'spec: Invalid value: {"Resource":{"group":"example.com","resource":"gadgets"}}: field is immutable',
  )
})

test('a migration that has ended does not go on', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  await ask('POST', PATH, MIGRATION)
  const write = async (status: object) => wordsOf(await ask('PATCH', `${PATH}/a/status`, { status }))
  expect(await write({ resourceVersion: '007' })).toBe(
    'status.resourceVersion: Invalid value: "007": resource version is not well formed: 007',
  )
  expect(await write({ resourceVersion: '7', conditions: [condition('Running')] })).toBe(200)
  const { body } = await ask('GET', PATH, undefined, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' })
  expect(body['rows']).toMatchObject([{ cells: ['a', 'widgets.example.com', 'Running'] }])
  expect(await write({ resourceVersion: '8' })).toBe('status.resourceVersion: Invalid value: "8": field is immutable')
  expect(await write({ conditions: [condition('Succeeded'), condition('Failed')] })).toContain(
    'Both success and failed conditions cannot be true at the same time',
  )
  expect(await write({ conditions: [condition('Succeeded')] })).toBe(200)
  expect(await write({ conditions: [condition('Succeeded', 'False')] })).toContain(
    'Success condition cannot be set to false once it is true',
  )
})
