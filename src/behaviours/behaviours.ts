import type { EntryKind } from '../hooks/entry.js'
import type { Engine } from './engine.js'
import { reactionShape } from './reaction-shape.js'
import { type Reaction, reactionBehaviour } from './reaction.js'
import type { Behaviour } from './types.js'

/** The controllers of a cluster. */
export type Behaviours = {
  readonly names: () => readonly string[]
  /** Sets another one to work, which first meets every object there is. Dispose of it to end it. */
  readonly add: (behaviour: Behaviour) => Disposable
  /** Sets a reaction to work: what happens when an object comes into a state. Dispose of it to end it. */
  readonly react: (reaction: Reaction) => Disposable
}

/** The public face of an engine. */
export function createBehaviours(engine: Engine): Behaviours {
  const add = (behaviour: Behaviour): Disposable => ({ [Symbol.dispose]: engine.add(behaviour) })
  const unused = () => {
    for (let i = 1; ; i++) if (!engine.names().includes(`reaction-${i}`)) return `reaction-${i}`
  }
  return {
    names: engine.names,
    add,
    react(reaction) {
      const [problem] = reactionShape.check(reaction, [])
      if (problem) throw new TypeError(`behaviours.react: ${problem.path.length > 0 ? `${problem.path.join('.')}: ` : ''}${problem.text}`)
      return add(reactionBehaviour(reaction, reaction.name ?? unused()))
    },
  }
}

/** Reactions as entries of scripts. */
export const reactionEntry = (behaviours: () => Behaviours): EntryKind => ({
  words: ['when'],
  shape: reactionShape,
  add: (value) => behaviours().react(value as Reaction), // its shape has passed
})
