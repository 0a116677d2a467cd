import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalIp, ipText, parseIp } from '../../../src/base/text/ip.js'

const octet = fc.oneof(fc.integer({ min: 0, max: 300 }).map(String), fc.constantFrom('', '00', '01', '010', '1a', ' 1'))
const address = fc.oneof(
  fc.array(octet, { minLength: 3, maxLength: 5 }).map((octets) => octets.join('.')),
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((ip) => `::ffff:${ip}`),
  fc.string({ maxLength: 12 }),
)

it('canonicalIp agrees with parsing and printing the address', () => {
  fc.assert(
    fc.property(address, (text) => {
      const parsed = parseIp(text)
      expect(canonicalIp(text)).toEqual(parsed && { text: ipText(parsed.groups), family: parsed.family })
    }),
  )
})
