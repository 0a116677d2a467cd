import { expect, test } from 'vitest'
import { patchAsMerged } from '../../../src/model/patch/strategic-shown.js'
import { structOf } from '../../../src/model/registry/struct-schema.js'

const shown = (patch: object, current: object) =>
  patchAsMerged({ ...patch }, { ...current }, structOf('core.v1.PodSpec'))

test('nulls in values that are new to the object are dropped, at any depth', () => {
  const patch = { affinity: { nodeAffinity: null, podAffinity: { a: [{ b: null }] } }, hostname: null }
  expect(shown(patch, {})).toEqual({ affinity: { podAffinity: { a: [{}] } }, hostname: null })
})

test('nulls that remove something stay', () => {
  const patch = { containers: [{ name: 'a', image: null, livenessProbe: { exec: null } }] }
  const probe = { livenessProbe: { exec: {} } }
  expect(shown(patch, { containers: [{ name: 'a', ...probe }] })).toEqual({
    containers: [{ name: 'a', image: null, livenessProbe: { exec: null } }],
  })
  expect(shown(patch, { containers: [{ name: 'a' }] })).toEqual({
    containers: [{ name: 'a', image: null, livenessProbe: {} }],
  })
})

test('an item with a new merge key stays unchanged', () => {
  const patch = { containers: [{ name: 'b', image: null }] }
  expect(shown(patch, { containers: [{ name: 'a' }] })).toEqual(patch)
})

test('directives are dropped, with the lists that they order', () => {
  const patch = { $retainKeys: ['a'], '$setElementOrder/containers': [{ name: 'a' }], containers: [{ name: 'a' }] }
  expect(shown(patch, {})).toEqual({})
})

test('with $patch: replace only that directive is dropped', () => {
  const patch = { affinity: { $patch: 'replace', $retainKeys: ['a'], podAffinity: null } }
  expect(shown(patch, { affinity: { nodeAffinity: {} } })).toEqual({
    affinity: { $retainKeys: ['a'], podAffinity: null },
  })
  expect(shown({ $patch: 'delete', hostname: 'a' }, {})).toEqual({ $patch: 'delete', hostname: 'a' })
})
