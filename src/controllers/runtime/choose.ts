import { goQuote } from '../../base/go-print.js'
import { failProblems } from '../../check/arguments.js'
import { type Shape, must } from '../../check/shape.js'
import { listOf } from '../../check/shapes.js'
import { controllerShape } from './controller-shape.js'
import { nearest } from '../../base/nearest.js'
import { defaultControllers } from './default.js'
import type { Controller } from './types.js'

/**
 * Which controllers are at work: all that are built in, none, or a list of names and of one's own; `default` in a list
 * stands for all.
 */
export type ControllerChoice = 'none' | 'default' | readonly (string | Controller)[]

/**
 * The controllers of a choice.
 *
 * @throws TypeError for a name that there is not
 */
export function chooseControllers(choice: ControllerChoice = 'default'): readonly Controller[] {
  failProblems('createCluster', choiceShape.check(choice, ['controllers']))
  const wanted = typeof choice === 'string' ? [choice] : choice
  return wanted.flatMap((each) => (typeof each === 'string' ? named(each) : [each]))
}

/** One of a list: a name, or a controller of one's own. */
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

/** Whether a controller is one that is built in. */
export const isBuiltIn = (controller: Controller): boolean => builtIn.has(controller)

const builtIn = new Set(defaultControllers)

function named(name: string): readonly Controller[] {
  return name === 'none'
    ? []
    : defaultControllers.filter((controller) => name === 'default' || controller.name === name)
}

/** What is wrong with the name of a controller; undefined for one there is. */
export function controllerProblem(name: string): string | undefined {
  const names = ['none', 'default', ...defaultControllers.map((controller) => controller.name)]
  if (names.includes(name)) return undefined
  const near = nearest(name, names)
  return `there is no controller ${goQuote(name)}${near ? `; did you mean ${goQuote(near)}?` : `; there are ${names.join(', ')}`}`
}
