import type { Controller, MapToKeys } from './types.js'

/** How a controller is told of changes of a kind; undefined where it is not. */
export const wakeOf = ({ watches }: Controller, kind: string): 'own' | MapToKeys | undefined =>
  Object.hasOwn(watches, kind) ? watches[kind] : watches['*']

/** Makes a look-up of those of the controllers at work that changes of a kind concern. Most changes concern few, and some come by the thousand. */
export function createConcerned(): (atWork: readonly Controller[], kind: string) => readonly Controller[] {
  let known: { readonly atWork: readonly Controller[]; readonly byKind: Map<string, readonly Controller[]> } | undefined
  return (atWork, kind) => {
    if (known?.atWork !== atWork) known = { atWork, byKind: new Map() }
    let found = known.byKind.get(kind)
    if (!found) known.byKind.set(kind, (found = atWork.filter((controller) => wakeOf(controller, kind) !== undefined)))
    return found
  }
}
