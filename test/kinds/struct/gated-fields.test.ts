import { expect, test } from 'vitest'
import { withoutGatedFields } from '../../../src/kinds/struct/gated-fields.js'
import { featureGatesOf } from '../../../src/model/registry/feature-gates.js'

const TABLE = [
  { gate: 'DRADeviceTaints', fields: ['spec.devices.*.taints'] },
  { gate: 'DRAConsumableCapacity', fields: ['spec.devices.*.capacity.*.requestPolicy'] },
  { fields: ['spec.never'] },
] as const

const full = {
  spec: {
    never: 1,
    devices: [{ name: 'a' }, { name: 'b', taints: [], capacity: { m: { value: '1', requestPolicy: {} } } }],
  },
}

test('fields of gates that are off are dropped, in lists and maps', () => {
  expect(withoutGatedFields(full, undefined, TABLE, featureGatesOf('1.34'))).toEqual({
    spec: { devices: [{ name: 'a' }, { name: 'b', capacity: { m: { value: '1' } } }] },
  })
})

test('fields of gates that are on are kept, and those that no version has on are not', () => {
  const { never: _, ...spec } = full.spec
  expect(withoutGatedFields(full, undefined, TABLE, featureGatesOf('1.36'))).toEqual({ spec })
})

test('an object that uses a gate already may go on to', () => {
  expect(withoutGatedFields(full, full, TABLE, featureGatesOf('1.34'))).toBe(full)
  const taints = { spec: { devices: [{ name: 'c', taints: [] }] } }
  expect(withoutGatedFields(full, taints as typeof full, TABLE, featureGatesOf('1.34')).spec.devices[1]).toEqual({
    name: 'b',
    taints: [],
    capacity: { m: { value: '1' } },
  })
})

test('an object without such fields is returned itself', () => {
  const plain = { spec: { devices: [{ name: 'a', capacity: { m: { value: '1' } } }] } }
  expect(withoutGatedFields(plain, undefined, TABLE, featureGatesOf('1.34'))).toBe(plain)
})
