import type { RE2JS } from 're2js'
import { createLateLibrary } from './late-library.js'
import { re2Parts } from './re2-parts.js'
import { MOST_STEPS, patternSteps, tooOften } from './re2-size.js'

/** A pattern users write (RE2, as Go reads it), which takes a time in proportion to the text. */
export type Pattern = {
  /** Whether it is found anywhere in a text. */
  readonly test: (text: string) => boolean
  /** The parts of a text it matches, at most so many. */
  readonly find: (text: string, most?: number) => readonly string[]
}

const library = createLateLibrary(() => import('re2js'))

/** Loads what reads patterns; undefined where it is there. */
export const loadPatterns = library.load

/**
 * What is wrong with a pattern, in Go's words (regexp/syntax: Error); undefined for one that is read. Throws
 * LibraryNotLoaded.
 */
export function patternFault(pattern: string): string | undefined {
  const read = readPattern(pattern)
  return typeof read === 'string' ? read : undefined
}

/** Whether a pattern was read lately, so that it need not be again. */
export const isRead = (pattern: string): boolean => known.has(pattern)

/** A pattern as it can be asked. Throws what is wrong with it in Go's words, and LibraryNotLoaded. */
export function patternOf(pattern: string): Pattern {
  const read = readPattern(pattern)
  if (typeof read === 'string') throw new Error(read)
  return read
}

// Those asked last. Each keeps what it learns of texts, up to some megabytes.
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
    // Go puts the part at fault behind each sentence, also where there is none.
    return error.message.endsWith('`') ? error.message : `${error.message}: \`\``
  }
}

// Go takes a name twice, this library once; which name a group has matters to nobody here.
const withoutNames = (pattern: string): string =>
  pattern.includes('<')
    ? re2Parts(pattern)
        .map((part) => (part.startsWith('(') ? '(' : part))
        .join('')
    : pattern

function findAll(compiled: RE2JS, text: string, most: number): readonly string[] {
  const matcher = compiled.matcher(text)
  const found: string[] = []
  while (found.length < most && matcher.find()) found.push(matcher.group() ?? '')
  return found
}
