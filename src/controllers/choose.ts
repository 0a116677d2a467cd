import { goQuote } from '../base/go/printable.js'
import { failProblems } from '../base/check/arguments.js'
import { type Shape, must } from '../base/check/shape.js'
import { listOf } from '../base/check/shapes.js'
import { controllerShape } from './runtime/controller-shape.js'
import { nearest } from '../base/text/nearest.js'
import { defaultControllers } from './built-in.js'
import type { Controller } from './runtime/types.js'

/**
 * Which controllers run: all built-in ones, none, or a list of names and custom controllers; `default` in a list stands
 * for all built-in ones.
 */
export type ControllerChoice = 'none' | 'default' | readonly (string | Controller)[]

/**
 * Returns the chosen controllers.
 *
 * @throws TypeError if a name is unknown
 */
export function chooseControllers(choice: ControllerChoice = 'default'): readonly Controller[] {
  failProblems('createCluster', choiceShape.check(choice, ['controllers']))
  const wanted = typeof choice === 'string' ? [choice] : choice
  return wanted.flatMap((each) => (typeof each === 'string' ? named(each) : [each]))
}

/** An item of the list: a name, or a custom controller. */
const chosen: Shape = {
  check(value, path) {
    if (typeof value !== 'string') return controllerShape.check(value, path)
    const problem = controllerProblem(value)
    return problem === undefined ? [] : [{ path, text: problem }]
  },
  schema: {},
}
const choiceShape: Shape = {
  check: (value, path) =>
    typeof value === 'string'
      ? chosen.check(value, path)
      : Array.isArray(value)
        ? listOf(chosen).check(value, path)
        : must(path, '"none", "default", or a list of names and controllers', value),
  schema: {},
}

/** Returns whether a controller is built in. */
export const isBuiltIn = (controller: Controller): boolean => builtIn.has(controller)

const builtIn = new Set(defaultControllers)

function named(name: string): readonly Controller[] {
  return name === 'none'
    ? []
    : defaultControllers.filter((controller) => name === 'default' || controller.name === name)
}

/** Returns what is wrong with the name of a controller; undefined if it is known. */
export function controllerProblem(name: string): string | undefined {
  const names = ['none', 'default', ...defaultControllers.map((controller) => controller.name)]
  if (names.includes(name)) return undefined
  const near = nearest(name, names)
  return `there is no controller ${goQuote(name)}${near ? `; did you mean ${goQuote(near)}?` : `; there are ${names.join(', ')}`}`
}
