import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha512 } from '../../../../src/kinds/core/secret/sha-512.js'

test.each([0, 1, 32, 111, 112, 127, 128, 129, 1000])('is that of Node.js for %i bytes', (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) & 255)
  expect(Buffer.from(sha512(bytes)).toString('hex')).toBe(createHash('sha512').update(bytes).digest('hex'))
})
