import { expect, test } from 'vitest'
import { controllerRevision } from '../../../src/kinds/apps/controller-revision.js'
import { causes, cells } from '../causes.js'

test.each([
  [{ revision: 1 }, ['data: Required value: data is mandatory']],
  [{ data: null, revision: 1 }, ['data: Required value: data is mandatory']],
  [{ data: [1], revision: 1 }, ['data: Required value: data must be a valid JSON object']],
  [{ data: {}, revision: -1 }, ['revision: Invalid value: -1: must be greater than or equal to 0']],
])('rejects the ControllerRevision %j', (body, expected) => {
  expect(causes(controllerRevision, body)).toEqual(expected)
})

test('data is immutable, revision may change', () => {
  const old = { data: { a: 1 }, revision: 1 }
  expect(causes(controllerRevision, { data: { a: 1 }, revision: 2 }, { old })).toEqual([])
  expect(causes(controllerRevision, { data: { a: 2 }, revision: 1 }, { old })[0]).toMatch(
    /^data: .*field is immutable$/,
  )
  expect(causes(controllerRevision, { data: { a: 1, b: [] }, revision: 1 }, { old })).toHaveLength(1)
})

test('prints the controller in its table row', () => {
  const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'u', controller: true }
  const body = { data: {}, revision: 4 }
  expect(cells(controllerRevision, { ...body, metadata: { name: 'a', ownerReferences: [owner] } })).toEqual([
    'a',
    'statefulset.apps/db',
    4,
    '<unknown>',
  ])
  expect(cells(controllerRevision, { ...body, metadata: { name: 'a' } })[1]).toBe('<none>')
})
