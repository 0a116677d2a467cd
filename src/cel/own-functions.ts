import { type Pattern, isRead, patternOf } from '../base/re2.js'
import { MOST_STEPS, patternSteps } from '../base/re2-size.js'
import { isHardToFind, partsBetween, placesOf } from '../base/text-search.js'
import { CelError, CostExceeded } from './cel-error.js'
import { characterAt, sizeOf } from './value.js'
import { work } from './work.js'

type Run = (...values: readonly unknown[]) => unknown

/**
 * Returns our implementation of a function whose behaviour in the library differs from a server's; undefined for other
 * functions. It returns undefined for values it is not defined for.
 */
export const ownFunction = (name: string): Run | undefined =>
  Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined

const FUNCTIONS: { readonly [name: string]: Run } = {
  size: (value) => BigInt(sizeOf(value)),
  matches(text, pattern) {
    if (typeof text !== 'string' || typeof pattern !== 'string') return undefined
    return read(pattern, text).test(text)
  },
  charAt(text, at) {
    if (typeof text !== 'string' || typeof at !== 'bigint') return undefined
    if (at < 0n || at > BigInt(text.length)) throw new CelError(`index out of range: ${at}`)
    const found = characterAt(text, Number(at))
    // The index right after the last character is valid.
    if (found === undefined && sizeOf(text) !== Number(at)) throw new CelError(`index out of range: ${at}`)
    return found ?? ''
  },
  replace(text, old, next, times) {
    if (typeof text !== 'string' || typeof old !== 'string' || typeof next !== 'string') return undefined
    const most = limitOf(times)
    if (isHardToFind(old, text)) return partsBetween(text, old, most + 1).join(next)
    if (most === Infinity) return text.replaceAll(old, next.replaceAll('$', '$$$$'))
    const parts = old === '' ? ['', ...text, ''] : text.split(old)
    return [parts.slice(0, most + 1).join(next), ...parts.slice(most + 1)].join(old)
  },
  // The library's functions are used where the runtime searches fast enough; they also report invalid indexes.
  contains: (text, search) => hard(text, search, (places) => places.length > 0),
  indexOf: (text, search, from) =>
    from === undefined ? hard(text, search, (places) => BigInt(places[0] ?? -1)) : placeFrom(text, search, from),
  lastIndexOf: (text, search, from) =>
    from === undefined ? hard(text, search, (places) => BigInt(places.at(-1) ?? -1)) : placeUpTo(text, search, from),
  split(text, search, limit) {
    if (typeof text !== 'string' || typeof search !== 'string' || !isHardToFind(search, text)) return undefined
    return limit === 0n ? [] : partsBetween(text, search, limitOf(limit))
  },
  find: (text, pattern) => found(text, pattern, 1)?.[0] ?? '',
  findAll: (text, pattern, most) => found(text, pattern, limitOf(most)),
}

const limitOf = (most: unknown): number => (typeof most === 'bigint' && most >= 0n ? Number(most) : Infinity)

function hard<T>(text: unknown, search: unknown, read: (places: readonly number[]) => T): T | undefined {
  if (typeof text !== 'string' || typeof search !== 'string' || !isHardToFind(search, text)) return undefined
  return read(placesOf(search, text))
}

const isPlace = (from: unknown, text: unknown): from is bigint =>
  typeof from === 'bigint' && from >= 0n && from < BigInt(String(text).length)

const placeFrom = (text: unknown, search: unknown, from: unknown) =>
  isPlace(from, text) ? hard(text, search, (places) => BigInt(places.find((at) => at >= from) ?? -1)) : undefined

const placeUpTo = (text: unknown, search: unknown, from: unknown) =>
  isPlace(from, text) ? hard(text, search, (places) => BigInt(places.findLast((at) => at <= from) ?? -1)) : undefined

function found(text: unknown, pattern: unknown, most: number): readonly string[] | undefined {
  if (typeof text !== 'string' || typeof pattern !== 'string') return undefined
  try {
    return read(pattern, text).find(text, most)
  } catch (error) {
    if (error instanceof CostExceeded) throw error
    const { message } = error as Error // patterns throw no others
    throw new CelError(`Illegal regex: ${message}`)
  }
}

// Compiling a pattern takes time for each of its steps; matching takes time for each step at each character, most of
// them in parallel.
const READING = 20
const MATCHING = 1 / 200

function read(pattern: string, text: string): Pattern {
  const steps = Math.min(patternSteps(pattern), MOST_STEPS)
  work((isRead(pattern) ? 0 : READING * steps) + text.length * steps * MATCHING)
  return patternOf(pattern)
}
