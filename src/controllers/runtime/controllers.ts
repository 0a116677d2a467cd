import type { EntryKind } from '../../server/hooks/hooks.js'
import type { Engine } from './engine.js'
import type { KindWord } from '../../kinds/object-types.js'
import { publicFunction } from '../../base/errors/call-site.js'
import { callerError, checkArguments, failProblems } from '../../base/check/arguments.js'
import { nearestKind } from '../../model/registry/kind-words.js'
import type { Problem } from '../../base/check/shape.js'
import type { Registry } from '../../model/registry/registry.js'
import type { FaultListeners } from './faults.js'
import { frozenCopy } from '../../base/json/frozen-copy.js'
import { reactionShapeOf } from './reaction-check.js'
import { type Reaction, reactionController } from './reaction.js'
import { controllerShape } from './controller-shape.js'
import type { Controller } from './types.js'

/** The controllers of a cluster. */
export type Controllers = {
  readonly names: () => readonly string[]
  /**
   * Throws the faults of controllers and reactions since they were last reported; `settled` and `hooks.verify` report
   * them too.
   *
   * @throws ControllerFault, which names the controller and the object, or an AggregateError of several
   */
  readonly verify: () => void
  /** Calls the listener with each fault as it happens; returns a function that removes the listener. */
  readonly onFault: (listener: (fault: Error) => void) => () => void
  /** Adds a controller, which is first woken for all existing objects. Dispose of the result to remove it. */
  readonly add: (controller: Controller) => Disposable
  /** Adds a reaction: what happens when an object enters a state. Dispose of the result to remove it. */
  readonly react: <K extends KindWord>(reaction: Reaction<K>) => Disposable
}

/** Creates `cluster.controllers` for an engine. */
export function createControllers(engine: Engine, registry: Registry, listeners: FaultListeners): Controllers {
  const shape = reactionShapeOf(registry)
  const add = (controller: Controller): Disposable => {
    checkArguments('controllers.add', { controller: controllerShape }, [controller])
    checkWatches('controllers.add', controller, registry)
    return { [Symbol.dispose]: engine.add(controller) }
  }
  return {
    names: engine.names,
    verify: engine.verify,
    onFault: listeners.add,
    add: publicFunction(add),
    react: publicFunction((reaction) => {
      const problems = shape.check(reaction, [])
      failProblems('controllers.react', problems.length > 0 ? problems : nameProblems(reaction, engine.names()))
      const name = nameOf(reaction, engine.names())
      return { [Symbol.dispose]: engine.add(reactionController(frozenCopy(reaction), name)) }
    }),
  }
}

/** Returns the name under which a reaction is added beside other controllers: its own, or one that is unused. */
function nameOf({ name }: Pick<Reaction, 'name'>, taken: readonly string[]): string {
  if (name !== undefined) return name
  for (let i = 1; ; i++) if (!taken.includes(`reaction-${i}`)) return `reaction-${i}`
}

const nameProblems = (reaction: Pick<Reaction, 'name'>, taken: readonly string[]): readonly Problem[] => {
  const name = nameOf(reaction, taken)
  return taken.includes(name) ? [{ path: ['name'], text: `a controller named ${name} already exists` }] : []
}

/**
 * Checks the kinds a controller watches: a kind may be defined later, but a name close to a served kind is taken for a
 * typo.
 *
 * @throws TypeError
 */
export function checkWatches(
  where: string,
  { name, watches }: Controller,
  registry: Registry,
  /** Kinds that are about to be defined. */
  defined: readonly string[] = [],
): void {
  const kinds = new Set([...registry.mappings().map(({ kind }) => kind), ...defined])
  for (const kind of Object.keys(watches)) {
    const near = kind === '*' || kinds.has(kind) ? undefined : nearestKind(registry, kind)
    if (near !== undefined)
      throw callerError(
        `${where}: ${name}: watches.${kind}: no kind ${JSON.stringify(kind)} is served; did you mean ${JSON.stringify(near)}?`,
      )
  }
}

/** Reactions as entries of scripts. */
export const reactionEntry = (registry: Registry, controllers: Controllers): EntryKind => ({
  words: ['when'],
  shape: reactionShapeOf(registry),
  // Reactions without names get theirs in turn, which a later one may not have.
  conflicts: (value, earlier) =>
    nameProblems(
      value,
      earlier.reduce<readonly string[]>((taken, each) => [...taken, nameOf(each, taken)], controllers.names()),
    ),
  add: (value) => controllers.react(value as Reaction), // checked by its shape
})
