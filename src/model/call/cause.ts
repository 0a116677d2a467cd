import type { Call, Cause } from './call.js'

/**
 * Returns the cause a write is recorded under. Every change in the history keeps one; equal consecutive causes are
 * shared.
 */
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

/** The cause that fixture objects are recorded under. */
export const FIXTURES: Cause = {
  manager: 'fixtures',
  operation: 'Update',
  subresource: '',
  user: { name: 'fixtures', groups: ['system:masters'] },
}

let last = FIXTURES

/** The User-Agent and field manager of a cluster's own methods. */
export const OWN_AGENT = 'fakecluster'
