import type { Call, Cause } from './call.js'

/** Who a write is recorded under. Each change that is held keeps one, and mostly the same writer makes many. */
export function causeOf({ manager, target: { subresource: at }, body, user, controller }: Call): Cause {
  const operation = body?.patch === 'apply' ? 'Apply' : 'Update'
  const subresource = at === 'main' ? '' : at
  const isLast =
    last.manager === manager &&
    last.operation === operation &&
    last.subresource === subresource &&
    last.user === user &&
    last.controller === controller
  return isLast ? last : (last = { manager, operation, subresource, user, controller })
}

/** Who the objects of fixtures are recorded under. */
export const FIXTURES: Cause = {
  manager: 'fixtures',
  operation: 'Update',
  subresource: '',
  user: { name: 'fixtures', groups: ['system:masters'] },
}

let last = FIXTURES

/**
 * The User-Agent and field manager of a cluster's own methods: what they ask is not asked from outside, and nobody has
 * to expect it.
 */
export const OWN_AGENT = 'fakecluster'
