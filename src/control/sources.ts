import type { Arriving } from '../source/arriving.js'
import { type Source, isSource } from '../source/input.js'
import { LoadError } from '../source/load-error.js'
import { itemsOf } from './list-items.js'

/**
 * The texts of a body that arrives: the body itself, or, where that is a JSON list of `{ name, text }`, those in it,
 * one after the other.
 */
export async function* arrivingOf(chunks: AsyncIterable<string>, name: string): AsyncGenerator<Arriving> {
  const left = chunks[Symbol.asyncIterator]()
  let seen: string[] | undefined = []
  const items = itemsOf(chunksOf(left, (chunk) => seen?.push(chunk)))
  const first = namedText((await items.next()).value)
  if (!first) return void (yield { name, chunks: chunksOf(left, undefined, seen) })
  seen = undefined
  yield arrived(first)
  for await (const item of items) {
    const source = namedText(item)
    if (!source)
      throw new LoadError([{ source: name, message: 'a list of texts, {name, text}, has nothing else in it' }])
    yield arrived(source)
  }
}

const arrived = ({ name, text }: Source): Arriving => ({ name, chunks: chunksOf([text].values()) })

/** All of them at once. */
export async function sourcesOf(chunks: AsyncIterable<string>, name: string): Promise<readonly Source[]> {
  const sources: Source[] = []
  for await (const { name: each, chunks: texts } of arrivingOf(chunks, name))
    sources.push({ name: each, text: await wholeOf(texts) })
  return sources
}

/** A text that arrives, once it is there. */
export async function wholeOf(chunks: AsyncIterable<string>): Promise<string> {
  const all: string[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all.join('')
}

/** The characters of bytes that arrive. */
export async function* textOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Decoders that go on from one piece to the next make all text twice as wide as it has to be.
  let decoder = new TextDecoder()
  let rest: Uint8Array = new Uint8Array()
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : joined(rest, piece)
    const whole = bytes.length - brokenLength(bytes)
    rest = bytes.slice(whole)
    if (whole === 0) continue
    yield decoder.decode(bytes.subarray(0, whole))
    decoder = FURTHER
  }
  yield decoder.decode(rest)
}

// A byte order mark is one at the beginning alone.
const FURTHER = new TextDecoder('utf-8', { ignoreBOM: true })

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

/** How many bytes at the end are of a character that is not whole. */
function brokenLength(bytes: Uint8Array): number {
  for (let length = 1; length < 4; length++) {
    const byte = bytes.at(-length) ?? 0
    const isFollower = (byte & 0xc0) === 0x80
    if (!isFollower) return byte >= 0xc0 && length < widthOf(byte) ? length : 0
  }
  return 0
}

const widthOf = (lead: number): number => (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4)

/** What is left of chunks, after some that were read before; each is noted. */
async function* chunksOf(
  left: Iterator<string> | AsyncIterator<string>,
  note: (chunk: string) => void = () => undefined,
  before: readonly string[] = [],
): AsyncGenerator<string> {
  yield* before
  for (let next = await left.next(); !next.done; next = await left.next()) {
    note(next.value)
    yield next.value
  }
}

function namedText(text: string | undefined): Source | undefined {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text)
    return typeof value === 'object' && value !== null && isSource(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
