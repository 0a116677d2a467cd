import { expect, test } from 'vitest'
import { type DeviceValues, checkDeviceExpression } from '../../src/cel/device-expression.js'

const device: DeviceValues = {
  driver: 'gpu.example.com',
  attributes: {
    model: { string: 'a100' },
    cores: { int: 8 },
    'other.example.com/fast': { bool: true },
    driverVersion: { version: '1.10.0' },
  },
  capacity: { memory: { value: '40Gi' } },
}
const matches = (expression: string, shares = false) => checkDeviceExpression(expression, { shares }).matches?.(device)

test.each([
  ['device.driver == "gpu.example.com"', true],
  ['device.attributes["gpu.example.com"].model == "a100"', true],
  ['device.attributes["gpu.example.com"].cores > 8', false],
  ['device.attributes["other.example.com"].fast', true],
  ['"x" in device.attributes["unknown.example.com"]', false],
  ['device.capacity["gpu.example.com"].memory.compareTo(quantity("40Gi")) >= 0', true],
  ['device.attributes["gpu.example.com"].driverVersion.isGreaterThan(semver("1.9.3"))', true],
  ['device.attributes["gpu.example.com"].driverVersion.major() == 1', true],
  ['semver("v1.2", true) == semver("1.2.0")', true],
  ['cel.bind(dra, device.attributes["gpu.example.com"], dra.model == "a100" && dra.cores == 8)', true],
])('%s is %s', (expression, expected) => {
  expect(matches(expression)).toBe(expected)
})

test('an attribute that a device does not have is an error', () => {
  expect(matches('device.attributes["gpu.example.com"].none')).toMatchObject({ message: 'no such key: none' })
})

test.each([
  ['device.none', "compilation failed: ERROR: <input>:1:7: undefined field 'none'\n | device.none\n | ......^"],
  ['1', 'must evaluate to bool or the unknown type, not int'],
])('%s is refused', (expression, fault) => {
  expect(checkDeviceExpression(expression, { shares: false })).toEqual({ fault, isInternal: false })
})

test('a device can be asked whether it is shared where devices can be', () => {
  expect(matches('device.allowMultipleAllocations', true)).toBe(false)
  expect(matches('device.allowMultipleAllocations', false)).toBeUndefined()
})

test('an expression may not cost too much', () => {
  const costly =
    'device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, a == b && c == d))))'
  expect(checkDeviceExpression(costly, { shares: false }).isCostly).toBe(true)
  expect(checkDeviceExpression('device.driver == "a"', { shares: false }).isCostly).toBe(false)
})
