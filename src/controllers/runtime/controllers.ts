import type { EntryKind } from '../../hooks/entry.js'
import type { Engine } from './engine.js'
import { reactionShape } from './reaction-shape.js'
import type { KindWord } from '../../kinds/object-types.js'
import { type Reaction, reactionController } from './reaction.js'
import type { Controller } from './types.js'

/** The controllers of a cluster. */
export type Controllers = {
  readonly names: () => readonly string[]
  /** Sets another one to work, which first meets every object there is. Dispose of it to end it. */
  readonly add: (controller: Controller) => Disposable
  /** Sets a reaction to work: what happens when an object comes into a state. Dispose of it to end it. */
  readonly react: <K extends KindWord>(reaction: Reaction<K>) => Disposable
}

/** The public face of an engine. */
export function createControllers(engine: Engine): Controllers {
  const add = (controller: Controller): Disposable => ({ [Symbol.dispose]: engine.add(controller) })
  const unused = () => {
    for (let i = 1; ; i++) if (!engine.names().includes(`reaction-${i}`)) return `reaction-${i}`
  }
  return {
    names: engine.names,
    add,
    react(reaction) {
      const [problem] = reactionShape.check(reaction, [])
      if (problem)
        throw new TypeError(
          `controllers.react: ${problem.path.length > 0 ? `${problem.path.join('.')}: ` : ''}${problem.text}`,
        )
      return add(reactionController(reaction, reaction.name ?? unused()))
    },
  }
}

/** Reactions as entries of scripts. */
export const reactionEntry = (controllers: () => Controllers): EntryKind => ({
  words: ['when'],
  shape: reactionShape,
  add: (value) => controllers().react(value as Reaction), // its shape has passed
})
