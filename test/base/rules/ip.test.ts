import { expect, it } from 'vitest'
import { canonicalIp } from '../../../src/base/rules/ip.js'

const BAD = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
const ZEROS = 'must not have leading 0s'
const MAPPED = 'must not be an IPv4-mapped IPv6 address'
const canonical = (text: string) => `must be in canonical form ("${text}")`

it.each<[string, string[]]>([
  ['10.0.0.1', []],
  ['0.0.0.0', []],
  ['255.255.255.255', []],
  ['::', []],
  ['::1', []],
  ['2001:db8::1', []],
  ['fe80::1:0:0:1', []],
  ['1:2:3:4:5:6:7:8', []],
  ['1:0:3:4:5:6:7:8', []],
  ['x', [BAD]],
  ['', [BAD]],
  ['10.0.0', [BAD]],
  ['10.0.0.256', [BAD]],
  ['10.0.0.1.2', [BAD]],
  ['10.0.0.-1', [BAD]],
  [':', [BAD]],
  [':::', [BAD]],
  ['1::2::3', [BAD]],
  ['1:2:3:4:5:6:7', [BAD]],
  ['1:2:3:4:5:6:7:8::', [BAD]],
  ['12345::', [BAD]],
  ['g::', [BAD]],
  ['fe80::1%eth0', [BAD]],
  ['1.2.3.4::', [BAD]],
  ['::1.2.3', [BAD]],
  ['10.0.0.1 ', [BAD]],
  ['::1:', [BAD]],
  ['10.0.0.01', [ZEROS]],
  ['00001::', [ZEROS]],
  ['64:ff9b::1.2.3.04', [ZEROS]],
  ['::ffff:1.2.3.04', [ZEROS]],
  ['::ffff:1.2.3.4', [MAPPED]],
  ['0:0:0:0:0:FFFF:102:304', [MAPPED]],
  ['2001:DB8::1', [canonical('2001:db8::1')]],
  ['2001:db8:0:0::1', [canonical('2001:db8::1')]],
  ['0001::', [canonical('1::')]],
  ['64:ff9b::1.2.3.4', [canonical('64:ff9b::102:304')]],
  ['1:0:0:2:0:0:0:3', [canonical('1:0:0:2::3')]],
  ['1:0:0:2:0:0:3:4', [canonical('1::2:0:0:3:4')]],
  ['1::3:4:5:6:7:8', [canonical('1:0:3:4:5:6:7:8')]],
  ['::1.2.3.4', [canonical('::102:304')]],
])('canonicalIp %j', (value, messages) => {
  expect(canonicalIp(value)).toEqual(messages)
})
