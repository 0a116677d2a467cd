import { expect, test } from 'vitest'
import { patchAsMerged } from '../../src/patch/strategic-shown.js'
import { structOf } from '../../src/registry/struct-schema.js'

const shown = (patch: object, current: object) =>
  patchAsMerged({ ...patch }, { ...current }, structOf('core.v1.PodSpec'))

test('nulls of what is new to the object are gone, at any depth', () => {
  const patch = { affinity: { nodeAffinity: null, podAffinity: { a: [{ b: null }] } }, hostname: null }
  expect(shown(patch, {})).toEqual({ affinity: { podAffinity: { a: [{}] } }, hostname: null })
})

test('nulls that take something away stay', () => {
  const patch = { containers: [{ name: 'a', image: null, livenessProbe: { exec: null } }] }
  const probe = { livenessProbe: { exec: {} } }
  expect(shown(patch, { containers: [{ name: 'a', ...probe }] })).toEqual({
    containers: [{ name: 'a', image: null, livenessProbe: { exec: null } }],
  })
  expect(shown(patch, { containers: [{ name: 'a' }] })).toEqual({
    containers: [{ name: 'a', image: null, livenessProbe: {} }],
  })
})

test('an item that no other has the key of stays as it is', () => {
  const patch = { containers: [{ name: 'b', image: null }] }
  expect(shown(patch, { containers: [{ name: 'a' }] })).toEqual(patch)
})

test('directives and the lists they order are gone', () => {
  const patch = { $retainKeys: ['a'], '$setElementOrder/containers': [{ name: 'a' }], containers: [{ name: 'a' }] }
  expect(shown(patch, {})).toEqual({})
})

test('where something is replaced, only the word for it is gone', () => {
  const patch = { affinity: { $patch: 'replace', $retainKeys: ['a'], podAffinity: null } }
  expect(shown(patch, { affinity: { nodeAffinity: {} } })).toEqual({
    affinity: { $retainKeys: ['a'], podAffinity: null },
  })
  expect(shown({ $patch: 'delete', hostname: 'a' }, {})).toEqual({ $patch: 'delete', hostname: 'a' })
})
