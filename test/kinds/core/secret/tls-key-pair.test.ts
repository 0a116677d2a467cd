import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openServer } from '../../asking.js'

type Pair = { readonly crt: string; readonly key: string }
type Name = 'rsa' | 'pkcs1' | 'other rsa' | 'p256' | 'sec1' | 'p384' | 'p521' | 'other p521' | 'ed' | 'other ed'

/** Self-signed certificates and their keys, made by OpenSSL. */
const pairs = JSON.parse(readFileSync(new URL('key-pairs.json', import.meta.url), 'utf8')) as Record<Name, Pair>

async function warningOf(crt: string, key: string): Promise<string | undefined> {
  const data = { 'tls.crt': btoa(crt), 'tls.key': btoa(key) }
  const body = { metadata: { name: 'a' }, type: 'kubernetes.io/tls', data }
  const { code, warning } = await openServer()('POST', '/api/v1/namespaces/default/secrets', body)
  expect(code).toBe(201)
  return warning?.replace(/^299 - "(.*)"$/, '$1').replaceAll('\\"', '"')
}

const block = (type: string, base64 = 'AAAA') => `-----BEGIN ${type}-----\n${base64}\n-----END ${type}-----\n`

test.each(Object.entries(pairs))('a certificate and its key are a pair: %s', async (_, { crt, key }) => {
  expect(await warningOf(crt, key)).toBeUndefined()
  expect(await warningOf(`Some text\n${crt}${pairs.ed.crt}`, `${block('EC PARAMETERS')}${key}`)).toBeUndefined()
})

// The words of crypto/tls.
test.each([
  ['no PEM', 'x', pairs.rsa.key, 'failed to find any PEM data in certificate input'],
  ['no key', pairs.rsa.crt, '', 'failed to find any PEM data in key input'],
  [
    'switched',
    pairs.rsa.key,
    pairs.rsa.crt,
    'failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
  ],
  [
    'a certificate as key',
    pairs.rsa.crt,
    pairs.rsa.crt,
    'found a certificate rather than a key in the PEM for the private key',
  ],
  [
    'other blocks',
    block('A') + block('B'),
    pairs.rsa.key,
    'failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A B]',
  ],
  [
    'another block as key',
    pairs.rsa.crt,
    block('PUBLIC KEY'),
    'failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [PUBLIC KEY]',
  ],
  ['garbage as key', pairs.rsa.crt, block('PRIVATE KEY'), 'failed to parse private key'],
  ['the key of another', pairs.rsa.crt, pairs['other rsa'].key, 'private key does not match public key'],
  ['the key of another', pairs.p521.crt, pairs['other p521'].key, 'private key does not match public key'],
  ['another curve', pairs.p256.crt, pairs.p384.key, 'private key does not match public key'],
  ['the key of another', pairs.ed.crt, pairs['other ed'].key, 'private key does not match public key'],
  ['another type', pairs.rsa.crt, pairs.ed.key, 'private key type does not match public key type'],
])('warns of %s', async (_, crt, key, words) => {
  expect(await warningOf(crt, key)).toBe(`tls: ${words}`)
})

test('warns of a certificate that cannot be parsed', async () => {
  expect(await warningOf(block('CERTIFICATE'), pairs.rsa.key)).toBe('x509: malformed certificate')
})
