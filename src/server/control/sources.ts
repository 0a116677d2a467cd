import type { Arriving } from '../../base/input/arriving.js'
import { type Source, isSource } from '../../base/input/input.js'
import { LoadError } from '../../base/input/load-error.js'

const [QUOTE, BACKSLASH, COMMA, LIST, LIST_END, OBJECT, OBJECT_END] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/**
 * Splits a JSON array that arrives in chunks into the texts of its items, each as soon as it is complete; the items are
 * not parsed. The last value is undefined if the text is not an array, or does not end with it.
 */
async function* itemsOf(chunks: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  let held: string[] = []
  let depth = 0
  let [isQuoted, isEscaped, isOver] = [false, false, false]
  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (isEscaped) isEscaped = false
      else if (isQuoted) {
        if (code === BACKSLASH) isEscaped = true
        else if (code === QUOTE) isQuoted = false
      } else if (isSpace(code)) continue
      else if (isOver || (depth === 0 && code !== LIST)) return void (yield undefined)
      else if (code === QUOTE) isQuoted = true
      else if (code === LIST || code === OBJECT) {
        if (depth++ === 0) from = at + 1
      } else if (code === LIST_END || code === OBJECT_END ? --depth === 0 : code === COMMA && depth === 1) {
        isOver = depth === 0
        held.push(chunk.slice(from, at))
        yield held.join('')
        held = []
        from = at + 1
      }
    }
    if (depth > 0) held.push(chunk.slice(from))
  }
  if (!isOver) yield undefined
}

/**
 * Splits a body that arrives in chunks into texts: the body itself, or, if it is a JSON array of `{ name, text }`, its
 * items in order.
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

/** Reads all texts of a body. */
export async function sourcesOf(chunks: AsyncIterable<string>, name: string): Promise<readonly Source[]> {
  const sources: Source[] = []
  for await (const { name: each, chunks: texts } of arrivingOf(chunks, name))
    sources.push({ name: each, text: await wholeOf(texts) })
  return sources
}

/** Joins the chunks of a text. */
export async function wholeOf(chunks: AsyncIterable<string>): Promise<string> {
  const all: string[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all.join('')
}

/** Decodes UTF-8 bytes that arrive in chunks. */
export async function* textOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // A streaming decoder yields two-byte strings even for ASCII, so incomplete characters are carried over here instead.
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

// Only the first chunk can have a byte order mark.
const FURTHER = new TextDecoder('utf-8', { ignoreBOM: true })

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

/** Returns the number of bytes of an incomplete character at the end. */
function brokenLength(bytes: Uint8Array): number {
  for (let length = 1; length < 4; length++) {
    const byte = bytes.at(-length) ?? 0
    const isFollower = (byte & 0xc0) === 0x80
    if (!isFollower) return byte >= 0xc0 && length < widthOf(byte) ? length : 0
  }
  return 0
}

const widthOf = (lead: number): number => (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4)

/** Yields `before`, then the remaining chunks, each of which is passed to `note`. */
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
