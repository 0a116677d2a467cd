import { goQuote } from '../base/go-print.js'
import { nearest } from '../base/nearest.js'
import { defaultBehaviours } from './default.js'
import type { Behaviour } from './types.js'

/** Which controllers are at work: all that are built in, none, or a list of names and of one's own; `default` in a list stands for all. */
export type BehaviourChoice = 'none' | 'default' | readonly (string | Behaviour)[]

/**
 * The behaviours of a choice.
 *
 * @throws TypeError for a name that there is not
 */
export function chooseBehaviours(choice: BehaviourChoice = 'default'): readonly Behaviour[] {
  const wanted = typeof choice === 'string' ? [choice] : choice
  return wanted.flatMap((each) => (typeof each === 'string' ? named(each) : [each]))
}

function named(name: string): readonly Behaviour[] {
  const problem = behaviourProblem(name)
  if (problem !== undefined) throw new TypeError(`createCluster: ${problem}`)
  return name === 'none' ? [] : defaultBehaviours.filter((behaviour) => name === 'default' || behaviour.name === name)
}

/** What is wrong with the name of a behaviour; undefined for one there is. */
export function behaviourProblem(name: string): string | undefined {
  const names = ['none', 'default', ...defaultBehaviours.map((behaviour) => behaviour.name)]
  if (names.includes(name)) return undefined
  const near = nearest(name, names)
  return `there is no behaviour ${goQuote(name)}${near ? `, did you mean ${near}?` : `; there are ${names.join(', ')}`}`
}
