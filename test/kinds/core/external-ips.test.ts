import { expect, test } from 'vitest'
import { refusal } from '../asking.js'

const SERVICES = '/api/v1/namespaces/default/services'
const UNSPECIFIED = (ip: string) => `may not be unspecified (${ip})`
const LOOPBACK = 'may not be in the loopback range (127.0.0.0/8, ::1/128)'
const LINK_LOCAL = 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'
const MULTICAST = 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'

const external = (ip: string) =>
  refusal(SERVICES, { spec: { selector: { app: 'a' }, ports: [{ port: 80 }], externalIPs: [ip] } })

test.each([
  ['0.0.0.0', UNSPECIFIED('0.0.0.0')],
  ['0:0::0', UNSPECIFIED('0:0::0')],
  ['127.0.0.1', LOOPBACK],
  ['0:0:0:0:0:0:0:1', LOOPBACK],
  ['::ffff:127.0.0.1', LOOPBACK],
  ['169.254.1.2', LINK_LOCAL],
  ['fe80::1', LINK_LOCAL],
  ['224.0.0.1', MULTICAST],
  ['ff02::1', MULTICAST],
])('an external IP must not be special, in whatever notation: %s', async (ip, why) => {
  expect(await external(ip)).toBe(`spec.externalIPs[0]: Invalid value: "${ip}": ${why}`)
})

test.each(['192.0.2.1', '2001:db8::1', '224.0.1.1', 'ff05::1'])('an external IP may be any other: %s', async (ip) => {
  expect(await external(ip)).toBe(201)
})
