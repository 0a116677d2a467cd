import { isBuiltIn } from './choose.js'
import type { Controller, MapToKeys } from './types.js'

/** The controllers at work, as a value. */
export type Team = {
  readonly controllers: readonly Controller[]
  /** Whether one of them is somebody's own: such a one may write anything, definitions with rules too. */
  readonly hasOwn: boolean
  /** Those that changes of a kind concern. Most changes concern few, and some come by the thousand. */
  readonly concerned: (kind: string) => readonly Controller[]
}

/** Makes a team of controllers. */
export function createTeam(controllers: readonly Controller[]): Team {
  const byKind = new Map<string, readonly Controller[]>()
  return {
    controllers,
    hasOwn: !controllers.every(isBuiltIn),
    concerned(kind) {
      let found = byKind.get(kind)
      if (!found) byKind.set(kind, (found = controllers.filter((controller) => wakeOf(controller, kind) !== undefined)))
      return found
    },
  }
}

/** How a controller is told of changes of a kind; undefined where it is not. */
export const wakeOf = ({ watches }: Controller, kind: string): 'own' | MapToKeys | undefined =>
  Object.hasOwn(watches, kind) ? watches[kind] : watches['*']
