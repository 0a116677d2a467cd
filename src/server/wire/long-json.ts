import { compareBytes, encodeJson } from '../../base/json/json.js'
import { countParts, namesInParts, stepsInParts } from '../../base/turns/work-in-parts.js'
import { sortInSteps } from '../../base/turns/sort-in-parts.js'
import type { Steps } from '../../base/turns/steps.js'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Returns the bytes that `encodeJson` makes of a value, in pieces, followed by `end`; made over several turns. Returns
 * undefined if the value is short.
 */
export const longJson = (value: object, end: string): readonly Bytes[] | undefined =>
  lengthLeft(value, STEP) >= 0 ? undefined : stepsInParts(value, longJson, () => piecesOf(value, end))

// Number of characters that are written in one step, and that a step writes in the time of one part.
const [STEP, CHARACTERS_OF_PART] = [32 * 1024, 128]
// Members of an object are collected before they are written.
const MEMBERS_OF_PART = 2
// Number of characters that are converted to bytes at once.
const PIECE = 256 * 1024

const utf8 = new TextEncoder()

function* piecesOf(value: object, end: string): Steps<readonly Bytes[]> {
  const pieces: Bytes[] = []
  let texts: string[] = []
  let length = 0
  const flush = () => {
    pieces.push(utf8.encode(texts.join('')))
    texts = []
    length = 0
  }
  const put = (text: string) => {
    texts.push(text)
    length += text.length
    countParts(text.length / CHARACTERS_OF_PART)
    if (length > PIECE) flush()
  }
  yield* writeValue(value, put)
  put(end)
  flush()
  return pieces
}

type Put = (text: string) => void

function* writeValue(value: unknown, put: Put): Steps<void> {
  if (lengthLeft(value, STEP) >= 0) put(encodeJson(value))
  else if (typeof value === 'string') yield* writeText(value, put)
  else if (Array.isArray(value)) yield* writeItems(value, put)
  else yield* writeMembers(value as Readonly<Record<string, unknown>>, put) // anything else is short
  yield
}

function* writeText(text: string, put: Put): Steps<void> {
  put('"')
  for (let at = 0; at < text.length;) {
    // The halves of a surrogate pair stay together.
    const isHigh = (text.charCodeAt(at + STEP - 1) & 0xfc00) === 0xd800
    const next = at + STEP + (isHigh ? 1 : 0)
    put(encodeJson(text.slice(at, next)).slice(1, -1))
    at = next
    yield
  }
  put('"')
}

/** Writes parts that are short together, and long ones by themselves. */
function* writeItems(items: readonly unknown[], put: Put): Steps<void> {
  let [batch, left, isFirst]: [unknown[], number, boolean] = [[], STEP, true]
  const flush = () => {
    if (batch.length > 0) put(`${isFirst ? '' : ','}${encodeJson(batch).slice(1, -1)}`)
    isFirst &&= batch.length === 0
    batch = []
    left = STEP
  }
  put('[')
  for (const item of items) {
    left = lengthLeft(item, left)
    if (left >= 0) {
      batch.push(item)
      continue
    }
    flush()
    yield
    left = lengthLeft(item, STEP)
    if (left >= 0) batch.push(item)
    else {
      put(isFirst ? '' : ',')
      isFirst = false
      yield* writeValue(item, put)
      left = STEP
    }
  }
  flush()
  put(']')
}

function* writeMembers(object: Readonly<Record<string, unknown>>, put: Put): Steps<void> {
  let names = namesInParts(object)
  // JavaScript lists names that are integers first; Go's encoder sorts all names of a map.
  if (INTEGER.test(names[0] ?? '')) names = yield* sortInSteps(names, compareBytes)
  let [batch, left, isFirst]: [[string, unknown][], number, boolean] = [[], STEP, true]
  const flush = () => {
    const text = encodeJson(Object.fromEntries(batch)).slice(1, -1)
    countParts(batch.length / MEMBERS_OF_PART)
    if (text !== '') put(`${isFirst ? '' : ','}${text}`)
    isFirst &&= text === ''
    batch = []
    left = STEP
  }
  put('{')
  for (const name of names) {
    const member = object[name]
    left = lengthLeft(member, left - name.length)
    if (left >= 0) {
      batch.push([name, member])
      continue
    }
    flush()
    yield
    left = lengthLeft(member, STEP - name.length)
    if (left >= 0) batch.push([name, member])
    else {
      put(`${isFirst ? '' : ','}${encodeJson(name)}:`)
      isFirst = false
      yield* writeValue(member, put)
      left = STEP
    }
  }
  flush()
  put('}')
}

const INTEGER = /^(0|[1-9]\d*)$/

/** Returns how much is left of a number of characters after a value; negative if the value is longer. */
function lengthLeft(value: unknown, most: number): number {
  if (typeof value === 'string') return most - value.length - 3
  if (typeof value !== 'object' || value === null) return most - 8
  let left = most - 3
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left >= 0; i++) left = lengthLeft(value[i], left)
    return left
  }
  for (const name of namesInParts(value)) {
    if (left < 0) break
    const member = (value as Readonly<Record<string, unknown>>)[name] // an own member
    left = lengthLeft(member, left - name.length)
  }
  return left
}
