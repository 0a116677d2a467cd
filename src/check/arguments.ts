import { atCaller, forCaller } from '../base/call-site.js'
import { describeProblems } from './problem.js'
import { type Path, type Problem, type Shape, must, show } from './shape.js'
import { type MemberShapes, members } from './shapes.js'

/**
 * Refuses what a public function was called with; `of` is the function, where it does not lead to its caller itself.
 *
 * @throws TypeError that says of each problem where it is and how to mend it
 */
export function failProblems(where: string, problems: readonly Problem[], of?: (...given: never[]) => unknown): void {
  if (problems.length === 0) return
  const error = callerError(`${where}: ${describeProblems(problems)}`)
  throw of ? atCaller(error, of) : error
}

/** A mistake of whoever called us. */
export const callerError = (message: string): TypeError => forCaller(new TypeError(message))

const NONE: readonly Problem[] = []

/**
 * Checks what a public function was called with; `parameters` stand in their order. `of` is the function, where it does
 * not lead to its caller itself.
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
 * Checks that a public function that takes nothing was given nothing; `instead` is how what was meant is said.
 *
 * @throws TypeError
 */
export function checkNoArguments(where: string, given: readonly unknown[], instead: string): void {
  if (given.length > 0) throw callerError(`${where}: takes no arguments, and was given ${show(given[0])}; ${instead}`)
}

/** What may be left out. */
export const optional = ({ check, schema }: Shape): Shape => ({
  check: (value, path) => (value === undefined ? [] : check(value, path)),
  schema,
})

/** A value of code, of which no schema tells: what it has to be in words, and how it is told. */
export const code = (what: string, fits: (value: unknown) => boolean): Shape => ({
  check: (value, path) => (fits(value) ? [] : must(path, what, value)),
  schema: {},
})

/** Any function; `what` says what it is for. */
export const callback = (what: string): Shape => code(`a function ${what}`, (value) => typeof value === 'function')

/** The options of a function, which may be left out; `example` shows how they are given. */
export function optionsOf(shapes: MemberShapes, example: string | ((given: unknown) => string)): Shape {
  const { check, schema } = members(shapes)
  return optional({
    check: (value, path: Path) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? check(value, path)
        : must(path, `options such as ${typeof example === 'string' ? example : example(value)}`, value),
    schema,
  })
}
