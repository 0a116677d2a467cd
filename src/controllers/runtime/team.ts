import { isBuiltIn, purposeOf } from '../built-in.js'
import type { Controller, MapToKeys } from './types.js'

/** The set of running controllers, as a value. */
export type Team = {
  readonly controllers: readonly Controller[]
  /** Whether there is a custom controller: it may write anything, including definitions with CEL rules. */
  readonly hasOwn: boolean
  /** Returns the controllers that watch a kind, and how. It is cached: changes may come by the thousand. */
  readonly concerned: (kind: string) => readonly Concerned[]
}

/** A controller that watches a kind. */
export type Concerned = {
  readonly controller: Controller
  /** What changes wake: the object's own key, or the keys that a function returns. */
  readonly wake: 'own' | MapToKeys
  /** The table without whose objects, apart from those there from the start, they wake nothing; undefined if none. */
  readonly among: string | undefined
}

/** Creates a team of controllers. */
export function createTeam(controllers: readonly Controller[]): Team {
  const byKind = new Map<string, readonly Concerned[]>()
  const find = (kind: string) => {
    const found = controllers.flatMap((controller) => concernOf(controller, kind))
    byKind.set(kind, found)
    return found
  }
  return {
    controllers,
    hasOwn: !controllers.every(isBuiltIn),
    concerned: (kind) => byKind.get(kind) ?? find(kind),
  }
}

/** Returns how a controller watches a kind; empty if it does not. */
export function concernOf(controller: Controller, kind: string): readonly Concerned[] {
  const { watches } = controller
  const wake = Object.hasOwn(watches, kind) ? watches[kind] : watches['*']
  if (wake === undefined) return []
  const { kind: own, table, only = kind } = purposeOf(controller) ?? {}
  return [{ controller, wake, among: kind === only && kind !== own ? table : undefined }]
}
