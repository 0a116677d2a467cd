import { expect, test } from 'vitest'
import { formatPem, parsePem, pemBlocks } from '../../../src/base/bytes/pem.js'

const lines = (...all: readonly string[]) => all.join('\n')

test('blocks are read as they are written', () => {
  const text = formatPem({ type: 'CERTIFICATE', bytes: Uint8Array.of(1, 2, 3) })
  expect(parsePem(`before ${text} after`)).toEqual({ type: 'CERTIFICATE', bytes: Uint8Array.of(1, 2, 3) })
  expect(pemBlocks(text + text)).toHaveLength(2)
  expect(parsePem('')).toBeUndefined()
})

test('a block ends where one of its type does first', () => {
  const text = lines(
    '-----BEGIN C-----',
    '-----BEGIN A-----',
    'x',
    '-----END B-----END A-----',
    '-----END A-----',
    '-----BEGIN B-----',
    '-----END B-----',
  )
  expect(pemBlocks(text)).toEqual([
    { type: 'A', body: 'x\n-----END B' },
    { type: 'B', body: '' },
  ])
})

test('what begins and never ends is read in linear time', () => {
  const begins = (length: number) =>
    Array.from({ length }, (_, i) => `-----BEGIN A${i}-----\n-----END B${i}-----\n-----BEGIN A-----\n`).join('')
  const text = `${begins(50_000)}-----BEGIN LAST-----\nAAAA\n-----END LAST-----`
  // Each of the 100,000 that begin would be sought an end for in three megabytes.
  expect(pemBlocks(text)).toEqual([{ type: 'LAST', body: 'AAAA\n' }])
})
