import { countQuantity } from '../../base/numbers/quantity-arithmetic.js'
import { type Evaluator, countName } from './evaluator.js'

const ONE = countQuantity(1)

/** The common part of all evaluators that only count objects. */
export const countedOnly = {
  handles: ({ old, subresource }) => !old && subresource === '',
  isOf: () => false,
  unstated: () => undefined,
} satisfies Partial<Evaluator>

/** Makes an evaluator that counts objects, also by the name used before `count/` existed for all resources. */
export function objectCounts(group: string, resource: string, oldName?: string): Evaluator {
  const names = [countName(group, resource), ...(oldName === undefined ? [] : [oldName])]
  const usage = new Map(names.map((name) => [name, ONE]))
  return { ...countedOnly, group, resource, counts: (name) => usage.has(name), usage: () => usage }
}

/** Tells whether an evaluator only counts objects, so that updates cannot change the usage. */
export const isCountedOnly = ({ handles }: Evaluator): boolean => handles === countedOnly.handles
