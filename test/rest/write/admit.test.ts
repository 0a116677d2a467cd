import { expect, test } from 'vitest'
import { dropPaths, keepStored } from '../../../src/rest/write/admit.js'

const metadata = { name: 'a' }
const next = { kind: 'K', apiVersion: 'v1', metadata, spec: { a: 1, b: 2 }, status: { x: 1 } }
const old = { kind: 'K', apiVersion: 'v1', metadata, spec: { a: 9 } }

test.each([
  [[], next],
  [['status'], { kind: 'K', apiVersion: 'v1', metadata, spec: { a: 1, b: 2 } }],
  [['spec'], { ...next, spec: { a: 9 } }],
  [['spec.a'], { ...next, spec: { a: 9, b: 2 } }],
  [['spec.b'], { ...next, spec: { a: 1 } }],
  [['metadata.labels', 'spec.a', 'status'], { kind: 'K', apiVersion: 'v1', metadata, spec: { a: 9, b: 2 } }],
])('keepStored keeps the old values at %j', (paths, want) => {
  expect(keepStored(next, old, paths)).toEqual(want)
})

test('dropPaths removes the fields at the paths', () => {
  expect(dropPaths(next, ['status', 'spec.b', 'none.such'])).toEqual({
    kind: 'K',
    apiVersion: 'v1',
    metadata,
    spec: { a: 1 },
  })
})
