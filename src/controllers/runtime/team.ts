import { isBuiltIn } from './choose.js'
import type { Controller, MapToKeys } from './types.js'

/** The controllers at work, as a value. */
export type Team = {
  readonly controllers: readonly Controller[]
  /** Whether one of them is somebody's own: such a one may write anything, definitions with rules too. */
  readonly hasOwn: boolean
  /**
   * Those that changes of a kind concern, and how they are told of them. Most changes concern few, and some come by the
   * thousand.
   */
  readonly concerned: (kind: string) => readonly Concerned[]
}

/** A controller that changes of a kind concern: they wake their own key, or the keys that a function tells. */
export type Concerned = { readonly controller: Controller; readonly wake: 'own' | MapToKeys }

/** Makes a team of controllers. */
export function createTeam(controllers: readonly Controller[]): Team {
  const byKind = new Map<string, readonly Concerned[]>()
  return {
    controllers,
    hasOwn: !controllers.every(isBuiltIn),
    concerned(kind) {
      let found = byKind.get(kind)
      if (!found) byKind.set(kind, (found = controllers.flatMap((controller) => concernOf(controller, kind))))
      return found
    },
  }
}

/** How changes of a kind concern a controller; nothing where they do not. */
export function concernOf(controller: Controller, kind: string): readonly Concerned[] {
  const { watches } = controller
  const wake = Object.hasOwn(watches, kind) ? watches[kind] : watches['*']
  return wake === undefined ? [] : [{ controller, wake }]
}
