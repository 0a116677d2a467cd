import { isObject } from '../base/json.js'
import { nearest } from '../base/nearest.js'
import { parseDuration } from '../base/time.js'
import { isGlob } from './glob.js'

/** Members and list indexes from the top of a hook down to a value. */
export type Path = readonly (string | number)[]

/** Something wrong with a hook, and how to mend it. */
export type Problem = { readonly path: Path; readonly text: string }

/** Finds what is wrong with a value; never changes it. */
export type Check = (value: unknown, path: Path) => readonly Problem[]

const must = (path: Path, what: string, value: unknown): readonly Problem[] => [{ path, text: `must be ${what}, not ${show(value)}` }]

/** A value as error messages show it. */
export function show(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : typeof value === 'function' ? 'a function' : JSON.stringify(value)
}

/** Words in quotes, the last joined with `or`. */
export const orList = (words: readonly string[]): string =>
  words
    .map((word) => JSON.stringify(word))
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ')

/** A map with these members and no others. `elsewhere` tells of members that belong to another place. */
export function members(table: { readonly [member: string]: Check }, elsewhere: (member: string) => string | undefined = () => undefined): Check {
  const names = Object.keys(table)
  return (value, path) => {
    if (!isObject(value)) return must(path, 'a map', value)
    return Object.keys(value).flatMap((name) => {
      if (value[name] === undefined) return []
      const at = [...path, name]
      const check = Object.hasOwn(table, name) ? table[name] : undefined
      return check ? check(value[name], at) : [{ path: at, text: elsewhere(name) ?? `no such member; ${suggest(name, names)}` }]
    })
  }
}

const suggest = (wrong: string, words: readonly string[]): string => {
  const near = nearest(wrong, words)
  return near === undefined ? `there is ${orList(words)}` : `did you mean ${JSON.stringify(near)}?`
}

/** Any map. */
export const map: Check = (value, path) => (isObject(value) ? [] : must(path, 'a map', value))
/** Any text. */
export const text: Check = (value, path) => (typeof value === 'string' ? [] : must(path, 'a text', value))
/** True or false. */
export const flag: Check = (value, path) => (typeof value === 'boolean' ? [] : must(path, 'true or false', value))
/** What is only ever said, never denied. */
export const isTrue: Check = (value, path) => (value === true ? [] : [{ path, text: `must be true, not ${show(value)}; leave it out otherwise` }])
/** A duration. */
export function duration(value: unknown, path: Path): readonly Problem[] {
  if (typeof value !== 'string' && typeof value !== 'number') return must(path, 'a duration such as "200ms"', value)
  const { error } = parseDuration(value)
  return error === undefined ? [] : [{ path, text: error }]
}
/** A whole number in a range. */
export const whole =
  (least: number, most = Infinity): Check =>
  (value, path) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? []
      : must(path, `a whole number ${most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`}`, value)
/** One of some words. */
export const oneOf =
  (words: readonly string[]): Check =>
  (value, path) => {
    if (typeof value === 'string' && words.includes(value)) return []
    const near = typeof value === 'string' ? nearest(value, words) : undefined
    return near === undefined ? must(path, orList(words), value) : [{ path, text: `no such word as ${show(value)}; did you mean ${JSON.stringify(near)}?` }]
  }
/** A list of values that each pass. */
export const listOf =
  (check: Check): Check =>
  (value, path) =>
    Array.isArray(value) ? value.flatMap((item, i) => check(item, [...path, i])) : must(path, 'a list', value)
/** A pattern or a list of patterns; one without wildcards has to be one of `words`, where these are all there are. */
export function globs(words?: readonly string[]): Check {
  const one: Check = (value, path) => {
    if (typeof value !== 'string') return must(path, 'a text', value)
    return words === undefined || isGlob(value) ? [] : oneOf(words)(value, path)
  }
  return (value, path) => {
    if (!Array.isArray(value)) return one(value, path)
    return value.length === 0 ? [{ path, text: 'an empty list matches nothing; leave the member out to match everything' }] : listOf(one)(value, path)
  }
}
