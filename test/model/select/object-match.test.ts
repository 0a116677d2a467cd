import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { createKindTest, createLabelTest, createObjectTest } from '../../../src/model/select/object-match.js'

const lease = { kind: 'Lease', plural: 'leases', group: 'coordination.k8s.io' }

test.each([
  ['Lease', true],
  ['leases', true],
  ['Lease.coordination.k8s.io', true],
  ['leases.coordination.*', true],
  ['Lease.example.io', false],
  ['lease', false],
])('the kind %s matches a Lease: %s', (kind, matches) => {
  expect(createKindTest(kind)(lease)).toBe(matches)
})

test('a kind of the core group does not match a name with a dot', () => {
  expect(createKindTest('Pod.')({ kind: 'Pod', plural: 'pods', group: '' })).toBe(false)
})

test('labels match by selector and by value; an object without labels matches nothing', () => {
  expect(createLabelTest('team=shop,tier!=db')({ team: 'shop' })).toBe(true)
  expect(createLabelTest({ team: 'shop' })({ team: 'shop', tier: 'db' })).toBe(true)
  expect(createLabelTest({ team: 'shop' })({})).toBe(false)
  expect(createLabelTest({})(undefined)).toBe(false)
})

test('an object matches by namespace, name and labels', () => {
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name: 'web-1', labels: { app: 'web' } },
  }
  expect(createObjectTest({})(object)).toBe(true)
  expect(createObjectTest({ namespace: 'shop', name: 'web-*', labels: 'app in (web)' })(object)).toBe(true)
  expect(createObjectTest({ namespace: 'other' })(object)).toBe(false)
})

test('reactions select by labels as hooks do', async () => {
  const cluster = createCluster({ seed: 1, controllers: ['none'] })
  await cluster.hooks.script(
    'when: { kind: Lease, labels: "team in (shop)" }\nthen: [{ patch: { spec: { holderIdentity: x } } }]',
  )
  await cluster.create('Lease', { metadata: { name: 'a', labels: { team: 'shop' } } })
  await cluster.create('Lease', { metadata: { name: 'b', labels: { team: 'pay' } } })
  await cluster.settled({ until: '1s' })
  const { items } = await cluster.list('Lease')
  expect(items.map(({ spec }) => spec?.holderIdentity)).toEqual(['x', undefined])
})
