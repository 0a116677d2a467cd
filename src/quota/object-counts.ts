import { countQuantity } from '../base/quantity-arithmetic.js'
import { type Evaluator, countName } from './evaluator.js'

const ONE = countQuantity(1)

/** What is the same for every resource of which quotas know but the number of objects. */
export const countedOnly = {
  handles: ({ old, subresource }) => !old && subresource === '',
  isOf: () => false,
  unstated: () => undefined,
} satisfies Partial<Evaluator>

/** Counts the objects of a resource, also by the name quotas had for it before all resources were counted. */
export function objectCounts(group: string, resource: string, oldName?: string): Evaluator {
  const names = [countName(group, resource), ...(oldName === undefined ? [] : [oldName])]
  const usage = new Map(names.map((name) => [name, ONE]))
  return { ...countedOnly, group, resource, counts: (name) => usage.has(name), usage: () => usage }
}

/** Tells whether but the number of a resource's objects is known: no change of one that is there counts. */
export const isCountedOnly = ({ handles }: Evaluator): boolean => handles === countedOnly.handles
