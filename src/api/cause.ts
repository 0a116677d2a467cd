import type { Call, Cause } from './call.js'

/** Who a write is recorded under. */
export const causeOf = ({ manager, target: { subresource }, body, user }: Call): Cause => ({
  manager,
  operation: body?.patch === 'apply' ? 'Apply' : 'Update',
  subresource: subresource === 'main' ? '' : subresource,
  user,
})
