import type { EntryKind } from '../../hooks/entry.js'
import type { Engine } from './engine.js'
import type { KindWord } from '../../kinds/object-types.js'
import { publicFunction } from '../../base/call-site.js'
import { callerError, checkArguments, failProblems } from '../../check/arguments.js'
import { nearestKind } from '../../registry/kind-words.js'
import type { Registry } from '../../registry/registry.js'
import type { FaultListeners } from './faults.js'
import { detached } from '../../base/detached.js'
import { reactionShapeOf } from './reaction-check.js'
import { type Reaction, reactionController } from './reaction.js'
import { controllerShape } from './controller-shape.js'
import type { Controller } from './types.js'

/** The controllers of a cluster. */
export type Controllers = {
  readonly names: () => readonly string[]
  /**
   * Throws what controllers and reactions did wrong since somebody was last told; `settled` and `hooks.verify` tell it
   * too.
   *
   * @throws ControllerFault, whose message says which controller failed for which object, or an AggregateError of
   * several
   */
  readonly verify: () => void
  /** Calls back with each such fault as it happens; returns the end of it. */
  readonly onFault: (listener: (fault: Error) => void) => () => void
  /** Sets another one to work, which first meets every object there is. Dispose of it to end it. */
  readonly add: (controller: Controller) => Disposable
  /** Sets a reaction to work: what happens when an object comes into a state. Dispose of it to end it. */
  readonly react: <K extends KindWord>(reaction: Reaction<K>) => Disposable
}

/** Makes `cluster.controllers` of an engine. */
export function createControllers(engine: Engine, registry: Registry, listeners: FaultListeners): Controllers {
  const shape = reactionShapeOf(registry)
  const add = (controller: Controller): Disposable => {
    checkArguments('controllers.add', { controller: controllerShape }, [controller])
    checkWatches('controllers.add', controller, registry)
    return { [Symbol.dispose]: engine.add(controller) }
  }
  const unused = () => {
    for (let i = 1; ; i++) if (!engine.names().includes(`reaction-${i}`)) return `reaction-${i}`
  }
  return {
    names: engine.names,
    verify: engine.verify,
    onFault: listeners.add,
    add: publicFunction(add),
    react: publicFunction((reaction) => {
      failProblems('controllers.react', shape.check(reaction, []))
      return add(reactionController(detached(reaction), reaction.name ?? unused()))
    }),
  }
}

/**
 * Checks the kinds a controller is woken by: one that is only defined later may be named; one that is near a kind there
 * is was mistyped.
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
  add: (value) => controllers.react(value as Reaction), // its shape has passed
})
