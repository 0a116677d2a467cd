import type { RE2JS } from 're2js'
import { createLateLibrary } from '../turns/late-library.js'
import { re2Parts } from './re2-parts.js'
import { MOST_STEPS, patternSteps, tooOften } from './re2-size.js'

/** A user's pattern (RE2, as Go reads it), matched in time proportional to the text. */
export type Pattern = {
  /** Tells whether it matches anywhere in a text. */
  readonly test: (text: string) => boolean
  /** Returns the matches in a text, at most `most`. */
  readonly find: (text: string, most?: number) => readonly string[]
}

const library = createLateLibrary(() => import('re2js'))

/** Loads the library for patterns; undefined if it is already loaded. */
export const loadPatterns = library.load

/**
 * Returns what is wrong with a pattern, in Go's words (regexp/syntax: Error); undefined if it is valid. Throws
 * LibraryNotLoaded.
 */
export function patternFault(pattern: string): string | undefined {
  const read = readPattern(pattern)
  return typeof read === 'string' ? read : undefined
}

/** Tells whether a pattern was compiled recently and is still cached. */
export const isRead = (pattern: string): boolean => known.has(pattern)

/** Compiles a pattern. Throws an error with Go's text if it is invalid, and LibraryNotLoaded. */
export function patternOf(pattern: string): Pattern {
  const read = readPattern(pattern)
  if (typeof read === 'string') throw new Error(read)
  return read
}

// The most recently used patterns. Each caches what it learns about texts, up to some megabytes.
const known = new Map<string, Pattern | string>()
const MOST_KNOWN = 64

function readPattern(pattern: string): Pattern | string {
  const found = known.get(pattern) ?? compile(pattern)
  known.delete(pattern)
  known.set(pattern, found)
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? '')
  return found
}

const TOO_DEEP = 'expression nests too deeply'

const toldOf = (what: string, part: string): string => `error parsing regexp: ${what}: \`${part}\``

function compile(pattern: string): Pattern | string {
  const { RE2JS, RE2JSSyntaxException } = library.needed()
  if (patternSteps(pattern) > MOST_STEPS) {
    const repetition = tooOften(pattern)
    return repetition === undefined
      ? toldOf('expression too large', pattern)
      : toldOf('invalid repeat count', repetition)
  }
  try {
    const compiled = RE2JS.compile(withoutNames(pattern))
    return { test: (text) => compiled.test(text), find: (text, most = Infinity) => findAll(compiled, text, most) }
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    if (error.message.endsWith(TOO_DEEP)) return toldOf(TOO_DEEP, pattern)
    // Go appends the offending part to each sentence, even an empty one.
    return error.message.endsWith('`') ? error.message : `${error.message}: \`\``
  }
}

// Go accepts duplicate group names, this library does not; nothing here uses the names of groups.
const withoutNames = (pattern: string): string =>
  pattern.includes('<')
    ? re2Parts(pattern)
        .map((part) => (part.startsWith('(') ? '(' : part))
        .join('')
    : pattern

function findAll(compiled: RE2JS, text: string, most: number): readonly string[] {
  const matcher = compiled.matcher(text)
  const found: string[] = []
  let end = -1
  while (found.length < most && matcher.find()) {
    // Go finds no empty match right after another match.
    if (matcher.start() !== end || matcher.end() !== end) found.push(matcher.group() ?? '')
    end = matcher.end()
  }
  return found
}
