import type { Behaviour } from './types.js'

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Declares a behaviour: a small controller of your own, on the same footing as the built-in ones.
 *
 * @throws TypeError that says what is missing
 * @example
 * const greeter = defineBehaviour({
 *   name: 'greeter',
 *   wakes: { Namespace: 'own' },
 *   reconcile({ name }, world) {
 *     if (!world.get('Namespace', { name })) return
 *     world.patch('Namespace', { name }, { metadata: { annotations: { greeting: 'hello' } } })
 *   },
 * })
 * const cluster = createCluster({ behaviours: [greeter] })
 */
export function defineBehaviour(behaviour: Behaviour): Behaviour {
  const fail = (what: string): never => {
    throw new TypeError(`defineBehaviour: ${what}`)
  }
  const { name, wakes, reconcile } = behaviour
  if (typeof name !== 'string' || !NAME.test(name)) fail(`name must be words of lower-case letters and digits joined by "-", not ${JSON.stringify(name)}`)
  if (typeof wakes !== 'object' || wakes === null || Object.keys(wakes).length === 0)
    fail(`${name}: wakes must say which kinds wake it, as { Lease: 'own' }; without any it would never run`)
  for (const [kind, how] of Object.entries(wakes)) if (how !== 'own' && typeof how !== 'function') fail(`${name}: wakes.${kind} must be 'own' or a function`)
  if (typeof reconcile !== 'function') fail(`${name}: reconcile must be a function`)
  return behaviour
}
