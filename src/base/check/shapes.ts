import { append } from '../lists/lists.js'
import { createGlobTest, isGlob } from '../text/glob.js'
import { isObject } from '../json/json.js'
import { type JsonSchema, type Problem, type Shape, type TypeOf, must, oneOf, orList, suggest } from './shape.js'

/** The members of a map and their shapes. */
export type MemberShapes = { readonly [member: string]: Shape }

/** The type of a map whose members have these shapes, all of them optional. */
export type MembersOf<S extends MemberShapes> = { readonly [member in keyof S]?: TypeOf<S[member]> }

/** Returns the error for a member that belongs elsewhere; undefined if it belongs nowhere. */
type Elsewhere = (member: string) => string | undefined

/** A map with exactly these members, all of them optional. */
export function members<const S extends MemberShapes>(
  shapes: S,
  elsewhere: Elsewhere = () => undefined,
): Shape<MembersOf<S>> {
  const names = Object.keys(shapes)
  return {
    check(value, path) {
      if (!isObject(value)) return must(path, 'a map', value)
      const problems: Problem[] = []
      for (const name of Object.keys(value)) {
        if (value[name] === undefined) continue
        const at = [...path, name]
        const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
        if (shape) append(problems, shape.check(value[name], at))
        else problems.push({ path: at, text: elsewhere(name) ?? `no such member; ${suggest(name, names)}` })
      }
      return problems
    },
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(names.map((name) => [name, shapes[name]!.schema])),
    },
  }
}

/** A list of values of one shape. */
export const listOf = <T>({ check, schema }: Shape<T>): Shape<readonly T[]> => ({
  check: (value, path) =>
    Array.isArray(value) ? value.flatMap((item, i) => check(item, [...path, i])) : must(path, 'a list', value),
  schema: { type: 'array', items: schema },
})

/** A value of one shape, or a non-empty list of them. */
export function oneOrMore(one: Shape): Shape {
  const many = listOf(one)
  return {
    check(value, path) {
      if (!Array.isArray(value)) return one.check(value, path)
      return value.length === 0
        ? [{ path, text: 'an empty list matches nothing; leave the member out to match everything' }]
        : many.check(value, path)
    },
    schema: { anyOf: [one.schema, { ...many.schema, minItems: 1 }] },
  }
}

/** A pattern or a list of patterns; if `words` is given, each must match one of them. */
export function globs(words?: readonly string[]): Shape {
  return oneOrMore({
    check(value, path) {
      if (typeof value !== 'string') return must(path, 'a text', value)
      if (words === undefined) return []
      if (!isGlob(value)) return oneOf(words).check(value, path)
      return words.some(createGlobTest(value))
        ? []
        : [{ path, text: `${JSON.stringify(value)} matches none of ${orList(words)}` }]
    },
    schema:
      words === undefined ? { type: 'string' } : { anyOf: [{ enum: words }, { type: 'string', pattern: '[*?]' }] },
  })
}

/** A shape that code may replace by a function; the schema is that of the data. */
export const orFunction = ({ check, schema }: Shape): Shape => ({
  check: (value, path) => (typeof value === 'function' ? [] : check(value, path)),
  schema,
})

/** Adds a description and examples to a shape, which editors show. */
export const described = <T>(
  { check, schema }: Shape<T>,
  about: string,
  examples: readonly unknown[] = [],
): Shape<T> => ({
  check,
  schema: { description: about, ...schema, ...(examples.length > 0 ? { examples } : {}) } satisfies JsonSchema,
})

/** A map with required members; `because` says why they are required. */
export const requiring = (shape: Shape, needed: readonly string[], because: string): Shape => ({
  check(value, path) {
    const problems = shape.check(value, path)
    if (problems.length > 0 || !isObject(value)) return problems
    const missing = needed.filter((name) => value[name] === undefined)
    return missing.length > 0 ? [{ path, text: `${because}: there is no ${orList(missing)}` }] : []
  },
  schema: { ...shape.schema, required: needed },
})
