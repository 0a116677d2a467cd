import { goQuote } from '../base/go/printable.js'
import { failProblems } from '../base/check/arguments.js'
import { type Shape, must } from '../base/check/shape.js'
import { listOf } from '../base/check/shapes.js'
import { controllerShape } from './runtime/controller-shape.js'
import { nearest } from '../base/text/nearest.js'
import { defaultControllers, serverControllers } from './built-in.js'
import type { Controller } from './runtime/types.js'

/**
 * Which controllers run: all built-in ones, none, those that run within a kube-apiserver, or a list of names and custom
 * controllers; `default` and `kube-apiserver` in a list stand for their controllers.
 */
export type ControllerChoice = Word | readonly (string | Controller)[]

/** What the words for several controllers stand for. */
const WORDS = { none: [], default: defaultControllers, 'kube-apiserver': serverControllers } as const
type Word = keyof typeof WORDS

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
        : must(path, '"none", "default", "kube-apiserver", or a list of names and controllers', value),
  schema: {},
}

/** Returns whether a controller is built in. */
export const isBuiltIn = (controller: Controller): boolean => builtIn.has(controller)

const builtIn = new Set(defaultControllers)

const isWord = (name: string): name is Word => Object.hasOwn(WORDS, name)

const named = (name: string): readonly Controller[] =>
  isWord(name) ? WORDS[name] : defaultControllers.filter((controller) => controller.name === name)

/** Returns what is wrong with the name of a controller; undefined if it is known. */
export function controllerProblem(name: string): string | undefined {
  const names = [...Object.keys(WORDS), ...defaultControllers.map((controller) => controller.name)]
  if (names.includes(name)) return undefined
  const near = nearest(name, names)
  return `there is no controller ${goQuote(name)}${near ? `; did you mean ${goQuote(near)}?` : `; there are ${names.join(', ')}`}`
}
