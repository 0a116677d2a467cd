import type { KindWord } from '../../kinds/object-types.js'
import type { Controller } from './types.js'

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Declares a controller: a small controller of your own, on the same footing as the built-in ones.
 *
 * @throws TypeError that says what is missing
 * @example
 * const greeter = defineController({
 *   name: 'greeter',
 *   watches: { Namespace: 'own' },
 *   reconcile({ name }, world) {
 *     if (!world.get('Namespace', { name })) return
 *     world.patch('Namespace', { name }, { metadata: { annotations: { greeting: 'hello' } } })
 *   },
 * })
 * const cluster = createCluster({ controllers: [greeter] })
 */
export function defineController<Kinds extends KindWord>(controller: Controller<Kinds>): Controller {
  const fail = (what: string): never => {
    throw new TypeError(`defineController: ${what}`)
  }
  const { name, watches, reconcile } = controller
  if (typeof name !== 'string' || !NAME.test(name))
    fail(`name must be words of lower-case letters and digits joined by "-", not ${JSON.stringify(name)}`)
  if (typeof watches !== 'object' || watches === null || Object.keys(watches).length === 0)
    fail(`${name}: watches must say which kinds it watches, as { Lease: 'own' }; without any it would never run`)
  for (const [kind, how] of Object.entries(watches))
    if (how !== 'own' && typeof how !== 'function') fail(`${name}: watches.${kind} must be 'own' or a function`)
  if (typeof reconcile !== 'function') fail(`${name}: reconcile must be a function`)
  return controller
}
