import { describe, expect, test } from 'vitest'
import { lease } from '../../../src/kinds/coordination/lease.js'
import { causes } from '../causes.js'

const on = { featureGates: { CoordinatedLeaderElection: true } }

test.each([
  [{}, []],
  [{ leaseDurationSeconds: 0 }, ['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0']],
  [
    { leaseDurationSeconds: -1, leaseTransitions: -1 },
    [
      'spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0',
      'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
    ],
  ],
  [{ strategy: 'Youngest', preferredHolder: 'b' }, []],
])('validates a Lease with the spec %j', (spec, expected) => {
  expect(causes(lease, { spec })).toEqual(expected)
})

describe('with CoordinatedLeaderElection on', () => {
  test.each([
    [{ strategy: 'OldestEmulationVersion', preferredHolder: 'b' }, []],
    [{ strategy: 'example.com/custom' }, []],
    [
      { strategy: 'Youngest' },
      ['spec.strategy.strategy: Unsupported value: "Youngest": supported values: "OldestEmulationVersion"'],
    ],
    [
      { strategy: 'a/b/c' },
      [expect.stringMatching(/^spec\.strategy\.strategy: Invalid value: "a\/b\/c": a qualified name must consist/)],
    ],
    [{ preferredHolder: 'b' }, ['spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined']],
    [{ preferredHolder: '' }, []],
    [
      { strategy: '', preferredHolder: 'b' },
      [
        'spec.strategy.strategy: Unsupported value: "": supported values: "OldestEmulationVersion"',
        'spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined',
      ],
    ],
  ])('validates a Lease with the spec %j', (spec, expected) => {
    expect(causes(lease, { spec }, on)).toEqual(expected)
  })
})

test('an update keeps gated fields of a Lease that has any of them already', () => {
  const spec = { strategy: 'Youngest' }
  expect(causes(lease, { spec }, { old: { spec: {} } })).toEqual([])
  expect(causes(lease, { spec }, { old: { spec: { preferredHolder: 'b' } } })).toEqual([
    'spec.strategy.strategy: Unsupported value: "Youngest": supported values: "OldestEmulationVersion"',
  ])
})
