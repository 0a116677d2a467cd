import { createHash, createPublicKey, createSign, createVerify } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSigningKey } from '../../../src/server/accounts/signing-key.js'
import { testKey } from '../../../src/server/accounts/test-key.js'
import { makeRsaKey } from '../../../src/base/time/env.js'

const TEXT = 'what is said: ß'

test.each([
  ['the test key', () => Promise.resolve(testKey)],
  ['a new one', makeRsaKey],
])('%s signs and verifies like OpenSSL, byte for byte', async (_, read) => {
  const text = await read()
  const jwk = { ...text, kty: 'RSA' }
  const key = createSigningKey(text)
  const signature = key.sign(TEXT)
  expect(Buffer.from(signature)).toEqual(createSign('RSA-SHA256').update(TEXT).sign({ key: jwk, format: 'jwk' }))
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  expect(createVerify('RSA-SHA256').update(TEXT).verify(publicKey, signature)).toBe(true)
  expect(key.verifies(TEXT, signature)).toBe(true)
  expect(key.verifies(`${TEXT}!`, signature)).toBe(false)
  expect(key.verifies(TEXT, signature.slice(1))).toBe(false)
  const info = publicKey.export({ type: 'spki', format: 'der' })
  expect(key.jwk.kid).toBe(createHash('sha256').update(info).digest('base64url'))
})
