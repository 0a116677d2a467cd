import { expect, it } from 'vitest'
import { canonicalCidr, cidrFamily, cidrWarnings, legacyCidr } from '../../../src/base/rules/ip.js'

const BAD = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'
const ZEROS = 'must not have leading 0s in IP or prefix length'
const BITS = 'must not have bits set beyond the prefix length'
const MAPPED = 'must not have an IPv4-mapped IPv6 address'
const canonical = (text: string) => `must be in canonical form ("${text}")`

it.each<[value: string, messages: string[], family: 4 | 6 | undefined]>([
  ['10.9.8.0/24', [], 4],
  ['0.0.0.0/0', [], 4],
  ['1.2.3.4/32', [], 4],
  ['10.128.0.0/9', [], 4],
  ['2001:db8::/64', [], 6],
  ['::/0', [], 6],
  ['ffff:8000::/17', [], 6],
  ['::1/128', [], 6],
  ['x', [BAD], undefined],
  ['', [BAD], undefined],
  ['10.0.0.0', [BAD], undefined],
  ['10.0.0.0/', [BAD], undefined],
  ['10.0.0.0/33', [BAD], undefined],
  ['::/129', [BAD], undefined],
  ['10.0.0.0/-1', [BAD], undefined],
  ['10.0.0.0/8/8', [BAD], undefined],
  ['/8', [BAD], undefined],
  ['10.0.0.0/+8', [BAD], undefined],
  ['10.0.0.00/8', [ZEROS], 4],
  ['10.0.0.0/08', [ZEROS], 4],
  ['::/00', [ZEROS], 6],
  ['10.0.0.1/24', [BITS], 4],
  ['ffff:8000::/16', [BITS], 6],
  ['::1/127', [BITS], 6],
  ['::ffff:1.2.3.0/120', [MAPPED], 4],
  ['2001:DB8::/64', [canonical('2001:db8::/64')], 6],
  ['2001:db8:0:0::/64', [canonical('2001:db8::/64')], 6],
])('the errors and the family of CIDR %j', (value, messages, family) => {
  expect(canonicalCidr(value)).toEqual(messages)
  expect(legacyCidr(value)).toEqual(family ? [] : [BAD])
  expect(cidrFamily(value)).toBe(family)
})

it.each([
  ['10.0.0.0/24', []],
  ['fd00::/64', []],
  ['nope', []],
  [
    '10.1.0.5/24',
    ['CIDR value "10.1.0.5/24" is ambiguous in this context (should be "10.1.0.0/24" or "10.1.0.5/32"?)'],
  ],
  ['fd00::5/64', ['CIDR value "fd00::5/64" is ambiguous in this context (should be "fd00::/64" or "fd00::5/128"?)']],
  [
    '010.0.0.0/8',
    [
      'non-standard CIDR value "010.0.0.0/8" will be considered invalid in a future Kubernetes release: use "10.0.0.0/8"',
    ],
  ],
  [
    '10.0.0.0/08',
    [
      'non-standard CIDR value "10.0.0.0/08" will be considered invalid in a future Kubernetes release: use "10.0.0.0/8"',
    ],
  ],
  [
    '::ffff:10.0.0.0/104',
    [
      'non-standard CIDR value "::ffff:10.0.0.0/104" will be considered invalid in a future Kubernetes release: use "10.0.0.0/8"',
    ],
  ],
  [
    '::ffff:10.0.0.5/120',
    [
      'CIDR value "::ffff:10.0.0.5/120" is ambiguous in this context (should be "10.0.0.0/24" or "10.0.0.5/128"?)',
      'non-standard CIDR value "::ffff:10.0.0.5/120" will be considered invalid in a future Kubernetes release: use "10.0.0.0/24"',
    ],
  ],
  ['FD00:0::/64', ['IPv6 CIDR value "FD00:0::/64" should be in RFC 5952 canonical format ("fd00::/64")']],
])('the warnings of a legacy field with CIDR %s', (value, warnings) => {
  expect(cidrWarnings(value, 'spec.podCIDRs[0]')).toEqual(warnings.map((warning) => `spec.podCIDRs[0]: ${warning}`))
})
