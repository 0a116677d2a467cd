import type { Call, Cause } from './call.js'

/** Who a write is recorded under. */
export const causeOf = ({ manager, target: { subresource }, body, user, controller }: Call): Cause => ({
  manager,
  operation: body?.patch === 'apply' ? 'Apply' : 'Update',
  subresource: subresource === 'main' ? '' : subresource,
  user,
  controller,
})

/** Who the objects of fixtures are recorded under. */
export const FIXTURES: Cause = {
  manager: 'fixtures',
  operation: 'Update',
  subresource: '',
  user: { name: 'fixtures', groups: ['system:masters'] },
}

/**
 * The User-Agent and field manager of a cluster's own methods: what they ask is not asked from outside, and nobody has
 * to expect it.
 */
export const OWN_AGENT = 'fakecluster'
