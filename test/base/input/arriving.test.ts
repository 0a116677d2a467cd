import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf, readArriving } from '../../../src/base/input/arriving.js'
import { readInput } from '../../../src/base/input/documents.js'

async function* arriving(chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks
}

async function all(chunks: readonly string[], least?: number): Promise<readonly string[]> {
  const pieces: string[] = []
  for await (const piece of piecesOf(arriving(chunks), least)) pieces.push(piece)
  return pieces
}

const read = (chunks: AsyncIterable<string>, turn = async () => undefined) =>
  readArriving(
    (async function* () {
      yield { name: 'f', chunks }
    })(),
    turn,
  )

const lines = fc.constantFrom(
  '---',
  '--- a: 1',
  '----',
  '...',
  '%YAML 1.1',
  '# a comment',
  '',
  'a: 1',
  'a: &x b',
  'b: *x',
  '- "a',
  '---"',
  'c: |',
  '  ---',
  ' --- ',
  '[',
  '}',
)
const texts = fc
  .tuple(fc.array(lines, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r', '\u2028'))
  .map(([parts, between]) => parts.join(between))
const cuts = fc.array(fc.nat(20), { maxLength: 20 })

function chunksOf(text: string, lengths: readonly number[]): string[] {
  const chunks: string[] = []
  let at = 0
  for (const length of lengths) chunks.push(text.slice(at, (at += length)))
  return [...chunks, text.slice(at)]
}

test('pieces add up to the text, and do not depend on its chunks', async () => {
  await fc.assert(
    fc.asyncProperty(texts, cuts, fc.nat(30), async (text, lengths, least) => {
      const pieces = await all(chunksOf(text, lengths), least)
      expect(pieces.join('')).toBe(text)
      expect(pieces).toEqual(await all([text], least))
    }),
  )
})

test('pieces parse to the same documents as the whole text', async () => {
  const parsed = (text: string) => {
    const { documents, faults } = readInput({ name: 'f', text }, 'f')
    return { values: documents.map(({ value }) => value), faults: faults.map(({ message }) => message) }
  }
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const pieces = (await all([text], 0)).map(parsed)
      const whole = parsed(text)
      const found = { values: pieces.flatMap(({ values }) => values), faults: pieces.flatMap(({ faults }) => faults) }
      // A syntax error skips to the next document, which may be another one for pieces.
      expect(whole.faults.length === 0 ? found : found.faults.length > 0).toEqual(
        whole.faults.length === 0 ? whole : true,
      )
    }),
    { numRuns: 500 },
  )
})

test('a directive stays with its document', async () => {
  const text = 'a: 1\n...\n%TAG ! tag:yaml.org,2002:\n---\nb: !str 2\n---\nc: 3\n'
  expect(await all([text], 0)).toEqual(['a: 1\n...\n%TAG ! tag:yaml.org,2002:\n---\nb: !str 2\n', '---\nc: 3\n'])
})

const DOCUMENT = `---\na: ${'x'.repeat(98)}\nb:\n  c: 1\n`
const MANY = 4000

test('lines of values and errors count from the start of the stream', async () => {
  const text = `${DOCUMENT.repeat(MANY)}---\n[\n`
  const { documents, faults } = await read(arriving(chunksOf(text, [70_000, 1, 90_000, 100_003])))
  expect(documents).toHaveLength(MANY)
  expect(documents.at(-1)?.at('b.c')).toEqual({ source: 'f', line: MANY * 4, column: 3 })
  expect(faults).toEqual([
    { source: 'f', line: MANY * 4 + 3, column: 1, message: 'did not find expected node content' },
  ])
})

test('reads what has arrived before it asks for more, and yields in between', async () => {
  const chunk = DOCUMENT.repeat(1000)
  let turns = 0
  const before: number[] = []
  async function* chunks() {
    for (let i = 0; i < 20; i++) {
      before.push(turns)
      yield chunk
    }
  }
  await read(chunks(), async () => void turns++)
  // A piece may be a little longer than a chunk.
  for (const [i, seen] of before.entries()) expect(seen).toBeGreaterThanOrEqual((i - 2) / 2)
  expect(turns).toBeGreaterThan(15)
})

test('yields within a long document', async () => {
  let turns = 0
  const { documents } = await read(arriving([`items:\n${'- a: 1\n'.repeat(50_000)}`]), async () => void turns++)
  expect(documents).toHaveLength(1)
  // While parsing, decoding and outlining.
  expect(turns).toBeGreaterThan(3 * 20)
})
