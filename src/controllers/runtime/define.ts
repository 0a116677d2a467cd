import { publicFunction } from '../../base/errors/call-site.js'
import { checkArguments } from '../../base/check/arguments.js'
import type { KindWord } from '../../kinds/object-types.js'
import { controllerShape } from './controller-shape.js'
import type { Controller } from './types.js'

/**
 * Defines a custom controller, which works exactly as the built-in ones do.
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
 * const cluster = createCluster({ controllers: ['default', greeter] })
 */
export const defineController = publicFunction(<Kinds extends KindWord>(controller: Controller<Kinds>): Controller => {
  checkArguments('defineController', { controller: controllerShape }, [controller])
  return controller
})
