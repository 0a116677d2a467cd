import { expect, test } from 'vitest'
import { gatherBytes } from '../../../src/base/bytes/gathered-bytes.js'

const bytesOf = (sizes: readonly number[]) => {
  let value = 0
  return sizes.map((size) => Uint8Array.from({ length: size }, () => value++ % 251))
}

test.each([
  [[]],
  [[0]],
  [[5]],
  [[3, 0, 4]],
  [Array.from({ length: 63 }, () => 2)],
  [Array.from({ length: 1000 }, (_, i) => i % 7)],
])('pieces of sizes $# are joined in order', (sizes) => {
  const gathered = gatherBytes()
  const pieces = bytesOf(sizes)
  for (const piece of pieces) gathered.add(piece)
  const all = pieces.flatMap((piece) => [...piece])
  expect([...gathered.all()]).toEqual(all)
  expect(gathered.length()).toBe(all.length)
})

test('many pieces are copied into few buffers, which together are not much longer than the bytes', () => {
  const made: number[] = []
  const Original = globalThis.Uint8Array
  class Counted extends Original {
    constructor(...given: readonly number[]) {
      super(...(given as [number])) // or a buffer, an offset and a length
      if (given.length === 1) made.push(this.length)
    }
  }
  const pieces = bytesOf(Array.from({ length: 100_000 }, () => 1))
  globalThis.Uint8Array = Counted as typeof Uint8Array // all that is called
  try {
    const gathered = gatherBytes()
    for (const piece of pieces) gathered.add(piece)
    expect(gathered.all()).toHaveLength(100_000)
  } finally {
    globalThis.Uint8Array = Original
  }
  expect(made.length).toBeLessThan(20)
  expect(made.reduce((sum, length) => sum + length, 0)).toBeLessThan(500_000)
})
