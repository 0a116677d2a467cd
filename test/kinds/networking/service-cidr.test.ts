import { describe, expect, test } from 'vitest'
import { serviceCIDR } from '../../../src/kinds/networking/service-cidr.js'
import { causes, cells } from '../causes.js'

const v4 = '10.1.0.0/24'
const v6 = '2001:db8::/64'
const ONE_EACH = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64'
const list = (...cidrs: string[]) => `[]string{${cidrs.map((cidr) => `"${cidr}"`).join(', ')}}`
const spec = (...cidrs: string[]) => `networking.ServiceCIDRSpec{CIDRs:${list(...cidrs)}}`

describe('a new ServiceCIDR', () => {
  test.each([
    [[v4], []],
    [[v6, v4], []],
    [[], ['spec.cidrs: Required value: at least one CIDR required']],
    [[v4, v6, v4], [`spec.cidrs: Invalid value: ${spec(v4, v6, v4)}: may only hold up to 2 values`]],
    [[v4, v4], [`spec.cidrs: Invalid value: ${list(v4, v4)}: ${ONE_EACH}`]],
    [
      ['FD00::/64', 'FD00::/64'],
      [
        ...[0, 1].map((i) => `spec.cidrs[${i}]: Invalid value: "FD00::/64": must be in canonical form ("fd00::/64")`),
        `spec.cidrs: Invalid value: ${list('FD00::/64', 'FD00::/64')}: ${ONE_EACH}`,
      ],
    ],
    [[v4, 'x'], ['spec.cidrs[1]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']],
    [['x'], ['spec.cidrs[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']],
    [[v4, 'FD00::/64'], ['spec.cidrs[1]: Invalid value: "FD00::/64": must be in canonical form ("fd00::/64")']],
  ])('is validated with %j', (cidrs, expected) => {
    expect(causes(serviceCIDR, { spec: { cidrs } })).toEqual(expected)
  })
})

describe('an update of a ServiceCIDR', () => {
  const other = '10.2.0.0/24'
  test.each([
    [[v4], [v4], []],
    [[v4], ['x'], ['spec.cidrs[0]: Invalid value: "x": field is immutable']],
    [
      [v4, v6],
      [v6, v4],
      [
        `spec.cidrs[0]: Invalid value: "${v6}": field is immutable`,
        `spec.cidrs[1]: Invalid value: "${v4}": field is immutable`,
      ],
    ],
    [[v4], [v4, v6], []],
    [[v4], [other, v6], [`spec.cidrs[0]: Invalid value: "${other}": field is immutable`]],
    [[v4], [v4, other], [`spec.cidrs: Invalid value: ${list(v4, other)}: ${ONE_EACH}`]],
    [[v4, v6], [v4], [`spec.cidrs: Invalid value: []string{"${v4}"}: field is immutable`]],
    [[v4], undefined, ['spec.cidrs: Invalid value: []string(nil): field is immutable']],
  ])('is validated from %j to %j', (old, cidrs, expected) => {
    expect(causes(serviceCIDR, { spec: { cidrs } }, { old: { spec: { cidrs: old } } })).toEqual(expected)
  })

  test('of the status is not validated', () => {
    const status = { conditions: [{ type: '', status: 'Maybe' }, { type: '' }] }
    expect(
      causes(serviceCIDR, { spec: { cidrs: [v4] }, status }, { old: { spec: { cidrs: [v4] } }, subresource: 'status' }),
    ).toEqual([])
  })
})

test('prints its table row', () => {
  expect(cells(serviceCIDR, { spec: { cidrs: [v4, v6] } })).toEqual(['extra', `${v4},${v6}`, '<unknown>'])
})
