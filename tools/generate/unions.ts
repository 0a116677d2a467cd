import type { Inputs } from './inputs.js'
import { isLoaded, packageOfComponent } from './names.js'

/** Returns the unions of components: structs in which one field tells which of the others is set. */
export const unionsOf = ({ components }: Inputs): { readonly [component: string]: readonly object[] } =>
  Object.fromEntries(
    Object.entries(components).flatMap(([name, { 'x-kubernetes-unions': unions }]) =>
      unions && isLoaded(packageOfComponent(name)) ? [[name, unions] as const] : [],
    ),
  )
