import type { Inputs } from './inputs.js'
import { componentsOf } from './kinds.js'

/** Returns the unions of components: structs in which one field tells which of the others is set. */
export function unionsOf(inputs: Inputs): { readonly [component: string]: readonly object[] } {
  const isThere = componentsOf(inputs)
  return Object.fromEntries(
    Object.entries(inputs.components).flatMap(([name, { 'x-kubernetes-unions': unions }]) =>
      unions && isThere(name) ? [[name, unions] as const] : [],
    ),
  )
}
