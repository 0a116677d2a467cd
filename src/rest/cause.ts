import type { Call, Cause } from './types.js'

/** Who a write is recorded under. */
export const causeOf = ({ manager, target: { endpoint }, body, user }: Call): Cause => ({
  manager,
  operation: body?.patch === 'apply' ? 'Apply' : 'Update',
  subresource: endpoint === 'main' ? '' : endpoint,
  user,
})
