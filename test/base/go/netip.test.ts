import { expect, test } from 'vitest'
import { parseNetip, parseNetipPrefix } from '../../../src/base/go/netip.js'

test.each([
  ['', 'unable to parse IP'],
  ['1.2.3', 'IPv4 address too short'],
  ['1.2.3.4.5', 'IPv4 address too long'],
  ['1.2.3.', 'IPv4 field must have at least one digit (at ".")'],
  ['01.2.3.4', 'IPv4 field has octet with leading zero'],
  ['1.2.3.256', 'IPv4 field has value >255'],
  ['1.2.3.x', 'unexpected character (at "x")'],
  ['::1%', 'zone must be a non-empty string'],
  ['1::2::3', 'multiple :: in address (at ":3")'],
  ['12345::', 'each group must have 4 or less digits (at "12345::")'],
  ['1:2:3:4:5:6:7:8:9', 'trailing garbage after address (at "9")'],
  ['1:2', 'address string too short'],
  ['1:', 'colon must be followed by more characters (at ":")'],
])('Go reads no address in %j: %s', (text, fault) =>
  expect(parseNetip(text)).toBe(`ParseAddr(${JSON.stringify(text)}): ${fault}`),
)

test.each([
  ['10.0.0.0', "no '/'"],
  ['10.0.0.0/33', 'prefix length out of range'],
  ['10.0.0.0/08', 'bad bits after slash: "08"'],
  ['fe80::1%a/64', 'IPv6 zones cannot be present in a prefix'],
  ['10.0.0/8', 'ParseAddr("10.0.0"): IPv4 address too short'],
])('Go reads no prefix in %j: %s', (text, fault) =>
  expect(parseNetipPrefix(text)).toBe(`netip.ParsePrefix(${JSON.stringify(text)}): ${fault}`),
)

test('addresses have eight groups', () =>
  expect(['::', '1::2', '::ffff:1.2.3.4', '1.2.3.4'].map((text) => parseNetip(text))).toMatchObject([
    { groups: [0, 0, 0, 0, 0, 0, 0, 0], written: 6 },
    { groups: [1, 0, 0, 0, 0, 0, 0, 2], written: 6 },
    { groups: [0, 0, 0, 0, 0, 0xffff, 258, 772], written: 6 },
    { groups: [0, 0, 0, 0, 0, 0xffff, 258, 772], written: 4 },
  ]))
