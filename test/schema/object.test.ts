import { expect, test } from 'vitest'
import { storedCreation, storedMeta, storedName, storedRevision, storedUid } from '../../src/schema/object.js'

const metadata = { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '2024-01-01T00:00:00Z' }
const object = { kind: 'Lease', apiVersion: 'coordination.k8s.io/v1', metadata }

test('the metadata of a stored object is read', () => {
  expect([storedName, storedUid, storedRevision, storedCreation].map((read) => read(object))).toEqual(
    Object.values(metadata),
  )
  expect(storedMeta(object)).toBe(metadata)
})

test.each([
  ['name', storedName],
  ['uid', storedUid],
  ['resourceVersion', storedRevision],
  ['creationTimestamp', storedCreation],
] as const)('an object without %s is a bug', (member, read) => {
  const { [member]: _, ...rest } = metadata
  expect(() => read({ metadata: rest })).toThrow(`fakecluster has a bug: the ${member} of a stored object is missing`)
  expect(() => storedMeta({ ...object, metadata: rest })).toThrow('the metadata of a stored object is not whole')
})
