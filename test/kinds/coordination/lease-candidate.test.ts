import { expect, test } from 'vitest'
import { leaseCandidate } from '../../../src/kinds/coordination/lease-candidate.js'
import { causes, cells } from '../causes.js'

const valid = {
  leaseName: 'leader',
  binaryVersion: '1.33.0',
  emulationVersion: '1.33.0',
  strategy: 'OldestEmulationVersion',
}
const NO_EMULATION =
  "spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'"
const malformed = (field: string, value: string) =>
  `spec.${field}: Invalid value: "${value}": must be a valid semantic version`
const older = (value: string) =>
  `spec.binaryVersion: Invalid value: "${value}": must be greater than or equal to \`emulationVersion\``

test.each([
  [valid, []],
  [{}, ['spec.leaseName: Required value', 'spec.binaryVersion: Required value', 'spec.strategy: Required value']],
  [{ ...valid, leaseName: 'Not_A_Name' }, []],
  [{ ...valid, binaryVersion: '1.34' }, [malformed('binaryVersion', '1.34'), older('1.34')]],
  [{ ...valid, binaryVersion: '1.32.9' }, [older('1.32.9')]],
  [{ ...valid, binaryVersion: '1.33.0-rc.1' }, [older('1.33.0-rc.1')]],
  [{ ...valid, emulationVersion: 'v1.33.0' }, [malformed('emulationVersion', 'v1.33.0'), NO_EMULATION]],
  [{ ...valid, emulationVersion: '0.0.0' }, [NO_EMULATION]],
  [{ ...valid, emulationVersion: undefined }, [NO_EMULATION]],
  [{ ...valid, emulationVersion: undefined, strategy: 'example.io/mine' }, []],
  [
    { ...valid, strategy: 'Youngest' },
    ['spec.strategy.strategy: Unsupported value: "Youngest": supported values: "OldestEmulationVersion"'],
  ],
])('validates a LeaseCandidate with the spec %j', (spec, expected) => {
  expect(causes(leaseCandidate, { spec })).toEqual(expected)
})

test('leaseName is immutable', () => {
  expect(causes(leaseCandidate, { spec: { ...valid, leaseName: 'other' } }, { old: { spec: valid } })).toEqual([
    'spec.leaseName: Invalid value: "other": field is immutable',
  ])
  expect(causes(leaseCandidate, {}, { old: { spec: valid } }).at(-1)).toBe(
    'spec.leaseName: Invalid value: "": field is immutable',
  )
})

test('prints its table row', () => {
  expect(cells(leaseCandidate, { spec: valid })).toEqual(['worker-1', 'leader', '1.33.0', '1.33.0', '<unknown>'])
})
