import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSha512, sha512 } from '../../../src/base/bytes/sha-512.js'

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) & 255)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const expected = (bytes: Uint8Array) => createHash('sha512').update(bytes).digest('hex')

test.each([0, 1, 32, 111, 112, 127, 128, 129, 239, 240, 1000, 100_000])('is that of Node.js for %i bytes', (length) => {
  expect(hex(sha512(bytesOf(length)))).toBe(expected(bytesOf(length)))
})

test.each([1, 7, 64, 127, 128, 129, 300])('is the same of bytes in pieces of %i', (size) => {
  const bytes = bytesOf(1000)
  const hash = createSha512()
  for (let at = 0; at < bytes.length; at += size) hash.update(bytes.subarray(at, at + size))
  expect(hex(hash.digest())).toBe(expected(bytes))
})
