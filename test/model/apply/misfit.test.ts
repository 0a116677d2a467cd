import { expect, test } from 'vitest'
import { isMisfit } from '../../../src/model/apply/misfit.js'
import type { Schema } from '../../../src/schema/types.js'

const listed = (key: string): Schema => ({
  type: 'object',
  properties: {
    list: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': [key],
      items: { type: 'object', properties: { [key]: { type: 'string' } } },
    },
  },
})
const schema: Schema = {
  type: 'object',
  properties: { metadata: { type: 'object', properties: {} }, spec: listed('name'), status: listed('ip') },
}
const fits = { apiVersion: 'v1', kind: 'A', metadata: { name: 'a' }, spec: { list: [{ name: 'a' }] } }
const misfit = { ...fits, spec: { list: [{}] } }

test('what an object shares with one that fits is not looked at again, and all else is', () => {
  expect(isMisfit(schema, fits)).toBe(false)
  expect(isMisfit(schema, misfit)).toBe(true)
  expect(isMisfit(schema, misfit, fits)).toBe(true)
  expect(isMisfit(schema, { ...fits, status: { list: [{}] } }, fits)).toBe(true)
  expect(isMisfit(schema, { ...fits, metadata: { name: 'b' } }, fits)).toBe(false)
})
