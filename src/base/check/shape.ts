import { isObject } from '../json/json.js'
import { nearest } from '../text/nearest.js'
import { parseDuration } from '../time/time.js'
import { boundsOf } from '../time/delay.js'

/** The path from the root of a value to a part of it: member names and list indices. */
export type Path = readonly (string | number)[]

/** A problem in an input, and how to fix it. */
export type Problem = { readonly path: Path; readonly text: string }

/** Returns the problems of a value; never modifies it. */
export type Check = (value: unknown, path: Path) => readonly Problem[]

/** A JSON Schema (draft 7). */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** The requirements of a value in two forms, a check for error messages and a schema for editors; and its type. */
export type Shape<T = unknown> = {
  readonly check: Check
  readonly schema: JsonSchema
  /** The type of what it accepts, for the compiler only; never present. */
  readonly type?: T
}

/** The type of what a shape accepts. */
export type TypeOf<S extends Shape> = S extends Shape<infer T> ? T : never

/** Returns the single problem of a value of the wrong type. */
export const must = (path: Path, what: string, value: unknown): readonly Problem[] => [
  { path, text: `must be ${what}, not ${show(value)}` },
]

/** Formats a value for error messages. */
export function show(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : typeof value === 'function' ? 'a function' : JSON.stringify(value)
}

/** Formats quoted words, the last joined with `or`. */
export const orList = (words: readonly string[]): string =>
  words
    .map((word) => JSON.stringify(word))
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ')

/** Suggests the most similar word, or lists all of them. */
export function suggest(wrong: string, words: readonly string[]): string {
  const near = nearest(wrong, words)
  return near === undefined ? `there is ${orList(words)}` : `did you mean ${JSON.stringify(near)}?`
}

/** Any map. */
export const map: Shape = {
  check: (value, path) => (isObject(value) ? [] : must(path, 'a map', value)),
  schema: { type: 'object' },
}

/** Any text. */
export const text: Shape<string> = {
  check: (value, path) => (typeof value === 'string' ? [] : must(path, 'a text', value)),
  schema: { type: 'string' },
}

/** True or false. */
export const flag: Shape<boolean> = {
  check: (value, path) => (typeof value === 'boolean' ? [] : must(path, 'true or false', value)),
  schema: { type: 'boolean' },
}

/** A flag that may be set or left out, but not false. */
export const isTrue: Shape<true> = {
  check: (value, path) =>
    value === true ? [] : [{ path, text: `must be true, not ${show(value)}; leave it out otherwise` }],
  schema: { const: true },
}

/** A duration: milliseconds, or a text such as `1m30s`. */
export const duration: Shape<number | string> = {
  check(value, path) {
    if (typeof value !== 'string' && typeof value !== 'number') return must(path, 'a duration such as "200ms"', value)
    const { error } = parseDuration(value)
    return error === undefined ? [] : [{ path, text: error }]
  },
  schema: {
    anyOf: [
      { type: 'string', pattern: '^(0|(([0-9]+[.]?[0-9]*|[.][0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$' },
      { type: 'number', minimum: 0 },
    ],
  },
}

/** A whole number in a range. */
export const whole = (least: number, most = Infinity): Shape<number> => ({
  check: (value, path) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? []
      : must(path, `a whole number ${most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`}`, value),
  schema: { type: 'integer', minimum: least, ...(most === Infinity ? {} : { maximum: most }) },
})

/** One of the given words. */
export const oneOf = <const W extends string>(words: readonly W[]): Shape<W> => ({
  check(value, path) {
    if (words.some((word) => word === value)) return []
    const near = typeof value === 'string' ? nearest(value, words) : undefined
    return near === undefined
      ? must(path, orList(words), value)
      : [{ path, text: `no such word as ${show(value)}; did you mean ${JSON.stringify(near)}?` }]
  },
  schema: { enum: words },
})

/** A duration, or a range of two. */
export const delayShape: Shape = {
  check(value, path) {
    if (typeof value !== 'string' || !value.includes('..')) return duration.check(value, path)
    try {
      boundsOf(value)
      return []
    } catch (error) {
      return [{ path, text: (error as Error).message }] // boundsOf throws a TypeError
    }
  },
  schema: { anyOf: [duration.schema, { type: 'string', pattern: '^.+[.][.].+$' }] },
}

/** Formats a problem in one line: its path and text. */
function describeProblem({ path, text }: Problem): string {
  const where = describePath(path)
  return where ? `${where}: ${text}` : text
}

/** Formats several problems as one message. */
export const describeProblems = (problems: readonly Problem[]): string => problems.map(describeProblem).join('; ')

/** Formats a path like a field: `then.status.details.causes[0].field`. */
export const describePath = (path: Path): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('')
