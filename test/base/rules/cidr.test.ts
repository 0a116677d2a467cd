import { expect, it } from 'vitest'
import { canonicalCidr, cidrFamily, legacyCidr } from '../../../src/base/rules/cidr.js'

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
])('%j', (value, messages, family) => {
  expect(canonicalCidr(value)).toEqual(messages)
  expect(legacyCidr(value)).toEqual(family ? [] : [BAD])
  expect(cidrFamily(value)).toBe(family)
})
