import { atCaller, forCaller } from '../errors/call-site.js'
import { type Path, type Problem, type Shape, describeProblems, must, show } from './shape.js'
import { type MemberShapes, type MembersOf, members } from './shapes.js'

/**
 * Throws for the problems of a public function's arguments, if there are any; `of` is the function, if it does not
 * already make stacks start at its caller.
 *
 * @throws TypeError that says where each problem is and how to fix it
 */
export function failProblems(where: string, problems: readonly Problem[], of?: (...given: never[]) => unknown): void {
  if (problems.length === 0) return
  const error = callerError(`${where}: ${describeProblems(problems)}`)
  throw of ? atCaller(error, of) : error
}

/** Makes an error for a mistake of our caller. */
export const callerError = (message: string): TypeError => forCaller(new TypeError(message))

const NONE: readonly Problem[] = []

/**
 * Checks the arguments of a public function; `parameters` are in order. `of` is the function, if it does not already
 * make stacks start at its caller.
 *
 * @throws TypeError
 */
export function checkArguments(
  where: string,
  parameters: MemberShapes,
  given: readonly unknown[],
  of?: (...given: never[]) => unknown,
): void {
  let i = 0
  let problems = NONE
  for (const name in parameters) {
    const found = parameters[name]?.check(given[i++], [name]) ?? NONE
    if (found.length > 0) problems = [...problems, ...found]
  }
  failProblems(where, problems, of)
}

/**
 * Checks that a public function without parameters got no arguments; `instead` says how to do what was probably meant.
 *
 * @throws TypeError
 */
export function checkNoArguments(where: string, given: readonly unknown[], instead: string): void {
  if (given.length > 0) throw callerError(`${where}: takes no arguments, and was given ${show(given[0])}; ${instead}`)
}

/** Makes a shape optional. */
export const optional = <T>({ check, schema }: Shape<T>): Shape<T> => ({
  check: (value, path) => (value === undefined ? [] : check(value, path)),
  schema,
})

/** A value of code, which no schema describes: `what` describes it, `fits` checks it. */
export const code = <T>(what: string, fits: (value: unknown) => boolean): Shape<T> => ({
  check: (value, path) => (fits(value) ? [] : must(path, what, value)),
  schema: {},
})

/** A function; `what` says what it is for. */
export const callback = (what: string): Shape => code(`a function ${what}`, (value) => typeof value === 'function')

/** The optional options of a function; `example` shows how they are given. */
export function optionsOf<const S extends MemberShapes>(
  shapes: S,
  example: string | ((given: unknown) => string),
): Shape<MembersOf<S>> {
  const { check, schema } = members(shapes)
  return optional({
    check: (value, path: Path) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? check(value, path)
        : must(path, `options such as ${typeof example === 'string' ? example : example(value)}`, value),
    schema,
  })
}
