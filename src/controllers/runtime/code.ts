import type { Controller, Reconcile } from './types.js'

/** What was loaded of controllers whose work is in a module of its own; code alone, so all clusters share it. */
const loaded = new WeakMap<Controller, Reconcile>()

/** What a controller does; undefined until {@link loadCode} has loaded it. */
export const codeOf = (controller: Controller): Reconcile | undefined =>
  'reconcile' in controller ? (key, world) => controller.reconcile(key, world) : loaded.get(controller)

/** Loads what a controller does; undefined where it is there already. */
export function loadCode(controller: Controller): Promise<void> | undefined {
  if ('reconcile' in controller || loaded.has(controller)) return undefined
  return controller.load().then(({ reconcile }) => void loaded.set(controller, reconcile))
}
